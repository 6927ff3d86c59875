"""What offices say of their files: money that came in, ages, firms by their first word, years apart and together."""

from __future__ import annotations

import datetime
from collections.abc import Iterator

import pytest

from core.workspace import Workspace
from tests.ask.worlds import answers, ask, office_of, rounded

DAY = datetime.date(2023, 1, 9)
FIRMS = (("C01", "Helix Biologics"), ("C02", "Mara Foods"), ("C03", "Oakridge Trust"), ("C04", "Mara Metals"))
PEOPLE = [
    (f"T{n:02}", f"{a} {b}")
    for n, (a, b) in enumerate(zip("Ana Bo Cy Di".split(), "Ek Frey Gale Holt".split(), strict=True))
]
TOURS = [
    (
        f"J-{n:03}",
        FIRMS[n % 4][0] if n % 3 else FIRMS[n % 4][0].lower(),
        f"T{n % 4}" if n % 2 else f"t0{n % 4}",
        DAY + datetime.timedelta(days=9 * n),
        ("Done", "Cancelled", "Planned")[n % 7 % 3],
        40 + 7 * (n % 11),
    )
    for n in range(80)
]
RIDERS = [
    (n, f"J-{n % 80:03}", 5 + 7 * n % 83, ("M", "F")[n % 3 % 2], ("Day", "Week", "Year")[n % 5 % 3]) for n in range(160)
]
BILLS = [
    (f"B{n}", f"J-{n:03}", 100 + 10 * (n % 9), DAY + datetime.timedelta(days=9 * n), None if n % 6 == 2 else DAY)
    for n in range(80)
]

FILES = {
    "firms": "Code,Company\n" + "".join(f"{c},{name}\n" for c, name in FIRMS),
    "guides": "ID,Full name\n" + "".join(f"{i},{name}\n" for i, name in PEOPLE),
    "tours 2023": "Tour no,Firm,Guide,Date,State,Km\n"
    + "".join(f"{j},{c},{t},{d},{s},{k}\n" for j, c, t, d, s, k in TOURS if d.year == 2023),
    "tours 2024 final": "Tour,Firm code,Guide ID,Day,Status,Kms\n"
    + "".join(f"{j},{c},{t},{d},{s},{k}\n" for j, c, t, d, s, k in TOURS if d.year == 2024),
    "riders": "rider,tour no,age,sex,ticket\n" + "".join(f"{n},{j},{a},{s},{t}\n" for n, j, a, s, t in RIDERS),
    "invoices": "Bill,Tour,Amount,Issued,Paid on\n"
    + "".join(f"{b},{j},{a}.50,{i},{p or ''}\n" for b, j, a, i, p in BILLS),
}
HELD = {d: [a + 0.5 for _, _, a, i, _ in BILLS if i.year == d] for d in (2023, 2024)}
OF = {j: t for t, (j, *_) in enumerate(TOURS)}


def of_firm(name: str) -> list[tuple[object, ...]]:
    codes = {c for c, called in FIRMS if called == name}
    return [t for t in TOURS if t[1].upper() in codes]


CASES: tuple[tuple[str, tuple[tuple[object, ...], ...]], ...] = (
    ("how much did we invoice in 2024 altogether", ((sum(HELD[2024]),),)),
    ("what did our invoices for 2023 come to", ((sum(HELD[2023]),),)),
    ("how much is still owed to us?", ((sum(a + 0.5 for _, _, a, _, p in BILLS if p is None),),)),
    ("how many tours got canceled", ((sum(t[4] == "Cancelled" for t in TOURS),),)),
    ("how many tours for Helix in 2023", ((sum(t[3].year == 2023 for t in of_firm("Helix Biologics")),),)),
    ("how many riders under 16", ((sum(r[2] < 16 for r in RIDERS),),)),
    ("how many women riders", ((sum(r[3] == "F" for r in RIDERS),),)),
    (
        "how many riders with a day or week ticket are under 30",
        ((sum(r[4] in ("Day", "Week") and r[2] < 30 for r in RIDERS),),),
    ),
    ("who did tour J-005?", ((PEOPLE[1][1],),)),
    ("number of tours per year, 2023 to 2024", tuple((y, sum(t[3].year == y for t in TOURS)) for y in (2023, 2024))),
)


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    workspace = office_of(FILES, tmp_path_factory.mktemp("tours"))
    yield workspace
    workspace.close()


@pytest.mark.parametrize(("question", "rows"), CASES, ids=[q for q, _ in CASES])
def test_it_is_answered(office: Workspace, question: str, rows: tuple[tuple[object, ...], ...]) -> None:
    answer = ask(office, question)
    assert not answer.unsure, (answer.enriched, answer.sql)
    assert answers(rounded(answer.rows), rounded(rows)), (answer.rows, answer.sql)


def test_both_years_files_are_one_table_and_every_key_finds_its_partner(office: Workspace) -> None:
    tours = next(t for t in office.tables.all() if t.family)
    assert tours.rows == len([t for t in TOURS if t[3].year < 2025])
    (guides,) = [j for j in office.joins.all() if j.parent_table == "guides" and j.state != "rejected"]
    assert guides.evidence.containment == 1.0


@pytest.mark.parametrize(
    "question",
    ["how much did we invoice in 2023 and how much in 2024", "firms of 2023 that also had tours in 2024"],
)
def test_what_would_be_half_an_answer_is_whole_or_withheld(office: Workspace, question: str) -> None:
    answer = ask(office, question)
    both = {round(sum(HELD[y]), 2) for y in (2023, 2024)}
    assert answer.unsure or both <= {round(c, 2) for row in answer.rows for c in row if isinstance(c, float)}


def test_a_share_of_times_leaves_out_what_is_not_over(office: Workspace) -> None:
    answer = ask(office, "what percentage of invoices took more than 300 days from issued to paid on")
    taken = [(p - i).days for _, _, _, i, p in BILLS if p is not None]
    wanted = 100 * sum(days > 300 for days in taken) / len(taken)
    assert answer.rows
    assert round(float(str(answer.rows[0][0])), 6) == round(wanted, 6), answer.sql
    assert "of which that is known" in answer.answer


def test_how_many_and_what_they_come_to(office: Workspace) -> None:
    answer = ask(office, "how many invoices havent been paid and what do they add up to?")
    unpaid = [a + 0.5 for _, _, a, _, p in BILLS if p is None]
    assert not answer.unsure
    assert [round(float(str(c)), 2) for c in answer.rows[0]] == [len(unpaid), round(sum(unpaid), 2)]
