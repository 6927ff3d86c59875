"""Each kind of condition is known wherever conditions are gone through: nothing takes one kind for another."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

import pytest

from core.ask.edit.check import check, every_column
from core.ask.edit.conditions import holding
from core.ask.edit.offers import turned
from core.ask.translators.rules.query import (
    Condition,
    Query,
    all_tables,
    condition_items,
    inside,
    others_figures,
    own_columns,
)
from core.ask.translators.rules.query_parts import columns_in, conditions_in
from core.ask.translators.rules.realisation.phrase import Phrase
from core.ask.translators.rules.realisation.speech import Speech
from tests.ask.conditions import KINDS, example
from tests.ask.schemas import facts, shop
from tests.ask.translators.rules.test_render import sql

FACTS = facts(shop())


def asked(c: Condition) -> Query:
    """Customers who meet the condition."""
    return Query((), (c,), tables=("customers",), everything=True)


PLACES: dict[str, Callable[[Condition], object]] = {
    "inside in rules/query.py": inside,
    "own_columns in rules/query.py": own_columns,
    "others_figures in rules/query.py": others_figures,
    "condition_items in rules/query.py": lambda c: list(condition_items((c,))),
    "all_tables in rules/query.py": lambda c: all_tables(asked(c)),
    "rules/query_parts.py": lambda c: (list(conditions_in(asked(c))), list(columns_in(asked(c)))),
    "ConditionRenderer.condition in rules/sql/conditions.py": lambda c: sql(asked(c)),
    "Phrase.condition in rules/realisation/phrase.py": Phrase(FACTS).condition,
    "Clauses.clause in rules/realisation/clauses.py": lambda c: Speech(FACTS).clause(c, "customers"),
    "holding in core/ask/edit/conditions.py": lambda c: holding(c, inside(c)) if inside(c) else None,
    "check in core/ask/edit/check.py": lambda c: check(asked(c), FACTS),
    "turned in core/ask/edit/offers.py": turned,
}
"""What goes over all kinds of conditions, beside the editor (tests/pages/test_editor.py)."""


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("place", PLACES)
def test_each_kind_is_known_in_each_place(place: str, kind: type) -> None:
    condition = example(kind)
    try:
        PLACES[place](condition)
    except (AssertionError, AttributeError, TypeError) as unknown:
        pytest.fail(f"{kind.__name__} is not known in {place}: add it there. {unknown!r}")


class Unheard:
    """A kind that nobody has added anywhere; it has all that another one has."""

    def __getattr__(self, name: str) -> object:
        return ()


@pytest.mark.parametrize("place", PLACES)
def test_a_kind_that_is_not_known_is_taken_for_no_other(place: str) -> None:
    with pytest.raises(AssertionError, match="Expected code to be unreachable"):
        PLACES[place](cast(Condition, Unheard()))


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_inside_is_found_and_put_back(kind: type) -> None:
    condition = example(kind)
    held = inside(condition)
    assert not held or holding(condition, held) == condition
    assert set(held) <= set(conditions_in(asked(condition)))
    named = {i.column for i in condition_items(held) if i.column}
    assert named <= set(every_column(asked(condition)))
    assert named <= set(columns_in(asked(condition)))
    assert turned(turned(condition)) == condition
