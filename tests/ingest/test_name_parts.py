"""What stands in names: years, days, spans, months, numbers, words."""

from __future__ import annotations

import pytest

from core.ingest.name_parts import months_named, pieces, settled_days, settled_spans, short_spans


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("beds_2019", [("word", "beds"), ("year", "2019")]),
        ("WardListByRegion-20417", [("word", x) for x in ("ward", "list", "by", "region")] + [("number", "20417")]),
        ("03_51_session", [("number", "3"), ("number", "51"), ("word", "session")]),
        ("1997-98", [("span", "1997-98")]),
        ("1997-1998", [("span", "1997-98")]),
        ("2019/20", [("span", "2019-20")]),
        ("fy21_budget", [("span", "2021"), ("word", "budget")]),
        ("2020-02", [("month of year", "2020-02")]),
        ("sales_mar2020", [("word", "sales"), ("month of year", "2020-03")]),
        ("2021-Q3", [("quarter of year", "2021-Q3")]),
        ("20200601", [("date", "2020-06-01")]),
        ("1 June 2020", [("date", "2020-06-01")]),
        ("03-25-2020", [("date", "2020:3:25")]),
        ("2019-88", [("year", "2019"), ("number", "88")]),
        ("callouts 22-23", [("word", "callouts"), ("span", "2022-23")]),
        ("99-00", [("span", "1999-00")]),
        ("12-14", [("number", "12"), ("number", "14")]),
        ("march", [("month", "March")]),
        ("marching band", [("word", "marching"), ("word", "band")]),
    ],
)
def test_pieces(name: str, found: list[tuple[str, str]]) -> None:
    assert [(p.kind, p.value) for p in pieces([name])] == found


def test_days_with_the_year_last_are_read_together() -> None:
    assert settled_days(["2020:3:25", "2020:4:1"]) == ["2020-03-25", "2020-04-01"]
    assert settled_days(["2020:25:3", "2020:1:4"]) == ["2020-03-25", "2020-04-01"]
    assert settled_days(["2020:1:2", "2020:3:4"]) is None


def test_spans_and_months_are_told_by_their_neighbours() -> None:
    assert settled_spans(["2020-05", "2020-11"]) == ["2020-05", "2020-11"]
    assert settled_spans(["1998-99", "2005-06"]) is None
    assert short_spans(["1617", "1718"]) == ["2016-17", "2017-18"]
    assert short_spans(["2016", "2017"]) is None


@pytest.mark.parametrize(
    ("labels", "found"),
    [
        ("UF Jan Fev Mar Abr Mai Jun", "January February March April May June"),
        ("janvier févr. mars avril mai juin", "January February March April May June"),
        ("Jan Feb Mar Apr May Jun", ""),
        ("set out abr mai", ""),
    ],
)
def test_months_in_other_languages(labels: str, found: str) -> None:
    """English months need no help; fewer than six are none of a language."""
    assert list(months_named(labels.split()).values()) == found.split()
