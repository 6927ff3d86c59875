"""Numbers as people write them are read by the whole column, and what may be a code stays text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import duckdb
import pyarrow as pa
import pytest

from core.ingest.numbers import decide
from core.ingest.texts import Texts
from core.ingest.types import Typing
from core.model import Value


@pytest.fixture(scope="module")
def con() -> Iterator[duckdb.DuckDBPyConnection]:
    made = duckdb.connect()
    yield made
    made.close()


def read(con: duckdb.DuckDBPyConnection, values: Sequence[str | None], **how: bool) -> tuple[Typing, list[Value]]:
    """The typing of a column of these cells, and what is stored for each."""
    con.register("cells", pa.table({"i": pa.array(range(len(values))), "c0": pa.array(values, pa.string())}))
    con.execute("CREATE OR REPLACE TABLE raw AS FROM cells")
    typing = decide(con, Texts(con, "c0").table(), **how)
    return typing, [v for (v,) in con.execute(f"SELECT {typing.value('c0')} FROM raw ORDER BY i").fetchall()]


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("values", "stored", "unit"),
    [
        (["1,234", "56", "7,890,123"], [1234, 56, 7890123], ""),
        (["12,345.6", "1.5", "-7"], [12345.6, 1.5, -7.0], ""),
        (["12,34,567", "1,234"], [1234567, 1234], ""),
        (["1.234,56", "12"], [1234.56, 12.0], ""),
        (["1,234", "1.234,5"], [1.234, 1234.5], ""),
        (["1.234.567", "1.234"], [1234567, 1234], ""),
        (["0,5", "1,25"], [0.5, 1.25], ""),
        (["1 234,5", "7"], [1234.5, 7.0], ""),
        (["1\u202f234", "2\u00a0345\u00a0678"], [1234, 2345678], ""),
        (["1'234.50", "2’000"], [1234.5, 2000.0], ""),
        (["−3", "4,5"], [-3.0, 4.5], ""),
        (["(3.2)", "4.5"], [-3.2, 4.5], ""),
        ([" 1,234 ", "56", "n/a", None], [1234, 56, None, None], ""),
        (["12%", "3 %", "-4%", "0"], [12, 3, -4, 0], "%"),
        (["12.5%", "+1%", ".5%"], [12.5, 1.0, 0.5], "%"),
        (["1,5 %", "2,25 %"], [1.5, 2.25], "%"),
        (["$5", "$1,200.50", "-$3.00", "$-2", "($4)", "$ -"], [5.0, 1200.5, -3.0, -2.0, -4.0, 0.0], "$"),
        (["€ 1.234,56", "€ 15,00"], [1234.56, 15.0], "€"),
        (["R$ 1.234,50", "R$ 3"], [1234.5, 3.0], "R$"),
        (["USD 5", "USD 1,000"], [5, 1000], "USD"),
        (["12 kr", "1 300 kr"], [12, 1300], "kr"),
        (["£7"], [7], "£"),
        (["$1,234.00 ", "$7.50 "], [1234.0, 7.5], "$"),
        ([" $1,234.00 ", " $(12.50)", " $-   "], [1234.0, -12.5, 0.0], "$"),
        (["$1,234-", "$5", "($ 6)"], [-1234, 5, -6], "$"),
        (["€ 1.234,50", "€ 3,-", "€ -3,--"], [1234.5, 3.0, -3.0], "€"),
        (["(3.5%)", "12.0% ", "(4.5)%"], [-3.5, 12.0, -4.5], "%"),
        (["12 percent", "13.5 percent"], [12.0, 13.5], "%"),
        (["Rs. 1,23,456", "Rs. 500"], [123456, 500], "Rs."),
        (["1 234 Kč", "12 Kč"], [1234, 12], "Kč"),
        (["+1.5 pp", "-0.3 pp"], [1.5, -0.3], "pp"),
    ],
)
def test_written_numbers_become_numbers(
    con: duckdb.DuckDBPyConnection, values: list[str | None], stored: list[Value], unit: str
) -> None:
    typing, found = read(con, values)
    assert (found, [type(v) for v in found], typing.unit) == (stored, [type(v) for v in stored], unit)
    assert typing.type == ("real" if any(isinstance(v, float) for v in stored) else "integer")
    assert (typing.doubt, read(con, values, plain=True)[1]) == ("", values)


@pytest.mark.parametrize(
    "values",
    [
        ["1E5", "12", "3E7"],
        ["00123", "123"],
        ["1-2", "3-4"],
        ["515.123.4567", "590.423.4567"],
        ["600 123 456", "611 222 333"],
        ["110 001", "560 002"],
        ["+31 201 234", "+31 201 235"],
        ["06 12 34 56 78"],
        ["5.0.0.808", "4.7.0.208"],
        ["192.168.1.1"],
        ["1,2", "1,2,3"],
        ["01,5"],
        ["1,234.5", "1.234,5"],
        ["1,234", "1234"],
        ["(1)", "(2)"],
        ["$5", "€3"],
        ["$5", "7"],
        ["12%", "7"],
        ["$5", "call us"],
        ["1,000,000,000,000,000,000,000"],
        ["9:05", "8:10"],
    ],
)
def test_codes_and_mixtures_stay_text(con: duckdb.DuckDBPyConnection, values: list[str]) -> None:
    typing, stored = read(con, values)
    assert (typing.type, stored, typing.converted) == ("text", values, "")


@pytest.mark.parametrize(
    ("values", "comma", "stored", "doubt"),
    [
        (["1,234", "5,678"], False, [1234, 5678], "the comma was taken to part thousands"),
        (["1,234", "5,678"], True, [1.234, 5.678], "the comma was taken to begin the decimals"),
        (["1,234 %", "2,345 %"], False, [1.234, 2.345], "the comma was taken to begin the decimals"),
        (["€ 1.234", "€ 2.345"], False, [1234, 2345], "the point was taken to part thousands"),
    ],
)
def test_what_can_be_read_two_ways_is_said(
    con: duckdb.DuckDBPyConnection, values: list[str], comma: bool, stored: list[Value], doubt: str
) -> None:
    typing, found = read(con, values, comma=comma)
    assert (found, typing.doubt) == (stored, f"{doubt}; nothing in the column says so surely")


@pytest.mark.parametrize(
    ("values", "converted"),
    [
        (["$1,200.50", "$3.00"], "“$1,200.50” became 1200.5 (thousands separators taken out, $ taken off)"),
        (["1.234,5", "(2)"], "“1.234,5” became 1234.5 (thousands separators taken out, decimal comma read, "),
        (["Mar 4, 2024", "May 17, 2023"], "“May 17, 2023” became 2023-05-17"),
        (["3:45 PM", "12:05 am"], "“12:05 am” became 00:05:00"),
        (["1", "2.50"], ""),
        (["2024-01-31"], ""),
    ],
)
def test_it_is_said_how_values_were_converted(
    con: duckdb.DuckDBPyConnection, values: list[str], converted: str
) -> None:
    said = read(con, values)[0].converted
    assert said.startswith(converted)
    assert bool(said) is bool(converted)


def test_one_late_value_among_many_decides(con: duckdb.DuckDBPyConnection) -> None:
    shares = [f"{i}%" for i in range(5_000)]
    assert read(con, shares)[0].type == "integer"
    assert read(con, [*shares, "1.5%"])[0].type == "real"
    assert read(con, [*shares, "most"])[0].type == "text"
    assert read(con, [*map(str, range(5_000)), "1,234"])[0].type == "text"
