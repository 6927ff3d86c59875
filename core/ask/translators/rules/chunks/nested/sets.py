"""What groups of rows have or lack: absences, alternatives, exceptions, values that several rows must meet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.translators.rules.chunks.conditions.read import Conditions, Found
from core.ask.translators.rules.chunks.shape.read import Shape
from core.ask.translators.rules.chunks.shape.sentence import Wanted
from core.ask.translators.rules.lexicon.chunk import Chunk
from core.ask.translators.rules.query import Among, AnyOf, Col, Condition, Filter, Related


def absences(chunks: list[Chunk]) -> list[tuple[int, int, int]]:
    """Where rows must be lacking ("without any concert"): (cue, table chunk, end of scope)."""
    found = []
    for i, c in enumerate(chunks):
        if not c.has("none", "not", "cmp:!="):
            continue
        for j in range(i + 1, min(len(chunks), i + 7)):
            d = chunks[j]
            earlier = [e.link.table for e in chunks[:i] if e.link]
            value = d.kind == "value" and c.has("none")
            other = (
                (d.kind == "column" or value) and d.link is not None and d.link.table not in earlier and bool(earlier)
            )
            if (d.kind == "table" or other) and d.link:
                if d.kind == "table" and c.has("cmp:!=") and d.link.table in earlier:
                    continue
                if d.link.table not in earlier[:1] or len(set(earlier)) > 1:
                    end = next(
                        (
                            k
                            for k in range(j + 1, len(chunks))
                            if chunks[k].has("but", "order", "group")
                            or (chunks[k].kind == "stop" and chunks[k].text in ".?;")
                        ),
                        len(chunks),
                    )
                    found.append((i, j, end))
                    c.claimed = "absence"
                break
            if (
                d.kind in ("stop", "number")
                or (d.kind == "column" and c.has("cmp:!="))
                or d.has("group", "order", "none", "cmp:>", "cmp:<", "cmp:>=")
            ):
                break
    return found


def related_rows(
    chunks: list[Chunk], scopes: list[tuple[int, int, int]], conditions: Conditions, shape: Shape
) -> list[Related]:
    """Absences as conditions on the table asked about; restrictions inside their scope go with them."""
    out = []
    for cue, at, end in scopes:
        link = chunks[at].link
        head = _head(chunks[:cue], shape, cue)
        if link is None or not head or head == link.table:
            continue
        inside = [f for f in conditions.found if cue < f.at < end]
        conditions.found = [f for f in conditions.found if not cue < f.at < end]
        named = [link.table]
        for inner in chunks[cue:end]:
            other = inner.kind == "table" and inner.link is not None and inner.link.table != head
            if inner.link and not inner.claimed and (inner.link.table == link.table or other):
                inner.claimed = "absence"
                named.append(inner.link.table)
        shape.wanted = [w for w in shape.wanted if not (cue < w.at < end and (w.entity or _done(w, link.table)))]
        tables = dict.fromkeys([*named, *(f.value_of.table for f in inside if f.value_of)])
        out.append(Related(head, tuple(tables), tuple(f.condition for f in inside), negated=True))
    return out


def _done(w: Wanted, lacked: str) -> bool:
    """`products never sold`, `sold` being a column of what there is not: nothing to show."""
    return w.item.column is not None and w.item.column.table == lacked and not w.item.aggregate


def _head(before: Sequence[Chunk], shape: Shape, at: int) -> str:
    """The table that a restriction speaks of: the nearest table before it, else that of the first thing wanted."""
    for c in reversed(before):
        if c.kind == "table" and c.link:
            return c.link.table
    for w in shape.wanted:
        if w.at < at and (w.entity or w.item.column or w.item.table):
            return w.entity or (w.item.column.table if w.item.column else w.item.table)
    return next((c.link.table for c in before if c.link), "")


def alternatives(chunks: Sequence[Chunk], conditions: Conditions) -> None:
    """Restrictions joined by "or" are alternatives."""
    found = conditions.found
    i = 0
    while i + 1 < len(found):
        between = chunks[found[i].at : found[i + 1].at]
        if any(c.has("or") and not c.claimed for c in between) and not any(c.kind == "stop" for c in between):
            one, two = found[i].condition, found[i + 1].condition
            parts = (*(one.parts if isinstance(one, AnyOf) else (one,)), two)
            found[i : i + 2] = [Found(found[i + 1].at, AnyOf(parts), found[i].value_of)]
            continue
        i += 1


def intersections(
    where: tuple[Condition, ...], chunks: Sequence[Chunk], wanted: Sequence[Wanted], head: str
) -> tuple[Condition, ...]:
    """Restrictions of one column that no single row can meet ("both 2014 and 2015") are met by different rows."""
    clashing: dict[Col, list[Filter]] = {}
    for c in where:
        if isinstance(c, Filter) and c.item.column and not c.item.aggregate:
            clashing.setdefault(c.item.column, []).append(c)
    both = any(c.has("both") for c in chunks)
    but = any(c.has("but") or c.text.lower().startswith("but ") or c.text.lower() == "never" for c in chunks)
    out: list[Condition] = []
    for c in where:
        same = clashing.get(c.item.column, []) if isinstance(c, Filter) and c.item.column else []
        if not isinstance(c, Filter) or not c.item.column:
            out.append(c)
        elif but and c.operator == "!=" and any(f.operator == "=" for f in same):
            out.append(_met_by_others(replace(c, operator="="), wanted, head, negated=True))
        elif both and c.operator == "=" and len(c.values) == 2:
            out.extend(_met_by_others(Filter(c.item, "=", (v,)), wanted, head) for v in c.values)
        elif len(same) > 1 and _clash(same):
            if all(f.operator == "=" for f in same) and not both and not _shared(chunks):
                merged = Filter(c.item, "=", tuple(dict.fromkeys(v for f in same for v in f.values)))
                out.extend([merged] if merged not in out else [])
            else:
                out.append(_met_by_others(c, wanted, head))
        else:
            out.append(c)
    return tuple(out)


def _shared(chunks: Sequence[Chunk]) -> bool:
    """`shared by`, `in common`: the question asks for what both groups have."""
    return any(c.text.lower() in ("shared", "share", "common") for c in chunks)


def _met_by_others(f: Filter, wanted: Sequence[Wanted], head: str, *, negated: bool = False) -> Condition:
    """`f` as met by some (or, `negated`, no) row with the same shown value, or related to the thing shown."""
    assert f.item.column is not None
    shown = [w.item.column for w in wanted if w.item.column and not w.item.aggregate]
    if shown and shown[0] and shown[0].table == f.item.column.table and len(shown) == 1:
        return Among(shown[0], (f,), negated)
    table = shown[0].table if shown and shown[0] else head
    if table and table != f.item.column.table:
        return Related(table, (f.item.column.table,), (f,), negated)
    return replace(f, operator="!=") if negated else f


def _clash(filters: Sequence[Filter]) -> bool:
    """No single value can meet them all."""
    if all(f.operator == "=" for f in filters):
        return True
    lows = [f.values[0] for f in filters if f.operator in (">", ">=")]
    highs = [f.values[0] for f in filters if f.operator in ("<", "<=")]
    low, high = [v for v in lows if isinstance(v, float)], [v for v in highs if isinstance(v, float)]
    return bool(low and high) and max(low) >= min(high)
