"""The rows of a path query as join paths, checked: every id is a join, and together they connect what is needed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

from core.ask.roles import twofold
from core.ask.state import Role, SchemaView
from core.ask.walks import edge
from core.errors import QueryFailed
from core.model import Join, PathEdge


class PathRows(Protocol):
    @property
    def columns(self) -> tuple[str, ...]: ...
    @property
    def rows(self) -> Sequence[Sequence[object]]: ...


def read_paths(
    found: PathRows, needed: Sequence[str], schema: SchemaView, roles: Sequence[Role] = ()
) -> tuple[tuple[PathEdge, ...], ...]:
    """The paths, in the order of the rows; one empty path when a single table is needed.

    Of `roles` those of tables that are needed in several at once must all be there.

    Raises QueryFailed (code `query_failed`) saying what is wrong with the rows.
    """
    if len(needed) == 1:
        if not found.rows:
            raise QueryFailed(f"The graph knows no columns of {needed[0]}.", "Load the file again.")
        return ((),)
    if "joins" not in found.columns:
        raise QueryFailed("The Cypher must return a column called joins: the list of join ids.")
    at = found.columns.index("joins")
    joins = {j.id: j for j in schema.joins}
    paths: list[tuple[PathEdge, ...]] = []
    fault = f"No joins connect {', '.join(needed)}."
    for row in found.rows:
        ids = row[at]
        if not isinstance(ids, (list, tuple)) or any(i not in joins for i in ids):
            fault = "The Cypher's column joins must hold ids of joins that exist."
            continue
        path = walked([joins[str(i)] for i in ids], needed, roles)
        if path is None:
            fault = f"These joins do not connect {', '.join(needed)}."
        elif path not in paths:
            paths.append(path)
    if not paths:
        raise QueryFailed(fault, "Look at the graph page: confirm or add the join that is missing.")
    return tuple(paths)


def walked(joins: Sequence[Join], needed: Sequence[str], roles: Sequence[Role] = ()) -> tuple[PathEdge, ...] | None:
    """The joins in walking order from the first needed table; None when they leave one out or do not hang together.

    A table in several roles stands in the path once for each, named by it.
    """
    inside, path, left = [needed[0]], list[PathEdge](), list(joins)
    for role in twofold(roles):
        join = next((j for j in left if (j.child_table, j.child[0], j.parent_table) == _place(role)), None)
        if join is None:
            return None
        inside = [*([role.table] if not path else inside), role.of]
        path.append(replace(edge(join, role.table), role=role.name))
        left.remove(join)
    while left:
        for join in left:
            start = next((t for t in inside if join.touches(t)), None)
            if start is not None:
                step = edge(join, start)
                if step.right_table in inside:
                    return None
                path.append(step)
                inside.append(step.right_table)
                left.remove(join)
                break
        else:
            return None
    return tuple(path) if set(needed) <= set(inside) else None


def _place(role: Role) -> tuple[str, str, str]:
    return role.table, role.column, role.of
