"""Figures for each thing of a table: told apart by its key, shown by name."""

from __future__ import annotations

from core.ask.edit import arranging, changes, parts, tables, things
from core.ask.edit.check import check
from core.ask.edit.offers import Offers
from core.ask.edit.things import Each
from core.ask.form import begin
from core.ask.state import SchemaView
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col, Item, Order, Query, all_tables
from core.ask.translators.rules.realisation.answer import realised
from core.ask.translators.rules.sql.render import render
from core.ask.trees import connect
from core.model import Rows, Value
from tests.ask.schemas import join, stored, table

VIEW = SchemaView(
    (
        table("riders", "id:integer!", "first_name", "last_name", "town"),
        table("trips", "id:integer!", "rider:integer", "fee:real"),
    ),
    (join("trips.rider", "riders.id"),),
)
ROWS = {
    "riders": [(1, "Ann", "Lee", "Ash"), (2, "Bob", "Lee", "Ely"), (3, "Ann", "Lee", "Ely")],
    "trips": [(1, 1, 5.0), (2, 1, 4.0), (3, 2, 3.0), (4, 3, 2.0)],
}
FACTS = Facts(VIEW)
KEY, FIRST, LAST, TOWN = (Col("riders", name) for name in ("id", "first_name", "last_name", "town"))
TRIPS = begin("trips").query


def run(query: Query) -> list[tuple[Value, ...]]:
    check(query, FACTS)
    tree = connect(VIEW, all_tables(query))
    assert tree is not None
    return stored(VIEW, ROWS).execute(render(query, tree, FACTS)).fetchall()


def test_namesakes_stay_apart() -> None:
    query = things.per(TRIPS, (Each("riders"),), FACTS)
    assert query.group == (KEY, FIRST, LAST)
    assert sorted(run(query)) == [("Ann", "Lee", 1), ("Ann", "Lee", 2), ("Bob", "Lee", 1)]
    assert things.now(query, FACTS) == [Each("riders")]
    by_name = things.per(query, (LAST,), FACTS)
    assert (by_name.group, run(by_name)) == ((LAST,), [("Lee", 4)])
    again = things.per(by_name, (LAST, Each("riders")), FACTS)
    assert (again.select[:2], things.now(again, FACTS)) == ((Item(FIRST), Item(LAST)), [Each("riders")])
    assert run(things.per(again, (), FACTS)) == [(4,)]


def test_columns_stand_beside_the_thing() -> None:
    query = things.per(TRIPS, (Each("riders"), TOWN), FACTS)
    assert things.now(query, FACTS) == [Each("riders"), TOWN]
    assert ("Ann", "Lee", "Ely", 1) in run(query)
    assert things.per(query, (TOWN,), FACTS).group == (TOWN,)
    also = arranging.per(query, (*parts.groups(query), Col("trips", "fee")))
    assert things.now(also, FACTS) == [Each("riders"), TOWN, Col("trips", "fee")]


def test_of_a_list_the_rows_are_counted_for_each_thing() -> None:
    listed = changes.listing(TRIPS, [Item(Col("trips", "fee"))])
    assert sorted(run(things.per(listed, (Each("riders"),), FACTS)))[0] == ("Ann", "Lee", 1)


def test_things_are_offered_where_a_key_and_a_name_tell_them() -> None:
    offers = Offers(TRIPS, FACTS)
    assert things.offered(offers)[0] == Each("riders")
    assert Each("trips") not in things.offered(offers)
    assert things.said(Each("riders"), offers) == "each rider"


def test_who_shares_a_last_name_is_not_one_rider() -> None:
    count = Item(None, "count", table="trips")
    said = {
        group: realised(
            Query((*map(Item, shown), count), group=group, order=(Order(count, True),), limit=2), FACTS, Rows((), rows)
        )
        for group, shown, rows in (
            ((LAST,), (LAST,), (("Lee", 4), ("Fox", 1))),
            ((FIRST, LAST), (FIRST, LAST), (("Ann", "Lee", 3), ("Bob", "Lee", 1))),
            ((KEY, FIRST, LAST), (FIRST, LAST), (("Ann", "Lee", 2), ("Bob", "Lee", 1))),
        )
    }
    assert said == {
        (LAST,): "The 2 last names with the most trips: Lee (4) and Fox (1).",
        (FIRST, LAST): "The 2 riders with the most trips: Ann Lee (3) and Bob Lee (1).",
        (KEY, FIRST, LAST): "The 2 riders with the most trips: Ann Lee (2) and Bob Lee (1).",
    }


def test_keys_are_offered_last() -> None:
    assert Offers(TRIPS, FACTS).columns()[:3] == [Col("trips", "fee"), Col("trips", "id"), Col("trips", "rider")]


def test_levels_have_an_average_and_no_total() -> None:
    facts = Facts(SchemaView((table("courses", "id:integer!", "title!", "level:integer", "places:integer"),), ()))
    offers = Offers(begin("courses").query, facts)
    said = [offers.item(i) for i in offers.figures()]
    assert {"average courses › level", "total courses › places"} <= set(said)
    assert not {"total courses › level", "lowest courses › id"} & set(said)


def test_what_rows_are_told_apart_by_unseen_is_shown_and_can_be_left_out() -> None:
    rider, fee = Col("trips", "rider"), Item(Col("trips", "fee"), "sum")
    keyed = Query((Item(FIRST), fee), group=(rider, FIRST))
    assert things.now(keyed, FACTS) == [FIRST]  # the key of what is seen
    towns = Query((Item(TOWN), Item(None, "count", table="riders")), group=(rider, TOWN), tables=("riders",))
    assert things.now(towns, FACTS) == [TOWN, rider]  # trips are joined for it alone
    assert things.per(towns, (TOWN,), FACTS).group == (TOWN,)
    both = things.per(towns, (TOWN, rider, LAST), FACTS)
    assert (set(both.group), both.select[:-1]) == ({TOWN, rider, LAST}, (Item(TOWN), Item(LAST)))


def test_a_key_that_is_not_seen_goes_with_its_things_to_another_table() -> None:
    rider = Col("trips", "rider")
    query = Query((Item(FIRST), Item(None, "count", table="trips")), group=(rider, FIRST), tables=("trips",))
    assert tables.of_table(query, "riders", FACTS).group == (KEY, FIRST)


def test_a_column_beside_the_highest_can_be_left_out() -> None:
    query = Query((Item(TOWN), Item(FIRST), Item(Col("trips", "fee"), "max")), group=(TOWN,))
    assert parts.shown(query) == (Item(FIRST),)
    assert parts.shown(changes.without_shown(query, Item(FIRST))) == ()
