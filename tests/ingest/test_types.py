"""A column's type is decided by all of its values, and nothing is turned into what it is not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import duckdb
import pyarrow as pa
import pytest

from core.ingest.texts import Texts
from core.ingest.types import decide
from core.model import Value


@pytest.fixture(scope="module")
def con() -> Iterator[duckdb.DuckDBPyConnection]:
    made = duckdb.connect()
    yield made
    made.close()


def typed(con: duckdb.DuckDBPyConnection, values: Sequence[str | None]) -> tuple[str, list[Value]]:
    """The type of a column of these cells, and what is stored for each."""
    cells = pa.table({"i": pa.array(range(len(values))), "c0": pa.array(values, pa.string())})
    con.register("cells", cells)
    con.execute("CREATE OR REPLACE TABLE raw AS FROM cells")
    typing = decide(con, Texts(con, "c0").table())
    rows = con.execute(f"SELECT {typing.value('c0')} FROM raw ORDER BY i").fetchall()
    return typing.type, [v for (v,) in rows]


@pytest.mark.parametrize(
    ("values", "type_", "stored"),
    [
        (["1", "-20", "0"], "integer", [1, -20, 0]),
        (["1", None, "3"], "integer", [1, None, 3]),
        (["999999999999999999"], "integer", [999999999999999999]),
        (["1", "2.5", ".5", "3."], "real", [1.0, 2.5, 0.5, 3.0]),
        (["1.5", "2E3"], "real", [1.5, 2000.0]),
        (["2024-01-31", "2023-12-01"], "date", ["2024-01-31", "2023-12-01"]),
        (["2024/1/31", "2024/12/01"], "date", ["2024-01-31", "2024-12-01"]),
        (["31/12/2024", "01/02/2024"], "date", ["2024-12-31", "2024-02-01"]),
        (["12/31/2024", "01/02/2024"], "date", ["2024-12-31", "2024-01-02"]),
        (["31.12.2024", "1.2.2024"], "date", ["2024-12-31", "2024-02-01"]),
        (["03/04/24", "12/31/24"], "date", ["2024-03-04", "2024-12-31"]),
        (["31/12/24", "1/2/99"], "date", ["2024-12-31", "1999-02-01"]),
        (["03-Jan-22", "31 Dec 61", "1-mar-23"], "date", ["2022-01-03", "1961-12-31", "2023-03-01"]),
        (["4 Mar 2024", "31 December 2024"], "date", ["2024-03-04", "2024-12-31"]),
        (["Mar 4, 2024", "December 31, 2024"], "date", ["2024-03-04", "2024-12-31"]),
        (["2024-01-01", "01/31/2024"], "date", ["2024-01-01", "2024-01-31"]),
        (["2024-04-03", "19/04/2024", "3 Apr 2024"], "date", ["2024-04-03", "2024-04-19", "2024-04-03"]),
        (["2024-04-03", "3 Apr 2024"], "date", ["2024-04-03", "2024-04-03"]),
        (["2024-04-03", "25/12/23", "3-Jan-61"], "date", ["2024-04-03", "2023-12-25", "1961-01-03"]),
        (["2024-01-31 10:00:00", "2024-01-31"], "datetime", ["2024-01-31 10:00:00", "2024-01-31"]),
        (["2024-03-04T10:00:00Z"], "datetime", ["2024-03-04T10:00:00Z"]),
        (["31.12.2024 7:05", "01.02.2024 23:00"], "datetime", ["2024-12-31 07:05:00", "2024-02-01 23:00:00"]),
        (["12/31/2024 2:05 PM", "1/2/2024 12:00 AM"], "datetime", ["2024-12-31 14:05:00", "2024-01-02 00:00:00"]),
        (["2024/12/31 10:00:07"], "datetime", ["2024-12-31 10:00:07"]),
        (["10:30", "23:59:59"], "time", ["10:30", "23:59:59"]),
        (["yes", "No"], "boolean", ["yes", "No"]),
        (["TRUE", "TRUE"], "boolean", ["TRUE", "TRUE"]),
        (["y", "N", "y"], "boolean", ["y", "N", "y"]),
    ],
)
def test_plain_forms(con: duckdb.DuckDBPyConnection, values: list[str], type_: str, stored: list[Value]) -> None:
    assert typed(con, values) == (type_, stored)


@pytest.mark.parametrize(
    "values",
    [
        ["007", "12"],
        ["01", "02"],
        ["00.5", "1.5"],
        ["+31201", "+31202"],
        ["1E5", "12", "3E7"],
        ["1e400", "2.5"],
        ["1234567890123456789", "1"],
        ["1,200", "3"],
        ["12 %", "3 %"],
        [" 12", "3"],
        ["2024-02-30", "2024-01-01"],
        ["03/04/24", "05/06/24"],
        ["03/04/24", "12/31/2024"],
        ["31-12-24", "01-02-24"],
        ["25:10:00", "10:00:00"],
        ["T", "T"],
        ["Y", "maybe"],
        ["2024-01-01", "01/02/2024"],
        ["Paul", "-"],
        ["-", "n/a"],
        ["NaN", "inf"],
        ["1", "x"],
        ["31.12.2024 25:00", "01.02.2024 23:00"],
        ["31/12/2024 10:00", "12/31/2024 10:00"],
    ],
)
def test_what_is_not_surely_something_else_stays_text(con: duckdb.DuckDBPyConnection, values: list[str]) -> None:
    assert typed(con, values) == ("text", values)


@pytest.mark.parametrize(
    "token", ["*", "N/A", "na", "-", "--", "..", "…", "NULL", "None", "nan", "#N/A", "?", "Missing"]
)
def test_missing_value_tokens_are_null_among_numbers(con: duckdb.DuckDBPyConnection, token: str) -> None:
    assert typed(con, ["7", token, f" {token} "]) == ("integer", [7, None, None])
    assert typed(con, ["2024-01-31", token]) == ("date", ["2024-01-31", None])


def test_dates_that_may_be_read_two_ways_stay_text_and_say_so(con: duckdb.DuckDBPyConnection) -> None:
    assert typed(con, ["03/04/2024", "05/06/2024"]) == ("text", ["03/04/2024", "05/06/2024"])
    assert decide(con, "texts_c0").ambiguous
    assert typed(con, ["03/04/2024 10:00"]) == ("text", ["03/04/2024 10:00"])
    assert decide(con, "texts_c0").ambiguous


def test_an_empty_column_is_text(con: duckdb.DuckDBPyConnection) -> None:
    assert typed(con, [None, None]) == ("text", [None, None])


@pytest.mark.parametrize(
    ("late", "type_"), [("x", "text"), ("2.5", "real"), ("007", "text"), ("N/A", "integer"), ("9", "integer")]
)
def test_one_late_value_among_many_decides(con: duckdb.DuckDBPyConnection, late: str, type_: str) -> None:
    values = [str(i) for i in range(5_000)]
    found, stored = typed(con, [*values, late])
    assert (found, len(stored)) == (type_, 5_001)
    assert stored[-1] == {"x": "x", "2.5": 2.5, "007": "007", "N/A": None, "9": 9}[late]
