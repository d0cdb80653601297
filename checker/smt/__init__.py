"""Proofs at full size: linear commands over counts, derived from a System, proved by Z3 and checked without it."""
