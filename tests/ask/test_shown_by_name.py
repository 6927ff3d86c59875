"""What rows are shown by: the names behind codes, the code beside names that are alike; adopters who are no adoptions,
pints that are no lines of a till, and of which jobs those are a part that overran."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

_ROUTES = (("RIDGE", "Ridge Walk", 9), ("LAKES", "Two Lakes", 6), ("FOREST", "Old Forest", 4), ("QUARRY", "Quarry", 3))


def _routes() -> str:
    return "RouteCode,Title,Miles\n" + "".join(f"{code},{title},{miles}\n" for code, title, miles in _ROUTES)


def _route(n: int) -> int:
    return 0 if n % 7 == 0 else n % 4


def _late(n: int) -> int:
    return 0 if n % 3 else 3 if n % 2 else 1


def _treks() -> str:
    """Forty treks of four routes; every fifth may be joined by wheelchair, every third was late by a day or three."""
    rows = ["TrekNo,Path,TrekDate,Kind,Planned end,Actual end"]
    for n in range(40):
        days, kind = _late(n), "Accessible" if n % 5 == 0 else "Full"
        rows.append(
            f"T{n:02},{_ROUTES[_route(n)][0]},2024-{1 + n // 4:02}-{1 + n % 20:02},{kind},"
            f"2024-{1 + n // 4:02}-{3 + n % 20:02},2024-{1 + n // 4:02}-{3 + days + n % 20:02}"
        )
    return "\n".join(rows) + "\n"


def _courses() -> str:
    """Twelve courses with three titles."""
    titles = ("Halter Training", "Wool Spinning", "First Aid")
    return "course_code,title,starts\n" + "".join(f"C{n:02},{titles[n % 3]},2024-{n + 1:02}-05\n" for n in range(12))


def _bookings() -> str:
    return "booking,course,guest\n" + "".join(f"B{n:03},C{(n * n) % 12:02},Guest {n % 17}\n" for n in range(70))


def _adopters() -> str:
    found = ("F", "W", "W", "P")
    return "ID,Name,Found us\n" + "".join(f"{300 + n},Adopter {n},{found[n % 4]}\n" for n in range(20))


def _adoptions() -> str:
    rows = "".join(f"A{n},L{n:02},{300 + (n % 7)},2024-03-{n + 1:02}\n" for n in range(14))
    return "Adoption No,Llama,Adopter ID,Date\n" + rows


def _llamas() -> str:
    breeds = ("Suri", "Huacaya", "Ccara")
    return "Llama,Name,Breed,Arrived\n" + "".join(
        f"L{n:02},Llama {n},{breeds[n % 3]},2023-{1 + n % 12:02}-{10 + n % 9}\n" for n in range(24)
    )


def _kiosk() -> str:
    rows = "".join(f"K{n},2024-05-{1 + n % 28:02},{'PQH'[n % 3]},{1 + n % 4},{(1 + n % 4) * 3}.00\n" for n in range(60))
    return "Line,Date,Size,Qty,Total\n" + rows


def _assessments() -> str:
    """Thirty of five handlers; every fifth is still to come."""
    results = ("P", "F", "P", "", "P", "F")
    rows = "".join(f"X{n:02},H{n % 5},2024-06-{1 + n % 28:02},{results[n % 6]}\n" for n in range(30))
    return "Assessment,Handler,Day,Result\n" + rows


farm = office_fixture(
    {
        "routes": _routes(),
        "treks_2024": _treks(),
        "courses": _courses(),
        "bookings": _bookings(),
        "adopters_list": _adopters(),
        "adoptions": _adoptions(),
        "llamas": _llamas(),
        "kiosk_sales": _kiosk(),
        "assessments": _assessments(),
        "handlers": "Code,Name,HrRate\n" + "".join(f"H{n},Handler {n},{20 + n}\n" for n in range(5)),
        "notes.txt": "The llama farm\n\nAdopters: Found us F = friend, W = website, P = poster.\n\n"
        "Kiosk: Size P pint, Q quarter, H half.\n\n"
        "Assessments: Result P = pass, F = fail.\n",
    }
)


def test_a_list_shows_what_codes_name(farm: Workspace) -> None:
    answer = ask(farm, "List the accessible treks, with path and date")
    titles = {title for _, title, _ in _ROUTES}
    assert not answer.unsure, answer.sql
    assert {cell for row in answer.rows for cell in row} & titles == titles, answer.rows
    assert len(answer.rows) == 8
    codes = ask(farm, "List the accessible treks, with path code and date")
    assert "RIDGE" in {cell for row in codes.rows for cell in row}, codes.rows


def test_the_day_of_each_is_told_beside_its_name(farm: Workspace) -> None:
    answer = ask(farm, "When did each Suri arrive?")
    assert not answer.unsure, answer.sql
    assert ("Llama 0", "2023-01-10") in set(answer.rows), answer.rows
    assert len(answer.rows) == 8


def test_names_that_are_alike_are_told_apart_by_their_code(farm: Workspace) -> None:
    answer = ask(farm, "How many bookings are there for each course?")
    assert {row[0] for row in answer.rows} == {f"C{(n * n) % 12:02}" for n in range(70)}, answer.rows
    assert {row[1] for row in answer.rows} <= {"Halter Training", "Wool Spinning", "First Aid"}


@pytest.mark.parametrize(
    ("question", "figure"),
    [("How many adopters found us through the website?", 10), ("How many adoptions were there in March 2024?", 14)],
)
def test_who_does_it_is_listed_and_what_was_done_is_told_beside(farm: Workspace, question: str, figure: int) -> None:
    answer = ask(farm, question)
    assert not answer.unsure, answer.sql
    assert answer.rows == ((figure,),), answer.sql


def test_pints_are_added_up(farm: Workspace) -> None:
    answer = ask(farm, "How many pints did we sell?")
    assert answer.rows == ((sum(1 + n % 4 for n in range(0, 60, 3)),),), answer.sql


@pytest.mark.parametrize(
    ("question", "of"),
    [
        ("What percentage of Ridge Walk treks overran?", [n for n in range(40) if _route(n) == 0]),
        ("What percentage of treks of the Quarry overran?", [n for n in range(40) if _route(n) == 3]),
        ("What percentage of accessible treks overran?", range(0, 40, 5)),
        ("What percentage of treks overran?", range(40)),
    ],
)
def test_what_is_said_before_the_verb_is_what_the_part_is_of(farm: Workspace, question: str, of: Sequence[int]) -> None:
    answer = ask(farm, question)
    assert round(float(str(answer.rows[0][0])), 4) == round(100 * sum(n % 3 == 0 for n in of) / len(of), 4), answer.sql


def test_a_rate_is_of_those_whose_result_is_known(farm: Workspace) -> None:
    answer = ask(farm, "What is the pass rate of the assessments?")
    assert not answer.unsure, answer.sql
    assert round(float(str(answer.rows[0][0])), 4) in (0.6, 60.0), answer.sql
    each = ask(farm, "pass rate for each handler")
    known = {f"H{h}": [r for n in range(h, 30, 5) if (r := ("P", "F", "P", "", "P", "F")[n % 6])] for h in range(5)}
    rates = {round(100 * rs.count("P") / len(rs), 4) for rs in known.values()}
    assert {round(float(str(row[-1])), 4) for row in each.rows} == rates, each.sql


def test_a_pass_rate_is_no_hourly_rate(farm: Workspace) -> None:
    answer = ask(farm, "What is the pass rate?")
    assert answer.unsure or round(float(str(answer.rows[0][0])), 4) in (60.0, 50.0), answer.sql


@pytest.mark.parametrize(
    ("question", "step"), [("Average miles of treks", 1), ("Average miles of accessible treks", 5)]
)
def test_a_mean_of_treks_is_none_of_the_routes_that_they_went(farm: Workspace, question: str, step: int) -> None:
    miles = [_ROUTES[_route(n)][2] for n in range(0, 40, step)]
    answer = ask(farm, question)
    assert answer.rows == ((pytest.approx(sum(miles) / len(miles)),),), answer.sql


@pytest.mark.parametrize("verb", ["were", "have been"])
def test_the_part_to_which_something_was_done(farm: Workspace, verb: str) -> None:
    answer = ask(farm, f"What percentage of Suri llamas {verb} adopted?")
    assert not answer.unsure, answer.sql
    assert answer.rows == ((pytest.approx(62.5),),), answer.sql


def test_late_by_so_much(farm: Workspace) -> None:
    answer = ask(farm, "How many treks overran by more than a day?")
    assert answer.rows == ((sum(_late(n) > 1 for n in range(40)),),), answer.sql


def test_the_best_pass_rate_is_no_hourly_rate(farm: Workspace) -> None:
    answer = ask(farm, "Which handler has the best pass rate?")
    assert answer.unsure or answer.rows[0][0] != "Handler 4", answer.sql


def test_who_is_somebody(farm: Workspace) -> None:
    for question in ("Who has booked the most courses?", "Who has the most bookings?"):
        answer = ask(farm, question)
        assert answer.unsure or {row[0] for row in answer.rows} <= {"Guest 0", "Guest 1"}, answer.sql
    answer = ask(farm, "Who adopted Llama 5?")
    assert answer.unsure or answer.rows == (("Adopter 5",),), answer.sql
    answer = ask(farm, "Who has adopted the most llamas?")
    assert answer.unsure or str(answer.rows[0][0]).startswith("Adopter"), answer.sql
