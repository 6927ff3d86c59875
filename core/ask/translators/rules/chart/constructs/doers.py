"""`who puts in the most applications`, `who fell the most times`: the people whose rows are the most."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from core.ask.translators.rules.chart.edge import Rule
from core.ask.translators.rules.chart.meanings import Columns, Cue, Predicate, Rank, Shown, Things
from core.ask.translators.rules.chart.people import doers, nth_doer
from core.ask.translators.rules.chart.schema import counted
from core.ask.translators.rules.facts import Facts

_DID = "gave paid made did wrote took placed bought won sent got booked ordered borrowed ran led sold had".split()
CUES = {
    "who": tuple(f"who {verb} {what}" for verb in _DID for what in ("it", "them", "that")),
    "most times": ("the most times", "most times", "the most often", "most often", "most frequently"),
    "fewest times": ("the fewest times", "fewest times", "the least often", "least often"),
}
_WAYS = (("most times", True), ("fewest times", False))


def _times(descending: bool) -> Callable[[Predicate, Cue, Facts], Things | None]:
    """`fell the most times`: the rows that say so, ranked by how many they are."""

    def build(met: Predicate, cue: Cue, facts: Facts) -> Things | None:
        plain = met.where and not met.having
        return Things(met.tables[0], met.where, rank=Rank(counted(met.tables[0]), descending)) if plain else None

    return build


def _done(descending: bool) -> Callable[[Columns, Cue, Facts], Things | None]:
    """`borrows the most`, where rows have a borrower: how many rows."""

    def build(columns: Columns, cue: Cue, facts: Facts) -> Things | None:
        column = columns.columns[0]
        own = len(columns.columns) == 1 and not facts.measure(column) and cue.text in ("most", "least", "the most")
        return Things(column.table, rank=Rank(counted(column.table), descending)) if own else None

    return build


def _ranked(place: int) -> Callable[[Cue, Rank, Facts], Shown | None]:
    """`who puts in the most applications`."""

    def build(cue: Cue, rank: Rank, facts: Facts) -> Shown | None:
        rows = rank.item.table if rank.item.aggregate == "count" and rank.item.column is None else ""
        found = doers(Things(rows, rank=rank), facts, several=True) if rows and not rank.quantity else ()
        return next(iter(found[place : place + 1]), None)

    return build


def and_who(first: Things, cue: Cue, facts: Facts) -> Shown | None:
    """`the largest donation, and who gave it`: with its figure and whose it is."""
    rank = first.rank
    column = rank.item.column if rank is not None and not rank.item.aggregate and not rank.quantity else None
    people = next(iter(doers(replace(first, rank=None), facts)), None)
    if column is None or people is None or column.table != first.table or first.having:
        return None
    return Shown((*people.columns, column), first)


RULES = (
    Rule("the first, and who", "things", "who", "shown", and_who, 0.1, between=frozenset(("and",))),
    *(Rule(f"done {cue}", "predicate", cue, "busy", _times(d)) for cue, d in _WAYS),
    *(Rule(f"does {w}", "column", f"sup:{w}", "busy", _done(d), 0.3, near=True)
      for w, d in (("max", True), ("min", False))),
    *(Rule(f"who did so, {n + 1}", "who", "busy", "shown", nth_doer(n), 0.05 + 0.2 * n) for n in range(2)),
    *(Rule(f"who did the most, {n + 1}", "who", "rank", "shown", _ranked(n), 0.05 + 0.2 * n) for n in range(2)),
)  # fmt: skip
