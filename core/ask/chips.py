"""What was understood, word by word, as chips that people can change."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from core.ask.state import Link, Mention, SchemaView
from core.model import NUMERIC, TEMPORAL, Chip, ChipKind, Column

MOST = 6
"""Alternatives a chip offers, the one that leaves its words out aside."""
LEFT_OUT = "nothing: leave these words out"


def chips_of(
    mentions: Sequence[Mention], taken: Mapping[int, tuple[Link, ChipKind]], view: SchemaView
) -> tuple[Chip, ...]:
    """A chip for every mention. `taken` says by a mention's first token what it was taken for and what for it served;
    a mention that is not there was not used.
    """
    found = []
    for m in mentions:
        link: Link | None
        kind: ChipKind
        link, kind = taken.get(m.start) or (None, "ignored")
        others = [*m.links, *m.others, *(_beside(link, view) if link else ())]
        there = (k for k in others if view.table(k.table) and (link is None or k.id != link.id))
        alternatives = list(offered(there, view))[:MOST]
        if link is not None:
            alternatives.append((LEFT_OUT, ""))
        said, target = (meaning(link, view), link.id) if link else ("not used", "")
        near = len(alternatives) if link is None else 0
        found.append(Chip(m.text, kind, said, target, m.start, tuple(alternatives), near))
    return tuple(found)


def offered(links: Iterable[Link], view: SchemaView) -> tuple[tuple[str, str], ...]:
    """What the links mean with what they lead to, the first of those that are called alike."""
    found: dict[str, str] = {}
    for link in links:
        found.setdefault(meaning(link, view), link.id)
    return tuple(found.items())


def _beside(link: Link, view: SchemaView) -> list[Link]:
    """For a column the others of its table that hold the same sort of thing: keys, figures, times or texts."""
    own = view.column(link.table, link.column)
    table = view.table(link.table)
    if link.kind != "column" or own is None or table is None:
        return []
    keys = {(j.child_table, c) for j in view.joins for c in j.child} | {
        (j.parent_table, c) for j in view.joins for c in j.parent
    }
    return [Link("column", c.table, c.name) for c in table.columns if _sort(c, keys) == _sort(own, keys)]


def _sort(column: Column, keys: Collection[tuple[str, str]]) -> str:
    if (column.table, column.name) in keys:
        return "key"
    return "figure" if column.type in NUMERIC else "time" if column.type in TEMPORAL else "text"


def meaning(link: Link, view: SchemaView) -> str:
    """What a link means, in the files' own labels: `orders`.`total`, `orders`.`country` = 'Canada'."""
    table = view.table(link.table)
    label = table.label if table else link.table
    column = table.column(link.column) if table else None
    if column is None:
        return f"`{label}`"
    meaning = column.meaning(link.value) if link.kind == "value" else ""
    value = f" = '{link.value}'" + (f" ({meaning})" if meaning else "") if link.kind == "value" else ""
    return f"`{label}`.`{column.label}`{value}"
