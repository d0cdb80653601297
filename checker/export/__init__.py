"""The System for other model checkers: the same locations and segments as Promela and as Murphi."""

from checker.export.murphi import print_murphi
from checker.export.plan import ExportError
from checker.export.promela import print_promela

__all__ = ["ExportError", "print_murphi", "print_promela"]
