"""A library's office: what was never done, done in a month, in none of two years, owed and given, for each person."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import answers, ask, office_fixture

KINDS = (("A", "Adult"), ("C", "Child"))
MEMBERS = [(f"M{n:03d}", f"Ada{n}", f"Lund{n}", "AC"[n % 2], f"2021-0{1 + n % 9}-11") for n in range(40)]
LOANS = [(n, MEMBERS[(n * 7) % 31][0], f"{2023 + n % 2}-0{1 + n % 9}-{1 + n % 27:02d}") for n in range(120)]
LETTERS = [
    (n, f"2024-0{1 + n % 9}-0{1 + n % 8}", f"2024-0{1 + n % 9}-{10 + n % 15}" if n % 4 else "", MEMBERS[n % 40][0])
    for n in range(48)
]
GIFTS = [
    (
        n,
        f"{2023 + n % 2}-03-{1 + n % 27:02d}",
        5 + n,
        ("Card", "Cash")[n % 2 if n < 30 else 0],
        LOANS[n][0] if n % 3 else "",
    )
    for n in range(45)
]

FILES = {
    "Members register Jan 2025": "Card,First name,Surname,Kind,Joined\n"
    + "".join(f"{c},{f},{s},{k},{d}\n" for c, f, s, k, d in MEMBERS),
    "Member codes": "Code,Means\n" + "".join(f"{c},{m}\n" for c, m in KINDS),
    "loans": "Loan,Card,Lent on\n" + "".join(f"L{n:04d},{c},{d}\n" for n, c, d in LOANS),
    "letters": "Letter,Dictated,Sent,Card\n" + "".join(f"T{n:03d},{d},{s},{c}\n" for n, d, s, c in LETTERS),
    "donations": "Receipt,Received,Amount,How paid,Loan\n"
    + "".join(f"R{n:03d},{d},£{a}.00,{h},{f'L{x:04d}' if x != '' else ''}\n" for n, d, a, h, x in GIFTS),
}
LENT = {m[0]: sum(c == m[0] for _, c, _ in LOANS) for m in MEMBERS}
LENT_2024 = {m: n for m in LENT if (n := sum(c == m and d[:4] == "2024" for _, c, d in LOANS))}
NAMED = {c: (f, s) for c, f, s, _, _ in MEMBERS}

CASES: tuple[tuple[str, tuple[tuple[object, ...], ...]], ...] = (
    ("how many letters were never sent?", ((sum(not s for _, _, s, _ in LETTERS),),)),
    ("how many letters were dictated but never sent?", ((sum(not s for _, _, s, _ in LETTERS),),)),
    ("how many letters were sent in May?", ((sum(s[5:7] == "05" for _, _, s, _ in LETTERS),),)),
    (
        "how many letters were sent between 1 and 15 May 2024?",
        ((sum("2024-05-01" <= s <= "2024-05-15" for _, _, s, _ in LETTERS),),),
    ),
    ("how many members had no loans in 2023 and 2024?", ((sum(not n for n in LENT.values()),),)),
    ("total donations in 2024", ((sum(a for _, d, a, _, _ in GIFTS if d[:4] == "2024"),),)),
    ("total number of donations in 2024", ((sum(d[:4] == "2024" for _, d, *_ in GIFTS),),)),
    (
        "how much came in by card, 2023 against 2024",
        tuple((y, sum(a for _, d, a, h, _ in GIFTS if h == "Card" and d[:4] == str(y))) for y in (2023, 2024)),
    ),
    ("loans per member in 2024", tuple((*NAMED[m], n) for m, n in LENT_2024.items())),
    (
        "the top 3 members in 2024 by number of loans",
        tuple((*NAMED[m], n) for m, n in sorted(LENT_2024.items(), key=lambda x: -x[1])[:3]),
    ),
    ("how many donations have no loans?", ((sum(x == "" for *_, x in GIFTS),),)),
)


office = office_fixture(FILES)


@pytest.mark.parametrize(("question", "rows"), CASES)
def test_questions_of_a_library(office: Workspace, question: str, rows: tuple[tuple[object, ...], ...]) -> None:
    got = ask(office, question)
    assert answers(got.rows, rows, figure=True), (got.sql, got.rows)


def test_what_was_done_to_them_may_not_be_left_unread(office: Workspace) -> None:
    assert ask(office, "how many loans did we renew in 2024?").unsure
    assert not ask(office, "how many loans did we have in 2024?").unsure


def test_a_list_with_the_day_that_tells_its_rows(office: Workspace) -> None:
    got = ask(office, "which members joined in 2021 and when?")
    assert answers(got.rows, [(f, s, d) for _, f, s, _, d in MEMBERS])
