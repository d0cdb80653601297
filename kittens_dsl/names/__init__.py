"""Boxes merged into one book, and its names resolved."""
