"""What is known already: tables that come one after another, and joins on which a person decided."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import permutations
from typing import Any

import pytest

from core.match import discover
from core.model import Join, Table
from tests.match.schemas import kept, shop, timetable
from tests.match.tables import table


def step_by_step(tables: Sequence[Table], **asked: Any) -> tuple[Join, ...]:
    """What is found when the tables come one after another."""
    known: tuple[Join, ...] = ()
    for n, new in enumerate(tables, start=1):
        known = discover(tables[:n], known=known, touched=[new.name], **asked)
    return known


def clinic() -> list[Table]:
    """A pile in which each later table may take the children of an earlier one."""
    ids = list(range(1, 31))
    return [
        table("lockers", {"patient_id": ids[:25], "locker": [f"L{i}" for i in ids[:25]]}),
        table("patients", {"patient_id": ids, "name": [f"P{i}" for i in ids], "guardian_id": [None, *ids[:29]]}),
        table("rooms", {"room_id": ids[:15], "floor": [i % 3 for i in ids[:15]]}),
        table(
            "stays",
            {
                "stay_id": list(range(1, 61)),
                "patient_id": [1 + (7 * i) % 25 for i in range(60)],
                "room_id": [1 + (4 * i) % 15 for i in range(60)],
            },
        ),
    ]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("make", [shop, clinic, timetable], ids=["shop", "clinic", "timetable"])
def test_the_order_in_which_tables_come_changes_nothing(make: Callable[[], list[Table]]) -> None:
    def measure(join: Join) -> Join:
        return replace(join, evidence=replace(join.evidence, as_written=join.evidence.containment, orphans=("x",)))

    asked: dict[str, Any] = {"measure": measure, "unique": lambda name, columns: name == "rooms"}
    together = discover(make(), **asked)
    assert kept(together)
    for tables in permutations(make()):
        assert step_by_step(tables, **asked) == together


def test_a_better_parent_takes_the_child_of_an_earlier_one() -> None:
    lockers, patients, _, stays = clinic()
    assert "stays.patient_id=lockers.patient_id" in kept(discover([lockers, stays]))
    found = kept(step_by_step([lockers, stays, patients]))
    assert "stays.patient_id=patients.patient_id" in found
    assert "stays.patient_id=lockers.patient_id" not in found


def test_the_rows_are_asked_again_only_of_what_a_new_table_touches() -> None:
    tables = [*shop(), *timetable()]
    asked: list[str] = []

    def measure(join: Join) -> Join:
        asked.append(join.id)
        return replace(join, evidence=replace(join.evidence, containment=0.8, as_written=0.5))

    known = discover(tables, measure=measure, unique=lambda name, columns: name == "rooms")
    short = table("cards", {"card_no": [f"C{n}" for n in range(20)], "customer_id": [*range(101, 120), 999]})
    asked.clear()
    found = discover(
        [*tables, short],
        known=known,
        touched=["cards"],
        measure=measure,
        unique=lambda name, columns: name == "rooms",
    )
    assert asked == ["cards.customer_id=customers.id"]
    before = {j.id: j.evidence.as_written for j in known if j.state != "rejected"}
    assert {j.id: j.evidence.as_written for j in found if j.id in before} == before


def test_a_persons_verdict_stays() -> None:
    tables = shop()
    known = tuple(
        replace(j, state="rejected", reviewed=True) if j.id == "orders.customer_id=customers.id" else j
        for j in discover(tables)
    )
    found = {j.id: (j.state, j.reviewed) for j in discover(tables, known=known)}
    assert found["orders.customer_id=customers.id"] == ("rejected", True)
    assert found["orders.product_id=products.id"] == ("confirmed", False)


def test_a_join_whose_column_is_gone_is_forgotten() -> None:
    tables = shop()
    known = tuple(replace(j, reviewed=True) for j in discover(tables))
    found = discover([tables[0], tables[1]], known=known)
    assert [j.id for j in found if j.touches("orders")] == []


def test_a_confirmed_join_takes_its_column_and_a_rejected_one_frees_it() -> None:
    ids = list(range(101, 141))
    tables = [
        table("clients", {"client_id": ids, "city": [f"c{n % 7}" for n in ids]}),
        table("guests", {"client_id": ids, "age": [n % 50 for n in ids]}),
        table("visits", {"visit_id": list(range(1, 81)), "client_id": [ids[n % 40] for n in range(80)]}),
    ]
    first, other = "visits.client_id=clients.client_id", "visits.client_id=guests.client_id"
    found = {j.id: j for j in discover(tables)}
    at_first = {i for i in (first, other) if i in found and found[i].state != "rejected"}
    assert len(at_first) == 1, "one column, one key"
    (chosen,) = at_first
    (spare,) = {first, other} - at_first
    spurned = replace(found[chosen], state="rejected", reviewed=True)
    steered = {j.id: (j.state, j.reviewed) for j in discover(tables, known=[spurned])}
    assert steered[chosen] == ("rejected", True)
    assert steered[spare][0] != "rejected"
    wanted = replace(found[chosen], id=spare, parent_table=spare.split("=")[1].split(".")[0])
    steered = {
        j.id: (j.state, j.reviewed) for j in discover(tables, known=[replace(wanted, state="confirmed", reviewed=True)])
    }
    assert steered[spare] == ("confirmed", True)
    assert chosen not in steered


def test_a_verdict_holds_whichever_way_round_the_pair_is_found() -> None:
    found = discover(shop())
    join = next(j for j in found if j.id == "orders.customer_id=customers.id")
    turned = replace(
        join,
        id="customers.id=orders.customer_id",
        child_table=join.parent_table,
        child=join.parent,
        parent_table=join.child_table,
        parent=join.child,
        state="rejected",
        reviewed=True,
    )
    again = [j for j in discover(shop(), known=[turned]) if {j.child_table, j.parent_table} == {"orders", "customers"}]
    assert [(j.state, j.reviewed) for j in again] == [("rejected", True)]
