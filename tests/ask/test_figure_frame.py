"""Piano tuners: figures with who did it, for whom, of what kind and when, read by the one way that says every word."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

TUNERS = {"NB": "Nora Blythe", "OP": "Owen Pryce", "RT": "Rosa Tully"}
WORK = {"PT": "Pitch raise", "TU": "Tuning", "RG": "Regulation"}
VILLAGES = ("Ashby", "Corley", "Fenwick")
CLIENTS = [(n, f"Client{chr(64 + n)} Hall", VILLAGES[n * n % 7 % 3], "YN"[n % 4 == 0]) for n in range(1, 25)]
VISITS = [
    (
        5000 + n,
        f"{1 + n % 27:02}/{1 + n % 12:02}/{2023 + n % 2}",
        list(TUNERS)[n // 2 % 3],
        1 + n * 7 % 24,
        list(WORK)[n % 5 % 3],
        30 + n * 13 % 80,
    )
    for n in range(1, 181)
]
BILLS = [(900 + v[0], v[0], v[1], 20 + v[0] * 3 % 70, ("Card", "Cash", "Cheque")[v[0] % 7 % 3]) for v in VISITS]
BOOK = [
    (f"{1 + n % 27:02}/0{1 + n % 9}/2024", ("Concert", "Felt", "Van", "Raffle")[n % 4], 5 + n % 11)
    for n in range(1, 61)
]
ROUND = {
    "tuners": "Init,Name,Started\n"
    + "".join(f"{i},{n},0{k + 1}/02/201{k}\n" for k, (i, n) in enumerate(TUNERS.items())),
    "work": "Code,Work,Usual\n" + "".join(f"{c},{w},{50 + 5 * k}\n" for k, (c, w) in enumerate(WORK.items())),
    "clients": "Client No,Client,Village,Newsletter?\n" + "".join(",".join(map(str, c)) + "\n" for c in CLIENTS),
    "visits": "Visit,Dt,By,Client No,Work,Mins\n" + "".join(",".join(map(str, v)) + "\n" for v in VISITS),
    "bills": "Bill,Visit,Bill dt,Amt,How pd\n" + "".join(",".join(map(str, b)) + "\n" for b in BILLS),
    "cash book": "Date,Head,In,Out\n"
    + "".join(f"{d},{h},{a},\n" if h in ("Concert", "Raffle") else f"{d},{h},,{a}\n" for d, h, a in BOOK),
}

tuning = office_fixture(ROUND)


def visits(who: str, village: str = "", year: str = "") -> list[tuple[int, str, str, int, str, int]]:
    """The visits of somebody, of a village or a year alone where one is said."""
    there = {n for n, _, v, _ in CLIENTS if village in ("", v)}
    return [v for v in VISITS if v[2] == who and v[3] in there and v[1].endswith(year)]


def test_what_is_billed_is_told_apart_by_what_is_asked_for_alone(tuning: Workspace) -> None:
    found = ask(tuning, "How much have we billed in all for each kind of work? Give the work by name.")
    assert not found.unsure
    work = {v[0]: WORK[v[4]] for v in VISITS}
    assert dict(found.rows) == {w: sum(b[3] for b in BILLS if work[b[1]] == w) for w in WORK.values()}


def test_a_total_is_no_list_of_bills(tuning: Workspace) -> None:
    found = ask(tuning, "How much money came in by cheque on the bills?")
    assert not found.unsure
    assert found.rows == ((sum(b[3] for b in BILLS if b[4] == "Cheque"),),)


def test_a_yes_that_was_said_is_one_in_a_column(tuning: Workspace) -> None:
    found = ask(tuning, "How many clients in Fenwick have said yes to the newsletter?")
    assert not found.unsure
    assert found.rows == ((sum(v == "Fenwick" and yes == "Y" for _, _, v, yes in CLIENTS),),)


def test_what_comes_in_is_told_from_what_goes_out(tuning: Workspace) -> None:
    found = ask(tuning, "How much did the raffle raise altogether?")
    assert not found.unsure
    assert found.rows == ((sum(a for _, h, a in BOOK if h == "Raffle"),),)


def test_minutes_of_somebody_at_some_work_in_a_year(tuning: Workspace) -> None:
    found = ask(tuning, "How many minutes did Rosa Tully put in on tunings in 2024?")
    assert not found.unsure
    assert found.rows == ((sum(v[5] for v in visits("RT", year="2024") if v[4] == "TU"),),)


def test_each_of_two_who_are_named(tuning: Workspace) -> None:
    found = ask(tuning, "How many visits did Nora and Owen each make to Ashby?")
    assert not found.unsure
    assert dict(found.rows) == {TUNERS[who]: len(visits(who, "Ashby")) for who in ("NB", "OP")}


@pytest.mark.parametrize(
    "question",
    [
        "How many ukuleles did Nora Blythe mend in 2024?",
        "How many visits did Nora Blythe make by bicycle?",
        "What share of visits did Owen Pryce make?",
    ],
)
def test_a_word_that_nothing_says_is_not_passed_over(tuning: Workspace, question: str) -> None:
    found = ask(tuning, question)
    assert found.unsure or len(found.rows[0]) != 1 or not isinstance(found.rows[0][0], int)


def test_each_carpenter_is_no_client(tuning: Workspace) -> None:
    answer = ask(tuning, "What are the average minutes for each carpenter?")
    assert answer.unsure or '"Client"' not in answer.sql
