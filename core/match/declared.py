"""Keys that a database declares: joins that need no guess."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.errors import BadJoin, UnknownName
from core.match.by_hand import named_join
from core.model import Join, Table

WHY = "The database declares it as a foreign key."


def with_declared(
    joins: Sequence[Join],
    declared: Sequence[tuple[str, tuple[str, ...], str, tuple[str, ...]]],
    tables: Sequence[Table],
) -> tuple[Join, ...]:
    """The joins with each declared key (child table, its columns, parent table, its columns) confirmed, found or not.

    What a person said of one holds. A key between columns without values is left out: it joins nothing.
    """
    kept = {j.pairs: j for j in joins}
    for child_table, child, parent_table, parent in declared:
        pairs = frozenset(frozenset({(child_table, c), (parent_table, p)}) for c, p in zip(child, parent, strict=True))
        found = kept.get(pairs)
        if found is not None and found.reviewed:
            continue
        if found is None:
            try:
                found = named_join(tables, child_table, child, parent_table, parent)
            except (BadJoin, UnknownName):
                continue
        kept[pairs] = replace(found, state="confirmed", why=WHY, score=1.0, offered=False, rewrite=((), ()))
    return tuple(kept.values())
