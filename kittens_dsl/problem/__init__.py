"""User mistakes as frozen data: a stable code, a message, where it is and what would help."""
