"""What is only to be known beside an answer, and nothing is wrong: empty cells, shared places, a fan-out avoided.

Told from the query that ran. A query that cannot be taken apart is passed over.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import sqlglot
from sqlglot import exp

from core.errors import QueryError
from core.model import Caution, PathEdge, Rows, Table
from core.text import counted

_MOST_PLACES = 100


def remarks(
    sql: str, dialect: str, tables: Sequence[Table], path: Sequence[PathEdge], rows: Rows, probe: Callable[[str], Rows]
) -> Iterator[Caution]:
    """`probe` runs a query with small limits; it is asked when a LIMIT may part rows that share a place."""
    query = sqlglot.parse_one(sql, dialect=dialect)
    if not isinstance(query, exp.Select):
        return
    yield from _empty_cells(query, tables)
    yield from _looked_up(query, path)
    if shared := _shared_place(query, rows):
        try:
            seen = probe(shared.sql(dialect=dialect)).rows
        except QueryError:
            return
        n = len(rows.rows)
        if len(seen) > n and seen[n - 1][-1] == seen[n][-1]:
            place = "the first place" if n == 1 else f"place {n}"
            kept = "only one row is" if n == 1 else f"only {n} rows are"
            yield Caution("ties", f"Others share {place}; {kept} shown.")


def _empty_cells(query: exp.Select, tables: Sequence[Table]) -> Iterator[Caution]:
    """Columns that are summed or averaged, and empty in some rows."""
    sources = {t.alias_or_name.casefold(): t.name.casefold() for t in query.find_all(exp.Table)}
    by_name = {t.name.casefold(): t for t in tables}
    told: set[str] = set()
    for figure in query.find_all(exp.Sum, exp.Avg):
        column = figure.this
        if not isinstance(column, exp.Column):
            continue
        named = sources.get(column.table.casefold()) if column.table else None
        holders = [by_name[named]] if named in by_name else [by_name[s] for s in set(sources.values()) if s in by_name]
        found = [c for t in holders for c in t.columns if c.name.casefold() == column.name.casefold()]
        if len(found) == 1 and found[0].profile.nulls and found[0].id not in told:
            told.add(found[0].id)
            what = "average" if isinstance(figure, exp.Avg) else "sum"
            profile = found[0].profile
            yield Caution(
                "nulls",
                f"`{found[0].label}` is empty in {profile.nulls:,} of {counted(profile.rows, 'row')}; "
                f"what is empty has no part in the {what}.",
            )


def _looked_up(query: exp.Select, path: Sequence[PathEdge]) -> Iterator[Caution]:
    """Tables on the path whose rows repeat, and which the query looks into instead of joining them."""
    joined = {j.this.name for j in query.args.get("joins") or () if isinstance(j.this, exp.Table)}
    source = query.args.get("from_")
    if source is not None and isinstance(source.this, exp.Table):
        joined.add(source.this.name)
    within = {t.name for t in query.find_all(exp.Table)} - joined
    many = [e.right_table for e in path if e.cardinality in ("1:n", "n:m")]
    many += [e.left_table for e in path if e.cardinality in ("n:1", "n:m")]
    for table in dict.fromkeys(many):
        if table in within:
            yield Caution("fan_out_avoided", f"`{table}` is looked into, not joined, so that no row counts twice.")


def _shared_place(query: exp.Select, rows: Rows) -> exp.Select | None:
    """The query with one row more, and in its last column what it is ordered by; None where no place can be shared."""
    limit, order = query.args.get("limit"), query.args.get("order")
    if limit is None or order is None or query.args.get("offset") or query.args.get("distinct"):
        return None
    most = limit.expression
    if not isinstance(most, exp.Literal) or most.is_string or not 0 < int(most.name) <= _MOST_PLACES:
        return None
    if len(rows.rows) != int(most.name):
        return None
    first = order.expressions[0].this
    shown = {e.alias: e.this for e in query.expressions if isinstance(e, exp.Alias)}
    if isinstance(first, exp.Column) and not first.table and first.name in shown:
        first = shown[first.name]
    if isinstance(first, exp.Literal):
        first = query.expressions[int(first.name) - 1].unalias() if first.name.isdigit() else first
    return query.select(exp.alias_(first.copy(), "place", quoted=True)).limit(int(most.name) + 1)
