"""Rules and a table compiled to a transition system."""
