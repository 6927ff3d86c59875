"""Schema linking: labels, parts of labels, borrowed nouns, cell values and quoted text; and what is kept of them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import cast

from core.ask.state import SchemaView
from core.ask.tokens import tokenise
from core.index.base import LabelHit, LabelIndex
from tests.ask.schemas import Cells, linker, shop, table

PEOPLE = SchemaView(
    (
        table("members", "id:integer!", "first_name", "last_name", "date_of_birth:date", "town"),
        table("staff", "staff_no!", "first_name", "last_name", "number_of_children:integer"),
    ),
    (),
)


def linked(question: str, view: SchemaView, *cells: str) -> list[tuple[str, list[str]]]:
    """Each mention's words with the ids of its links, best first."""
    return [(m.text, [k.id for k in m.links]) for m in linker(view, *cells).link(tokenise(question))]


def first(question: str, view: SchemaView, *cells: str) -> list[tuple[str, str]]:
    return [(words, ids[0]) for words, ids in linked(question, view, *cells)]


def test_whole_labels_win_whatever_their_spelling() -> None:
    for said in ("customer id", "Customer-ID", "customer_id", "customerid"):
        assert (said.replace("-", " ").replace("_", " ").lower(), "orders.customer_id") in [
            (words.lower(), place) for words, place in first(f"the {said} of it", shop())
        ]


def test_plurals_and_endings_do_not_matter() -> None:
    assert first("titles of the products", shop()) == [("titles", "products.title"), ("products", "products")]


def test_a_label_is_matched_across_its_own_small_words() -> None:
    assert first("the date of birth of members", PEOPLE) == [
        ("date of birth", "members.date_of_birth"),
        ("members", "members"),
    ]


def test_a_part_of_a_label_links_less_surely() -> None:
    (mention,) = linker(PEOPLE).link(tokenise("their birth"))
    assert [(k.id, k.how) for k in mention.links] == [("members.date_of_birth", "part")]
    assert 0.4 < mention.links[0].score < 0.9


def test_the_first_of_two_adjectives_borrows_the_noun() -> None:
    found = linked("first and last names of the members", PEOPLE)
    assert [words for words, _ in found] == ["first", "last names", "members"]
    assert found[0][1] == ["members.first_name", "staff.first_name"]
    assert found[1][1] == ["members.last_name", "staff.last_name"]


def test_what_is_done_goes_before_the_day_by_which() -> None:
    view = SchemaView((table("notices", "served:date", "comply by:date", "complied:date"),), ())
    assert first("days from serving to complying", view)[-1] == ("complying", "notices.complied")


def test_who_does_it_goes_behind_what_is_done() -> None:
    view = SchemaView((table("applicants", "id:integer!"), table("applications", "id:integer!")), ())
    assert first("how many applications", view)[-1] == ("applications", "applications")
    assert first("how many applicants", view)[-1] == ("applicants", "applicants")


def test_an_amount_goes_before_its_bound() -> None:
    view = SchemaView((table("kinds", "max award:real"), table("requests", "award amount:real")), ())
    assert first("total awarded", view)[-1] == ("awarded", "requests.award amount")


def test_a_cell_value_links_to_its_column() -> None:
    found = linker(shop(), "customers.city=Oslo").link(tokenise("customers in Oslo"))
    assert [(m.text, m.links[0].id, m.links[0].value) for m in found] == [
        ("customers", "customers", ""),
        ("Oslo", "customers.city=Oslo", "Oslo"),
    ]


def test_a_value_of_several_words_is_one_mention() -> None:
    assert first("the price of Camping Lamp Red", shop(), "products.title=Camping Lamp Red") == [
        ("price", "products.price"),
        ("Camping Lamp Red", "products.title=Camping Lamp Red"),
    ]


def test_a_value_of_two_columns_keeps_both() -> None:
    found = linked("everything about Lima", shop(), "customers.city=Lima", "products.title=Lima")
    assert found == [("Lima", ["customers.city=Lima", "products.title=Lima"])]


def test_quoted_text_is_looked_up_as_a_value_and_never_as_a_label() -> None:
    assert first('customers called "Orders"', shop(), "customers.name=Orders") == [
        ("customers", "customers"),
        ("Orders", "customers.name=Orders"),
    ]
    assert first('customers called "orders"', shop()) == [("customers", "customers")]


def test_small_words_are_no_values() -> None:
    assert first("who is in the it", shop(), "customers.city=It", "customers.name=in") == []


def test_words_that_compute_link_to_nothing() -> None:
    view = SchemaView((table("readings", "average:real", "maximum:real", "station"),), ())
    assert [place for words, place in first("the average station", view) if words == "average"] == []


def test_unknown_words_give_no_mention() -> None:
    assert linked("purple elephants dance", shop()) == []


def test_mentions_do_not_overlap_and_come_in_order() -> None:
    tokens = tokenise("customer id and title and price of products ordered by customers from Oslo")
    found = linker(shop(), "customers.city=Oslo").link(tokens)
    assert all(a.end <= b.start for a, b in pairwise(found))
    assert all(m.text == " ".join(t.text for t in tokens[m.start : m.end]) for m in found)
    assert all(list(m.links) == sorted(m.links, key=lambda k: (-k.score, k.id)) for m in found)


CATALOG = SchemaView(
    (
        table("course", "department_id", "title", "phone", "credits:integer"),
        table("staff", "staff_no!", "last_name", "email"),
    ),
    (),
)


def test_a_column_is_found_under_another_word_for_what_tells_apart_or_names() -> None:
    assert ("department number", "course.department_id") in first("the department number of it", CATALOG)
    assert ("name", "course.title") in first("the course name of it", CATALOG)
    assert ("staff code", "staff.staff_no") in first("the staff code of it", CATALOG)


def test_a_word_too_many_does_not_hide_a_label() -> None:
    assert first("phone number", CATALOG) == [("phone number", "course.phone")]
    assert first("email address", CATALOG) == [("email address", "staff.email")]
    assert first("credits number", CATALOG) == [("credits number", "course.credits")]


def test_single_goods_are_how_many_a_row_holds_where_nothing_else_is_called_so() -> None:
    sales = SchemaView((table("sales", "sale_id:integer!", "line_item:integer", "quantity:integer"),), ())
    assert first("how many units", sales) == [("units", "sales.quantity")]
    assert first("how many items", sales) == [("items", "sales.quantity")]
    assert first("how many items", shop()) == [("items", "items")]


def test_a_table_goes_before_parts_of_labels_under_another_word_for_it() -> None:
    crashes = SchemaView((table("accidents", "ref!", "collision_type", "accident_severity"),), ())
    assert linked("how many crashes", crashes) == [("crashes", ["accidents"])]


def test_words_for_money_reach_an_amount_and_no_price() -> None:
    paid = SchemaView((table("payments", "payment_id:integer!", "amount:real", "list_price:real"),), ())
    assert linked("how much was spent", paid) == [("spent", ["payments.amount"])]
    priced = SchemaView((table("goods", "code!", "list_price:real"),), ())
    assert linked("how much was spent", priced) == []


def test_of_labels_that_share_a_word_names_go_before_keys_and_figures_before_codes() -> None:
    cabinets = SchemaView((table("cabinets", "country_id:integer", "country_name:text", "days:integer"),), ())
    assert first("which country", cabinets) == [("country", "cabinets.country_name")]
    rivers = SchemaView((table("rivers", "site:text", "discharge_cd:text", "discharge_cfs:integer"),), ())
    assert first("the discharge", rivers) == [("discharge", "rivers.discharge_cfs")]


def test_behind_how_many_a_kind_of_thing_says_what_the_rows_are() -> None:
    assets = table("assets", "asset_no!", "lamp_type:integer", "ward")
    alone = SchemaView((assets,), ())
    assert first("how many lamps are there", alone) == [("lamps", "assets")]
    assert first("how many lamp types are there", alone) == [("lamp types", "assets.lamp_type")]
    assert first("lamps by ward", alone)[0] == ("lamps", "assets.lamp_type")
    named = SchemaView((assets, table("lamps", "lamp_no!", "watts:integer")), ())
    assert first("how many lamps are there", named) == [("lamps", "lamps")]


def test_a_table_goes_before_a_column_that_says_what_was_done() -> None:
    view = SchemaView((table("enrolments", "enrolment_no!", "EnrolledOn:date", "rating:integer"),), ())
    assert first("enrolments per rating", view)[0] == ("enrolments", "enrolments")
    moved = SchemaView((table("events", "event_no!", "date_moved_in:date"),), ())
    assert first("the move in date", moved) == [("move in date", "events.date_moved_in")]


class Near:
    """A label index to which every text is like one column."""

    def search(self, texts: Sequence[str], k: int = 10) -> list[list[LabelHit]]:
        return [[LabelHit("payments.due", "column", "payments", 0.6)] for _ in texts]


def test_a_span_of_time_to_group_by_is_no_column_of_like_sense() -> None:
    view = SchemaView((table("payments", "payment_no!", "due:date", "paid:date"),), ())
    near = linker(view).over(Cells(), cast(LabelIndex, Near()))
    assert [m.text for m in near.link(tokenise("payments per month"))] == ["payments"]
    assert [m.text for m in near.link(tokenise("the month of payments"))] == ["month", "payments"]


def test_a_label_that_many_tables_have_is_held_against_the_words_for_each_by_its_name() -> None:
    view = SchemaView(tuple(table(n, "id:integer!", "name") for n in ("boats", "customers", "harbours")), ())
    assert linked("names", view) == [("names", ["boats.name", "customers.name", "harbours.name"])]
    assert linked("customer name", view) == [("customer name", ["customers.name"])]


def test_figures_go_before_texts_of_their_own_table_only() -> None:
    view = SchemaView((table("rivers", "flow_code", "flow_rate:real"), table("wells", "flow_rate:real")), ())
    [mention] = linker(view).link(tokenise("the flow"))
    scores = {k.id: k.score for k in mention.links}
    assert scores["rivers.flow_rate"] == round(scores["wells.flow_rate"] + 0.03, 4) > scores["rivers.flow_code"]


def test_a_table_is_named_by_the_noun_before_what_its_rows_are_about() -> None:
    moans = table("moans_about_bridges_2021_24", "moan_no!", "bridge_ref", "pages:integer")
    view = SchemaView((moans, table("bridge_register", "bridge_ref!", "known_as")), ())
    (mention,) = linker(view).link(tokenise("How many moans?"))
    assert mention.links[0].id == "moans_about_bridges_2021_24"
    assert mention.links[0].score >= 0.7
    found = linker(view).link(tokenise("How many bridges?"))
    assert all(k.score < 0.7 for m in found for k in m.links if k.id == "moans_about_bridges_2021_24")
