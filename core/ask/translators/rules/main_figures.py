"""Which column of a table is *the* figure, where a question names none: counts that rows stand for, and the figures of
published tables, whose title says what they are."""

from __future__ import annotations

from core.ask.figures.cube import Cube
from core.ask.figures.cubes import cube_of
from core.ask.label_stems import stems
from core.ask.subjects import figure_of
from core.ask.tokens import stem
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.words import lexicon
from core.ask.translators.rules.query import Col
from core.ask.translators.rules.remembered import remembered
from core.ingest.categories import is_all
from core.model import Column
from core.text.words import words

_NUMBER_OF = ("total number of", "number of", "total no of", "no of", "count of", "number", "no", "nr", "num", "n")
_SERIES = frozenset(
    map(
        stem,
        "monthly month annual annually yearly year daily day weekly week quarterly quarter hourly statistics stats "
        "statistic data figures figure totals total counts count numbers number summary series".split(),
    )
)
"""Words of a table's label for how often its figures come out, and that they are figures."""
SORTS = frozenset(map(stem, "unit measure statistic indicator variable series currency metric".split()))
"""Words of headers of what tells figures of several kinds apart: no figure goes over several."""
_JOINTS = frozenset(("of", "no"))
"""Words that may stand beside them in a header."""


@remembered
def stacked(facts: Facts, table: str) -> Col | None:
    """The column that says how many each row stands for, where it is a table's only measure: `Count` beside what
    is counted. None where a row is a thing of its own: it has a key, or others refer to it.
    """
    found = facts.tables.get(table)
    measures = _measures(facts, table)
    if found is None or len(measures) != 1 or not set(stems(facts.said(measures[0]))) <= lexicon().counts | _JOINTS:
        return None
    whole = facts.column(measures[0])
    counts = whole is not None and whole.type == "integer"
    return measures[0] if counts and not _things(facts, table, measures[0]) else None


@remembered
def own_number(facts: Facts, table: str) -> Col | None:
    """The figure of a table that says how many there are of what the table is called: `Number of clinics` of `clinics`,
    `N_FINES` of `fines`, `Visits` of `visits_monthly`. Its rows are no clinics."""
    held = facts.tables.get(table)
    noun = series_of(held.label) if held is not None else ()
    if held is None or not noun:
        return None
    found = []
    for column in (Col(table, c.name) for c in held.columns if _whole(c)):
        label = " ".join(facts.spelt(column)).lower()
        of = next((label.removeprefix(f"{n} ") for n in _NUMBER_OF if label.startswith(f"{n} ")), "")
        alike = stems(of or label) == noun
        if alike and facts.measure(column) and (of or not _things(facts, table, column)):
            found.append(column)
    return found[0] if len(found) == 1 else None


@remembered
def cell_figure(facts: Facts, table: str) -> Col | None:
    """The one figure of a plain file whose rows are cells of statistics: `OBS_VALUE`, a row for each category and year.
    None where a row is a thing of its own."""
    held = facts.tables.get(table)
    figure = figure_of(held, held) if held is not None and not held.derived_from else None
    found = Col(table, figure.name) if figure is not None else None
    return None if found is None or _things(facts, table, found) else found


def figure_of_cells(facts: Facts, figure: Col) -> bool:
    """Whether a column is the one figure of a table whose rows are cells of statistics."""
    return figure in (cell_figure(facts, figure.table), panel_figure(facts, figure.table))


@remembered
def panel_figure(facts: Facts, table: str) -> Col | None:
    """The one figure of a panel (a row for each area and month) that adds up; None for other tables."""
    cube = panel(facts, table)
    measures = cube.measures if cube is not None else ()
    return Col(table, measures[0].column) if len(measures) == 1 and measures[0].adds else None


@remembered
def panel(facts: Facts, table: str) -> Cube | None:
    """The plain file as cells of statistics, where it is one; its rows are none of the things that it is called by."""
    held = facts.tables.get(table)
    plain = held is not None and not held.derived_from and not held.published
    return cube_of(held, facts.schema.tables, facts.schema.joins) if held and plain else None


def whole_value(column: Column) -> str:
    """The one value that holds all the others together, by itself or by what it means (`TOT`: “All staff”); else ""."""
    found = [v for v, _ in column.profile.common if is_all(v) or _all_of(column.meaning(v))]
    return found[0] if len(found) == 1 else ""


def _all_of(meaning: str) -> bool:
    """`All staff`, and not `All other staff`."""
    said = meaning.casefold().split()
    several = len(said) > 1 and said[0] in ("all", "total", "overall") and said[1] not in ("other", "others", "but")
    return several or is_all(meaning)


def series_of(label: str) -> tuple[str, ...]:
    """The noun of a table without what says how its figures are published: `visits_monthly` has visits."""
    said = words(label)
    by = next((n for n, w in enumerate(said) if w in ("by", "per") and n), len(said))
    return tuple(s for s in stems(" ".join(said[:by])) if s not in _SERIES)


def _whole(column: Column) -> bool:
    """Whole numbers, also as programs write those of which some lack: `9612.0`."""
    ends = (column.profile.minimum, column.profile.maximum)
    even = all(isinstance(v, float) and v.is_integer() for v in ends)
    return column.type == "integer" or (even and all(v.endswith(".0") for v, _ in column.profile.common))


def _things(facts: Facts, table: str, figure: Col) -> bool:
    """A row of the table is a thing of its own: it has a key beside that figure, or others refer to it."""
    keyed = any(c.profile.unique and c.name != figure.name for c in facts.tables[table].columns)
    parents = (j for j in facts.schema.joins if j.parent_table == table and len(j.parent) == 1)
    return keyed or any(j.evidence.parent_unique for j in parents)


def only_figure(facts: Facts, table: str) -> Col | None:
    """The one measure of a table that has no name of its own, being named in the header or spread out by time; or
    the one of a published table, whose title says what it is."""
    found = only_measure(facts, table)
    named = found is not None and (facts.spelt_whole(found).casefold() == "value" or facts.tables[table].published)
    return found if named else None


@remembered
def only_measure(facts: Facts, table: str) -> Col | None:
    """The one column of a table that says how much, whatever it is called."""
    found = _measures(facts, table)
    return found[0] if len(found) == 1 else own_figure(facts, table)


@remembered
def own_figure(facts: Facts, table: str) -> Col | None:
    """The one column of figures that has no name of its own; beside it a long view may have those that stay the same
    at all times, as the year's mean beside the months."""
    held = facts.tables.get(table)
    wide = facts.tables.get(held.derived_from, held) if held and held.derived_from else held
    figure = figure_of(held, wide) if held and wide else None
    return Col(table, figure.name) if figure else None


@remembered
def count_figure(facts: Facts, table: str) -> Col | None:
    """The column that says how many of a thing there are, in a table whose rows are figures, not things: a long view,
    files of one form with one such column, or a published table with no other figure."""
    held = facts.tables.get(table)
    measures = _measures(facts, table) if held is not None else []
    if held is None or not held.published:
        return None
    counts = lexicon().counts | {stem("quantity")}
    named = [c for c in measures if counts & set(stems(facts.said(c)))]
    named = named or [c for c in measures if {stem(w) for w in facts.spelt(c)} & lexicon().quantities]
    alone = [c for c in named if len(facts.spelt(c)) == 1]
    named = alone if len(alone) == 1 else named
    named = named or [c for c in measures if held.derived_from and not facts.speaks(c, lexicon().averaged)]
    return named[0] if len(named) == 1 else None


def in_parts(facts: Facts, col: Col) -> bool:
    """A measure of files of one form, or of a long view, that may be given for parts of a thing and adds up."""
    held = facts.tables.get(col.table)
    parted = held is not None and bool(held.family or held.derived_from)
    return parted and facts.measure(col) and not facts.speaks(col, lexicon().averaged)


def _measures(facts: Facts, table: str) -> list[Col]:
    columns = [Col(table, c.name) for c in facts.tables[table].columns] if table in facts.tables else []
    return [c for c in columns if facts.measure(c) and not facts.year(c)]
