"""A tool depot's own files: kinds named by their list, money behind “the most”, levels to reorder at."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from random import Random

import pytest

from core.model import UNSURE, Value
from core.workspace import Workspace
from tests.ask.worlds import ask, csv_text, office_of

_DRAW = Random(7)
_KINDS = [("DR", "Drills", 12), ("SA", "Saws", 18), ("LA", "Ladders", 9)]
_TOOLS = [
    (f"T{n:03}", f"{('Makita', 'Bosch', 'Hilti')[n % 3]} {n}", _KINDS[n % 3][0], 3 + n * 7 % 40, n * 5 % 31, 12)
    for n in range(1, 41)
]
_PEOPLE = [(100 + n, f"{('Ada', 'Bo', 'Cy', 'Di')[n % 4]} Lund{n}") for n in range(1, 31)]
_RENTALS = [
    (5000 + n, f"T{_DRAW.randint(1, 40):03}", 100 + _DRAW.randint(1, 30), f"202{3 + n % 2}-0{n % 9 + 1}-11",
     f"202{3 + n % 2}-0{n % 9 + 1}-02", "C" if n % 6 else "X", _DRAW.randint(5, 90))
    for n in range(1, 301)
]  # fmt: skip
_TEXTS = {
    "tool types": csv_text("Code,Description,Fee", _KINDS),
    "TOOLS": csv_text("Tool,Name,Type,Price,In Stock,Reorder At", _TOOLS),
    "customers": csv_text("Cust No,Customer Name", _PEOPLE),
    "rentals": csv_text("Ref,Tool,Cust,Rental Dt,Quoted,Stat,Paid Amt", _RENTALS),
}
_TYPE = {tool: kind for tool, _, kind, *_ in _TOOLS}
_NAMED = {code: name for code, name, _ in _KINDS}
_IN_2024 = [r for r in _RENTALS if r[3].startswith("2024")]


@pytest.fixture(scope="module")
def depot(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    with office_of(_TEXTS, tmp_path_factory.mktemp("depot")) as opened:
        yield opened


def shown(depot: Workspace, question: str) -> list[tuple[Value, ...]]:
    """The rows of an answer that is not withheld."""
    answer = ask(depot, question)
    assert answer.confidence is not None
    assert answer.confidence >= UNSURE, answer.sql
    return list(answer.rows)


def test_a_kind_of_tool_is_one_of_the_list_of_tool_types(depot: Workspace) -> None:
    count = Counter(_NAMED[_TYPE[tool]] for _, tool, *_ in _RENTALS)
    assert [r[0] for r in shown(depot, "What kind of tool do we get the most rentals of?")] == [
        count.most_common(1)[0][0]
    ]


def test_who_paid_the_most_is_told_by_money(depot: Workspace) -> None:
    paid: dict[int, int] = defaultdict(int)
    for r in _IN_2024:
        paid[r[2]] += r[6]
    best = max(paid, key=lambda c: paid[c])
    assert [r[0] for r in shown(depot, "Which customer paid us the most in 2024?")] == [dict(_PEOPLE)[best]]


def test_what_has_fallen_below_its_level_is_what_there_is_and_no_price(depot: Workspace) -> None:
    low = {name for _, name, _, _, stock, least in _TOOLS if stock < least}
    assert {r[0] for r in shown(depot, "Which tools have fallen below their reorder level?")} == low


def test_months_through_a_year_are_those_in_it(depot: Workspace) -> None:
    months = Counter(r[3][:7] for r in _IN_2024)
    assert dict(shown(depot, "Month by month through 2024, how many rentals were there?")) == months  # type: ignore[arg-type]


def test_things_on_the_list_are_its_rows(depot: Workspace) -> None:
    count = Counter(_TYPE.values())
    found = dict(shown(depot, "How many items are on the tool list under each tool type?"))  # type: ignore[arg-type]
    assert sorted(found.values()) == sorted(count.values())
