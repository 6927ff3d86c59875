"""What the rows are asked when profiles cannot say: keys over several columns, lost values, spelling."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from core.match import discover
from core.match.rows import Lost, RowQuestions
from core.model import Evidence, Join, Table, Value
from core.sql.sqlite import SqliteEngine
from tests.match.tables import table

Columns = Mapping[str, Sequence[Value]]


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[SqliteEngine]:
    made = SqliteEngine(tmp_path / "data.sqlite")
    yield made
    made.close()


def filled(engine: SqliteEngine, tables: Mapping[str, Columns]) -> list[Table]:
    for name, columns in tables.items():
        engine.write(name, pa.table(dict(columns)).to_reader())
    engine.show_only(tables)
    return [table(name, columns) for name, columns in tables.items()]


def join(child: str, parent: str) -> Join:
    """`table.column`, several columns separated by `+`."""
    (ct, cc), (pt, pc) = (side.split(".") for side in (child, parent))
    evidence = Evidence(0.5, 0.5, 1.0, False, True, "n:1", 1)
    a, b = tuple(cc.split("+")), tuple(pc.split("+"))
    return Join(Join.make_id(ct, a, pt, b), ct, a, pt, b, 0.7, "probable", evidence)


def test_columns_are_a_key_when_no_run_of_values_repeats(engine: SqliteEngine) -> None:
    lands, years = ["Chad", "Chad", "Peru", "Peru"], [1, 2, 1, 2]
    tables = filled(
        engine,
        {
            "sure": {"land": lands, "year": years},
            "spelled": {"land": ["Chad", "chad ", "Peru", "Peru"], "year": [1, 1, 1, 2]},
            "twice": {"land": lands * 2, "year": years * 2},
            "nearly": {"land": [f"L{n}" for n in range(19)] + ["L0"], "year": [1] * 20},
            "gaps": {"land": ["Chad", None, None, "Peru"], "year": years},
        },
    )
    asked = RowQuestions(engine, tables)
    assert {t.name: asked.unique(t.name, ("land", "year")) for t in tables} == {
        "sure": True,
        "spelled": False,
        "twice": False,
        "nearly": None,
        "gaps": None,
    }


def test_lost_values_are_told_from_those_only_spelled_otherwise(engine: SqliteEngine) -> None:
    tables = filled(
        engine,
        {
            "sites": {"code": ["A1", "B2", "C3", "7"], "no": [1, 2, 3, 4]},
            "visits": {"code": ["a1", "B2", "Z9", "7.0", None], "no": ["1", "2", "x", "04", None]},
        },
    )
    asked = RowQuestions(engine, tables)
    assert asked.lost(join("visits.code", "sites.code")) == Lost(0.75, 0.25, ("Z9",))
    assert asked.lost(join("visits.no", "sites.no")) == Lost(0.5, 0.5, ("04", "x"))


def test_tables_whose_cells_are_at_hand_are_not_asked_and_say_the_same(engine: SqliteEngine, tmp_path: Path) -> None:
    cells: dict[str, Columns] = {
        "sites": {"code": ["A1", "B2", "C3", "7"], "no": [1, 2, 10, 4]},
        "visits": {"code": ["a1", " B2", "Z9", "7.0", None], "no": [1, 1, 1, 2, None]},
        "twice": {"code": ["x", "X ", "y", "y"], "no": [1, 1, 2, 3]},
    }
    tables = filled(engine, cells)
    asked = RowQuestions(engine, tables)
    at_hand = RowQuestions(SqliteEngine(tmp_path / "empty.sqlite"), tables, at_hand=cells)
    for name in cells:
        assert at_hand.unique(name, ("code", "no")) is asked.unique(name, ("code", "no"))
    for one in (join("visits.code", "sites.code"), join("visits.no", "sites.no"), join("twice.code", "sites.code")):
        assert at_hand.lost(one) == asked.lost(one) is not None
    for column in ("sites.no", "visits.code", "twice.code"):
        assert at_hand.values[column] == asked.values[column]


def test_one_column_of_many_joins_is_read_once(engine: SqliteEngine, monkeypatch: pytest.MonkeyPatch) -> None:
    tables = filled(engine, {"sites": {"no": [1, 2]}} | {f"v{n}": {"no": [1, 3]} for n in range(4)})
    read, seen = engine.read, list[str]()

    def noted(sql: str, **given: Any) -> Any:
        seen.append(sql)
        return read(sql, **given)

    monkeypatch.setattr(engine, "read", noted)
    asked = RowQuestions(engine, tables)
    assert [asked.lost(join(f"v{n}.no", "sites.no")) for n in range(4)] == [Lost(0.5, 0.5, ("3",))] * 4
    assert len([sql for sql in seen if "sites" in sql]) == 1


def test_columns_of_many_values_are_not_handed_out_where_these_would_travel(engine: SqliteEngine) -> None:
    tables = filled(engine, {"sites": {"no": [1, 2, 3], "kind": ["a", "b", "a"]}})
    values = RowQuestions(engine, tables, most=lambda column: 2).values
    assert values["sites.kind"] == ("a", "b")
    assert values.get("sites.no") is None


def test_several_columns_are_looked_up_together(engine: SqliteEngine) -> None:
    tables = filled(
        engine,
        {
            "gdp": {"land": ["Chad", "Chad", "Peru"], "year": [2001, 2002, 2001]},
            "trips": {"land": ["chad", "Chad", "Peru", "Peru"], "year": [2001, 2002, 2002, 2001]},
        },
    )
    measured = RowQuestions(engine, tables).measure(join("trips.land+year", "gdp.land+year"))
    e = measured.evidence
    assert (e.containment, e.as_written, e.orphans) == (0.75, 0.5, ("Peru, 2002",))


def test_without_time_nothing_is_answered_and_nothing_fails(engine: SqliteEngine) -> None:
    tables = filled(engine, {"a": {"k": [1, 2], "l": [1, 1]}, "b": {"k": [1, 1]}})
    ticks = count(0.0, 60.0)
    asked = RowQuestions(engine, tables, clock=lambda: next(ticks))
    assert asked.unique("a", ("k", "l")) is None
    assert asked.measure(join("b.k", "a.k")) == join("b.k", "a.k")


def test_hostile_names_are_quoted(engine: SqliteEngine) -> None:
    odd = 'a" OR 1=1 --'
    tables = filled(engine, {odd: {odd: ["x", "y"], "b.c": [1, 2]}})
    asked = RowQuestions(engine, tables)
    assert asked.unique(odd, (odd, "b.c")) is True


KEYS = "harvests.country+harvests.year=climate.country+climate.year"


@pytest.mark.parametrize(
    ("astray", "expected"),
    [
        (False, "harvests.country+harvests.year+harvests.region=climate.country+climate.year+climate.region"),
        (True, KEYS),
    ],
)
def test_a_key_spares_a_column_in_which_the_files_differ(engine: SqliteEngine, astray: bool, expected: str) -> None:
    lands = [f"Land {n}" for n in range(12)]
    keys = [(land, year) for land in lands for year in (2001, 2002, 2003)]
    region = {land: f"Region {n % 4}" for n, land in enumerate(lands)}
    told = region | ({lands[0]: region[lands[1]]} if astray else {})
    tables = filled(
        engine,
        {
            "climate": {
                "country": [k[0] for k in keys],
                "year": [k[1] for k in keys],
                "region": [region[k[0]] for k in keys],
                "rain": [n * 1.5 for n in range(36)],
                "sun": [n * 2.5 for n in range(36)],
            },
            "harvests": {
                "harvest": [f"h{n}" for n in range(70)],
                "country": [keys[n % 35][0] for n in range(70)],
                "year": [keys[n % 35][1] for n in range(70)],
                "region": [told[keys[n % 35][0]] for n in range(70)],
                "tons": [n % 9 for n in range(70)],
            },
        },
    )
    asked = RowQuestions(engine, tables)
    found = discover(tables, unique=asked.unique, measure=asked.measure)
    assert {j.id: j.state for j in found if j.state != "rejected"} == {expected: "confirmed"}


def test_what_is_unique_together_is_asked_once_for_each_load_of_a_table(engine: SqliteEngine) -> None:
    (table,) = filled(engine, {"gdp": {"land": ["Chad", "Chad", "Peru"], "year": [1, 2, 1]}})
    proven: dict[tuple[str, ...], bool | None] = {}
    assert RowQuestions(engine, [table], proven=proven).unique("gdp", ("land", "year")) is True
    late = iter([0.0, 99.0])
    no_time = RowQuestions(engine, [table], lambda: next(late), proven)
    assert no_time.unique("gdp", ("land", "year")) is True
    newer = replace(table, load_id="another", loaded_at=table.loaded_at)  # within the same second
    late = iter([0.0, 99.0])
    assert RowQuestions(engine, [newer], lambda: next(late), proven).unique("gdp", ("land", "year")) is None
