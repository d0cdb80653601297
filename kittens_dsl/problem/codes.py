"""The registry of problem codes: every code that the program can show, with its title."""

CODE_CLASSES: dict[str, str] = {
    "K0": "reading and syntax",
    "K1": "names",
    "K2": "types and cases",
    "K3": "precedence",
    "K4": "citations",
    "K5": "table and scope",
    "K6": "scenes",
}
"""The classes: the first two characters of a code say what kind of mistake it is."""

CODES: dict[str, str] = {
    "K001": "a file cannot be read",
    "K002": "a directory or device where a file is wanted",
    "K003": "a file is not UTF-8 text",
    "K004": "a NUL character in a file",
    "K005": "a file is too large",
    "K006": "a tab in the indentation",
    "K007": "a file says nothing",
}
"""A code never changes its meaning and is never used again after it was given up."""
