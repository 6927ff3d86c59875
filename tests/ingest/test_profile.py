"""Profiles count cells exactly, and one value has one hash whatever the file wrote it as."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import duckdb
import pyarrow as pa
import pytest

from core.ingest import profile as profiles
from core.ingest.numbers import decide
from core.ingest.profile import profile
from core.ingest.sketch import SKETCH, Sketch, hash_all
from core.ingest.texts import Texts, all_texts, mean_of
from core.model import Profile
from core.text.words import normalise

TRICKY = [
    *("7", "7.0", "+7", "07", "007", "0", "00", "-0", "0.0", "-0.0", "7.", ".5", "0.5", "0.50", "-.5", "1e3", "1E3"),
    *("1000", "1e400", "123456789012345678901234567890", "0.1", "0.10", "00.1", "0.0001", "0.00001", "1e-5", "1.50"),
    *("999999999999999.0", "1000000000000000.0", "12345678901234567.5", "0.30000000000000004", "-122.41941550000001"),
    *("Ulm", " ulm ", "ULM", "u  lm", "u\tlm", "u\nlm", "Straße", "STRASSE", "İ", "ﬁ", "é", "e\u0301", "K"),
    *("\u00a0x", "x\u2003y", "1 000", "1,000", "-", "--", "+", ".", "e5", "1e", "2024-01-31", "10:30", "１２", "٣"),
    *("\x1f", "a\x1cb", "a\x85b", "9" * 400, "x" * 300, "X" * 300, "\x00", "a_b", "😀", "#N/A", "$5", "5 %"),
]


@pytest.fixture(scope="module")
def con() -> Iterator[duckdb.DuckDBPyConnection]:
    made = duckdb.connect()
    yield made
    made.close()


def profiled(con: duckdb.DuckDBPyConnection, values: Sequence[str | None]) -> Profile:
    con.register("cells", pa.table({"c0": pa.array(values, pa.string())}))
    con.execute("CREATE OR REPLACE TABLE raw AS FROM cells")
    texts = Texts(con, "c0", con.sql("FROM raw").to_arrow_table().column(0))
    typing = decide(con, texts.table())
    found = profile(con, typing, len(values), texts)
    texts.few = None
    assert profile(con, typing, len(values), texts) == found, "in memory and by queries"
    return found


def hashes(values: Sequence[str]) -> list[int]:
    return [int(h) for h in hash_all(pa.array(list(values), pa.string()))]


def test_a_profile_says_what_there_is(con: duckdb.DuckDBPyConnection) -> None:
    found = profiled(con, ["10", "9", "10", None, "N/A", "-", "-"])
    assert found == Profile(
        rows=7,
        nulls=4,
        distinct=2,
        minimum=9,
        maximum=10,
        mean_length=1.67,
        common=(("10", 2), ("9", 1)),
        missing=(("-", 2), ("N/A", 1)),
        sketch=tuple(sorted(hashes(["10", "9"]))),
        sketch_complete=True,
    )
    assert not found.unique


def test_texts_that_differ_only_in_case_are_one_value(con: duckdb.DuckDBPyConnection) -> None:
    found = profiled(con, ["Ulm", "ULM ", "Bonn"])
    assert (found.distinct, found.filled, found.unique) == (2, 3, False)
    assert (found.minimum, found.maximum) == ("Bonn", "Ulm")
    assert found.common == (("Bonn", 1), ("ULM ", 1), ("Ulm", 1))


def test_an_empty_column_has_an_empty_profile(con: duckdb.DuckDBPyConnection) -> None:
    assert profiled(con, [None, None]) == Profile(rows=2, nulls=2, distinct=0)


@pytest.mark.sampled(6)
@pytest.mark.parametrize("value", TRICKY)
def test_every_value_is_normalised_as_everywhere_else(con: duckdb.DuckDBPyConnection, value: str) -> None:
    # Beside a word the column is text, so that the value itself is what is stored.
    expected = sorted({*hashes([normalise(value)]), *hashes(["zz top"])})
    assert profiled(con, [value, "zz top"]).sketch == tuple(expected)


def test_a_number_is_the_same_value_in_a_column_of_any_type(con: duckdb.DuckDBPyConnection) -> None:
    whole, real = profiled(con, ["7", "12"]), profiled(con, ["7.0", "12.00", "7.50"])
    text, codes = profiled(con, ["7", "12", "x"]), profiled(con, ["007", "012"])
    assert set(whole.sketch) < set(real.sketch)
    assert set(whole.sketch) < set(text.sketch)
    assert not set(whole.sketch) & set(codes.sketch)


@pytest.mark.parametrize(
    "values", [["0.00001", "2.5"], ["-0.0", "1.5"], ["123456789012345678.5", "0.1"], ["1.5e20", "2.5"], ["-3", "4.25"]]
)
def test_reals_of_any_size_hash_as_their_normal_form(con: duckdb.DuckDBPyConnection, values: list[str]) -> None:
    assert profiled(con, values).sketch == tuple(sorted(set(hashes([normalise(repr(float(v))) for v in values]))))


def test_dates_written_differently_are_the_same_days(con: duckdb.DuckDBPyConnection) -> None:
    assert profiled(con, ["31/12/2024"]).sketch == profiled(con, ["2024-12-31"]).sketch


def test_the_hash_never_changes() -> None:
    assert hashes(["", "7", "ulm", "frankfurt am main", "ß" * 200]) == [
        11286133854226296554,
        8962026311586454483,
        17626040154902340700,
        14005342204264016264,
        17841300885660450261,
    ]


def test_the_hash_does_not_depend_on_the_values_around() -> None:
    values = [normalise(v) for v in TRICKY]
    alone = [hashes([v])[0] for v in values]
    assert hashes(values) == alone
    assert hash_all(pa.array(values, pa.string()).slice(5, 9)).tolist() == alone[5:14]


def test_a_long_column_keeps_the_least_hashes(con: duckdb.DuckDBPyConnection) -> None:
    values = [f"v{i}" for i in range(SKETCH + 500)]
    sketch = Sketch()
    sketch.add(pa.array(values[:900], pa.string()))
    sketch.add(pa.array(values[800:], pa.string()))
    assert sketch.result() == (SKETCH + 500, tuple(sorted(hashes(values))[:SKETCH]))
    assert not profiled(con, values).sketch_complete


@pytest.mark.parametrize(
    "values",
    [
        TRICKY,
        ["10", "9", "10", None, "N/A", "-"],
        ["1.5", "0.30000000000000004", "-122.41941550000001", "1.50", "0.0", "1.5"],
        ["$1,200.50", "$3", "$3.00", None],
        ["Mar 4, 2024", "March 4, 2024", "May 17, 2023"],
        ["yes", "No", "yes"],
        [None, None],
    ],
)
def test_few_values_are_summed_up_like_many(
    con: duckdb.DuckDBPyConnection, monkeypatch: pytest.MonkeyPatch, values: list[str | None]
) -> None:
    few = profiled(con, values)
    monkeypatch.setattr(profiles, "_FEW", 0)
    assert profiled(con, values) == few


@pytest.mark.parametrize(
    "values",
    [
        ["0.5", "12.0", "7", "-3.25", "100000000000000.5", "0.001", "n/a", "12.0"],
        ["0.0", "0.5", "0"],
        ["-0.0", "0.5"],
        ["0.0001", "2.5"],
        ["1e15", "2.5", "12345678901234567.5"],
    ],
)
def test_real_numbers_are_summed_up_alike_in_python(con: duckdb.DuckDBPyConnection, values: list[str]) -> None:
    assert profiled(con, values).filled == len([v for v in values if v != "n/a"])


def test_texts_at_hand_have_the_sizes_that_queries_find(con: duckdb.DuckDBPyConnection) -> None:
    con.execute("CREATE OR REPLACE TABLE raw AS FROM (VALUES ('ä', NULL), ('bcd', NULL), ('bcd', NULL)) t(c0, c1)")
    con.execute("ALTER TABLE raw ALTER c1 TYPE VARCHAR")
    held = list(all_texts(con, 3, 2, held=True))
    assert (
        [(t.longest, t.few, t.last) for t in held]
        == [(t.longest, t.few, t.last) for t in all_texts(con, 3, 2)]
        == [(3, [("ä", 1), ("bcd", 2)], "bcd"), (0, [], None)]
    )
    assert mean_of(held, 3) == pytest.approx(8 / 3)
