"""`how many litres did we brew`, `how many hours of lessons`, `the most kilos`: a unit in place of the header that says
what it measures (`Vol`), or another unit of time than the header's (`Mins`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.ask.state import Mention
from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.linking.named import FIRM, cell_places
from core.ask.translators.rules.query import Col, Definition, Item
from core.ask.translators.rules.time_units import held_time, in_unit_of_time, unit_of
from core.ask.translators.rules.told.still import below
from core.text.units import SAID

_LED = (("how", "many"), ("number", "of"), ("the", "most"), ("the", "fewest"), ("the", "least"), ("the", "total"))
_TIME: Mapping[str, str] = {"hours": "hours", "hrs": "hours", "minutes": "minutes", "mins": "minutes"}
_MEASURED: Mapping[str, frozenset[str]] = {
    unit: frozenset(said.split())
    for units, said in (
        ("litres liters gallons pints", "volume vol"),
        ("kilos kilograms kg grams tonnes tons pounds stone", "weight wt weighed"),
        ("miles kilometres kilometers km", "distance dist mileage"),
        ("metres meters feet yards", "length distance dist"),
        ("acres hectares", "area size"),
    )
    for unit in units.split()
}
"""Units, and the words of headers for what is measured in them."""
_USUAL = frozenset("litres liters kilos kilograms kg miles metres meters acres hectares".split())
"""Units of headers that name none; pounds may be money."""


def units_said(tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts) -> dict[int, tuple[int, Definition]]:
    """Where it is said: start → (end, the total of the one column of what is spoken of, or of what belongs to it)."""
    lowers = [t.lower for t in tokens]
    taken = cell_places(mentions)
    firm = [k for m in mentions for k in m.links[:1] if k.score >= FIRM and k.table in facts.tables]
    named = [k.table for k in firm if k.kind == "table"]
    found: dict[int, tuple[int, Definition]] = {}
    for i in range(2, len(tokens)):
        known = lowers[i] in _TIME or lowers[i] in _MEASURED
        if not known or tuple(lowers[i - 2 : i]) not in _LED or i in taken:
            continue
        linked = {k.table for m in mentions if m.start <= i < m.end for k in m.links if k.score >= FIRM}
        if linked & set(named) or any(m.start <= i < m.end and _headed(m, facts) for m in mentions):
            continue  # a header says the unit itself
        spoken = [k.table for k in firm if k.table not in linked]
        homes = (named, spoken, [] if linked else below(named, facts))
        item = next((item for tables in homes if (item := _held(lowers[i], tables, facts))), None)
        if item is not None:
            found[i] = (i + 1, Definition((tokens[i].lemma,), item))
    return found


def _headed(mention: Mention, facts: Facts) -> bool:
    """`hours played`, where an amount is headed so."""
    link = mention.links[0] if mention.links and mention.end - mention.start > 1 else None
    return (
        link is not None
        and link.how == "label"
        and link.kind == "column"
        and facts.measure(Col(link.table, link.column))
    )


def _held(unit: str, tables: Sequence[str], facts: Facts) -> Item | None:
    """The sum of the one column of some tables that holds what is measured in a unit."""
    columns = [c for t in dict.fromkeys(tables) if t in facts.tables for c in _columns(unit, t, facts)]
    if len(columns) != 1:
        return None
    item = in_unit_of_time(columns[0], _TIME[unit], facts) if unit in _TIME else Item(columns[0])
    return Item(item.column, "sum", formula=item.formula)


def _columns(unit: str, table: str, facts: Facts) -> list[Col]:
    if unit in _TIME:
        held = held_time(table, facts)
        return [held] if held is not None and unit_of(held, facts) in ("minutes", "hours") else []
    units = (*SAID.get(unit, (unit,)), *(("",) if unit in _USUAL else ()))
    columns = [Col(table, c.name) for c in facts.tables[table].columns if c.unit in units]
    return [c for c in columns if facts.measure(c) and _MEASURED[unit] & set(facts.spelt(c))]
