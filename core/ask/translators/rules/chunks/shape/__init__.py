"""What is asked for: figures, groups, order, the best and the first few."""
