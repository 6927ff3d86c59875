"""What is counted and added up: cells that only some rows have, units, totals of what has no plural, days."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import answers, ask, csv_text, office_fixture

_PRIZES = ("Gold", "", "Silver", "", "")
_STARTS = [(n, n % 8 + 1, ("Sprint", "Relay")[n % 2], _PRIZES[n * n % 5]) for n in range(1, 81)]
_RUNNERS = [(n, f"Runner {n}", f"20{n:02d}-03-04", 6 + n) for n in range(1, 9)]
_JOBS = [
    (
        n,
        f"{2024 - (n % 5 > 1)}-{n % 12 + 1:02d}-2{n % 8}",
        f"2024-{n % 11 + 2:02d}-0{n % 8 + 1}",
        kind,
        (n * 7 + 3) % 19,
    )
    for n in range(60)
    for kind in (("Check", "Paint")[n % 2],)
]
_BOATS = [(n, f"Boat {n}") for n in range(19)]
_LEVELS = [(n, f"2023-{n % 12 + 1:02d}-05", round(n * 0.7, 1)) for n in range(48)]

office = office_fixture(
    {
        "starts": csv_text("start_no,runner_no,race,prize", _STARTS),
        "runners": csv_text("runner_no,runner,born,shoe_size", _RUNNERS),
        "jobs": csv_text("job_no,date_in,date_out,kind,boat_no", _JOBS),
        "boats": csv_text("boat_no,boat", _BOATS),
        "rainfall_2023": csv_text("reading_no,read_on,value", _LEVELS),
    }
)


def _won(runner: int) -> int:
    return sum(s[1] == runner and bool(s[3]) for s in _STARTS)


def _months() -> list[tuple[object, ...]]:
    months = sorted({j[1][:7] for j in _JOBS if j[3] == "Check" and j[1].startswith("2024")})
    return [(m, sum(j[1][:7] == m and j[3] == "Check" for j in _JOBS)) for m in months]


def _rain() -> list[tuple[object, ...]]:
    return [(f"2023-{m:02d}", sum(v for _, day, v in _LEVELS if day[5:7] == f"{m:02d}")) for m in range(1, 13)]


def test_only_rows_with_such_a_cell_are_counted(office: Workspace) -> None:
    got = ask(office, "How many prizes were there in the Sprint?")
    wanted = sum(s[2] == "Sprint" and bool(s[3]) for s in _STARTS)
    assert answers(got.rows, [(wanted,)]), (got.sql, got.rows)


def test_a_ranking_by_cells_leaves_out_rows_without_one(office: Workspace) -> None:
    got = ask(office, "Which runner has the most prizes?")
    most = max(_won(n) for n in range(1, 9))
    assert {_won(int(str(r[0]).split()[1])) for r in got.rows} == {most}, (got.sql, got.rows)


def test_months_are_those_of_the_day_that_was_in_the_year(office: Workspace) -> None:
    got = ask(office, "How many checks were carried out in each month of 2024?")
    assert answers(got.rows, _months()), (got.sql, got.rows)  # type: ignore[arg-type]


def test_what_has_no_plural_is_added_up_and_not_counted(office: Workspace) -> None:
    got = ask(office, "What was the total rainfall in each month of 2023?")
    assert got.unsure or answers(got.rows, _rain()), (got.sql, got.rows)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "question",
    [
        "How many runners are under 12?",
        "How many litres were there in each month of 2024?",
        "Which boat has the most barnacles?",
    ],
)
def test_a_figure_of_something_else_is_withheld(office: Workspace, question: str) -> None:
    got = ask(office, question)
    assert got.unsure or not got.sql


def test_both_deeds_were_in_that_year(office: Workspace) -> None:
    got = ask(office, "How many boats had both a check and a paint in 2024?")
    of_year = [j for j in _JOBS if j[1].startswith("2024")]
    both = {j[4] for j in of_year if j[3] == "Check"} & {j[4] for j in of_year if j[3] == "Paint"}
    ever = {j[4] for j in _JOBS if j[3] == "Check"} & {j[4] for j in _JOBS if j[3] == "Paint"}
    assert 0 < len(both) < len(ever)
    assert answers(got.rows, [(len(both),)]), (got.sql, got.rows)
    assert got.sql.count("2024") >= 2, got.sql


_SALES = [(n, f"2024-0{n % 9 + 1}-03", 5 + n % 30, n % 6 + 1, ("Ann", "Bo", "Cy")[n * n % 3]) for n in range(90)]
_CLIENTS = [(n, ("Ida", "Jo", "Kim", "Lee", "Max", "Nia")[n - 1], "Marsh") for n in range(1, 7)]
_STAFF = [
    (n, f"Cook {n}", ("Kitchen", "Bar")[n % 2], ("Kitchen porter", "Chef", "Waiter")[n % 3]) for n in range(1, 13)
]
_HELPERS = [(n, f"Helper {n}", ("Animal care", "Driving")[n % 2], f"2023-0{n % 9 + 1}-01") for n in range(1, 20)]

shop = office_fixture(
    {
        "sales": csv_text("sale_no,sold_on,amount,client_no,served_by", _SALES),
        "clients": csv_text("client_no,first_name,surname", _CLIENTS),
        "crew": csv_text("crew_no,crew_name,section,job", _STAFF),
        "helpers": csv_text("helper_no,helper_name,role,joined", _HELPERS),
    }
)


def test_who_took_money_is_who_served(shop: Workspace) -> None:
    took = {name: sum(s[2] for s in _SALES if s[4] == name) for name in ("Ann", "Bo", "Cy")}
    got = ask(shop, "Who took the most money?")
    assert [r[0] for r in got.rows] == [max(took, key=lambda n: took[n])], (got.sql, got.rows)


@pytest.mark.parametrize("question", ["Who had the most sales?", "Who has the most sales?"])
def test_who_had_most_is_no_one_who_served(shop: Workspace, question: str) -> None:
    got = ask(shop, question)
    assert not {str(r[0]) for r in got.rows} & {"Ann", "Bo", "Cy"} or got.unsure, (got.sql, got.rows)


@pytest.mark.parametrize("question", ["How many sales in total were there in March 2024?", "How many sales in total?"])
def test_in_total_is_no_total_of_what_follows(shop: Workspace, question: str) -> None:
    got = ask(shop, question)
    wanted = sum(s[1].startswith("2024-03") for s in _SALES) if "March" in question else len(_SALES)
    assert answers(got.rows, [(wanted,)]), (got.sql, got.rows)
    assert not got.unsure


def test_who_spent_money_is_a_client(shop: Workspace) -> None:
    spent = {name: sum(s[2] for s in _SALES if s[3] == number) for number, name, _ in _CLIENTS}
    got = ask(shop, "Who spent the most money?")
    assert got.rows[0][0] == max(spent, key=lambda n: spent[n]), (got.sql, got.rows)


@pytest.mark.parametrize("question", ["How many animals joined in 2023?", "Who have we got working in the kitchen?"])
def test_a_cell_of_which_a_word_is_a_part_is_not_taken_for_it(shop: Workspace, question: str) -> None:
    got = ask(shop, question)
    wanted = [(s[1],) for s in _STAFF if s[2] == "Kitchen"]
    assert got.unsure or answers(got.rows, wanted), (got.sql, got.rows)  # type: ignore[arg-type]


_INNS = [(f"A{n}", f"Inn {n}", ("Marsh", "Ford")[n % 2]) for n in range(1, 13)]
_ORDERS = [(n, f"A{n % 9 + 1}", f"2024-0{n % 9 + 1}-04", f"2024-0{n % 9 + 1}-20") for n in range(70)]

brewery = office_fixture(
    {
        "accounts": csv_text("acc_no,inn,town", _INNS),
        "orders": csv_text("order_no,acc,ordered,paid", _ORDERS),
    }
)


def test_customers_are_those_who_have_accounts(brewery: Workspace) -> None:
    got = ask(brewery, "Which of our customers didn't order anything at all in 2024?")
    wanted = {i[1] for i in _INNS} - {f"Inn {o[1][1:]}" for o in _ORDERS}
    assert {r[0] for r in got.rows} == wanted, (got.sql, got.rows)


@pytest.mark.parametrize(
    "question",
    [
        "Which five customers spent the most in 2024?",
        "Which customer ordered the most, going by the value of their orders?",
    ],
)
def test_what_they_spent_is_no_number_of_rows(brewery: Workspace, question: str) -> None:
    assert ask(brewery, question).unsure


_KINDS = [
    ("AD", "Adult", 34.5, "N"),
    ("JN", "Junior", 15.0, "N"),
    ("FM", "Family", 62.0, "Y"),
    ("ST", "Student", 19.9, "N"),
]
_CARDS = [(n, ("AD", "JN", "FM", "ST")[n % 4], f"2023-0{n % 9 + 1}-08") for n in range(40)]

pool = office_fixture(
    {
        "membership_types": csv_text("code,description,monthly_fee,covers_family", _KINDS),
        "cards": csv_text("card_no,type,issued", _CARDS),
    }
)


def test_a_word_that_is_a_cell_is_asked_for(pool: Workspace) -> None:
    got = ask(pool, "How much does a family membership cost a month?")
    assert answers(got.rows, [(62.0,)]), (got.sql, got.rows)
