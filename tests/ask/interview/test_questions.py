"""What is asked back: only what the files leave open, most wanted first."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.ask.interview.asked import Asked, Option
from core.ask.interview.questions import questions
from core.model import Column, FileNote, Layout, Profile, Table
from tests.ask.schemas import join, table


def column(t: str, name: str, kind: str, profile: Profile) -> Column:
    return Column(t, name, name, kind, 0, profile)  # type: ignore[arg-type]


def ranged(t: Table, **ends: tuple[int, int]) -> Table:
    """The table, with columns of whole numbers that run from one to the other, each once."""
    columns = [
        replace(c, profile=replace(c.profile, distinct=t.rows, minimum=ends[c.name][0], maximum=ends[c.name][1]))
        if c.name in ends else c for c in t.columns
    ]  # fmt: skip
    return replace(t, columns=tuple(columns))


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
    (row,) = found
    assert (row.text, [o.text for o in row.options]) == ("What is one row of `tx7`?", ["a vehicle", "None of these"])
    assert row.options[-1].does == ()


def test_a_row_of_a_panel_of_figures_has_no_name_to_ask_for() -> None:
    sites, months = [f"S{n}" for n in range(8)], 24
    columns = [
        column("site_visits", "site_id", "text", Profile(192, 0, 8, common=tuple((s, months) for s in sites))),
        replace(
            column("site_visits", "month", "date", Profile(192, 0, months, "2023-01-01", "2024-12-01")), position=1
        ),
        replace(column("site_visits", "visits", "integer", Profile(192, 0, 150, 100, 900)), position=2),
    ]
    panel = Table("site_visits", "site_visits", "f.csv", 192, tuple(columns))
    assert [q for q in asked(panel) if q.kind == "row"] == []
    listed = replace(panel, rows=900)  # several rows for a site and a month: each is a visit of somebody
    assert [q.kind for q in asked(listed)] == ["row"]


@pytest.mark.parametrize(
    ("title", "options"),
    [
        ("Applications received, autumn round", [["an application", "None of these"]]),
        ("Arts Council of the North", []),  # neither an art nor a fall
        ("Round of 2024", []),
    ],
)
def test_a_row_is_what_a_title_begins_with_and_no_season(title: str, options: list[list[str]]) -> None:
    made = replace(table("x2/Fall", "col:real"), layout=Layout((), (FileNote(1, title, "title"),)))
    assert [[o.text for o in q.options] for q in asked(made)] == options


def test_a_number_far_from_the_others_may_stand_for_not_known() -> None:
    def of(least: float, most: float, *common: tuple[str, int]) -> list[str]:
        profile = Profile(100, 0, 40, least, most, common=common)
        return [q.id for q in asked(Table("visits", "visits", "f", 100, (column("visits", "wait", "real", profile),)))]

    assert of(-1, 60, ("-1", 7), ("12", 3)) == ["unknown:visits.wait=-1"]
    assert of(0, 999, ("999", 7), ("12", 3)) == ["unknown:visits.wait=999"]
    assert of(-9, 60, ("-9", 7), ("-3", 3)) == []
    assert of(0, 99, ("99", 7), ("90", 3)) == []
    assert of(-1, 60, ("-1", 1), ("12", 3)) == []
    assert of(-1, -1, ("-1", 7)) == ["unknown:visits.wait=-1"]


def test_codes_are_asked_about_where_they_usually_mean_something() -> None:
    def of(label: str, *values: str) -> list[str]:
        profile = Profile(100, 0, len(values), common=tuple((v, 20) for v in values))
        found = asked(Table("visits", "visits", "f", 100, (column("visits", label, "text", profile),)))
        return [q.text for q in found]

    assert of("sex", "F", "M", "U") == ["Do the codes in `sex` of `visits` mean F = female, M = male?"]
    assert of("paid", "Y", "N") == ["Do the codes in `paid` of `visits` mean Y = yes, N = no?"]
    assert of("Pay status", "P", "U", "W") == ["Do the codes in `Pay status` of `visits` mean P = paid, U = unpaid?"]
    assert of("grade", "F", "M") == []


def test_what_a_few_letters_mean_is_asked_for_a_word_each() -> None:
    def of(label: str, *values: str, times: int = 20) -> list[tuple[str, ...]]:
        profile = Profile(times * len(values), 0, len(values), common=tuple((v, times) for v in values))
        made = Table("visits", "visits", "f", times * len(values), (column("visits", label, "text", profile),))
        return [q.values for q in asked(made) if q.kind == "letters"]

    assert of("Status", "W", "R", "L") == [("W", "R", "L")]
    assert of("Shift", "E", "L", "N") == [("E", "L", "N")]
    assert of("Status", "OP", "CL", "X") == [("OP", "CL", "X")]
    assert of("Town", "OP", "CL", "X") == []
    assert of("Status", "W", "R", times=3) == []  # too seldom to tell rows apart by
    assert of("Block", "A", "B", "C") == of("Grade", "P", "M", "D") == []
    assert of("Sex", "F", "M", "U") == []  # a click says what these usually mean
    assert of("Status", "1", "2") == of("Status", "Wait", "R") == []


def test_letters_that_refer_to_a_list_are_not_asked_about_and_the_others_come_early() -> None:
    profile = Profile(400, 0, 3, common=(("W", 200), ("R", 150), ("L", 50)))
    status = replace(column("loans", "status", "text", profile), position=3)
    loans = table("loans", "loan_no:integer!", "out:date", "back:date", rows=400)
    loans = replace(loans, columns=(*loans.columns, status))
    kinds = table("kinds", "status!", "meaning", rows=3)
    found = questions((loans,), ())
    assert [q.kind for q in found[:2]] == ["date", "letters"]
    assert found[1].text == "What do W, R and L mean in `status` of `loans`?"
    listed = questions((loans, kinds), (join("loans.status", "kinds.status"),))
    assert "letters" not in [q.kind for q in listed]


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


def test_a_table_that_nothing_leads_to_is_asked_about_first() -> None:
    makes = table("makes", "make_id:integer!", "model", rows=400)
    data = table("data", "number:integer!", "weight:real", rows=400)
    found = questions((ranged(makes, make_id=(1, 400)), ranged(data, number=(1, 400))), ())
    assert found[0].id == "alone:data"
    assert [o.text for o in found[0].options] == ["data.number = makes.make_id", "None of these"]
    assert found[0].options[0].does == (("link", "", "data.number", "makes.make_id"),)
    joined = join("makes.make_id", "data.number")
    assert [q.kind for q in questions((makes, data), (joined,))] == []


def test_of_several_tables_between_two_one_is_asked_for_until_a_way_is_preferred() -> None:
    drivers, races = table("drivers", "driver_id:integer!", "name"), table("races", "race_id:integer!", "name")
    results = table("results", "result_id:integer!", "driver_id:integer", "race_id:integer", rows=900)
    trials = table("trials", "trial_id:integer!", "driver_id:integer", "race_id:integer", rows=300)
    joins = [join(f"{t}.{k}_id", f"{k}s.{k}_id") for t in ("results", "trials") for k in ("driver", "race")]
    found = [q for q in questions((drivers, races, results, trials), joins) if q.kind == "way"]
    assert [(q.id, q.text) for q in found] == [
        ("way:drivers|races", "Which table says which drivers belong to which races?")
    ]
    assert found[0].options[0] == Option("results", (("way", "drivers|races", f"{joins[0].id}|{joins[1].id}", ""),))
    assert [o.text for o in found[0].options] == ["results", "trials"]
    liked = [replace(j, preferred=True) for j in joins[:2]]
    assert [q for q in questions((drivers, races, results, trials), (*liked, *joins[2:])) if q.kind == "way"] == []
    straight = (*joins, join("races.winner", "drivers.driver_id"))
    assert [q for q in questions((drivers, races, results, trials), straight) if q.kind == "way"] == []


def test_of_amounts_in_several_tables_one_is_asked_for() -> None:
    sales = table("sales", "sale_id:integer!", "sale_price:real", rows=50)
    payments = table("payments", "payment_id:integer!", "amount:real", rows=40)
    lines = table("lines", "line_id:integer!", "quantity:integer", "unit_price:real", rows=9)

    def of(*tables: Table) -> list[list[str]]:
        return [[o.text for o in q.options] for q in questions(tables, ()) if q.kind == "amount"]

    assert of(sales, payments, lines) == [
        ["sales.sale_price", "payments.amount", "lines.quantity × unit_price", "None of these"]
    ]
    (found,) = (q for q in questions((sales, payments, lines), ()) if q.kind == "amount")
    assert found.options[0].does[0] == ("word", "", "revenue", "sum(sales.sale_price)")
    assert found.options[2].does == ()  # what “revenue” means without a word
    assert of(sales) == []
    assert of(sales, table("days", "day_id:integer!", "revenue:real")) == []


def test_a_name_of_several_words_may_be_said_shorter_unless_another_table_is_called_so() -> None:
    stores = table("department_stores", "store_no:integer!")
    assert [[o.text for o in q.options] for q in asked(stores)] == [["a department store", "a store", "None of these"]]
    places = asked(table("timed_locations_of_things", "place"))
    assert [[o.text for o in q.options] for q in places] == [["a location", "None of these"]]
    both = questions((stores, table("stores", "id:integer!")), ())
    assert [q.id for q in both if q.kind == "row"] == []


def test_a_join_that_others_imply_is_not_asked_about() -> None:
    up = [join("orders.client", "clients.no"), join("calls.client", "clients.no")]
    tables = (table("orders", "id:integer!", "client:integer"), table("calls", "id:integer!", "client:integer"))
    doubt = join("orders.client", "calls.client", state="probable", score=0.6)
    clients = table("clients", "no:integer!", "name")
    assert [q.kind for q in questions((*tables, clients), (*up, doubt)) if q.kind == "join"] == []
    assert [q.kind for q in questions(tables, (doubt,)) if q.kind == "join"] == ["join"]
