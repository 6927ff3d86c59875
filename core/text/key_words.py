"""What people call a column that stands for a row: the one list that linking, matching and wording go by."""

from __future__ import annotations

KEY_WORDS = ("id", "code", "key", "number", "no")
"""Last words of such labels: `customer id`, `Branch Code`, `order no`."""
RARE_KEY_WORDS = ("uid", "ref", "reference", "abbreviation")
"""The same, said more seldom."""
