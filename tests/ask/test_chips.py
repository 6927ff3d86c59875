"""Chips say what words were taken for; pins and alternatives ask again with something else."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from core.ask.choices_used import unheard
from core.ask.overrides import pinned
from core.ask.tokens import tokenise
from core.errors import UnknownName
from core.model import SHOWN, Answer, Chip, Override
from core.workspace import Workspace
from tests.ask.schemas import linker, shop

World = Callable[[str], Workspace]
Asked = Callable[[str, str], Answer]
LEFT_OUT = ("nothing: leave these words out", "")


def chip(answer: Answer, words: str) -> Chip:
    return next(c for c in answer.chips if c.words == words)


def again(ws: Workspace, question: str, *overrides: Override, reading: str = "") -> Answer:
    *_, last = ws.questions.ask(question, overrides=overrides, reading=reading)
    assert isinstance(last, Answer)
    return last


def where(answer: Answer) -> str:
    return (answer.sql or "").partition("WHERE")[2].strip()


def test_chips_stand_in_the_questions_order_with_what_they_serve(asked: Asked) -> None:
    found = asked("library", "titles of books with price over 10").chips
    assert [(c.words, c.kind, c.meaning, c.target, c.start) for c in found] == [
        ("titles", "column", "`books`.`title`", "books.title", 0),
        ("books", "table", "`books`", "books", 2),
        ("price", "filter", "`books`.`price`", "books.price", 4),
    ]


def test_a_column_offers_the_others_of_its_sort_and_to_leave_it_out(asked: Asked) -> None:
    price = chip(asked("library", "titles of books with price over 10"), "price")
    assert price.alternatives == (
        ("`books`.`published`", "books.published"),
        ("`books`.`pages`", "books.pages"),
        LEFT_OUT,
    )


def test_a_pinned_column_is_the_one_used(world: World) -> None:
    found = again(world("library"), "titles of books with price over 200", Override("price", "books.pages"))
    assert where(found) == '"pages" > 200'
    assert chip(found, "price").target == "books.pages"
    assert ("`books`.`price`", "books.price") in chip(found, "price").alternatives
    assert found.overrides == (Override("price", "books.pages"),)


def test_a_pinned_value_filters_its_column(world: World) -> None:
    found = again(world("bikes"), "How many trips from Quayside?", Override("Quayside", "bikes.status=in repair"))
    assert where(found) == '"bikes"."status" = \'in repair\''


def test_words_pinned_to_nothing_have_no_part_and_are_not_complained_of(world: World) -> None:
    found = again(world("bikes"), "How many trips from Quayside?", Override("Quayside", ""))
    assert (where(found), found.ignored) == ("", ())
    assert (chip(found, "Quayside").kind, chip(found, "Quayside").target) == ("ignored", "")
    assert ("`stations`.`station_name` = 'Quayside'", "stations.station_name=Quayside") in chip(
        found, "Quayside"
    ).alternatives
    assert chip(found, "Quayside").near > 0


def test_a_meaning_that_the_reading_has_no_place_for_is_said(world: World) -> None:
    found = again(world("library"), "How many members are there?", Override("there", "books.pages"))
    assert "books" not in found.tables
    assert found.ignored == ("there",)


def test_an_alternative_is_asked_for_by_its_words(world: World) -> None:
    ws = world("library")
    first = again(ws, "names of members")
    second = again(ws, "names of members", reading=first.alternatives[0].enriched)
    assert (second.enriched, second.sql) == (first.alternatives[0].enriched, first.alternatives[0].sql)
    assert second.reading == second.enriched
    assert not second.unsure
    assert first.enriched in [a.enriched for a in second.alternatives]


def test_alternatives_read_differently_likeliest_first(asked: Asked) -> None:
    found = asked("bikes", "how many stations in Harbour")
    assert len({found.enriched, *(a.enriched for a in found.alternatives)}) == 1 + len(found.alternatives) > 1
    assert [a.confidence for a in found.alternatives] == sorted(
        (a.confidence for a in found.alternatives), reverse=True
    )


def test_words_are_pinned_where_they_stand_or_everywhere() -> None:
    tokens = tokenise("title of products and title of notes")
    found = linker(shop()).link(tokens)
    for start, expected in ((4, [4]), (-1, [0, 4])):
        after = pinned(tokens, found, [Override("title", "notes.text", start)], shop().tables)
        assert [m.start for m in after if m.pinned] == expected


def test_a_pin_replaces_every_mention_that_it_overlaps() -> None:
    tokens = tokenise("the customer id of orders")
    (wide, _) = found = linker(shop()).link(tokens)
    after = pinned(tokens, found, [Override("customer", "customers")], shop().tables)
    assert (wide.text, [(m.text, m.links[0].id) for m in after]) == (
        "customer id",
        [("customer", "customers"), ("orders", "orders")],
    )


@pytest.mark.parametrize("target", ["gone", "orders.gone", "orders.gone=1", "gone.total"])
def test_a_target_that_is_gone_is_named(target: str) -> None:
    with pytest.raises(UnknownName, match="gone"):
        pinned(tokenise("total"), (), [Override("total", target)], shop().tables)


def test_an_answer_is_unsure_below_the_threshold() -> None:
    assert Answer("", "", sql="SELECT 1", confidence=SHOWN - 0.01).unsure
    assert not Answer("", "", sql="SELECT 1", confidence=SHOWN).unsure
    assert not Answer("", "", sql="SELECT 1", confidence=0.1, reading="count of `orders`").unsure
    assert not Answer("", "", sql="SELECT 1", confidence=0.1, overrides=(Override("city", ""),)).unsure
    city = (Override("city", "t.city"),)
    unheeded = Answer("", "", sql="SELECT 1", confidence=0.1, overrides=city, ignored=("city",))
    assert unheeded.unsure  # the reading leaves aside what a person chose
    assert not Answer("", "", sql=None, confidence=0.0).unsure


def test_a_word_whose_meaning_was_chosen_and_that_a_reading_leaves_aside_is_told() -> None:
    lost = Chip("kids", "ignored", "not used", "", 2)
    chosen, dropped = Override("Kids", "members.plan=child", 2), Override("kids", "", 2)
    assert (unheard([chosen], [lost]), unheard([dropped], [lost]), unheard([chosen], [])) == (("Kids",), (), ())


def test_a_column_chosen_for_a_word_that_changes_nothing_leaves_the_word_unused_and_the_rows_withheld(
    world: World,
) -> None:
    found = again(world("library"), "How many overdue loans are there?", Override("overdue", "loans.returned_on"))
    assert (found.ignored, found.unsure) == (("overdue",), True)


def test_a_column_chosen_for_a_word_that_rows_are_joined_by_is_used(world: World) -> None:
    found = again(world("library"), "Which members have loans?", Override("members", "loans.member_id"))
    assert (found.ignored, found.unsure) == ((), False)


def test_words_that_led_to_nothing_are_offered_the_names_nearest_to_them(asked: Asked) -> None:
    found = asked("library", "average prise of books per colour")
    assert [(c.words, c.kind, c.start) for c in found.chips if c.kind == "ignored"] == [
        ("prise", "ignored", 1),
        ("colour", "ignored", 5),
    ]
    assert chip(found, "prise").alternatives[0] == ("`books`.`price`", "books.price")


def test_a_name_chosen_for_an_unknown_word_is_used(world: World) -> None:
    first = again(world("library"), "average prise of books")
    override = Override("prise", "books.price", chip(first, "prise").start)
    assert again(world("library"), "average prise of books", override).enriched == "average `price` of `books`"


def test_when_nothing_was_understood_the_words_are_named_all_the_same(asked: Asked) -> None:
    nothing = asked("library", "compare zebras")
    assert (nothing.sql, [(c.words, c.kind) for c in nothing.chips]) == (
        None,
        [("compare", "ignored"), ("zebras", "ignored")],
    )
