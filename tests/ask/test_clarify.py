"""When a question is asked back: not where two readings give the same rows under other names."""

from __future__ import annotations

from dataclasses import replace

from core.ask.clarify import question_back
from core.ask.state import Question, Reading
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.plan import Plan
from core.ask.translators.rules.query import Col, Filter, Item, Order, Query
from tests.ask.schemas import shop

FACTS = Facts(shop())
TOP = (Order(Item(None, "count", table="orders"), True),)


def reading(column: Col, confidence: float, city: str = "") -> Reading:
    where = (Filter(Item(Col("customers", "city")), "=", (city,)),) if city else ()
    query = Query((Item(column),), where, order=TOP, limit=2, tables=("customers", "orders"))
    return Reading("data", f"{column.name} {city}", ("customers",), confidence=confidence, plan=Plan(query, FACTS))


def test_a_name_or_the_key_of_the_same_rows_is_no_question() -> None:
    (name,), key = FACTS.display("customers"), FACTS.key("customers")
    assert key is not None
    first = reading(key, 0.5)
    assert question_back(Question("q"), replace(first, runners_up=(reading(name, 0.6),))) is None
    back = question_back(Question("q"), replace(first, runners_up=(reading(name, 0.6, "Oslo"),)))
    assert back is not None
    assert len(back.options) == 2
    assert (
        question_back(Question("q"), replace(first, runners_up=(reading(Col("customers", "city"), 0.6),))) is not None
    )
