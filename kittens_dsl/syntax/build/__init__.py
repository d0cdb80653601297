"""Trees of the parser to our syntax tree, one module a subject."""
