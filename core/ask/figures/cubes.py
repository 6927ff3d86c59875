"""The cubes of a schema: tables whose rows are cells of statistics, with their dimensions and measures."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from math import prod

from core.ask.figures.cube import Cube, Dimension
from core.ask.figures.cube_columns import (
    KEYS,
    PLAIN,
    dimension_of,
    figure_columns,
    measure_of,
    told_as_rate,
    with_whole,
)
from core.ask.figures.kinds import bare, kinds_of, measures_by_kind, unit_of_kind
from core.ask.figures.levels import levels_of
from core.ask.label_stems import how_many, own_age
from core.ask.stop_words import FUNCTION
from core.ask.subjects import constant
from core.ask.tokens import stem
from core.ingest.crosstab import LongForm, long_form
from core.ingest.layout.tables import GROUP
from core.model import Column, Join, Member, Table, TotalRow
from core.text.words import singular, words

_PARTS = re.compile(r"\bby\b|\bper\b|\bin\b|\bfor\b|[;,:(|–·]| - ", re.IGNORECASE)
"""Where a title goes on to say how its figures are parted, or of which places and times they are."""
_NUMBERED = re.compile(r"^\s*(?:table|figure|tab\.?|sheet)?\s*\d+(?:[.\d]*)?[a-z]?\s*[:.–-]?\s+", re.IGNORECASE)
"""What stands before a title: `Table 3a:`."""
_NUMBERS = frozenset("no nr nro num number id ref".split())
_FIRST_NAMES = frozenset("firstname forename forenames givenname christianname namefirst".split())
_LAST_NAMES = frozenset("lastname surname familyname namelast".split())
_UNNAMED = re.compile(r"column\d+")
"""Of a table without a header, such as a list of sheets."""
_FILLED, _OF_MANY = 0.5, 0.25
"""The least part of all crossings of its dimensions that a panel has rows for; of three dimensions and more."""
_NOTES = frozenset(map(stem, "status flag note notes footnote footnotes marker symbol".split()))
"""Words of headers of what is noted beside a figure, such as that it is provisional."""
_MEANS = frozenset("average avg mean median standardised standardized".split())
_APART = 0.8
"""The part of its rows that a column tells apart, at least, to name them."""
_CROSSED = 1.5
"""How many times its rows would have to be told apart by a group's name for the group to be a dimension of its own."""
_HELD = 0.5
"""The part of a column's values that must be found where it is thought to refer to."""
_FULL, _OF_COUNTS, _AGAIN = 0.9, 0.05, 2
"""The same of a panel without a time, of one whose figure is called just `Count`, and how often each value is there at
least."""
_PEOPLE = "people population"
"""What is counted by age where nothing says it."""
_DIMENSIONS = 8
"""Columns that are tried for a crossing, at most."""
_TWO = 2
"""Dimensions of a plain panel: a time and something else."""
_FEWEST, _MOST = 8, 20_000
"""Rows of a panel, and different values of one of its dimensions."""


def cube_of(table: Table, tables: Sequence[Table], joins: Sequence[Join]) -> Cube | None:
    """The cube that one of the tables is; None where it is none."""
    known = {t.name: t for t in tables}
    form = long_form(known.get(table.derived_from, table)) if table.derived_from else None
    return None if table.name in _referred(joins) else _cube(table, known, form, _references(joins))


def _references(joins: Sequence[Join]) -> frozenset[tuple[str, str]]:
    """Columns by which rows refer to others; not those of which hardly a value is there, nor `n_outcomes`."""
    held = (j for j in joins if not j.is_self and (j.state == "confirmed" or j.evidence.containment >= _HELD))
    return frozenset((j.child_table, c) for j in held for c in j.child if not how_many(c))


def _referred(joins: Sequence[Join]) -> set[str]:
    """Tables to whose rows those of others refer one by one: candidates with their votes are no cells of a table."""
    sure = (j for j in joins if j.state == "confirmed" and j.evidence.parent_unique and not j.is_self)
    return {j.parent_table for j in sure if len(j.parent) == 1}


def cubes_of(tables: Sequence[Table], joins: Sequence[Join] = ()) -> tuple[Cube, ...]:
    """The cubes among tables, each once: as its long view where it has one that has all its figures. A number by which
    rows refer to those of another table is no figure."""
    known = {t.name: t for t in tables}
    forms = {t.derived_from: long_form(known.get(t.derived_from, t)) for t in tables if t.derived_from}
    spread = {name for name, form in forms.items() if not (form and name in known and _beside(known[name], form))}
    spread |= _referred(joins)
    made = (c for t in tables if t.name not in spread for c in _made(t, known, forms, _references(joins)))
    return tuple(c for c in made if c is not None)


def _made(
    table: Table,
    known: Mapping[str, Table],
    forms: Mapping[str, LongForm | None],
    references: frozenset[tuple[str, str]],
) -> Iterator[Cube | None]:
    """The cube of a table; one for each level of places where it has several."""
    levels = levels_of(table) if not table.derived_from and not table.family else ()
    for level, rows in levels:
        held = _cube(rows, {**known, table.name: rows}, None, references)
        yield replace(held, level=level) if held else None
    if not levels:
        yield _cube(table, known, forms.get(table.derived_from), references)


def _beside(table: Table, form: LongForm) -> set[str]:
    """The figures that stand beside those that are spread out by a category: a population beside births by sex."""
    if form.kind != "word":
        return set()
    return {c.name for c in form.ids} & {
        c.name for c in figure_columns(table, None) if not (c.profile.unique and c.position == 0)
    }


def _cube(
    table: Table, known: Mapping[str, Table], form: LongForm | None, references: frozenset[tuple[str, str]]
) -> Cube | None:
    """`form` is how the table that a long view is made from is spread out."""
    base = known.get(table.derived_from, table) if table.derived_from else table
    if table.derived_from and form is None:
        return None
    figures = [c for c in figure_columns(table, form) if (table.name, c.name) not in references and not _age(c)]
    beside = _beside(base, form) if form else set[str]()
    others = [c for c in table.columns if c not in figures and c.name not in beside and c.profile.distinct > 1]
    dims = _grouped([dimension_of(c, table, form) for c in others if c.type != "real"])
    if not figures or not dims or all(_UNNAMED.fullmatch(c.label) for c in base.columns):
        return None
    own, coarse = _crossing(dims, table, base) or _telling(dims, table, base)
    cells = table.derived_from or (base.layout and base.layout.title and not base.family)
    if (
        not (cells or _panel(own, table, len(figures) == 1 and bare(figures[0])))
        or _happened(table, dims)
        or _register(base)
    ):
        return None
    title = (base.layout.title if base.layout else "") or base.description
    same = [v for c in base.columns for v in constant(c)]
    texts = [table.label if not table.derived_from else base.label, title, *_titles(base), *same]
    counted = [d.whole for d in (*own, *coarse) if d.whole and table.derived_from]  # `All households`
    of_ages = form is not None and any(d.words == {"age"} for d in own)
    counted += [_PEOPLE] if of_ages and all(f.name == "value" for f in figures) else []
    spoken = [w for text in (*texts, *counted) for w in words(text) if w not in FUNCTION]
    head = (
        next((part for part in _PARTS.split(_NUMBERED.sub("", title)) if part.strip()), "") or base.label.split("/")[-1]
    )
    totals = [*(base.layout.totals if base.layout else ()), *(t for m in _members(base) for t in m.totals)]
    wholes = {w for t in totals if not t.group for w in _called(t)}
    rates = [told_as_rate(c) for c in figures]
    of_all = head if all(rates) or not any(rates) else ""  # beside rates a count of pupils is no rate
    measures = with_whole(
        figures, [measure_of(c, title, base.label.split("/")[-1], of_all, len(figures) == 1) for c in figures]
    )
    kinds = kinds_of((*own, *coarse), measures)
    if kinds is not None:
        own, coarse = (tuple(d for d in some if d is not kinds and not unit_of_kind(d)) for some in (own, coarse))
        measures = measures_by_kind(kinds, table, figures[0])
    return Cube(
        table.name,
        base.name,
        own,
        coarse,
        measures,
        frozenset(map(stem, spoken)) - PLAIN,
        frozenset(map(singular, spoken)) - PLAIN,
        frozenset(stem(w) for w in words(head) if w not in FUNCTION and not w.isdigit()) - PLAIN,
        frozenset(wholes),
    )


def _age(column: Column) -> bool:
    """`age_of_driver`: of one person, and no statistic as the `average age`."""
    return own_age(column) and not _MEANS & {*words(column.label)}


def _happened(table: Table, dims: Sequence[Dimension]) -> bool:
    """A list of what happened, a row with its own day and its own name each, and no statistics."""
    apart = {c.name for c in table.columns if c.profile.filled and c.profile.distinct >= _APART * table.rows}
    days = any(d.period == "day" and d.column in apart for d in dims)
    named = any(not d.period and d.column in apart for d in dims)
    return days and named and not table.derived_from


def _register(table: Table) -> bool:
    """A list of things, each with a number or a mark of its own (`Bike nr`, `Job No.`, `Park ID`), a code and a day, or
    several days; or a list of people, by their first and last names."""
    first = table.columns[:1]
    days = sum(c.type == "date" for c in table.columns)
    coded = any(c.type == "text" and c.profile.unique and any(map(str.isdigit, str(c.profile.minimum))) for c in first)
    numbered = any(c.profile.unique and _NUMBERS & set(words(c.label)) for c in first)
    named = {"".join(words(c.label)) for c in table.columns if c.type == "text"}
    people = bool(named & _FIRST_NAMES and named & _LAST_NAMES)
    return people or numbered or (coded and days > 0) or days > 1


def _called(total: TotalRow) -> Iterator[str]:
    """What a row of totals is called: its label, and what stands in its columns of words."""
    for text in (total.label, *total.cells):
        said = "".join(words(text))
        if said and not any(ch.isdigit() for ch in said) and len(said) > 2:
            yield said


def _members(table: Table) -> tuple[Member, ...]:
    return table.family.members if table.family else ()


def _titles(table: Table) -> Iterator[str]:
    """The titles of one member of a family: those of the others differ by what varies."""
    for member in _members(table)[:1]:
        yield from member.titles


def _grouped(dims: Sequence[Dimension]) -> list[Dimension]:
    """`Region / isle` over rows and the headings of their groups: these are the regions."""
    group = next((d for d in dims if d.column == GROUP), None)
    labels = [d for d in dims if not d.period and len(d.column.split("/")) == len((GROUP, "rows"))]
    if group is None or len(labels) != 1:
        return list(dims)
    first, last = (frozenset(stem(w) for w in words(part)) for part in labels[0].column.split("/"))
    told = {group: replace(group, words=group.words | first), labels[0]: replace(labels[0], words=last)}
    return [told.get(d, d) for d in dims]


def _crossing(
    dims: Sequence[Dimension], table: Table, base: Table
) -> tuple[tuple[Dimension, ...], tuple[Dimension, ...]] | None:
    """The dimensions of a plain file whose values are crossed in full, a row for each crossing, and the columns that
    these decide; None where it has no such rows."""
    times = [d for d in dims if d.period]
    told = (d for d in dims if not d.period and not d.words & _NOTES and not unit_of_kind(d))
    rest = sorted(told, key=lambda d: bool(d.words & KEYS))
    if base.layout or table.derived_from or len(rest) > _DIMENSIONS:
        return None
    distinct = {c.name: c.profile.distinct for c in table.columns}
    for many in range(_TWO, len(rest) + 1):
        for own in combinations(rest, many):
            if prod(distinct[d.column] for d in (*own, *times)) == table.rows:
                return (*own, *times), tuple(d for d in dims if not d.period and d not in own)
    return None


def _telling(
    dims: Sequence[Dimension], table: Table, base: Table
) -> tuple[tuple[Dimension, ...], tuple[Dimension, ...]]:
    """The dimensions that tell rows apart and the columns that they decide: of those that number the same things
    (codes and names) the names."""
    distinct = {c.name: c.profile.distinct for c in table.columns}
    group = base.layout.group if base.layout else ""
    alone = {c.name for c in base.columns if c.profile.unique} if base.layout or table.derived_from else set()
    times = [d for d in dims if d.period]
    rest = sorted((d for d in dims if not d.period), key=lambda d: (bool(d.words & KEYS), -distinct[d.column]))
    own: list[Dimension] = []
    alike: list[Dimension] = []
    for d in (d for d in rest if not d.words & _NOTES):
        same = any(distinct[o.column] == distinct[d.column] for o in own) and not d.whole
        named = (
            any(o.column in alone for o in own)
            and table.column(d.column) is not None
            and base.column(d.column) is not None
        )
        full = prod(distinct[o.column] for o in (*own, *times)) >= table.rows and not d.whole and len(own) > 0
        if d.column != group and not named and not full:
            (alike if same else own).append(d)
    for d in alike:  # two columns of two values each are no codes and their names, where both tell rows apart
        if prod(distinct[o.column] for o in (*own, *times)) < table.rows and not base.layout:
            own.append(d)
    crossed = next((d for d in rest if d.column == group), None)
    if crossed is not None and table.rows >= _CROSSED * prod(distinct[d.column] for d in (*own, *times)):
        own.append(crossed)  # each group has all the rows
    kept = (*own, *times)
    return tuple(kept), tuple(d for d in rest if d not in own)


def _panel(own: Sequence[Dimension], table: Table, counted: bool) -> bool:
    """A plain file that has a row for most crossings of a time and something else; `counted` its one figure is called
    a count, or a value, and no more."""
    distinct = {c.name: c.profile.distinct for c in table.columns}
    crossings = prod(distinct[d.column] for d in own)
    timed = (
        any(d.period in ("year", "quarter", "span quarter", "month", "span", "told", "told year") for d in own)
        and len(own) > 1
    )
    if not timed:  # people by court, sentence, age and sex: hardly a crossing is not there
        again = all(table.rows >= _AGAIN * distinct[d.column] for d in own) and not any(d.period for d in own)
        least = _OF_COUNTS if counted else _FULL
        return again and len(own) > 1 and table.rows >= _FEWEST and least * crossings <= table.rows <= crossings
    few = all(distinct[d.column] <= _MOST for d in own)
    filled = _OF_MANY if len(own) > _TWO else _FILLED
    return timed and few and table.rows >= _FEWEST and filled * crossings <= table.rows <= crossings
