"""Why tables are not connected, in words, and what a person can do about it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence

from core.ask.barred import barred_columns
from core.ask.state import SchemaView
from core.ask.trees import distances, neighbours
from core.model import Column, Join
from core.text.words import flat


def why_apart(view: SchemaView, tables: Sequence[str]) -> str:
    """Why tables do not connect, and what can be done about it: there is no join, or only one that tells nothing."""
    return f"{_why_apart(view, tables)} {WHAT_NEXT}"


WHAT_NEXT = (
    "Ask about each by itself; if you know which rows belong together, join them by hand, here or on the graph page."
)


NOTHING_SAYS = "No column was found that says which rows of one belong to which of the other."
_MOST = 0.9
"""The least share of a column's values that are those of another, for people to be told of it."""
_FEW = 3
"""Values that may be alike by chance."""


def _why_apart(view: SchemaView, tables: Sequence[str]) -> str:
    wanted = list(dict.fromkeys(tables))
    beside: dict[str, list[tuple[str, Join]]] = defaultdict(list)
    for j in view.joins:
        if not j.is_self and j.state != "rejected":
            beside[j.child_table].append((j.parent_table, j))
            beside[j.parent_table].append((j.child_table, j))
    far = distances(beside, wanted[-1:])
    if not any(t in far for t in wanted[:-1]):
        return _alike(view, wanted) or _same_values(view, far, distances(beside, wanted[:-1])) or NOTHING_SAYS
    labels = {t.name: t.label for t in view.tables}
    if shared := _shared(view, wanted):
        only = " and ".join(f"`{labels[t]}`" for t in shared[:2])
        return f"They have only {only} in common, which sorts their rows and does not say which belong together."
    many = [j for j in view.joins if j.evidence.cardinality == "n:m" and j.child_table in far]
    through = (
        f" ({many[0].child_table}.{many[0].child[0]} = {many[0].parent_table}.{many[0].parent[0]})" if many else ""
    )
    return f"What they share sorts rows and names none, or many rows meet many{through}: that is no way between rows."


def _same_values(view: SchemaView, here: Collection[str], there: Collection[str]) -> str:
    """Of two columns of texts under one name that hold the same values and both repeat, in tables that lead to either
    end; "" for none."""
    for one in (t for t in view.tables if t.name in here):
        for other in (t for t in view.tables if t.name in there and t.name not in here):
            for a in filter(_repeats, one.columns):
                b = next((c for c in other.columns if flat(c.label) == flat(a.label) and _repeats(c)), None)
                if b is not None and a.profile.sketch and set(a.profile.sketch) == set(b.profile.sketch):
                    both = f"`{one.label}.{a.label}` and `{other.label}.{b.label}`"
                    return f"{both} hold the same values, but both repeat them."
    return ""


def _repeats(column: Column) -> bool:
    return column.type == "text" and 1 < column.profile.distinct < column.profile.filled


def _alike(view: SchemaView, wanted: Sequence[str]) -> str:
    """Of two columns of texts, one of which holds almost only values that tell the other's rows apart; "" for none."""
    tables = [t for t in view.tables if t.name in wanted]
    joined = {frozenset((j.child_table, j.parent_table)) for j in view.joins if j.state != "rejected"}
    found = [
        (len(mine & keys) / len(mine), f"`{one.label}.{a.label}`", f"`{other.label}.{b.label}`")
        for one in tables
        for other in tables
        for a in one.columns
        for b in other.columns
        if one is not other and frozenset((one.name, other.name)) not in joined
        if a.type == b.type == "text" and b.profile.distinct == b.profile.filled
        if a.profile.sketch_hash == b.profile.sketch_hash
        if len(mine := set(a.profile.sketch)) >= _FEW and len(keys := set(b.profile.sketch)) >= _FEW
    ]
    share, own, key = max(found, default=(0.0, "", ""))
    return f"{own} holds values of {key}, but nothing else says that they are the same." if share >= _MOST else ""


def _shared(view: SchemaView, wanted: Sequence[str]) -> list[str]:
    """Tables in which a way between those wanted would have to turn round, and must not."""
    barred = barred_columns(view.tables, wanted)
    keys = {t.name: [f"{t.name}.{c.name}" for c in t.columns if c.profile.unique] for t in view.tables}
    free = {t for t, unique in keys.items() if not any(c in barred for c in unique)}
    beside = neighbours(view.joins, wanted, barred)
    near = [set(distances({t: near for t, near in beside.items() if t in free or t == w}, [w])) for w in wanted]
    met = set.union(*near[:-1]) & near[-1] if len(near) > 1 else set()
    return [t.name for t in view.tables if t.name in met and t.name not in free and t.name not in wanted]
