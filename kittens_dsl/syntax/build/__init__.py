"""Lark's trees to our syntax tree, one module a subject."""
