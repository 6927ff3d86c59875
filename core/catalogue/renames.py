"""A file that was renamed is loaded as a new table; what a person said of the old one's joins goes on to it.

It is told by its content: the same columns, as many rows, as many distinct values in each column.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace

from core.catalogue.store import Catalogue
from core.model import Join, Table

_GONE = "gone:"


def note_gone(catalogue: Catalogue, name: str) -> None:
    """Write down what a table held that is about to be forgotten, if verdicts on its joins wait for its return."""
    table = catalogue.table(name)
    if table is not None and any(j.reviewed and j.touches(name) for j in catalogue.joins()):
        catalogue.set_meta(_GONE + name, _content(table))


def follow_renames(catalogue: Catalogue) -> None:
    """Move verdicts that wait for a table which is gone to the one table that holds the very same."""
    waiting = catalogue.waiting()
    if not waiting:
        return
    tables = {t.name: t for t in catalogue.tables()}
    holders: dict[str, list[str]] = {}
    for table in tables.values():
        holders.setdefault(_content(table), []).append(table.name)
    for join in waiting:
        names = {}
        for name in {join.child_table, join.parent_table} - set(tables):
            same = holders.get(catalogue.meta(_GONE + name) or "", [])
            if len(same) == 1:
                names[name] = same[0]
        if names:
            catalogue.review(join, None)
            catalogue.review(_moved(join, names), join.state)


def pass_on(catalogue: Catalogue, names: Mapping[str, str]) -> None:
    """Move verdicts on joins of tables that went into another to the same columns there; `names`: old to new."""
    for join in catalogue.waiting():
        if join.child_table in names or join.parent_table in names:
            moved = _moved(join, dict(names))
            if moved.is_self and set(moved.child) == set(moved.parent):
                continue
            catalogue.review(join, None)
            catalogue.review(moved, join.state)


def _content(table: Table) -> str:
    return json.dumps([table.rows, sorted((c.name, c.profile.distinct) for c in table.columns)], ensure_ascii=False)


def _moved(join: Join, names: dict[str, str]) -> Join:
    child, parent = names.get(join.child_table, join.child_table), names.get(join.parent_table, join.parent_table)
    made = Join.make_id(child, join.child, parent, join.parent)
    return replace(join, id=made, child_table=child, parent_table=parent)
