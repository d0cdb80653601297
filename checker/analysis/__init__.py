"""The questions that users ask, answered over systems."""
