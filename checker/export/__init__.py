"""The System for other model checkers."""
