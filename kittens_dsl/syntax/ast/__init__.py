"""The syntax tree: what stands in the text, names unresolved, as frozen data."""
