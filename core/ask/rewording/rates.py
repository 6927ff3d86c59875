"""`faults per 1,000 people by ward`: the figure for each group, divided by how many people live there.

How many they are is told by a column of the group's own table, or of one that it refers to row by row.
"""

from __future__ import annotations

import re
from dataclasses import replace

from core.ask.rewording.phrases import Reworded, Tail
from core.ask.tokens import stem
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col, Formula, Item, Query, Scalar, figure
from core.text.words import words

_PEOPLE = r"(?:head of (?:the )?population|inhabitants?|people|residents?|population|persons?|capita|head|citizens?)"
_SAID = re.compile(
    r",? ?\b(?:per|for every|for each) (?:(?P<n>\d[\d,. ]*|hundred|thousand|million)(?P<more> (?:thousand|million))? )?"
    rf"{_PEOPLE}\b"
    r"| (?:for|relative to|compared (?:with|to)|in proportion to|given) (?:(?:its|their|the) )?population\b"
    r"(?= *[?.!]*$| in )",
    re.IGNORECASE,
)
_DIGITS = re.compile(r"\d+")
_WORDS = {"hundred": 100, "thousand": 1_000, "million": 1_000_000}
_COUNTED = frozenset(map(stem, ("population", "inhabitants", "residents", "people", "citizens")))


def rated(text: str) -> Reworded | None:
    """The question without `per 1,000 people`, and that it asks for a rate; None where it does not say so."""
    met = _SAID.search(text)
    if met is None or not met.start():
        return None
    plain = " ".join(f"{text[: met.start()]} {text[met.end() :]}".split())
    return Reworded(plain.replace(" ?", "?"), (Tail("rate", _number(met)),), strong=True)


def _number(met: re.Match[str]) -> int:
    said = (met["n"] or "1").strip().lower()
    digits = said.replace(",", "").replace(" ", "").replace(".", "")
    number = _WORDS.get(said) or (int(digits) if digits.isdigit() else 1)
    return number * _WORDS.get((met["more"] or "").strip().lower(), 1)


def per_people(query: Query, people: int, facts: Facts) -> Query | None:
    """The query with its one figure as a rate; None where it has none, or nothing tells how many people there are."""
    figures = [i for i in (*query.select, *(o.item for o in query.order)) if i.aggregate in ("count", "sum")]
    if not figures or len(set(figures)) > 1 or query.beside or query.share or query.having:
        return None
    counted = figures[0]
    many = _in_group(query, facts) if query.group else _in_all(facts)
    if many is None:
        return None
    term, table = many
    made = figure(
        Formula(
            "/",
            Formula("*", counted, float(people)),
            term,
            f"rate per {people:,} people" if people > 1 else "rate per person",
        )
    )
    rate = replace(made, table=counted.table or (counted.column.table if counted.column else ""))
    return replace(
        query,
        select=tuple(rate if i == counted else i for i in query.select),
        order=tuple(replace(o, item=rate) if o.item == counted else o for o in query.order),
        tables=(*query.tables, table) if table and table not in query.tables else query.tables,
    )


def _in_group(query: Query, facts: Facts) -> tuple[Item, str] | None:
    """The people of a group that is one row of its table."""
    group = query.group[0]
    one_row = {facts.key(group.table), *facts.display(group.table)} & set(query.group)
    if not one_row:
        return None
    above = [j.parent_table for j in facts.schema.joins if j.child_table == group.table and j.evidence.parent_unique]
    beside = [j.child_table for j in facts.schema.joins if j.parent_table == group.table and j.evidence.child_unique]
    for table in dict.fromkeys((group.table, *above, *beside)):
        columns = _people(table, facts)
        if len(columns) == 1:
            return Item(columns[0], "max"), table
    return None


def _in_all(facts: Facts) -> tuple[Scalar, str] | None:
    """All people there are, where just one table tells."""
    found = [c for t in facts.tables for c in _people(t, facts)]
    return (Scalar(Item(found[0], "sum")), "") if len(found) == 1 else None


def _people(table: str, facts: Facts) -> list[Col]:
    """The columns of a table that say how many people there are: `Population2021`."""
    found = []
    for c in facts.tables[table].columns:
        said = {stem(w) for w in words(_DIGITS.sub(" ", c.label))}
        if said & _COUNTED and facts.measure(Col(table, c.name)):
            found.append(Col(table, c.name))
    return found
