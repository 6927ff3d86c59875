"""A query and its join tree as SQL."""
