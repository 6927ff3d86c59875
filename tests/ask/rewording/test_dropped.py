"""A month, a bound or a total that was said and has no part in the query: the rows are withheld, whoever reads it."""

from __future__ import annotations

import pytest

from core.ask.rewording.dropped import BOUND, FIRST, MONTH, TOTAL, WHEN, YEAR, dropped
from core.ask.tokens import tokenise
from core.ask.translators.rules.query import Col, Filter, Item, Order, Query
from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

_SUM = Query((Item(Col("till", "total"), "sum"),))
_LIST = Query((Item(Col("till", "ticket")),), (Filter(Item(Col("till", "paid")), "=", ("N",)),))
_AUGUST = Query((Item(Col("till", "total"), "sum"),), (Filter(Item(Col("till", "day")), "like", ("2024-08%",)),))
_OVER = Query((Item(Col("till", "ticket")),), (Filter(Item(Col("till", "total")), ">", (5.0,)),))
_OF_ONE = Query((Item(Col("till 2024", "total"), "sum"),))
_TOP = Query((Item(Col("till", "seller")),), order=(Order(Item(Col("till", "total")), True),), limit=1)


@pytest.mark.parametrize(
    ("text", "query", "why"),
    [
        ("what did the till come to for august", _SUM, MONTH),
        ("what did the till come to for august", _AUGUST, ""),
        ("what may the till come to", _SUM, ""),
        ("what did the till come to in may", _SUM, MONTH),
        ("which tickets are over 5", _LIST, BOUND),
        ("which tickets are over 5", _OVER, ""),
        ("total of the 2024 tickets", _SUM, YEAR),
        ("total of the 2024 tickets", _AUGUST, ""),
        ("total of the 2024 tickets", _OF_ONE, ""),
        ("total of tickets after 2023", _AUGUST, ""),
        ("In which quarter did Ann sell the most?", _TOP, WHEN),
        ("Which seller sold the most?", _TOP, ""),
        ("What date did Ann start?", Query((Item(Col("staff", "joined")),)), ""),
        ("total of each seller, highest first", _TOP, FIRST),
        ("what is unpaid altogether", _LIST, TOTAL),
        ("how much is unpaid altogether", _SUM, ""),
        ("how many are unpaid altogether", _LIST, ""),
    ],
)
def test_what_has_no_part_in_a_query(text: str, query: Query, why: str) -> None:
    assert dropped(tokenise(text), query) == why


TICKETS = [(n, f"2024-0{1 + n % 9}-1{n % 9}", 3 + n % 11, ("CARD", "CASH")[n % 2]) for n in range(150)]
office = office_fixture(
    {"tickets": "ticket,day,total,paid by\n" + "".join(",".join(map(str, r)) + "\n" for r in TICKETS)}
)


def test_a_state_that_nobody_knows_is_withheld(office: Workspace) -> None:
    assert ask(office, "how many tickets were on the house").unsure
    assert not ask(office, "how many tickets are on record").unsure
