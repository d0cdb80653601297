"""The System as linear guarded commands over counts: evaluated, walked, projected, for any number of players."""
