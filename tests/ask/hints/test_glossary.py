"""A person's own words: kept, told with the questions that use them."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.ask.hints.glossary import LONGEST_MEANING, MOST, Glossary, Term
from core.catalogue.store import Catalogue
from core.errors import BadTerm


@pytest.fixture
def glossary(tmp_path: Path) -> Glossary:
    return Glossary(Catalogue(tmp_path / "state.sqlite"))


def test_terms_are_kept_by_their_words(glossary: Glossary, tmp_path: Path) -> None:
    assert glossary.keep("  Turnover ", "net_revenue\n") == Term("Turnover", "net_revenue")
    glossary.keep("“active”", "status = 'A'; nothing else")
    glossary.keep("turnover", "gross_revenue")
    assert glossary.terms() == (Term("active", "status = 'A', nothing else"), Term("turnover", "gross_revenue"))
    glossary.drop("ACTIVE")
    assert Glossary(Catalogue(tmp_path / "state.sqlite")).terms() == (Term("turnover", "gross_revenue"),)


@pytest.mark.parametrize(("words", "meaning"), [("", "x"), ("?!", "x"), ("a", " "), ("a" * 61, "x"), ("a", "x" * 301)])
def test_a_term_that_says_nothing_or_too_much_is_refused(glossary: Glossary, words: str, meaning: str) -> None:
    assert len("x" * 301) > LONGEST_MEANING
    with pytest.raises(BadTerm):
        glossary.keep(words, meaning)
    assert glossary.terms() == ()


def test_there_is_an_end_to_it(glossary: Glossary) -> None:
    glossary._write(Term(f"t{i}", "x") for i in range(MOST))
    glossary.keep("t1", "y")
    with pytest.raises(BadTerm):
        glossary.keep("one more", "x")


def test_only_the_terms_that_a_question_uses_are_told(glossary: Glossary) -> None:
    glossary.keep("big order", "quantity > 10")
    glossary.keep("turnover", "price × quantity")
    glossary.keep("order", "a line of orders.csv")
    assert glossary.with_terms("How many big orders per city?") == (
        "big order means quantity > 10\norder means a line of orders.csv"
    )
    assert glossary.with_terms("Turnover, please!", "late = after due") == (
        "late = after due\nturnover means price × quantity"
    )
    hint = glossary.with_terms("the turnover")
    assert glossary.with_terms("the turnover", hint) == hint
    assert glossary.with_terms("Where do they live?") == ""
    assert glossary.with_terms("overturnovers") == ""
