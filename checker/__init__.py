"""The model checker: from rules and a table to traces and verdicts."""
