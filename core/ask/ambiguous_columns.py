"""Several columns that are called alike, and nothing in the question that says which."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from core.ask.chips import meaning
from core.ask.state import Link, Mention, Reading, SchemaView
from core.model import Caution

UNDECIDED = 0.8
"""What is left of the confidence for each word that fits several columns as well."""
CLOSE = 0.02
_COUNTS = {2: "Two", 3: "Three", 4: "Four", 5: "Five"}


def called_alike(
    reading: Reading, mentions: Sequence[Mention], view: SchemaView, sql: str | None = None
) -> Iterator[Caution]:
    """A caution for each column taken whose words fit columns of other tables as well, and that is in the SQL.

    Not where the question names the column's table or the words of another column of it, or where the columns hold the
    same by a join.
    """
    spoken = {c.target.split("=")[0] for c in reading.chips if c.target}
    joined = {frozenset((f"{j.child_table}.{a}", f"{j.parent_table}.{b}"))
              for j in view.joins for a, b in zip(j.child, j.parent, strict=True)}  # fmt: skip
    for chip in reading.chips:
        mention = next((m for m in mentions if m.start == chip.start and not m.pinned), None)
        taken = (
            next((k for k in mention.links if k.kind == "column" and k.id == chip.target), None) if mention else None
        )
        if mention is None or taken is None or chip.kind == "ignored" or _settled(taken, spoken):
            continue
        if sql is not None and f'"{taken.column}"' not in sql:
            continue  # “per year” is the year of the day on which it was served
        rivals = [
            k
            for k in mention.links
            if k.kind == "column"
            and k.table != taken.table
            and k.score >= taken.score - CLOSE
            and frozenset((k.id, taken.id)) not in joined
        ]
        if rivals:
            names = ", ".join(meaning(k, view) for k in (taken, *rivals)[:5])
            count = _COUNTS.get(1 + len(rivals), "Several")
            yield Caution(
                "called_alike", f"{count} columns fit “{chip.words}”: {names}. Taken: {meaning(taken, view)}."
            )


def _settled(taken: Link, spoken: set[str]) -> bool:
    """Something else in the question speaks of the same table."""
    return any(s != taken.id and (s == taken.table or s.startswith(f"{taken.table}.")) for s in spoken)
