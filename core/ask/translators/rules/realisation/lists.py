"""Rows that are listed: a few are named in the sentence, many stand in the table below it."""

from __future__ import annotations

from core.ask.names import listed, many_of
from core.ask.translators.rules.query import Col, Query, all_tables
from core.ask.translators.rules.realisation.groups import called, each_once
from core.ask.translators.rules.realisation.speech import Speech
from core.model import Rows

_FEW = 5


def rows_listed(q: Query, rows: Rows, say: Speech, about: str) -> str:
    """Rows as they are, without figures."""
    n = len(rows.rows)
    more = "more than " if rows.truncated else ""
    columns = [i.column for i in q.select if i.column]
    if q.everything or not columns:
        things = say.things(about, q.where, n, also=_also(q, about))
        return f"Here {'is' if n == 1 else 'are'} {_the(n, rows)} {things}, with every column."
    names = [called([(i.column, v) for i, v in zip(q.select, r, strict=True)], say) for r in rows.rows[:_FEW]]
    own = {c.table for c in columns}
    names = each_once(names) if n <= _FEW else names
    if len(columns) == 1 and (q.distinct or not _names_rows(columns[0], say)):
        return _values(q, rows, columns[0], names, say, about)
    if own == {about} and all(c in say.facts.display(about) or c == say.facts.key(about) for c in columns):
        things = say.things(about, q.where, n, also=_also(q, about))
        if q.limit is not None and n == q.limit:
            return f"Here {'is' if n == 1 else 'are'} {n:,} {things}: {listed(names) if n <= _FEW else 'see below'}."
        if n <= _FEW and not rows.truncated:
            return f"There {'is' if n == 1 else 'are'} {n} {things}: {listed(names)}."
        return f"There are {more}{n:,} {things}; {'the first of them' if more else 'they'} are listed below."
    about = _rows_of(q, own, about, say)
    each = own <= {about, *say.facts.above(about)} and not q.distinct  # a row for each: the others only say more of it
    heads = [say.column(c, about if each or len(own) == 1 else "") for c in columns]
    what = listed(heads if n == 1 else [many_of(w) for w in heads], 6)
    things = say.things(about, q.where, n, also=_also(q, about))
    if n == 1 and len(own) == 1:
        cells = [
            f"{say.column(i.column, about)} {say.value(i, v)}"
            for i, v in zip(q.select, rows.rows[0], strict=True)
            if i.column
        ]
        return f"For the one {things}: {listed(cells)}."
    if each:
        return f"Here {'is' if n == 1 else 'are'} the {what} of {_the(n, rows)} {things}."
    return f"Here are the {what}: {more}{n:,} {many_of('combination', n)}{_of(q, say, about)}."


def _rows_of(q: Query, own: set[str], about: str, say: Speech) -> str:
    """The table of which each row is one: of customers with what their jobs cost the jobs, as each has one customer."""
    tables = set(all_tables(q))
    if own <= {about, *say.facts.above(about)}:
        return about
    return next((t for t in sorted(own) if tables <= {t, *say.facts.above(t)}), about)


def _values(q: Query, rows: Rows, column: Col, names: list[str], say: Speech, about: str) -> str:
    """One column: its one value, its few values, its different values."""
    n = len(rows.rows)
    what = say.column(column, about)
    if n == 1:
        of = f" of {say.subject(column.table, q.where)}" if q.where else ""
        return f"The {what}{of} is {names[0]}."
    more = "more than " if rows.truncated else ""
    different = "different " if q.distinct else ""
    if n <= _FEW and not rows.truncated:
        return f"There are {n} {different}{many_of(what)}{_of(q, say, column.table)}: {listed(names)}."
    return f"There are {more}{n:,} {different}{many_of(what)}{_of(q, say, column.table)}; they are listed below."


def _of(q: Query, say: Speech, about: str) -> str:
    also = _also(q, about)
    return f" of {say.things(about, q.where, also=also)}" if q.where or also else ""


def _the(n: int, rows: Rows) -> str:
    """`the 20`, `the first 100`; of one `the one`."""
    if rows.truncated:
        return f"the first {n:,}"
    return "the one" if n == 1 else f"the {n:,}"


def _names_rows(c: Col, say: Speech) -> bool:
    return c in say.facts.display(c.table) or c == say.facts.key(c.table)


def _also(q: Query, about: str) -> list[str]:
    of_tables = {i.column.table for i in q.select if i.column}
    return [t for t in q.tables if t != about and t not in of_tables]
