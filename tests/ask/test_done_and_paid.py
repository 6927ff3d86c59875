"""A tree surgeon: days of calls and of deeds, fees that are asked and paid, kinds that stand beside each other."""

from __future__ import annotations

from collections import Counter, defaultdict

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

SERVICES = [(f"T{n}", f"Service {n}", ("Felling", "Pruning", "Stumps")[n % 3], 80 + 5 * n) for n in range(12)]
RIGS = [(f"RG{n}", ("Omnibus", "Truck", "Omnibus")[n % 3], ("Y", "N")[n % 2]) for n in range(6)]


def _day(year: int, n: int) -> str:
    return f"{1 + n % 28:02}/{1 + n % 12:02}/{year}"


VISITS = [
    (
        2000 + n,
        f"T{n * 5 % 12}",
        f"RG{n % 6}",
        _day(2022 + n % 3, n),
        _day(2022 + (n % 3 or n % 2), n + 3),
        60 + n % 9,
        n % 40,
    )
    for n in range(150)
]
surgeon = office_fixture(
    {
        "services": "Service,Called,Section,Fee\n" + "".join(f"{s},{c},{k},{f}\n" for s, c, k, f in SERVICES),
        "rigs": "Rig,Kind,Own Truck\n" + "".join(f"{r},{k},{o}\n" for r, k, o in RIGS),
        "visits": "Visit,Service,Rig,Phoned,Day Done,Fee Pd,Fuel Litres\n"
        + "".join(f"{v},{s},{r},{p},{d},{f},{m}\n" for v, s, r, p, d, f, m in VISITS),
    }
)


def test_what_was_carried_out_is_of_the_day_on_which_it_was_done(surgeon: Workspace) -> None:
    found = ask(surgeon, "How many visits did we carry out in 2023?")
    assert not found.unsure
    assert found.rows == ((sum(v[4].endswith("2023") for v in VISITS),),)


def test_what_was_phoned_in_stays_of_its_own_day(surgeon: Workspace) -> None:
    found = ask(surgeon, "How many visits were phoned in 2023?")
    assert found.unsure or found.rows == ((sum(v[3].endswith("2023") for v in VISITS),),)


def test_fees_taken_are_those_that_were_paid(surgeon: Workspace) -> None:
    sections = {s: k for s, _, k, _ in SERVICES}
    taken: dict[str, int] = defaultdict(int)
    for _, service, *_, fee, _ in VISITS:
        taken[sections[service]] += fee
    found = ask(surgeon, "How much has each section taken in fees?")
    assert not found.unsure
    assert dict(found.rows) == taken


def test_the_fee_itself_is_that_of_the_list(surgeon: Workspace) -> None:
    assert ask(surgeon, "What is the average fee of a service?").rows[0][0] == pytest.approx(
        sum(s[3] for s in SERVICES) / len(SERVICES)
    )


def test_things_of_each_group_are_counted_for_each_group(surgeon: Workspace) -> None:
    sections = {s: k for s, _, k, _ in SERVICES}
    found = ask(surgeon, "How many visits did we make for each section's services?")
    assert not found.unsure
    assert dict(found.rows) == Counter(sections[s] for _, s, *_ in VISITS)


def test_of_two_words_joined_both_are_kinds(surgeon: Workspace) -> None:
    kinds = {r: k for r, k, _ in RIGS}
    used: dict[str, int] = defaultdict(int)
    for _, _, rig, *_, litres in VISITS:
        used[kinds[rig]] += litres
    found = ask(surgeon, "How many fuel litres went into the omnibuses and how many into the trucks?")
    assert not found.unsure
    assert dict(found.rows) == used
