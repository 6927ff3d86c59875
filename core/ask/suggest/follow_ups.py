"""Questions that go on from an answer: grouped another way, only the most, over time, another figure.

They are whole questions, so that they mean the same wherever they are asked. They keep what the answer was restricted
to: it is said again in words, and one whose own answer loses it is not offered. Each is asked before it is offered.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from sqlglot import exp

from core.ask.suggest.candidates import (
    Sight,
    dates,
    figures,
    groups,
    parents,
    sayable,
    sight_of,
    spoken,
    time_unit,
    when,
)
from core.ask.suggest.starters import Idea, asked, columns, measured
from core.model import Answer, Column, Join, Table
from core.sql.conditions import conditions_of, restrictions
from core.sql.outputs import Output, outputs

_SAID: dict[type[exp.Expr], str] = {exp.GT: "over", exp.LT: "under", exp.GTE: "of at least", exp.LTE: "of at most"}
_PERIOD = re.compile(r"(\d{4}(?:-\d\d)?)%")
_MOST_KEPT = 2
"""Conditions that are still said again."""


def follow_ups(
    answer: Answer,
    tables: Sequence[Table],
    joins: Sequence[Join],
    ask: Callable[[str], Answer | None],
    *,
    most: int = 3,
    seconds: float = 2.0,
    stopped: Callable[[], bool] = lambda: False,
) -> Iterator[str]:
    """Up to `most` of them, as they are found, within about `seconds`. `ask` answers by the rules, or gives None."""
    sight = sight_of(tables, joins)
    own = " ".join(answer.question.casefold().split())
    tried = (idea for idea in ideas_after(answer, sight) if idea.text.casefold() != own)
    yield from asked(tried, ask, most=most, seconds=seconds, stopped=stopped, known=answer.sql or "")


def ideas_after(answer: Answer, sight: Sight) -> Iterator[Idea]:
    """What to try after an answer, best first; nothing where its restrictions cannot be said again."""
    about = _grain(answer, sight)
    if about is None or answer.sql is None or not sayable(about, sight):
        return
    kept, where = _kept(answer.sql, about, sight), conditions_of(answer.sql)
    if kept is None:
        return
    found = outputs(answer.sql)
    shown = {(o.table, o.column) for o in found if not o.figure}
    shown |= {(c.table, c.name) for c in _columns_of(answer.sql, about, sight)}
    measure = next((o for o in found if o.figure), None)
    figure = _column(measure, sight) if measure else None
    grouped = [c for o in found if not o.figure and (c := _column(o, sight)) is not None] if measure else []
    what = f"How many {spoken(about, sight)}{kept} are there"
    if figure is not None and figure.table == about.name and next((f for f in figures(about, sight) if f == figure), 0):
        what = f"What is the average {measured(figure, sight)} of {spoken(about, sight)}{kept}"
    meant = columns(figure) if what.startswith("What") and figure else frozenset()
    plain = [c for c in grouped if (c.table, c.name) not in sight.keys and sight.names.plain(c.table, c.name)]
    if plain and len(answer.rows) > 2:
        top = f"the most {spoken(about, sight)}{kept}"
        if meant and figure:
            top = f"the highest average {sight.names.column(figure.table, figure.name)} of {spoken(about, sight)}{kept}"
        text = f"Which {_qualified(plain[0], about, sight)} has {top}?"
        yield Idea("most", text, frozenset({about.name, plain[0].table}), 1, meant | columns(plain[0]), where)
    for kind, words in _other_groups(about, sight, shown):
        used = frozenset({about.name, kind.table})
        yield Idea("grouping", f"{what} for each {words}?", used, 2, meant | columns(kind), where)
    timed = any(c.type in ("date", "datetime") for c in grouped)
    if (date := next(dates(about, sight), None)) is not None and not timed:
        of = when(date, sight) or (f" of {sight.names.column(about.name, date.name)}" if kept else "")
        text = f"{what} for each {time_unit(date)}{of}?"
        yield Idea("course", text, frozenset({about.name}), 3, meant | columns(date), where)
    if (other := next(figures(about, sight), None)) is not None and (figure is None or other.name != figure.name):
        per = f" for each {_qualified(plain[0], about, sight)}" if plain else ""
        text = f"What is the average {measured(other, sight)} of {spoken(about, sight)}{kept}{per}?"
        used = frozenset({about.name, *(c.table for c in plain[:1])})
        yield Idea("figure", text, used, 1, columns(other, *plain[:1]), where)


def _kept(sql: str, about: Table, sight: Sight) -> str | None:
    """What the answer was restricted to, in words behind the things; None where it cannot be said."""
    said = [_condition(r, about, sight) for r in restrictions(sql)]
    if len(said) > _MOST_KEPT or None in said:
        return None
    return "".join(f" {s}" for s in said)


def _condition(node: exp.Expr, about: Table, sight: Sight) -> str | None:
    """`with rider type Member`, `with a price over 10`, `with start time in 2024`."""
    column, value = node.args.get("this"), node.args.get("expression")
    if not isinstance(column, exp.Column) or not isinstance(value, exp.Literal):
        return None
    held = _held(column, about, sight)
    if held is None or not sight.names.plain(held.table, held.name):
        return None
    what, text = _qualified(held, about, sight), value.name
    if isinstance(node, exp.EQ):
        return f"with {what} {text}"
    if isinstance(node, exp.Like) and (period := _PERIOD.fullmatch(text)):
        return f"with {what} in {period[1]}"
    if type(node) in _SAID and not value.is_string:
        return f"with {what} {_SAID[type(node)]} {text}"
    return None


def _held(column: exp.Column, about: Table, sight: Sight) -> Column | None:
    """The column that a query names; one without its table belongs to the table asked about."""
    table = sight.tables.get(column.table) if column.table else about
    return table.column(column.name) if table is not None else None


def _columns_of(sql: str, about: Table, sight: Sight) -> list[Column]:
    """The columns that the answer is restricted by."""
    found = [_held(c, about, sight) for r in restrictions(sql) for c in r.find_all(exp.Column)]
    return [c for c in found if c is not None]


def _qualified(column: Column, about: Table, sight: Sight) -> str:
    """A column in words, with its table's where that is another."""
    if column.table == about.name:
        return sight.names.column(column.table, column.name)
    return sight.names.of(column.table, column.name)


def _other_groups(about: Table, sight: Sight, shown: set[tuple[str, str]]) -> Iterator[tuple[Column, str]]:
    """Columns to group by that the answer does not show: the table's own, then those of the tables it belongs to."""
    for table in (about, *(sight.tables[j.parent_table] for j in parents(about, sight))):
        for column in groups(table, sight):
            if (column.table, column.name) not in shown:
                yield column, _qualified(column, about, sight)


def _grain(answer: Answer, sight: Sight) -> Table | None:
    """The table whose rows the answer counts: the one that belongs to others along the path."""
    belonged_to = {e.right_table for e in answer.path if e.cardinality == "n:1"}
    belonged_to |= {e.left_table for e in answer.path if e.cardinality == "1:n"}
    used = dict.fromkeys([*(t for e in answer.path for t in (e.left_table, e.right_table)), *answer.tables])
    name = next((t for t in used if t not in belonged_to), None)
    return sight.tables.get(name) if name else None


def _column(output: Output, sight: Sight) -> Column | None:
    table = sight.tables.get(output.table)
    return table.column(output.column) if table is not None and output.column else None
