"""A comparison that is taken to another column keeps what fits there."""

from __future__ import annotations

import pytest

from core.ask.edit.moved import moved
from core.ask.edit.offers import Offers
from core.ask.form import begin
from core.ask.state import SchemaView
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col, Filter, Item, Operator, Scalar
from tests.ask.schemas import table

SHOWS = table("shows", "opened:date", "closed:date", "sold:datetime", "seats:integer", "price:real", "name", "genre")
OFFERS = Offers(begin("shows").query, Facts(SchemaView((SHOWS,), ())))
HELD = ("Cats", "Evita")


def col(name: str) -> Col:
    return Col("shows", name.partition(":")[0], part=name.partition(":")[2])  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("old", "operator", "values", "column", "kept", "left"),
    [
        ("opened", "like", ("2023%",), "closed", "like", ("2023%",)),
        ("opened", "like", ("2023%",), "sold", "like", ("2023%",)),
        ("opened", "<=", ("2023-12-31",), "closed", "<=", ("2023-12-31",)),
        ("opened", "<=", ("2023-12-31",), "sold", "<=", ("2023-12-31T23:59:59",)),  # all of that day's hours
        ("opened", "between", ("2023-01-01", "2023-12-31"), "sold", "between", ("2023-01-01", "2023-12-31T23:59:59")),
        ("sold", "<=", ("2023-12-31T23:59:59",), "opened", "<=", ("2023-12-31",)),
        ("sold", "<=", ("2023-12-31T20:00:00",), "opened", "<=", ()),
        ("seats", ">=", (20.0,), "price", ">=", (20.0,)),
        ("seats", ">=", (20.0,), "opened", ">=", ()),
        ("seats", ">=", (20.0,), "genre", "=", ()),
        ("name", "=", ("Cats", "Hair"), "genre", "=", ("Cats",)),
        ("name", "=", ("Hair",), "genre", "=", ()),
        ("name", "!=", ("Hair",), "genre", "!=", ()),
        ("name", "=", ("Hair",), "opened", "like", ()),
        ("name", "like", ("%ai%",), "genre", "like", ("%ai%",)),
        ("name", "like", ("%ai%",), "opened", "like", ()),
        ("opened", "like", ("2023%",), "seats", "=", ()),
        ("name", "is null", (), "seats", "is null", ()),
        ("opened:weekday", "=", ("Monday",), "closed:weekday", "=", ("Monday",)),
        ("opened:weekday", "=", ("Monday",), "closed", "like", ()),
        ("opened", "=", (Scalar(Item(col("opened"), "max")),), "closed", "=", ()),
        ("opened", "<", (col("closed"),), "sold", "<", (col("closed"),)),
        ("opened", "<", (col("closed"),), "closed", "<", ()),
    ],
)
def test_what_fits_stays(
    old: str, operator: Operator, values: tuple[str, ...], column: str, kept: Operator, left: tuple[str, ...]
) -> None:
    found = moved(Filter(Item(col(old)), operator, values), col(column), OFFERS, HELD)
    assert found == Filter(Item(col(column)), kept, left)
