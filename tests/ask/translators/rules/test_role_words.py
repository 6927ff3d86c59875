"""Which words of a question speak of one of two joins between the same tables."""

from __future__ import annotations

import pytest

from core.ask.state import Mention, SchemaView
from core.ask.tokens import tokenise
from core.ask.translators.rules.grammar.role_words import RoleWords
from tests.ask.schemas import join, table, value


def cues(question: str, first: str, second: str, *values: str) -> dict[str, str]:
    """The question's words that speak of a role, each with the column that it speaks for."""
    read = read_words(question, first, second, *values)
    return {read.tokens[i].lower: (first, second)[n] for i, n in read.cues.items()}


def given(question: str, first: str, second: str, *values: str) -> dict[str, str]:
    """The column that each value is taken to stand in."""
    read = read_words(question, first, second, *values)
    return {read.tokens[i].text: (first, second)[n] for i, n in read._assigned().items()}


def read_words(question: str, first: str, second: str, *values: str) -> RoleWords:
    tables = (table("papers", "paper_no:integer", first, second), table("people", "name:text"))
    joins = (join(f"papers.{first}", "people.name"), join(f"papers.{second}", "people.name"))
    tokens = tokenise(question)
    at = [(i, t.text) for i, t in enumerate(tokens) if t.text in values]
    mentions = [Mention(i, i + 1, text, (value("people.name", text),)) for i, text in at]
    return RoleWords(tokens, mentions, SchemaView(tables, joins), joins)


@pytest.mark.parametrize(
    ("first", "second"),
    [("referring_clinic", "receiving_clinic"), ("sender", "recipient"), ("payer", "payee"), ("lender", "borrower")],
)
def test_from_and_to_speak_of_who_gives_and_who_gets(first: str, second: str) -> None:
    assert cues("papers from Ann to Bob", first, second, "Ann", "Bob") == {"from": first, "to": second}


def test_what_somebody_did_speaks_of_who_did_it() -> None:
    said = cues("papers supervised by Ann and examined by Bob", "supervisor", "examiner", "Ann", "Bob")
    assert said == {"supervised": "supervisor", "examined": "examiner"}
    assert cues("papers sent to Bob", "consignor", "consignee", "Bob") == {"sent": "consignor", "to": "consignee"}


def test_a_verb_in_two_words_speaks_of_a_label_in_one() -> None:
    said = cues("papers picked up at Ann and dropped off at Bob", "pickup_desk", "dropoff_desk", "Ann", "Bob")
    assert said == {"picked": "pickup_desk", "dropped": "dropoff_desk"}


def test_from_behind_a_role_says_where_its_holder_comes_from() -> None:
    said = cues("papers with a recipient from Kent", "sender", "recipient", "Kent")
    assert said == {"recipient": "recipient"}
    assert cues("papers from Kent", "sender", "recipient", "Kent") == {"from": "sender"}


@pytest.mark.parametrize(
    ("question", "first", "second"),
    [
        ("papers with Ann as the author and Bob as the editor", "author", "editor"),
        ("papers that Ann sent to Bob", "sender", "recipient"),
        ("how many papers did Ann make to Bob", "seller", "buyer"),
    ],
)
def test_each_value_has_the_role_that_is_said_of_it(question: str, first: str, second: str) -> None:
    assert given(question, first, second, "Ann", "Bob") == {"Ann": first, "Bob": second}
