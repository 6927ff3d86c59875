"""Sets of tables that several tests of core.match decide over."""

from __future__ import annotations

from collections.abc import Sequence

from core.model import Join, Table
from tests.match.tables import table


def kept(joins: Sequence[Join]) -> dict[str, str]:
    return {j.id: j.state for j in joins if j.state != "rejected"}


def shop() -> list[Table]:
    return [
        table("customers", {"id": list(range(101, 121)), "name": [f"Customer {n}" for n in range(20)]}),
        table("products", {"id": list(range(1, 16)), "title": [f"Product {n}" for n in range(15)]}),
        table(
            "orders",
            {
                "id": list(range(1, 41)),
                "customer_id": [101 + n % 20 for n in range(40)],
                "product_id": [1 + n % 15 for n in range(40)],
                "quantity": [1 + n % 7 for n in range(40)],
                "price": [0.25 + n for n in range(40)],
            },
        ),
    ]


def timetable() -> list[Table]:
    rooms = [(b, r) for b in ("Ash", "Elm", "Oak") for r in range(101, 105)]
    return [
        table(
            "rooms",
            {
                "building": [b for b, _ in rooms],
                "room_number": [r for _, r in rooms],
                "seats": [20 + n % 3 for n in range(12)],
            },
        ),
        table(
            "lectures",
            {
                "lecture": [f"Lecture {n}" for n in range(30)],
                "building": [rooms[n % 12][0] for n in range(30)],
                "room_number": [rooms[n % 12][1] for n in range(30)],
            },
        ),
    ]


ROOMS = "lectures.building+lectures.room_number=rooms.building+rooms.room_number"
