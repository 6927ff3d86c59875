"""A brass band's music: rows called by the headers that lead to them, letters for kinds, the opposite of what is asked,
numbers that are nought."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

TITLES = ("Slaidburn", "Ravenswood", "Severn", "Aurora", "Jubilee", "Harlequin", "Tintagel", "Northern Lights")
SCORED = ("brass", "brass and organ", "brass, choir", "brass, organ, choir")
PIECES = [(n, t, "EMH"[n % 3], "LO"[n % 2], n % 4 * 5, 3 + n, SCORED[n % 4]) for n, t in enumerate(TITLES, 1)]
BANDSMEN = [
    (n, f"Player {name}", "SATB"[n % 4], ("BLK", "BRN", "GRN")[n % 3], "2024-05-01" if n % 4 == 1 else "", n % 3 * 10)
    for n, name in enumerate("Ada Ben Cy Dee Eli Flo Gus Hal Ida Jem Kit Lou".split(), 1)
]
HALLS = [(n, name, "YN"[n % 2]) for n, name in enumerate(("Corn Hall", "Bandstand", "Chapel", "Park", "Assembly"), 1)]
PLAYED = [(n, n * 5 % 7 + 1, n % 5 + 1, n % 12 + 1, "YNY"[n % 3]) for n in range(1, 41)]

BAND = {
    "acc_register": "Pc No,Title,Difficulty,Loan/Own,Copies,Mins,Scoring\n"
    + "".join(",".join(map(str, row[:6])) + f',"{row[6]}"\n' for row in PIECES),
    "bandsmen": "No,Name,Part,Case,Written Off,Deposit\n" + "".join(",".join(map(str, row)) + "\n" for row in BANDSMEN),
    "halls": "Hall,Name,Indoor\n" + "".join(",".join(map(str, row)) + "\n" for row in HALLS),
    "playlist": "Line,Piece,Hall,Bandsman,Present\n" + "".join(",".join(map(str, row)) + "\n" for row in PLAYED),
}

band = office_fixture(BAND)

EASY, MEDIUM, HARD = "EMH"


def titles(*, level: str = "", kept: str = "", copies: int | None = None) -> set[object]:
    return {
        title
        for _, title, hard, how, many, *_ in PIECES
        if level in ("", hard) and kept in ("", how) and copies in (None, many)
    }


def of(*, part: str = "", case: str = "", gone: bool | None = None, paid: bool | None = None) -> set[object]:
    return {
        name
        for _, name, voice, colour, end, deposit in BANDSMEN
        if part in ("", voice) and case in ("", colour) and gone in (None, bool(end)) and paid in (None, deposit > 0)
    }


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Which pieces are in no playlist?", {TITLES[7]}),
        ("Which pieces need an organ?", {title for _, title, *_, scored in PIECES if "organ" in scored}),
        ("Which pieces are hard?", titles(level=HARD)),
        ("Which pieces do we own?", titles(kept="O")),
        ("Which pieces do we have no copies of?", titles(copies=0)),
        ("Which pieces have no copies left?", titles(copies=0)),
        ("Which halls are outdoor?", {name for _, name, inside in HALLS if inside == "N"}),
        ("Which bandsmen have been written off?", of(gone=True)),
        ("Which bandsmen have paid no deposit?", of(paid=False)),
        ("Which bandsmen paid a deposit?", of(paid=True)),
        ("Which bandsmen have a brown case?", of(case="BRN")),
    ],
)
def test_what_is_named(band: Workspace, question: str, names: set[object]) -> None:
    found = ask(band, question)
    assert not found.unsure
    assert {row[0] for row in found.rows} == names


@pytest.mark.parametrize(
    ("question", "number"),
    [
        ("How many pieces are there?", len(PIECES)),
        ("How many pieces involve a choir?", sum("choir" in scored for *_, scored in PIECES)),
        ("How many easy pieces are there?", len(titles(level=EASY))),
        ("How many pieces are on loan?", len(titles(kept="L"))),
        ("How many tenors are there?", len(of(part="T"))),
        ("How many outdoor halls are there?", sum(inside == "N" for *_, inside in HALLS)),
        ("How many bandsmen have a deposit?", len(of(paid=True))),
    ],
)
def test_what_is_counted(band: Workspace, question: str, number: int) -> None:
    found = ask(band, question)
    assert not found.unsure
    assert found.rows == ((number,),)


def test_a_bound_is_no_mere_presence(band: Workspace) -> None:
    found = ask(band, "Which bandsmen have a deposit of 20?")
    assert {row[0] for row in found.rows} == {name for _, name, *_, deposit in BANDSMEN if deposit == 20}


LOANS = [(n, f"T{n % 9 + 1}", "" if n % 5 == 0 else f"2024-0{1 + n % 8}-09") for n in range(1, 31)]
TOOLS = [(f"T{n}", f"Tool {n}", "2024-06-01" if n in (2, 9) else "") for n in range(1, 11)]

shed = office_fixture(
    {
        "tools": "Tool,Name,Written Off\n" + "".join(f"{a},{b},{c}\n" for a, b, c in TOOLS),
        "loans": "Loan,Tool,Out,Back\n" + "".join(f"{n},{tool},2024-01-02,{back}\n" for n, tool, back in LOANS),
    }
)


@pytest.mark.parametrize(
    "question",
    ["Which tools have not been returned?", "Which tools haven't come back?", "Which tools are still out on loan?"],
)
def test_what_is_out_has_a_loan_without_an_end(shed: Workspace, question: str) -> None:
    out = {tool for _, tool, back in LOANS if not back}
    assert {row[0] for row in ask(shed, question).rows} == {name for tool, name, _ in TOOLS if tool in out}


@pytest.mark.parametrize("question", ["Which tools are still in service?", "Which tools are still working?"])
def test_what_is_still_there_has_no_end_of_its_own(shed: Workspace, question: str) -> None:
    assert {row[0] for row in ask(shed, question).rows} == {name for _, name, end in TOOLS if not end}


@pytest.mark.parametrize("question", ["Which tools skipped a loan?", "How many tools have never missed a loan?"])
def test_that_something_was_missed_is_not_passed_over(shed: Workspace, question: str) -> None:
    assert ask(shed, question).unsure


@pytest.mark.parametrize(
    "question",
    [
        "Break down the pieces by who lent them",
        "Split the halls by what they are used for",
        "Do hard pieces last longer than easy ones?",
    ],
)
def test_a_list_is_no_comparison_and_no_breakdown(band: Workspace, question: str) -> None:
    found = ask(band, question)
    assert found.unsure or len(found.columns) > 1
