"""The rules language: from .kit text to resolved core rules."""
