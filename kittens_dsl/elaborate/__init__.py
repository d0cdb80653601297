"""Type checking and lowering to core in one move."""
