"""Joins over several columns that are called otherwise on both sides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from core.match import discover
from core.model import Join, Table, Value
from tests.match.tables import table

Sheets = Mapping[str, Mapping[str, Sequence[Value]]]
SITES = [f"S{n * 37 % 900:03}" for n in range(24)]
DAYS = [f"2024-{m:02}-{d:02}" for m in (1, 2) for d in range(1, 29)]


def _found(sheets: Sheets, dates: Sequence[str] = ()) -> list[Join]:
    """The joins over several columns, the rows being asked."""

    def kinds(made: Table) -> Table:
        return replace(made, columns=tuple(replace(c, type="date") if c.id in dates else c for c in made.columns))

    def runs(name: str, columns: Sequence[str]) -> list[tuple[Value, ...]]:
        return list(zip(*(sheets[name][c] for c in columns), strict=True))

    def unique(name: str, columns: tuple[str, ...]) -> bool:
        return len(set(runs(name, columns))) == len(runs(name, columns))

    def measure(join: Join) -> Join:
        mine, there = set(runs(join.child_table, join.child)), set(runs(join.parent_table, join.parent))
        held = len(mine & there) / len(mine)
        evidence = replace(join.evidence, as_written=held)
        return replace(join, evidence=replace(evidence, containment=held) if len(join.child) > 1 else evidence)

    tables = [kinds(table(name, columns)) for name, columns in sheets.items()]
    return [j for j in discover(tables, unique=unique, measure=measure) if len(j.child) > 1]


def _alarms(runs: Sequence[tuple[str, str]]) -> dict[str, Sequence[Value]]:
    many = [runs[n * 7 % len(runs)] for n in range(150)]
    return {"alarm": range(1, 151), "place": [r[0] for r in many], "when": [r[1] for r in many]}


def _readings(runs: Sequence[tuple[str, str]]) -> dict[str, Sequence[Value]]:
    return {
        "site": [r[0] for r in runs],
        "measured_on": [r[1] for r in runs],
        "temp": [n % 31 for n in range(len(runs))],
    }


EVERY = [(s, d) for s in SITES for d in DAYS]
DATES = ("alarms.when", "readings.measured_on")


def test_runs_that_chance_does_not_give_are_used() -> None:
    few = [run for n, run in enumerate(EVERY) if n * n % 11 == 1]
    (join,) = _found({"readings": _readings(few), "alarms": _alarms(few)}, DATES)
    assert (join.id, join.state) == ("alarms.place+alarms.when=readings.site+readings.measured_on", "probable")
    assert "unique together; the names differ; their rows' values are found together" in join.why


def test_where_every_run_is_there_a_person_is_asked() -> None:
    (join,) = _found({"readings": _readings(EVERY), "alarms": _alarms(EVERY)}, DATES)
    assert (join.state, join.offered) == ("rejected", True)
    assert "by chance" in join.why


def test_columns_that_fit_alone_and_not_together_join_nothing() -> None:
    few = [run for n, run in enumerate(EVERY) if n * n % 11 == 1]
    others = [run for n, run in enumerate(EVERY) if n * n % 11 == 4]
    assert _found({"readings": _readings(few), "alarms": _alarms(others)}, DATES) == []


def test_a_column_that_fits_two_says_nothing() -> None:
    few = [run for n, run in enumerate(EVERY) if n * n % 11 == 1]
    moves = _alarms(few) | {"origin": _alarms(few)["place"]}
    assert _found({"readings": _readings(few), "alarms": moves}, DATES) == []


def test_what_is_asked_needs_the_rows() -> None:
    tables = [table("readings", _readings(EVERY)), table("alarms", _alarms(EVERY))]
    assert [j for j in discover(tables) if len(j.child) > 1] == []
