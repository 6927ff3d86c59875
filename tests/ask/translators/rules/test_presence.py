"""States that no cell says in so many words, a file named by what it registers, the day that a row is of."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

_TEXTS = {
    "monument_register_2024": "Ref,Title,Guardian,Listing grade,Demolished,Died\n"
    + "".join(
        f"M{n},Stone {n},{'Trust' if n % 3 == 0 else 'Parish' if n % 3 == 1 else ''},"
        f"{('I', 'II', 'III')[n % 3] if n % 5 == 0 else ''},{f'2020-02-{1 + n % 28:02}' if n % 8 == 0 else ''},\n"
        for n in range(40)
    ),
    "monument repairs 2024": "Job,Monument,Cost\n" + "".join(f"{n},M{n % 25},{100 + n}\n" for n in range(60)),
    "keepers": "Keeper,Full name,Sponsor,Standing,Date of death\n"
    + "".join(
        f"K{n},Person {n},{('Acme', 'Birch', 'Cole')[n % 3] if n % 2 else ''},{'ACTIVE' if n % 3 else 'LAPSED'},"
        f"{f'2021-03-{1 + n % 28:02}' if n % 4 == 0 else ''}\n"
        for n in range(36)
    ),
    "walks": "Walk,Keeper,Booked on,Walked on\n"
    + "".join(f"{n},K{n % 36},{2022 + n % 2}-12-30,{2023 + n % 2}-01-{1 + n % 28:02}\n" for n in range(50)),
}


office = office_fixture(_TEXTS)


@pytest.mark.parametrize(
    ("question", "number"),
    [
        ("How many monuments are there?", 40),
        ("How many of the monuments are listed?", 8),
        ("How many keepers are sponsored?", 18),
        ("How many unsponsored keepers do we have?", 18),
        ("How many living keepers do we have?", 27),
        ("How many keepers are dead?", 9),
        ("How many current keepers are there?", 24),
        ("How many walks were there in 2023?", 25),
        ("How many walks were booked in 2022?", 25),
    ],
)
def test_it_is_counted_by_what_tells_it(office: Workspace, question: str, number: int) -> None:
    answer = ask(office, question)
    assert answer.rows == ((number,),), answer.enriched


def test_where_and_by_whom_something_was_done_is_no_state(office: Workspace) -> None:
    answer = ask(office, "How many keepers are sponsored by Acme?")
    assert answer.rows == ((6,),), answer.enriched
    assert "is not empty" not in answer.enriched


def test_a_state_is_asked_of_within_a_share(office: Workspace) -> None:
    answer = ask(office, "What percentage of the living keepers are sponsored?")
    assert answer.rows[0][0] == pytest.approx(100 * 18 / 27), answer.enriched
