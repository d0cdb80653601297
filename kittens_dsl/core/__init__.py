"""The core language: typed, fully resolved rules with readings and table still symbolic."""
