"""A result: its rows, its chart, its query, and as a file."""
