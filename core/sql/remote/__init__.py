"""Databases that hold their rows themselves, reached by SQLAlchemy; queries written for SQLite are translated."""
