"""Ingest: from a file of unknown make to a typed table with a profile of every column."""
