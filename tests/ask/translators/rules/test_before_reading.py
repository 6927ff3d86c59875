"""What is put right in the words of a question before it is read: verbs that sort, days without a year."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.ask.state import SchemaView
from core.ask.tokens import tokenise
from core.ask.translators.rules.grammar.days import with_years
from core.ask.translators.rules.linking.verbs import without_verbs
from core.model import Profile, Table
from tests.ask.schemas import facts, linker, shop, table


@pytest.mark.parametrize(
    ("question", "left"),
    [
        ("products ordered by price", ["products", "price"]),
        ("products ordered by the price", ["products", "price"]),
        ("products ordered by Ada", ["products", "ordered", "Ada"]),
        ("products ordered by customers", ["products", "ordered", "customers"]),
        ("orders ordered by customer id", ["orders", "customer id"]),
    ],
)
def test_a_verb_before_a_column_sorts_and_is_no_table(question: str, left: list[str]) -> None:
    tokens = tokenise(question)
    mentions = linker(shop(), "customers.name=Ada").link(tokens)
    assert [m.text for m in without_verbs(tokens, mentions)] == left


def dated(first: str, last: str) -> SchemaView:
    t: Table = table("visits", "id:integer!", "arrived:date")
    arrived = replace(t.columns[1], profile=Profile(10, 0, 9, first, last))
    return SchemaView((replace(t, columns=(t.columns[0], arrived)),), ())


@pytest.mark.parametrize(
    ("question", "first", "last", "dates"),
    [
        ("visits on 3 May", "2024-02-01", "2025-04-01", ["2024-05-03"]),
        ("visits on May 3rd", "2024-02-01", "2025-04-01", ["2024-05-03"]),
        ("visits on 3 March", "2024-02-01", "2025-04-01", []),
        ("visits on 30 February", "2024-01-01", "2024-12-31", []),
        ("visits on 3 May 2023", "2024-02-01", "2025-04-01", ["2023-05-03"]),
    ],
)
def test_a_day_without_a_year_is_of_the_one_year_that_has_it(
    question: str, first: str, last: str, dates: list[str]
) -> None:
    view, tokens = dated(first, last), tokenise(question)
    found = with_years(tokens, linker(view).link(tokens), facts(view))
    assert [t.text for t in found if t.kind == "date"] == dates
    assert len(found) == len(tokens)
