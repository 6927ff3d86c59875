"""Cells of statistics that do not belong together, of several kinds of figures. Checks for contradictions.py."""

from __future__ import annotations

from collections.abc import Iterator

from core.ask.figures.times import TIME_NOUNS
from core.ask.label_stems import stems
from core.ask.translators.rules.lexicon.words import says_rows
from core.ask.translators.rules.main_figures import SORTS, figure_of_cells, panel
from core.ask.translators.rules.query import Col, main_tables
from core.ask.translators.rules.ranking.seen import Check, Seen
from core.model import NUMERIC, Column

_NEAR = 0.1
"""How much less surely a kind may be meant than the synonym."""
_PER = frozenset(("per", "each", "every", "a"))
_DENIED = frozenset(("not", "never"))
_FEW = 40
"""Different values of such a column, at most."""


def kinds_pooled(s: Seen) -> bool:
    """`how many doctors`, where some rows count heads and others full-time posts: a figure over both."""
    return any(SORTS & set(stems(c.label)) for c, _ in _open(s))


def kinds_listed(s: Seen) -> bool:
    """`how much was there in Calder`, and the figures of all kinds are listed, or reckoned, together."""
    held = {f.item.column for f in s.filters} | set(s.query.group)
    shown = {i.column for i in s.query.select if i.column and i.aggregate in ("", "sum", "avg", "min", "max")}
    for column in shown:
        cube = panel(s.facts, column.table)
        kind = cube.measures[0].kind[0] if cube is not None else ""
        if cube and kind and column.name == cube.measures[0].column and Col(column.table, kind) not in held:
            return True
    return False


def panel_counted(s: Seen) -> bool:
    """`the most popular subject`, `how many passengers`: the rows of a panel are counted, one for each area and month,
    and not what its figures say."""
    if says_rows([t.lower for t in s.tokens]):
        return False
    counted = {t.table for t in s.figures if t.aggregate == "count" and t.column is None and not t.distinct}
    shared = set(main_tables(s.query)) if s.query.share else set()
    return any(panel(s.facts, table) is not None for table in (counted | shared) - {""})


def cells_averaged(s: Seen) -> bool:
    """`the average number of offences per quarter`, and it is that of a cell, of which a quarter has one for each kind
    of offence."""
    lowers = [t.lower for t in s.tokens]
    if not any(a in _PER and s.tokens[i + 1].lemma in TIME_NOUNS for i, a in enumerate(lowers[:-1])):
        return False
    held = {f.item.column for f in s.filters if f.operator == "=" and len(f.values) == 1} | set(s.query.group)
    for column in {i.column for i in s.figures if i.aggregate == "avg" and i.column}:
        cube = panel(s.facts, column.table)
        adds = cube is not None and any(m.column == column.name and m.adds for m in cube.measures)
        if cube is not None and adds and any(Col(column.table, d.column) not in held for d in cube.parts):
            return True
    return False


def other_times(s: Seen) -> bool:
    """`which sites were not counted in 2020`, and it is those that were counted in another year: of a panel each has
    rows for many."""
    denied = [f.item.column for f in s.filters if f.operator == "!=" and f.item.column]
    if not denied or not _DENIED & {t.lower for t in s.tokens}:
        return False
    cubes = ((c, cube) for c in denied if (cube := panel(s.facts, c.table)) is not None)
    return any(c.name in {d.column for d in cube.times} for c, cube in cubes)


def kind_as_figure(s: Seen) -> bool:
    """`how many collisions`, and it is all accidents that are added up: the word is one kind of them, whose codes a
    table names, and but a synonym of the figure's own."""
    for m, k in zip(s.mentions, s.links, strict=True):
        if k is None or k.kind != "column" or k.how != "synonym" or k.table not in s.star:
            continue
        if any(
            v.kind == "value" and v.how != "typo" and v.score >= k.score - _NEAR and v.table in s.star for v in m.links
        ):
            return True
    return False


def _open(s: Seen) -> Iterator[tuple[Column, str]]:
    """The categories that nothing holds to one value, of tables of cells whose figure is reckoned."""
    reckoned = {t.column for t in s.figures if t.column}
    held = {f.item.column for f in s.filters if f.operator in ("=", "like") and len(f.values) == 1}
    held |= set(s.query.group)
    for column in reckoned:
        if not figure_of_cells(s.facts, column):
            continue
        for c in s.facts.tables[column.table].columns:
            some = 1 < c.profile.distinct <= _FEW and c.type not in NUMERIC
            if some and Col(column.table, c.name) not in held:
                yield c, column.table


CHECKS: tuple[Check, ...] = (kinds_pooled, kinds_listed, panel_counted, cells_averaged, other_times, kind_as_figure)
