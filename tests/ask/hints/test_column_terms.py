"""What a column is told to be: own words and descriptions, and how lists show them."""

from __future__ import annotations

from dataclasses import replace

from core.ask.edit.offers import Offers
from core.ask.form import begin
from core.ask.hints.column_terms import LISTED, columns_meant, shortened, told_of
from core.ask.hints.glossary import Term
from core.ask.state import SchemaView
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col, Item
from core.model import Table
from tests.ask.schemas import table

WAVE = table("wave", "nr:integer!", "c2:integer", "c6:real", label="wave 2024")
NEXT = table("next", "c2:integer")


def described(of: Table, **said: str) -> Table:
    return replace(of, columns=tuple(replace(c, description=said.get(c.name, "")) for c in of.columns))


def test_a_term_means_a_column_that_it_names_alone_or_with_its_table() -> None:
    tables = (WAVE, NEXT)
    of = lambda meaning: [c.id for c in columns_meant(meaning, tables)]  # noqa: E731
    assert of("C6") == of("`wave`.`c6`") == of("wave 2024.c6") == ["wave.c6"]
    assert of("c2") == ["wave.c2", "next.c2"]
    assert of("c6 > 3") == of("wave") == of("") == []


def test_own_words_stand_before_a_description_that_says_more_than_the_label() -> None:
    tables = (described(WAVE, nr="NR", c2="Age in years", c6="wave 2024"), NEXT)
    terms = (Term("age", "wave.c2"), Term("old", "c2 > 64"))
    assert told_of(tables, terms) == {("wave", "c2"): "age; Age in years"}
    assert told_of([NEXT], ()) == {}


def test_lists_of_the_editor_show_what_a_column_is() -> None:
    long = "Net income of the household from all sources in an ordinary month, before rent"
    facts = Facts(SchemaView((described(WAVE, c6=long),), ()))
    offers = Offers(begin("wave").query, facts, told=told_of(facts.base.tables, [Term("age", "c2")]))
    assert offers.column(Col("wave", "c2")).endswith(" › c2 (age)")
    assert offers.column(Col("wave", "nr")).endswith(" › nr")
    income = offers.item(Item(Col("wave", "c6"), "avg"))
    assert income == "average waves › c6 (Net income of the household from all sources in an ordinary …)"
    assert len(shortened(long)) <= LISTED + 2
