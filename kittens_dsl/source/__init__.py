"""Text and spans: what was read, and where in it."""
