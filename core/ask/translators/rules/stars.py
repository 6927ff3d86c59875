"""Stars of figures: a table whose rows are cells of statistics (`Number of offences` for each force, offence and
quarter) amid the tables that give its codes their names."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from core.ask.label_stems import stems
from core.ask.tokens import stem
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.main_figures import cell_figure, own_number, panel_figure, stacked, whole_value
from core.ask.translators.rules.query import Col, Condition, Filter, Formula, Item, Query, Related, Scalar, Term
from core.ask.translators.rules.remembered import remembered

_LISTS = frozenset(map(stem, "ref reference lookup list type kind code name lkp dim table register master".split()))
"""Words of a table's label that say that it lists what others hold the codes of."""


@remembered
def figure_of_rows(facts: Facts, table: str) -> Col | None:
    """What is added up where the rows of a table would be counted; None where its rows are things of their own."""
    ways = (stacked, own_number, cell_figure, panel_figure)
    return next((found for way in ways if (found := way(facts, table)) is not None), None)


def star_of(facts: Facts, tables: Collection[str], about: str) -> Col | None:
    """The figure of the one star that all of some tables are part of, whose rows each belong to one of `about`; of
    several the one that is among them, or whose figure is called after these."""
    found = []
    for name in facts.tables:
        if about in facts.owners(name) and set(tables) <= {name, *facts.above(name)}:
            figure = figure_of_rows(facts, name)
            found += [figure] if figure is not None else []
    for few in (found, [f for f in found if f.table in tables], [f for f in found if called_after(f, about, facts)]):
        if len(few) == 1:
            return few[0]
    return None


def called_after(figure: Col, table: str, facts: Facts) -> bool:
    """`Number of offences` counts what is listed in `offence_ref`."""
    noun = set(stems(facts.tables[table].label)) - _LISTS
    return bool(noun) and noun <= set(map(stem, facts.spelt(figure))) | set(stems(facts.spelt_whole(figure)))


@remembered
def looked_up(facts: Facts, column: Col) -> str:
    """The table in which a column's codes have their names; "" where it has none."""
    ours = (column.table, (column.name,))
    found = [
        j.parent_table
        for j in facts.schema.joins
        if (j.child_table, tuple(j.child)) == ours and j.evidence.parent_unique and not j.is_self
    ]
    return found[0] if len(found) == 1 else ""


def star_summed(query: Query, facts: Facts) -> tuple[str, ...]:
    """The table whose figures a query adds up, and those that its rows belong to; () where it adds up none of a star.
    Each of its rows has one row of these, so that no join to them takes or adds any."""
    items = (*query.select, *(o.item for o in query.order))
    tables = {c.table for i in items for t in _aggregates(i) if (c := t.column) is not None and _summed(t, facts)}
    return next(((t, *facts.above(t)) for t in sorted(tables)), ())


def _aggregates(term: Term) -> Iterator[Item]:
    if isinstance(term, Formula):
        yield from _aggregates(term.left)
        yield from _aggregates(term.right)
    elif isinstance(term, Scalar):
        yield from _aggregates(term.item)
    elif isinstance(term, Item):
        yield from _aggregates(term.formula) if term.formula else (term,)


def _summed(item: Item, facts: Facts) -> bool:
    return (
        item.aggregate == "sum" and item.column is not None and figure_of_rows(facts, item.column.table) == item.column
    )


def flat(where: Sequence[Condition]) -> tuple[Condition, ...]:
    """Conditions of the rows that some have, as those of the rows themselves."""
    plain = [c.where if isinstance(c, Related) and not c.negated and not c.bounds else (c,) for c in where]
    return tuple(dict.fromkeys(c for some in plain for c in some))


def wholes_of(met: Sequence[Condition], figure: Col, facts: Facts) -> tuple[Condition, ...]:
    """Of what some conditions speak of, what holds all of it: `sex = Total` for what share are women."""
    told = {c.item.column for c in met if isinstance(c, Filter) and c.item.column and not c.item.formula}
    found = (
        (c, _whole(c, facts)) for c in sorted(told, key=str) if c.table in (figure.table, *facts.above(figure.table))
    )
    return tuple(Filter(Item(c), "=", (whole,)) for c, whole in found if whole)


def open_wholes(
    met: Sequence[Condition], figure: Col, facts: Facts, held: Collection[Col] = ()
) -> tuple[Condition, ...]:
    """What holds all of each part that conditions leave open, of a star's own columns and of what its codes mean."""
    told = {c.item.column for c in met if isinstance(c, Filter) and c.item.column} | set(held)
    tables = {c.table for c in told}
    found: list[Condition] = []
    for c in facts.tables[figure.table].columns:
        column = Col(figure.table, c.name)
        named = looked_up(facts, column)
        if column in told or (named and (named in tables or set(facts.above(named)) & tables)):
            continue
        for at in (column, *(facts.display(named) if named else ())):
            if column != figure and (whole := _whole(at, facts)):
                found.append(Filter(Item(at), "=", (whole,)))
                break
    return tuple(found)


def _whole(column: Col, facts: Facts) -> str:
    held = facts.column(column)
    return whole_value(held) if held is not None and held.profile.distinct > 1 else ""
