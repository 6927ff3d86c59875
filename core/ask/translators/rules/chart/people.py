"""Who did something: the people that rows belong to, or the column that names them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import replace

from core.ask.translators.rules.chart.meanings import Cue, Shown, Things
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.sides import TAKING
from core.ask.translators.rules.query import Col
from core.text.words import singular, words

_ENDINGS = ("er", "or", "by", "ist", "contact", "who", "whom")
"""How headers end that hold who did something."""
_NO_DOERS = frozenset(
    "sector factor order number quarter letter paper water river tower center floor door motor error color monitor "
    "container trailer power weather cover offer layer parameter diameter meter character chapter register tier folder "
    "matter transfer border corner vector corridor other cluster ledger voucher shelter timber filter header counter "
    "printer boiler mower locker elevator indicator moor gender tenor flower dinner answer list checklist computer "
    "calendar rotor flavor weather winter summer october november december september paper freezer shower".split()
)
"""Words that end so, and are nobody."""
AGENTS = ("er", "or", "ant", "ist", "ee")
"""How words end for those who do something: “applicants”."""


def doer(table: str, facts: Facts) -> Col | None:
    """The column of a table that names who did what its rows are."""
    for c in facts.tables[table].columns:
        last = words(c.label)[-1:]
        named = bool(last) and last[0].lower().endswith(_ENDINGS) and singular(last[0].lower()) not in _NO_DOERS
        if c.type == "text" and named and not c.profile.unique:
            return Col(table, c.name)
    return None


def made_by(said: Collection[str], tables: Iterable[str], facts: Facts) -> list[Col]:
    """The columns of tables that say by whom each row was made (`Served By`), where somebody is said to take, to sell
    or to serve, or to do just what such a header says."""
    return [
        Col(t, c.name)
        for t in sorted(set(tables))
        if t in facts.tables
        for c in facts.tables[t].columns
        if c.type == "text" and len(w := words(c.label)) > 1 and w[-1] == "by" and ({w[-2]} | TAKING) & set(said)
    ]


def _agents(table: str, facts: Facts) -> bool:
    """Its rows are those who do something, as far as its label tells."""
    last = words(facts.tables[table].label)[-1:]
    return bool(last) and singular(last[0].lower()).endswith(AGENTS)


def doers(rows: Things, facts: Facts, *, several: bool = False) -> tuple[Shown, ...]:
    """The people of rows, likeliest first, with what the rows meet: those that the rows are or belong to, else those
    that a column of theirs names; of whom each may have `several` rows, those that the rows belong to."""
    if facts.persons(rows.table) and not several:
        return (Shown(facts.display(rows.table), rows),)
    owned = facts.owners(rows.table)
    owners = sorted((t for t in owned if facts.persons(t)), key=lambda t: not _agents(t, facts)) or [
        t for t in owned if _agents(t, facts)
    ]
    found = [Shown(facts.display(t), replace(rows, table=t)) for t in owners]
    column = doer(rows.table, facts)
    return (*found, *((Shown((column,), rows, said=False),) if column else ()))


def nth_doer(place: int) -> Callable[[Cue, Things, Facts], Shown | None]:
    """`who …`: of several people that the rows belong to, these."""
    return lambda cue, rows, facts: next(iter(doers(rows, facts)[place : place + 1]), None)
