"""Tables by the names that people gave them, in a text that calls them as SQL does."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from core.ask.names import Names
from core.model import Table
from core.text.words import singular


def labelled(text: str, tables: Iterable[Table]) -> str:
    """The text with each `table.column` under the label that the table has now: `visits_23.pet` as `consults.pet`."""
    renamed = {t.name: t.label for t in tables if t.label != t.name and t.name in text}
    if not renamed:
        return text
    names = "|".join(re.escape(name) for name in sorted(renamed, key=len, reverse=True))
    return re.sub(rf"(?<![\w.])({names})(?=\.)", lambda found: renamed[found[1]], text)


def called(text: str, tables: Sequence[Table]) -> str:
    """The text with each table, in back ticks or before its column, as people call its rows: `visits 22-24.pet` as
    `visits.pet`, "`Treatment` of `price list`" as `treatments`. To be shown, not to be read again."""
    held = [t for t in tables if t.label in text]
    names = Names(tables) if held else None
    plain = {t.label: said for t in held if names and (said := names.called(t.name)) != t.label}
    if not plain:
        return text
    labels = "|".join(re.escape(label) for label in sorted(plain, key=len, reverse=True))
    found = re.compile(rf"(?<=`)({labels})(?=`)|(?<![\w.])({labels})(?=\.[^\s.])")
    said = found.sub(lambda at: plain[at[1] or at[2]], text)
    for many in set(plain.values()):
        said = re.sub(rf"`{re.escape(singular(many))}` of (?=`{re.escape(many)}`)", "", said, flags=re.IGNORECASE)
    return said
