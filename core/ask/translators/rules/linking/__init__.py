"""What the words of a question mean here: one link for each mention, and what was told about words."""
