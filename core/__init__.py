"""Joinery's engine: CSV files in, checked answers out. No user interface lives here."""

__version__ = "0.1.0"
