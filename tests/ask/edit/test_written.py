"""Changes of a reading that are written as lines."""

from __future__ import annotations

import pytest

from core.ask.edit.written import changed
from core.ask.form import Form
from core.errors import BadEdit, JoineryError, UnknownName
from core.model import Value
from tests.ask.edit.test_changes import FACTS, run


def rows(*lines: str) -> list[tuple[Value, ...]]:
    form: Form | None = None
    for line in lines:
        form = changed(form, line, lambda _: FACTS)
    assert form is not None
    return run(form.query)


def test_a_question_is_put_together_line_by_line() -> None:
    assert rows("of=orders") == [(4,)]
    assert rows("of=orders", "show=total orders.total") == [(180.0,)]
    assert rows("of=orders", "show=total orders.total", "show=count") == [(4,)]
    assert rows("of=orders", "where=orders.total > 40", "per=customers.name") == [("Ada", 2)]
    assert rows("of=orders", "where=total > 40", "percent=yes") == [(50.0,)]
    assert sorted(rows("of=orders", "where=total > 40", "percent=yes", "per=customers.name")) == [
        ("Ada", 100.0),
        ("Bo", 0.0),
    ]
    assert rows("of=orders", "show=total orders.total", "where=total > 40", "percent=yes") == [
        (pytest.approx(250 / 3),)
    ]
    assert rows("of=orders", "show=total orders.total", "where=total > 40", "percent=yes", "percent=no") == [(150.0,)]
    of_all = ("of=orders", "show=total orders.total", "per=customers.name", "percent=total")
    assert rows(*of_all) == [("Ada", pytest.approx(250 / 3)), ("Bo", pytest.approx(125 / 9))]  # one is of nobody
    assert rows(*of_all, "where=total > 40") == [("Ada", 100.0)]
    assert rows("of=orders", "per=placed: year") == [("2023", 1), ("2024", 3)]
    assert rows("of=orders", "where=placed >= January 2024", "where=total < 40", "where=") == [(4,)]
    assert rows("of=orders", "where=placed >= January 2024") == [(3,)]
    assert rows("of=customers", "show=customers.name, city", "sort=customers.name, Z to A", "first=1") == [
        ("Cleo", "Oslo")
    ]


@pytest.mark.parametrize(
    ("lines", "fault", "said"),
    [
        (("show=count",), BadEdit, "no reading"),
        (("of=orders", "colour=red"), BadEdit, "no change"),
        (("of=orders", "where=total"), BadEdit, "compares nothing"),
        (("of=orders", "where=total > many"), BadEdit, "no number"),
        (("of=orders", "where=placed > soon"), BadEdit, "no date"),
        (("of=orders", "per=customers.nane"), UnknownName, "customers.nane"),
        (("of=orders", "percent=total"), BadEdit, "needs groups"),
        (("of=orders", "first=few"), BadEdit, "number of rows"),
    ],
)
def test_what_cannot_be_read_is_told(lines: tuple[str, ...], fault: type[JoineryError], said: str) -> None:
    with pytest.raises(fault, match=said):
        rows(*lines)
