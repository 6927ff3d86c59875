"""Synonyms: each word of a group leads to the others, and linking takes them where no label has the word itself."""

from __future__ import annotations

from core.ask.state import SchemaView
from core.ask.tokens import tokenise
from core.text.synonyms import of_verb, synonyms
from tests.ask.schemas import linker, table


def test_a_word_leads_to_the_others_of_its_groups() -> None:
    assert synonyms()["shop"] == ("store", "branch", "outlet")
    assert "region" in synonyms()["area"]
    assert "shop" not in synonyms()["shop"]


def test_a_synonym_is_linked_less_surely_than_the_word_itself() -> None:
    view = SchemaView((table("Stores", "StoreKey:integer!", "City"),), ())
    shops, stores = (
        linker(view).link(tokenise(f"how many {word} are there"))[0].links[0] for word in ("shops", "stores")
    )
    assert (shops.table, shops.column, shops.how) == ("Stores", "", "synonym")
    assert shops.score < stores.score


def test_a_word_that_a_label_has_keeps_its_own_meaning() -> None:
    view = SchemaView((table("shops", "id:integer!"), table("stores", "id:integer!")), ())
    links = linker(view).link(tokenise("how many shops are there"))[0].links
    assert [k.table for k in links if k.kind == "table"] == ["shops"]


def test_regular_forms_of_a_verb_lead_to_the_words_of_its_group() -> None:
    assert "loan" in of_verb("borrowed")
    assert of_verb("borrowed") == of_verb("borrowing") == synonyms()["borrow"]
    assert of_verb("bored") == ()


def test_a_verb_in_the_past_is_linked_to_the_table_of_what_is_done() -> None:
    view = SchemaView((table("loans", "loan_id:integer!", "branch"),), ())
    link = linker(view).link(tokenise("how many were borrowed"))[0].links[0]
    assert (link.table, link.column, link.how) == ("loans", "", "synonym")


def test_a_constituency_is_no_electorate() -> None:
    assert "electorate" not in synonyms().get("constituency", ())
