"""Obligations and their certificates, written and checked by adding up. No module here imports a solver."""
