"""What a query does, in plain sentences made from its parsed form: sources, joins, filters, groups, order.

Names stand in back ticks, values in “quotes”. What has no plain words is shown as the SQL it is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from sqlglot import exp

from core.sql.guard import parse
from core.sql.phrases import Words, joined, name

_SETS: tuple[tuple[type[exp.SetOperation], str], ...] = (
    (exp.Union, "Adds the rows of a second query"),
    (exp.Intersect, "Keeps only the rows that a second query finds, too"),
    (exp.Except, "Takes away the rows that a second query finds"),
)
_KEEPS = {
    "LEFT": ", and keeps those that have none",
    "RIGHT": ", and adds those of the second that are left over",
    "FULL": ", and keeps what is left over on both sides",
}


def explain(sql: str, dialect: str = "sqlite") -> tuple[str, ...]:
    """The sentences, in the order in which the query works. Raises BadSyntax and QueryRefused."""
    return tuple(_query(parse(sql, dialect), dialect))


def _query(query: exp.Expr, dialect: str) -> Iterator[str]:
    if (clause := query.args.get("with_")) is not None:
        for cte in clause.expressions:
            yield f"First makes {name(cte.alias)}: {_inline(cte.this, dialect)}"
    if isinstance(query, exp.SetOperation):
        said = next(words for kind, words in _SETS if isinstance(query, kind))
        twice = (
            " Rows that occur twice are kept."
            if isinstance(query, exp.Union) and not query.args.get("distinct")
            else ""
        )
        yield from _query(query.this, dialect)
        yield f"{said}: {_inline(query.expression, dialect)}{twice}"
        yield from _end(query, Words({}, dialect))
    elif isinstance(query, exp.Subquery):
        yield from _query(query.this, dialect)
    elif isinstance(query, exp.Select):
        yield from _select(query, dialect)


def _inline(query: exp.Expr, dialect: str) -> str:
    """A query within a sentence."""
    said = [s.rstrip(".") for s in _query(query, dialect)]
    return "; ".join(s[:1].lower() + s[1:] for s in said) + "."


def _select(query: exp.Select, dialect: str) -> Iterator[str]:
    words = Words(_sources(query), dialect)
    if (source := query.args.get("from_")) is not None:
        yield f"Takes the rows of {_source(source.this, words, dialect)}."
    for join in query.args.get("joins") or ():
        yield _join(join, words, dialect)
    if (where := query.args.get("where")) is not None:
        yield f"Keeps only rows where {words.condition(where.this)}."
    groups = query.args["group"].expressions if query.args.get("group") else []
    if groups:
        keys = [_meant(g, query.expressions) for g in groups]
        yield f"Makes one group for each {joined([words.of(k) for k in keys])}."
    if (having := query.args.get("having")) is not None:
        yield f"Keeps only groups where {words.condition(having.this)}."
    shown = joined([_column(e, words) for e in query.expressions])
    figures = any(e.find(exp.AggFunc) and not e.find(exp.Window) for e in query.expressions)
    each = " for each group" if groups else ", over all these rows," if figures and source is not None else ""
    once = ", every different row once" if query.args.get("distinct") else ""
    yield f"Shows{each} {shown}{once}."
    yield from _end(query, words)


def _sources(query: exp.Select) -> dict[str, str]:
    """What each source is called in the sentences, by the name it has in the query: the table's own name, and the
    alias only where a table occurs twice. A lone source needs no name before its columns."""
    found = [query.args["from_"].this] if query.args.get("from_") else []
    found += [j.this for j in query.args.get("joins") or ()]
    times = Counter(s.name for s in found if isinstance(s, exp.Table))
    if len(found) == 1:
        return {found[0].alias_or_name: ""}
    plain = {s.alias_or_name: s.name if isinstance(s, exp.Table) and times[s.name] == 1 else s.alias for s in found}
    return {alias: name or alias for alias, name in plain.items()}


def _source(source: exp.Expr, words: Words, dialect: str) -> str:
    if isinstance(source, exp.Table):
        twice = source.alias and words.sources.get(source.alias) == source.alias != source.name
        return f"{name(source.name)} (called {name(source.alias)} here)" if twice else name(source.name)
    inner = source.this if isinstance(source, exp.Subquery) else source
    return f"another query ({_inline(inner, dialect).rstrip('.')})"


def _join(join: exp.Join, words: Words, dialect: str) -> str:
    other = _source(join.this, words, dialect)
    keeps = _KEEPS.get(join.side, "")
    if (on := join.args.get("on")) is not None:
        return f"Puts beside each the rows of {other} where {words.condition(on)}{keeps}."
    if using := join.args.get("using"):
        return f"Puts beside each the rows of {other} with the same {joined([name(u.name) for u in using])}{keeps}."
    return f"Puts every row beside every row of {other}."


def _meant(key: exp.Expr, shown: Sequence[exp.Expr]) -> exp.Expr:
    """What a key of grouping or order stands for: `1` is the first column."""
    if isinstance(key, exp.Literal) and not key.is_string and key.name.isdigit() and 0 < int(key.name) <= len(shown):
        return shown[int(key.name) - 1].unalias()
    return exp.column("column " + key.name) if key.name.isdigit() and not isinstance(key, exp.Column) else key


def _column(shown: exp.Expr, words: Words) -> str:
    what = words.of(shown.unalias())
    called = name(shown.alias) if isinstance(shown, exp.Alias) else ""
    return f"{what} (as {called})" if called and called not in (what, "``") and not _same(shown) else what


def _same(shown: exp.Expr) -> bool:
    """A column under its own name."""
    return isinstance(shown.unalias(), exp.Column) and shown.unalias().name == shown.alias


def _end(query: exp.Query, words: Words) -> Iterator[str]:
    """Order and limit."""
    if (order := query.args.get("order")) is not None:
        shown = query.expressions if isinstance(query, exp.Select) else []
        keys = [
            f"{words.of(_meant(o.this, shown))}, {'largest' if o.args.get('desc') else 'smallest'} first"
            for o in order.expressions
        ]
        yield f"Sorts by {'; then by '.join(keys)}."
    limit, skipped = query.args.get("limit"), query.args.get("offset")
    if skipped is not None:
        yield f"Leaves out the first {words.of(skipped.expression)} rows."
    if limit is not None:
        most = words.of(limit.expression)
        yield "Stops after the first row." if most == "1" else f"Stops after {most} rows."
