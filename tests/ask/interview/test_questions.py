"""What is asked back: only what the files leave open, most wanted first."""

from __future__ import annotations

from dataclasses import replace

from core.ask.interview.questions import Asked, questions
from core.model import Column, Profile, Table
from tests.ask.schemas import join, table


def column(t: str, name: str, kind: str, profile: Profile) -> Column:
    return Column(t, name, name, kind, 0, profile)  # type: ignore[arg-type]


def asked(t: Table) -> list[Asked]:
    return list(questions((t,), ()))


def test_two_dates_are_asked_about_until_one_counts() -> None:
    orders = table("orders", "order_id:integer!", "placed:date", "sent:date")
    found = asked(orders)
    assert [(q.id, [o.text for o in q.options]) for q in found] == [("date:orders", ["placed", "sent"])]
    assert found[0].options[1].does == (("date", "orders", "sent", ""),)
    assert asked(replace(orders, when="sent")) == []


def test_a_row_is_asked_about_where_the_name_says_nothing() -> None:
    found = asked(table("tx7", "vehicle_id:integer!", "km:real"))
    assert [(q.text, [o.text for o in q.options]) for q in found] == [("What is one row of `tx7`?", ["a vehicle"])]


def test_a_number_far_from_the_others_may_stand_for_not_known() -> None:
    def of(least: float, most: float, *common: tuple[str, int]) -> list[str]:
        profile = Profile(100, 0, 40, least, most, common=common)
        return [q.id for q in asked(Table("visits", "visits", "f", 100, (column("visits", "wait", "real", profile),)))]

    assert of(-1, 60, ("-1", 7), ("12", 3)) == ["unknown:visits.wait=-1"]
    assert of(0, 999, ("999", 7), ("12", 3)) == ["unknown:visits.wait=999"]
    assert of(-9, 60, ("-9", 7), ("-3", 3)) == []
    assert of(0, 99, ("99", 7), ("90", 3)) == []
    assert of(-1, 60, ("-1", 1), ("12", 3)) == []


def test_codes_are_asked_about_where_they_usually_mean_something() -> None:
    def of(label: str, *values: str) -> list[str]:
        profile = Profile(100, 0, len(values), common=tuple((v, 20) for v in values))
        found = asked(Table("visits", "visits", "f", 100, (column("visits", label, "text", profile),)))
        return [q.text for q in found]

    assert of("sex", "F", "M", "U") == ["Do the codes in `sex` of `visits` mean F = female, M = male?"]
    assert of("paid", "Y", "N") == ["Do the codes in `paid` of `visits` mean Y = yes, N = no?"]
    assert of("grade", "F", "M") == []


def test_joins_in_doubt_come_first_and_what_was_asked_is_not_asked_again() -> None:
    orders = table("orders", "order_id:integer!", "client:integer", "placed:date", "sent:date", rows=1000)
    clients = table("clients", "no:integer!", "name")
    doubt = join("orders.client", "clients.no", state="probable", score=0.6)
    found = questions((orders, clients), (doubt,))
    assert [q.kind for q in found] == ["join", "date"]
    verdicts = [o.does for o in found[0].options]
    assert verdicts == [(("join", doubt.id, "confirmed", ""),), (("join", doubt.id, "rejected", ""),)]
    assert [q.kind for q in questions((orders, clients), (doubt,), [found[0].id])] == ["date"]
    assert [q.kind for q in questions((orders, clients), (replace(doubt, reviewed=True),))] == ["date"]


def test_at_most_ten_are_asked() -> None:
    many = tuple(table(f"things{n}", "id:integer!", "made:date", "sold:date") for n in range(14))
    assert len(questions(many, ())) == 10
