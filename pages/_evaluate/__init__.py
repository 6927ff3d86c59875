"""The evaluate page: a run of a question set."""
