"""Proving with Z3: solver, Houdini, ranks, simulation obligations; failures in card words; cvc5's second opinion."""
