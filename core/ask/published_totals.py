"""The file's own total beside a sum or an average over its rows: where both differ, a person should see both.

A row that sums up others is kept apart when a file is loaded (`Layout.totals`), so a question for the total adds the
rows up. Offices round, suppress cells and weight averages: the published figure may be another, and then it is told
with its line.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import sqlglot
from sqlglot import exp

from core.ingest.crosstab import LongForm, long_form
from core.ingest.layout.tables import GROUP
from core.ingest.layout.words import is_bare_total, is_total
from core.model import Caution, Family, Rows, Table, TotalRow
from core.text.words import words

CODE = "published_total"
_SAME = 1e-9
"""Figures that differ by no more, relative to their size, are the same."""
_MOST = 3
"""Files of a family whose own totals are told beside one answer."""


def published_totals(sql: str, dialect: str, tables: Sequence[Table], rows: Rows) -> Iterator[Caution]:
    """What the file says in place of each sum or average of a query over one of its tables. Of a family that is asked
    by what varies between its files, each file's own."""
    query = sqlglot.parse_one(sql, dialect=dialect)
    if not isinstance(query, exp.Select) or not rows.rows:
        return
    source = query.args.get("from_")
    if source is None or not isinstance(source.this, exp.Table) or query.args.get("joins"):
        return
    table = next((t for t in tables if t.name.casefold() == source.this.name.casefold()), None)
    by = _groups(query)
    given = _conditions(query.args.get("where"), by or {})
    if table is None or given is None or by is None or (not by and len(rows.rows) != 1):
        return
    told = 0
    for answered in rows.rows:
        values = [str(answered[n]) for n in by.values() if n < len(answered)]
        for n, selected in enumerate(query.expressions):
            figure = selected.unalias()
            if not isinstance(figure, exp.Sum | exp.Avg) or not isinstance(figure.this, exp.Column):
                continue
            held = given | dict(zip(by, values, strict=False))
            said = _published(table, tables, figure.this.name, held) if n < len(answered) else None
            if said is None or (by and not said.member) or not isinstance(answered[n], int | float):
                continue
            if (caution := _differs(said, isinstance(figure, exp.Sum), answered[n], " ".join(values))) is not None:
                told += 1
                if told > _MOST:
                    return
                yield caution


@dataclass(frozen=True, slots=True)
class _Said:
    """A published total: its row, the cell that is meant, the label of its column, and of a family its file."""

    total: TotalRow
    text: str
    label: str
    member: str = ""


def _differs(said: _Said, is_sum: bool, answered: object, group: str) -> Caution | None:
    if not isinstance(answered, int | float):
        return None
    figure = _number(said.text, float(answered))
    if figure is None or abs(figure - answered) <= _SAME * max(abs(figure), abs(answered)):
        return None
    does = "add up to" if is_sum else "have an average of"
    line = f", line {said.total.line:,}" if said.total.line else ""
    where = f" of {said.member}" if said.member else ""
    return Caution(
        CODE,
        f"{group + ': ' if group else ''}The file's own total of `{said.label}` is {said.text} "
        f"(“{said.total.label}”{line}{where}); its rows {does} {_shown(answered)}.",
    )


def _groups(query: exp.Select) -> dict[str, int] | None:
    """The columns by which a query groups, by name without case, with their place in its rows; None where they are not
    all shown."""
    group = query.args.get("group")
    named = [e.unalias().name.casefold() if isinstance(e.unalias(), exp.Column) else "" for e in query.expressions]
    keys = [e.name.casefold() for e in group.expressions] if group else []
    return {k: named.index(k) for k in keys} if all(k in named for k in keys) else None


def _conditions(where: exp.Where | None, by: Collection[str]) -> dict[str, str] | None:
    """The columns that a query holds to one value each, by name without case; None where it asks for anything else.
    Which of the groups `by` are wanted does not matter: each has its own figure."""
    if where is None:
        return {}
    found: dict[str, str] = {}
    parts = where.this.flatten() if isinstance(where.this, exp.And) else [where.this]
    for part in parts:
        part = part.unnest()
        if isinstance(part, exp.Not) and isinstance(part.this, exp.Is):
            continue  # rows without the figure have no part in it anyway
        if not isinstance(part, exp.EQ):
            if isinstance(part, exp.Binary | exp.Between | exp.In) and part.this.name.casefold() in by:
                continue
            return None
        column, value = part.this, part.expression
        if isinstance(column, exp.Lower | exp.Collate):
            column = column.this
        if not isinstance(column, exp.Column) or not isinstance(value, exp.Literal):
            return None
        found[column.name.casefold()] = str(value.this)
    return found


def _published(table: Table, tables: Sequence[Table], column: str, given: Mapping[str, str]) -> _Said | None:
    """The published total that is meant by a column of a table and the values to which others are held."""
    if table.derived_from:
        return _of_a_view(table, tables, column, given)
    place = next((i for i, c in enumerate(table.columns) if c.name.casefold() == column.casefold()), None)
    if place is None:
        return None
    if table.family:
        return _of_a_family(table, table.family, place, given)
    layout = table.layout
    if layout is None or not layout.totals:
        return None
    wholes = [t for t in layout.totals if layout.role(t.line) == "total"]
    return _cell(table, _row(layout.totals, wholes, layout.group, given), place)


def _of_a_family(table: Table, family: Family, place: int, given: Mapping[str, str]) -> _Said | None:
    """The total of the one file that is meant by the values of what varies."""
    varies = [name.casefold() for name in family.varies]
    wanted = [given.get(name) for name in varies]
    if None in wanted:
        return None
    mine = [m for m in family.members if all(map(_same_value, m.values, wanted))]
    if len(mine) != 1:
        return None
    totals = mine[0].totals
    group = GROUP if any(t.group for t in totals) else ""
    rest = {name: value for name, value in given.items() if name not in varies}
    said = _cell(table, _row(totals, [t for t in totals if not t.part], group, rest), place)
    return replace(said, member=mine[0].label) if said else None


def _same_value(one: str, other: str | None) -> bool:
    return one.casefold() == (other or "").casefold()


def _cell(table: Table, row: TotalRow | None, place: int) -> _Said | None:
    if row is None or place >= len(row.cells) or not row.cells[place]:
        return None
    return _Said(row, row.cells[place], table.columns[place].label)


def _of_a_view(view: Table, tables: Sequence[Table], column: str, given: Mapping[str, str]) -> _Said | None:
    """The same of a long view: its time or category says which column of the wide table is meant."""
    wide = next((t for t in tables if t.name == view.derived_from), None)
    form = long_form(wide) if wide else None
    at = len(form.ids) if form else 0
    if wide is None or form is None or len(view.columns) <= at:
        return None
    spread = view.columns[at].name.casefold()
    said = given.get(spread, "")
    figure = next((i for i, c in enumerate(view.columns[at + 1 :]) if c.name.casefold() == column.casefold()), None)
    rest = {name: value for name, value in given.items() if name != spread}
    if form.within:
        part = rest.pop(view.columns[at + 1].name.casefold(), "").casefold()
        figure = next((i for i, label in enumerate(form.figures) if label.casefold() == part), None)
    cells = next((cells for value, cells in form.times if _stored_as(form, value) == said.casefold()), ())
    if figure is None or figure >= len(cells) or (cell := cells[figure]) is None:
        return None
    return _published(wide, tables, cell.name, rest)


def _stored_as(form: LongForm, value: str) -> str:
    return (f"{value}-01" if form.kind == "month of year" else value).casefold()


def _row(
    totals: Sequence[TotalRow], wholes: Sequence[TotalRow], group: str, given: Mapping[str, str]
) -> TotalRow | None:
    """The total of all rows, or of those that one condition names: a group's, or one called by the value.

    `wholes` are the totals that may be of all rows; `group` is the name of the column of group headings."""
    if not given:
        # Of a table with groups a total that is not the last is its group's.
        whole = [t for t in wholes if not group or t is totals[-1]]
        return whole[-1] if whole else None
    if len(given) > 1:
        return None
    ((column, value),) = given.items()
    if group and column == group.casefold():
        mine = [t for t in totals if t.group.casefold() == value.casefold() and is_bare_total(t.label)]
        parents = [t for t in totals if words(t.label) == words(value)]
        return mine[0] if mine else parents[0] if len(parents) == 1 else None
    named = set(words(value))
    called = [t for t in totals if is_total(t.label) and named and set(words(t.label)) - _TOTAL == named]
    return called[0] if len(called) == 1 else None


_TOTAL = frozenset({"total", "totals", "subtotal", "sub", "all", "overall"})


def _number(text: str, near: float) -> float | None:
    """A cell's figure. Of two ways to read its signs, the one nearer to what the rows come to."""
    bare = re.sub(r"[^\d.,+\-]", "", text.replace("\u2212", "-"))
    found = []
    for form in (bare.replace(",", ""), bare.replace(".", "").replace(",", ".")):
        try:
            found.append(float(form))
        except ValueError:
            continue
    return min(found, key=lambda n: abs(n - near)) if found else None


def _shown(figure: float) -> str:
    return f"{figure:,}" if isinstance(figure, int) else f"{figure:,.10g}"
