"""What might hold at every point: templates over counts, conserved sums; random walks that find what does not."""
