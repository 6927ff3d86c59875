"""Months and quarters in cells are stored in the order of time; whatever else stands in the column, it stays."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.config import Settings
from core.ingest.load import load_file
from core.ingest.periods import in_order
from core.sql.sqlite import SqliteEngine


@pytest.mark.parametrize(
    ("texts", "stored"),
    [
        (["March 2019", "Apr 2019"], ["2019-03", "2019-04"]),
        (["2019M03", "2019M12"], ["2019-03", "2019-12"]),
        (["Q1 2019", "2020 Q4"], ["2019-Q1", "2020-Q4"]),
        (["Mar-97", "Apr-98"], ["1997-03", "1998-04"]),
        (["Jan-19", "Feb-19", "Mar-19"], ["2019-01", "2019-02", "2019-03"]),
        (["03/2019", "12/2019"], ["2019-03", "2019-12"]),
        (["2019 IV", "2020 I"], ["2019-Q4", "2020-Q1"]),
        (["III/2019", "IV/2019"], ["2019-Q3", "2019-Q4"]),
        (["2011-12", "2012-01"], ["2011-12", "2012-01"]),
        (["2023-08-01/P1M", "2023-09-01/P1M"], ["2023-08", "2023-09"]),
        (["2010-11", "2011-12"], None),
        (["1998-99", "2005-06"], None),
        (["13/2019", "12/2019"], None),
        (["Jan-01", "Jan-02", "Jan-03"], None),
        (["March 2019", "Q1 2019"], None),
        (["March 2019", "spring"], None),
        (["March 2019 to May 2019", "Apr 2019"], None),
        (["Mar 2019", "March 2019"], None),
        (["March 2019"], None),
        (["Bed-19", "Cot-19", "Cup-19"], None),
    ],
)  # fmt: skip
def test_texts_in_the_order_of_time(texts: list[str], stored: list[str] | None) -> None:
    assert in_order(texts) == stored


def test_months_are_dates_and_tell_what_they_were(tmp_path: Path) -> None:
    path = tmp_path / "v.csv"
    path.write_text("month,visits\nMarch 2019,5\nn/a,6\nJanuary 2019,7\n", encoding="utf-8")
    engine = SqliteEngine(tmp_path / "d.sqlite")
    for small in (1 << 20, 0):
        table = load_file(path, engine, label="v", name="v", settings=Settings(workspace=tmp_path), small=small)
        engine.show_only(["v"])
        rows = engine.read("SELECT month FROM v ORDER BY visits", limit=9).rows
        assert [r[0] for r in rows] == ["2019-03-01", None, "2019-01-01"]
        column = table.columns[0]
        assert (column.type, column.converted) == ("date", "“March 2019” is stored as “2019-03-01”")
        assert column.profile.minimum == "2019-01-01"
        assert column.profile.missing == (("n/a", 1),)
    kept = load_file(
        path, engine, label="v", name="v", settings=Settings(workspace=tmp_path), type_overrides={"month": "text"}
    )
    assert kept.columns[0].converted == ""
    path.write_text("quarter,visits\nQ1 2019,5\n2020 Q4,6\n", encoding="utf-8")
    table = load_file(path, engine, label="v", name="v", settings=Settings(workspace=tmp_path))
    assert (table.columns[0].type, table.columns[0].converted) == ("text", "“Q1 2019” is stored as “2019-Q1”")
    engine.close()
