"""A question becomes a checked answer, one step at a time."""
