"""Passages and cards of columns as one similarity graph, and the strategies that find in it what answers a question."""
