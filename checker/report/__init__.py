"""Traces and verdicts shown to people and programs."""
