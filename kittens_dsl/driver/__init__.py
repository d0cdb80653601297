"""The stages of the language in order."""
