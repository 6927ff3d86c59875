"""What people see: one module a page, and `_*.py` for what pages share."""
