"""Tables by the names that people gave them, in a text that calls them as SQL does."""

from __future__ import annotations

import re
from collections.abc import Iterable

from core.model import Table


def labelled(text: str, tables: Iterable[Table]) -> str:
    """The text with each `table.column` under the label that the table has now: `visits_23.pet` as `consults.pet`."""
    renamed = {t.name: t.label for t in tables if t.label != t.name and t.name in text}
    if not renamed:
        return text
    names = "|".join(re.escape(name) for name in sorted(renamed, key=len, reverse=True))
    return re.sub(rf"(?<![\w.])({names})(?=\.)", lambda found: renamed[found[1]], text)
