"""Data dictionaries and notes beside the tables: read, cut into passages, searched, matched to columns."""
