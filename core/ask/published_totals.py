"""The file's own total beside a sum or an average over its rows: where both differ, a person should see both.

A row that sums up others is kept apart when a file is loaded (`Layout.totals`), so a question for the total adds the
rows up. Offices round, suppress cells and weight averages: the published figure may be another, and then it is told
with its line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

import sqlglot
from sqlglot import exp

from core.ingest.layout.words import is_bare_total, is_total
from core.model import Caution, Layout, Rows, Table, TotalRow
from core.text.words import words

CODE = "published_total"
_SAME = 1e-9
"""Figures that differ by no more, relative to their size, are the same."""


def published_totals(sql: str, dialect: str, tables: Sequence[Table], rows: Rows) -> Iterator[Caution]:
    """What the file says in place of each sum or average of a query over one of its tables."""
    query = sqlglot.parse_one(sql, dialect=dialect)
    if not isinstance(query, exp.Select) or query.args.get("group") or len(rows.rows) != 1:
        return
    source = query.args.get("from_")
    if source is None or not isinstance(source.this, exp.Table) or query.args.get("joins"):
        return
    table = next((t for t in tables if t.name.casefold() == source.this.name.casefold()), None)
    given = _conditions(query.args.get("where"))
    if table is None or given is None:
        return
    for selected, answered in zip(query.expressions, rows.rows[0], strict=False):
        figure = selected.unalias()
        if not isinstance(figure, exp.Sum | exp.Avg) or not isinstance(figure.this, exp.Column):
            continue
        found = _published(table, tables, figure.this.name, given)
        if found is None or not isinstance(answered, int | float):
            continue
        total, text, label = found
        said = _number(text, float(answered))
        if said is not None and abs(said - answered) > _SAME * max(abs(said), abs(answered)):
            does = "add up to" if isinstance(figure, exp.Sum) else "have an average of"
            yield Caution(
                CODE,
                f"The file's own total of `{label}` is {text} (“{total.label}”, line {total.line:,}); "
                f"its rows {does} {_shown(answered)}.",
            )


def _conditions(where: exp.Where | None) -> dict[str, str] | None:
    """The columns that a query holds to one value each, by name without case; None where it asks for anything else."""
    if where is None:
        return {}
    found: dict[str, str] = {}
    parts = where.this.flatten() if isinstance(where.this, exp.And) else [where.this]
    for part in parts:
        part = part.unnest()
        if isinstance(part, exp.Not) and isinstance(part.this, exp.Is):
            continue  # rows without the figure have no part in it anyway
        if not isinstance(part, exp.EQ):
            return None
        column, value = part.this, part.expression
        if isinstance(column, exp.Lower | exp.Collate):
            column = column.this
        if not isinstance(column, exp.Column) or not isinstance(value, exp.Literal):
            return None
        found[column.name.casefold()] = str(value.this)
    return found


def _published(
    table: Table, tables: Sequence[Table], column: str, given: Mapping[str, str]
) -> tuple[TotalRow, str, str] | None:
    """The total row that is meant, its cell, and the label of the column it stands in."""
    if table.derived_from:
        return _of_a_view(table, tables, given)
    layout = table.layout
    if layout is None or not layout.totals:
        return None
    place = next((i for i, c in enumerate(table.columns) if c.name.casefold() == column.casefold()), None)
    row = _row(layout, given)
    if place is None or row is None or place >= len(row.cells) or not row.cells[place]:
        return None
    return row, row.cells[place], table.columns[place].label


def _of_a_view(view: Table, tables: Sequence[Table], given: Mapping[str, str]) -> tuple[TotalRow, str, str] | None:
    """The same of a long view: its time says which column of the wide table is meant."""
    wide = next((t for t in tables if t.name == view.derived_from), None)
    if wide is None:
        return None
    own = {c.name.casefold() for c in wide.columns}
    times = {name: value for name, value in given.items() if name not in own}
    if len(times) != 1:
        return None
    (time,) = times.values()
    hits = [c for c in wide.columns if re.search(rf"(?<!\w){re.escape(time)}(?!\w)", c.label)]
    rest = {name: value for name, value in given.items() if name in own}
    return _published(wide, tables, hits[0].name, rest) if len(hits) == 1 else None


def _row(layout: Layout, given: Mapping[str, str]) -> TotalRow | None:
    """The total of all rows, or of those that one condition names: a group's, or one called by the value."""
    if not given:
        whole = [t for t in layout.totals if layout.role(t.line) == "total" and not _ends_group(layout, t)]
        return whole[-1] if whole else None
    if len(given) > 1:
        return None
    ((column, value),) = given.items()
    if layout.group and column == layout.group.casefold():
        mine = [t for t in layout.totals if t.group.casefold() == value.casefold() and is_bare_total(t.label)]
        return mine[0] if mine else None
    named = set(words(value))
    called = [t for t in layout.totals if is_total(t.label) and named and set(words(t.label)) - _TOTAL == named]
    return called[0] if len(called) == 1 else None


_TOTAL = frozenset({"total", "totals", "subtotal", "sub", "all", "overall"})


def _ends_group(layout: Layout, total: TotalRow) -> bool:
    """Whether a total is one of its group: rows or another group follow it, and the last total is another."""
    return bool(layout.group) and total is not layout.totals[-1]


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
