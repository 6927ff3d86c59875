"""`faults per 1,000 people by ward`: the figure for each group, divided by how many people live there; and likewise by
its households, or its area in hectares.

How many they are is told by a column of the group's own table, or of one that it refers to row by row; or by a table
with a row for each group and year, of which the year is meant that the figures are of.
"""

from __future__ import annotations

import re
from dataclasses import replace

from core.ask.label_stems import stems
from core.ask.rewording.growth import reckoned
from core.ask.rewording.phrases import Reworded, Tail
from core.ask.tokens import stem
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col, Filter, Formula, Item, Query, Scalar, figure
from core.text.words import words

_PEOPLE = r"(?:head of (?:the )?population|inhabitants?|people|residents?|population|persons?|capita|head|citizens?)"
_SAID = re.compile(
    r",? ?\b(?:per|for every|for each) (?:(?P<n>\d[\d,. ]*|hundred|thousand|million)(?P<more> (?:thousand|million))? )?"
    rf"(?:{_PEOPLE}|(?P<homes>households?)|(?P<area>hectares?|ha))\b"
    r"| (?:for|relative to|compared (?:with|to)|in proportion to|given) (?:(?:its|their|the) )?population\b"
    r"(?= *[?.!]*$| in )",
    re.IGNORECASE,
)
_MONTHS = re.compile(r"(?P<year>[12]\d{3})[/-]\d\d(?:\d\d)?")
_DIGITS = re.compile(r"\d+")
_WORDS = {"hundred": 100, "thousand": 1_000, "million": 1_000_000}
_COUNTED = {
    "": frozenset(map(stem, ("population", "inhabitants", "residents", "people", "citizens", "persons"))),
    "household": frozenset((stem("household"),)),
    "hectare": frozenset(map(stem, ("hectare", "hectares", "ha"))),
}
"""Words of headers of what is divided by, for what is said."""


_HOMES = re.compile(r" (?:in|to|for|of) (?:each|every|an?|the average) household\b", re.IGNORECASE)
_MEAN = re.compile(r"^on average,? |,? on average(?= *[?.!]*$)", re.IGNORECASE)
_USING = re.compile(r",? (?:using|based on|going by|with) the (?:mid[- ]?)?(?P<year>(?:19|20)\d\d) population\b", re.I)
_DENSITY = re.compile(r"\bpopulation density\b|\bdensity of population\b", re.IGNORECASE)


def rated(text: str) -> Reworded | None:
    """The question without `per 1,000 people`, and that it asks for a rate; None where it does not say so."""
    using = _USING.search(text)
    text = _DENSITY.sub("population per hectare", _HOMES.sub(" per household", _USING.sub("", text)))
    met = _SAID.search(text)
    if met is None or not met.start():
        return None
    if met["homes"]:
        lead = text[: met.start()]
        text = f"{_MEAN.sub('', lead)}{_MEAN.sub('', text[met.start() :])}"
        met = _SAID.search(text)
        assert met is not None
    plain = " ".join(f"{text[: met.start()]} {text[met.end() :]}".split())
    kind = "household" if met["homes"] else "hectare" if met["area"] else ""
    year = int(using["year"]) if using else 0
    tail = Tail("rate", _number(met), years=(year, year), said=kind)
    return Reworded(plain[:1].upper() + plain[1:].replace(" ?", "?"), (tail,), strong=True)


def _number(met: re.Match[str]) -> int:
    said = (met["n"] or "1").strip().lower()
    digits = said.replace(",", "").replace(" ", "").replace(".", "")
    number = _WORDS.get(said) or (int(digits) if digits.isdigit() else 1)
    return number * _WORDS.get((met["more"] or "").strip().lower(), 1)


def per_people(query: Query, tail: Tail, facts: Facts) -> Query | None:
    """The query with its one figure as a rate; None where it has none, or nothing tells how many people there are."""
    people, kind = tail.rows, tail.said
    if (own := _of_row(query, people, facts, kind)) is not None:
        return own
    query = reckoned(query, facts)
    figures = [i for i in (*query.select, *(o.item for o in query.order)) if i.aggregate in ("count", "sum")]
    if not figures or len(set(figures)) > 1 or query.beside or query.share or query.having:
        return None
    counted = figures[0]
    year = int(tail.years[0]) or _year_of(query, facts)
    placed = _in_place(query, facts, kind, year)
    apart = _in_group(query, facts, kind, year) if query.group else placed or _in_all(query, facts, kind, year)
    many = _beside(counted, facts, kind) or apart
    if many is None:
        return None
    term, table = many
    made = figure(
        Formula(
            "/",
            Formula("*", counted, float(people)),
            term,
            f"rate per {people:,} {kind + 's' if kind else 'people'}" if people > 1 else f"rate per {kind or 'person'}",
        )
    )
    rate = replace(made, table=counted.table or (counted.column.table if counted.column else ""))
    return replace(
        query,
        select=tuple(rate if i == counted else i for i in query.select),
        order=tuple(replace(o, item=rate) if o.item == counted else o for o in query.order),
        tables=(*query.tables, table) if table and table not in query.tables else query.tables,
    )


def _of_row(query: Query, people: int, facts: Facts, kind: str) -> Query | None:
    """`the highest population per hectare`, where each row has both amounts."""
    items = (*query.select, *(o.item for o in query.order))
    plain = ((i, i.column) for i in items if i.column and i == Item(i.column))
    bare = {i for i, c in plain if facts.measure(c) and not facts.year(c)}
    if len(bare) != 1 or query.group or any(i.aggregate or i.formula for i in items):
        return None
    (amount,) = bare
    table = amount.column.table if amount.column else ""
    columns = [c for c in _people(table, facts, kind) if c != amount.column]
    if len(columns) != 1 or not facts.named(table):
        return None
    rate = figure(Formula("/", Formula("*", amount, float(people)), Item(columns[0]), f"rate per {kind or 'person'}"))
    return replace(
        query,
        select=tuple(rate if i == amount else i for i in query.select),
        order=tuple(replace(o, item=rate) if o.item == amount else o for o in query.order),
    )


def _in_place(query: Query, facts: Facts, kind: str, year: int) -> tuple[Item, str] | None:
    """The people of the one row that conditions hold the rows to: `in Priory`."""
    held = (c.item.column for c in query.where if isinstance(c, Filter) and c.operator == "=" and len(c.values) == 1)
    owners = (c.table for c in held if c is not None and c in (facts.key(c.table), *facts.display(c.table)))
    return next((found for o in owners if (found := _of_table(o, facts, kind, year)) is not None), None)


def _in_group(query: Query, facts: Facts, kind: str, year: int) -> tuple[Item, str] | None:
    """The people of a group that is one row of its table."""
    own = (c.table for c in query.group if {facts.key(c.table), *facts.display(c.table)} & set(query.group))
    return next((found for o in own if (found := _of_table(o, facts, kind, year)) is not None), None)


def _of_table(owner: str, facts: Facts, kind: str, year: int) -> tuple[Item, str] | None:
    """The people of a row of a table, or of all rows that belong to it."""
    above = [j.parent_table for j in facts.schema.joins if j.child_table == owner and j.evidence.parent_unique]
    beside = [j.child_table for j in facts.schema.joins if j.parent_table == owner and j.evidence.child_unique]
    for table in dict.fromkeys((owner, *above, *beside)):
        columns = _people(table, facts, kind)
        if len(columns) == 1:
            return Item(columns[0], "max"), table
    below = [c for t in facts.tables if owner in facts.above(t) for c in _people(t, facts, kind)]
    if len(below) != 1:
        return None
    (column,) = below
    met = _in_year(column.table, facts, year)
    return None if met is None else (Item(column, "sum", where=met), column.table)


def _in_year(table: str, facts: Facts, year: int) -> tuple[Filter, ...] | None:
    """What holds a table of people to one year, where it has several; None where no year is said for it."""
    time = facts.own_when(table)
    if time is None:
        return ()
    return (Filter(Item(time), "=", (float(year),)),) if year and facts.year(time) else None


def _year_of(query: Query, facts: Facts) -> int:
    """The one year that the rows are held to, of twelve months (`2023/24`) that in which they begin; 0 without one."""
    found = set()
    for c in query.where:
        if isinstance(c, Filter) and c.operator == "=" and len(c.values) == 1 and c.item.column:
            value = c.values[0]
            if isinstance(value, str) and (met := _MONTHS.fullmatch(value)):
                found.add(int(met["year"]))
            elif isinstance(value, float) and facts.year(c.item.column):
                found.add(int(value))
    return found.pop() if len(found) == 1 else 0


def _in_all(query: Query, facts: Facts, kind: str, year: int) -> tuple[Scalar, str] | None:
    """All people there are in the places that the rows are held to, where just one table tells."""
    found = [c for t in facts.tables for c in _people(t, facts, kind)]
    if len(found) != 1:
        return None
    table = found[0].table
    met = _in_year(table, facts, year)
    if met is None:
        return None
    held = [
        c for c in query.where if isinstance(c, Filter) and c.item.column and c.item.column.table in facts.above(table)
    ]
    return Scalar(Item(found[0], "sum"), (*held, *met)), ""


def _beside(counted: Item, facts: Facts, kind: str) -> tuple[Item, str] | None:
    """The households of the same rows whose people are added up."""
    column = counted.column
    beside = [c for c in _people(column.table, facts, kind) if c != column] if column is not None else []
    return (Item(beside[0], "sum"), "") if len(beside) == 1 and counted.aggregate == "sum" else None


def _people(table: str, facts: Facts, kind: str) -> list[Col]:
    """The columns of a table that say how many people there are: `Population2021`."""
    found = []
    for c in facts.tables[table].columns:
        label = _DIGITS.sub(" ", c.label)
        said = {*map(stem, words(label)), *stems(label)}
        if said & _COUNTED[kind] and facts.measure(Col(table, c.name)):
            found.append(Col(table, c.name))
    return found
