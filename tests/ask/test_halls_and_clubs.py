"""Public files about community halls and the clubs that hire them, asked as somebody would who writes about them."""

from __future__ import annotations

from collections import Counter

import pytest

from core.model import Value
from core.workspace import Workspace
from tests.ask.worlds import ask, csv_text, office_fixture

HALLS = [
    ("HA1", "Redcliff", "North", "Redcliff", "Y", "2004-03-02"),
    ("HA2", "Sandhope", "North", "Redcliff", "N", "1998-05-11"),
    ("HA3", "Thornwick", "North", "Redcliff", "Y", "2011-09-30"),
    ("HA4", "Ullerby", "South", "Ullerby", "N", "2022-02-14"),
    ("HA5", "Vennton", "South", "Ullerby", "Y", "2009-01-20"),
    ("HA6", "Wexcombe", "South", "Ullerby", "N", "1987-12-01"),
]
USED = ("HA1", "HA1", "HA2", "HA3", "HA4", "HA4", "HA4", "HA6")
HIRES = [
    (
        f"HR{1000 + n}",
        USED[(n + n // 12) % 8],
        f"{1 + n % 28:02}/{1 + n % 12:02}/{2022 + (n // 3) % 2}",
        f"C{100 + 7 * (n % 11)}",
        25 + 3 * ((n * 5) % 17),
        "NY"[n % 5 == 0],
    )
    for n in range(120)
]
CLUBS = [
    (
        100 + 7 * n,
        f"{('Judo', 'Chess', 'Bridge', 'Choral', 'Rambling', 'Drama')[n % 6]} Club {n + 1}",
        f"20{n % 15:02}-0{1 + n % 9}-17",
        f"202{1 + n % 3}-04-0{1 + n % 9}" if n % 4 == 1 else "",
        ("S", "G", "A")[n % 3],
        "YN"[n % 2],
    )
    for n in range(24)
]
RETURNS = [
    (c[0], year, 4000 + 317 * ((n * 7 + year) % 29), 3900 + 331 * ((n * 11 + year) % 27))
    for n, c in enumerate(CLUBS)
    for year in (2020, 2021, 2022)
]
OFFICIALS = [
    (c[0], f"Person {n}{k}", f"{10 + k}-0{1 + n % 9}-2019", int(k == 0 and n % 5 != 2))
    for n, c in enumerate(CLUBS)
    for k in range(3)
]
NOTES = """Notes on the register
* kind: S sport, G games, A arts.
* lottery_lic: Y where the club holds a lottery licence.
* Captain: 1 = captain of the club
"""
BURSARIES = [(f"B{n}", USED[n % 8], 300 + 50 * (n % 6)) for n in range(30)]
INSTALMENTS = [(n, f"B{n % 30}", 1 + n // 30, f"£{100 + 25 * (n % 6)}") for n in range(60)]
KINDS = [("MORN", "Morning", 9), ("AFT", "Afternoon", 12), ("EVE", "Early evening", 17), ("LATE", "Late evening", 20)]
SESSIONS = [(n, ("MORN", "AFT", "EVE")[n % 3], f"2023-0{1 + n % 9}-21", 10 + n % 7) for n in range(40)]
FILES = {
    "awards": csv_text("Award,Hall,Sum offered", BURSARIES),
    "bursary_payments_ledger": csv_text("pay_no,award,instal,amount", INSTALMENTS),
    "session_kinds": csv_text("Kind,Kind title,From hour", KINDS),
    "sessions-held": csv_text("Session,Kind,Day,Came", SESSIONS),
    "notes.md": NOTES,
    "halls_lookup": csv_text("hall_code,hall_name,district,area_office,StepFree,FirstUsed", HALLS),
    "hires-2022-2023-final": csv_text("HIRE_REF,HALL,HIRE_DATE,CLUB_NO,FEE_GBP,WAIVED", HIRES),
    "club-register": csv_text("clubno,club_name,reg_date,rem_date,kind,lottery_lic", CLUBS),
    "yearly-returns-2020-2022": csv_text("Club Number,Return Year,Gross Inc,Gross Exp", RETURNS),
    "officials": csv_text("ClubNo,Official,Appointed,Captain", OFFICIALS),
}

halls = office_fixture(FILES)


def _hires(hall: str, year: int) -> int:
    return sum(h[1] == hall and h[2].endswith(str(year)) for h in HIRES)


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("How many hires were there at Redcliff in 2023?", ((_hires("HA1", 2023),),)),
        ("How many hires took place at Ullerby in 2022?", ((_hires("HA4", 2022),),)),
        ("How many hires were there in the Ullerby area office in 2022?",
         ((sum(_hires(h, 2022) for h in ("HA4", "HA5", "HA6")),),)),
    ],
)  # fmt: skip
def test_a_name_means_what_is_called_so(halls: Workspace, question: str, rows: tuple[tuple[Value, ...], ...]) -> None:
    found = ask(halls, question)
    assert not found.unsure
    assert found.rows == rows


@pytest.mark.parametrize(
    ("question", "count"),
    [
        ("How many clubs are still on the register?", sum(not c[3] for c in CLUBS)),
        ("How many clubs have been removed from the register?", sum(bool(c[3]) for c in CLUBS)),
        ("How many clubs were removed in 2022?", sum(c[3].startswith("2022") for c in CLUBS)),
        ("How many clubs closed in 2023?", sum(c[3].startswith("2023") for c in CLUBS)),
        ("How many clubs are no longer on the register?", sum(bool(c[3]) for c in CLUBS)),
    ],
)
def test_what_is_registered_ends_with_its_removal(halls: Workspace, question: str, count: int) -> None:
    found = ask(halls, question)
    assert not found.unsure
    assert found.rows == ((count,),)


def _most(column: int, year: int) -> str:
    best = max((r for r in RETURNS if r[1] == year), key=lambda r: r[column])
    return next(c[1] for c in CLUBS if c[0] == best[0])


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("Which club had the biggest income in 2021?", _most(2, 2021)),
        ("Which club had the highest gross income in 2020?", _most(2, 2020)),
        ("Which club had the largest expenditure in 2022?", _most(3, 2022)),
    ],
)
def test_who_comes_first_is_told_by_name(halls: Workspace, question: str, name: str) -> None:
    found = ask(halls, question)
    assert found.unsure or any(name in row for row in found.rows)
    assert not any(isinstance(cell, int) and cell in {c[0] for c in CLUBS} for row in found.rows for cell in row)


@pytest.mark.parametrize(
    ("question", "kind", "of"),
    [
        ("What share of sport clubs hold a lottery licence?", "S", 5),
        ("What percentage of games clubs keep a lottery licence?", "G", 5),
        ("What proportion of arts clubs run with a lottery licence?", "A", 5),
    ],
)
def test_a_share_is_taken_of_the_kind_before_the_noun(halls: Workspace, question: str, kind: str, of: int) -> None:
    found = ask(halls, question)
    of_kind = [c for c in CLUBS if c[4] == kind]
    share = sum(c[of] == "Y" for c in of_kind) / len(of_kind)
    assert not found.unsure
    assert found.rows in (((pytest.approx(share),),), ((pytest.approx(100 * share),),))


@pytest.mark.parametrize("question", ["How many clubs are there without a captain?", "How many clubs have no captain?"])
def test_what_has_none_has_none_in_all_of_its_rows(halls: Workspace, question: str) -> None:
    found = ask(halls, question)
    led = {o[0] for o in OFFICIALS if o[3]}
    assert not found.unsure
    assert found.rows == ((sum(c[0] not in led for c in CLUBS),),)


@pytest.mark.parametrize("question", ["Which halls weren't used at all in 2023?", "Which halls were not used in 2023?"])
def test_what_was_not_used_is_not_told_by_the_first_use(halls: Workspace, question: str) -> None:
    unused = {h[1] for h in HALLS if not _hires(str(h[0]), 2023)}
    found = ask(halls, question)
    assert found.unsure or {row[0] for row in found.rows} == unused


@pytest.mark.parametrize(
    ("question", "year", "loss"),
    [
        ("How many clubs spent more than they took in in 2021?", 2021, True),
        ("How many clubs ran at a loss in 2022?", 2022, True),
        ("How many clubs earned more than they spent in 2020?", 2020, False),
        ("How many clubs made a surplus in 2021?", 2021, False),
    ],
)
def test_what_went_out_is_set_against_what_came_in(halls: Workspace, question: str, year: int, loss: bool) -> None:
    found = ask(halls, question)
    assert not found.unsure
    assert found.rows == ((sum(r[1] == year and (r[3] > r[2] if loss else r[3] < r[2]) for r in RETURNS),),)


def test_a_figure_of_their_own_is_no_day(halls: Workspace) -> None:
    found = ask(halls, "How many clubs hired more than they paid for in 2022?")
    assert found.unsure


def test_what_is_no_longer_so_is_no_comparison(halls: Workspace) -> None:
    found = ask(halls, "Which halls are no longer taking hires?")
    assert found.unsure


def test_the_rows_that_are_ranked_by_are_those_that_are_counted(halls: Workspace) -> None:
    found = ask(halls, "Top 2 districts by number of waived hires, most first")
    of = {h[0]: h[2] for h in HALLS}
    counts = Counter(of[h[1]] for h in HIRES if h[5] == "Y")
    assert found.unsure or found.rows == tuple(counts.most_common(2))


def test_a_name_in_full_is_shown_and_no_capitals(halls: Workspace) -> None:
    found = ask(halls, "Which kind has no sessions?")
    assert not found.unsure
    assert found.rows == (("Late evening",),)


@pytest.mark.parametrize(
    "question", ["Which clubs have had their licence revoked?", "Which clubs have their lottery licence?"]
)
def test_who_had_it_is_shown_and_not_what_they_had(halls: Workspace, question: str) -> None:
    found = ask(halls, question)
    assert found.unsure or all(row[0] in {c[1] for c in CLUBS} for row in found.rows)


def test_a_second_place_is_no_side(halls: Workspace) -> None:
    found = ask(halls, "Which halls in the North aren't step free, and which in the South?")
    names = {h[1] for h in HALLS if h[4] == "N"}
    assert found.unsure or {row[0] for row in found.rows} == names


def test_the_average_of_a_thing_is_not_that_of_its_payments(halls: Workspace) -> None:
    found = ask(halls, "What's the average bursary in each district?")
    assert found.unsure


@pytest.mark.parametrize(
    "question", ["Of everything offered, how much is still to be paid?", "How much in bursaries is yet to be paid out?"]
)
def test_what_is_still_to_be_paid_is_not_all_that_was(halls: Workspace, question: str) -> None:
    found = ask(halls, question)
    assert found.unsure or found.rows == ((sum(b[2] for b in BURSARIES) - sum(100 + 25 * (n % 6) for n in range(60)),),)
