"""What finds schema elements and cell values from a person's words."""
