"""Questions that go on from an answer: grouped another way, only the most, over time, as a share.

They are whole questions, so that they mean the same wherever they are asked; each is asked before it is offered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from core.ask.interest import Sight, dates, figures, groups, parents, plural, said, said_of, sight_of, time_unit
from core.ask.suggest import Idea, asked
from core.model import Answer, Column, Join, Table
from core.sql.outputs import Output, outputs


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
    yield from asked(tried, ask, most=most, seconds=seconds, stopped=stopped)


def ideas_after(answer: Answer, sight: Sight) -> Iterator[Idea]:
    """What to try after an answer, best first."""
    about = _grain(answer, sight)
    if about is None or answer.sql is None:
        return
    found = outputs(answer.sql)
    shown = {(o.table, o.column) for o in found if not o.figure}
    measured = next((o for o in found if o.figure), None)
    figure = _column(measured, sight) if measured else None
    grouped = [c for o in found if not o.figure and (c := _column(o, sight)) is not None] if measured else []
    what, needs = f"How many {plural(about.label)} are there", {about.name}
    if figure is not None and figure.table == about.name:
        what = f"What is the average {said(figure.label)}"
    if grouped and len(answer.rows) > 2 and (grouped[0].table, grouped[0].name) not in sight.keys:
        yield _most(about, grouped[0], figure, sight)
    for kind, words in _other_groups(about, sight, shown):
        yield Idea("grouping", f"{what} per {words}?", frozenset({*needs, kind.table}), 2)
    if (date := next(dates(about), None)) is not None and not any(c.type in ("date", "datetime") for c in grouped):
        yield Idea("course", f"{what} per {time_unit(date)} of {said(date.label)}?", frozenset(needs), 3)
    if (other := next(figures(about, sight), None)) is not None and (figure is None or other.name != figure.name):
        grouped = [c for c in grouped if (c.table, c.name) not in sight.keys]
        per = f" per {_qualified(grouped[0], about, sight)}" if grouped else f" of {plural(about.label)}"
        used = frozenset({*needs, *(c.table for c in grouped[:1])})
        yield Idea("figure", f"What is the average {said(other.label)}{per}?", used)


def _most(about: Table, group: Column, figure: Column | None, sight: Sight) -> Idea:
    """Only the first of the groups."""
    which = f"Which {_qualified(group, about, sight)} has"
    text = (
        f"{which} the highest average {said(figure.label)}?" if figure else f"{which} the most {plural(about.label)}?"
    )
    return Idea("most", text, frozenset({about.name, group.table}))


def _qualified(column: Column, about: Table, sight: Sight) -> str:
    """A column in words, with its table's where that is another."""
    return said(column.label) if column.table == about.name else said_of(column.label, sight.tables[column.table].label)


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
