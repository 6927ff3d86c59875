"""Constructs that hold a query of their own: sets, calendars, ages, superiors, ratios."""
