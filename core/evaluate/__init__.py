"""Measuring answers against known ones."""
