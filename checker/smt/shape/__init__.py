"""What a System's own instructions say about seats, kinds, loops and what lies under what. Nothing is counted yet."""
