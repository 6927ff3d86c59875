"""Plain turns of phrase about an office's tables: a span of months, what is out of print, the commonest first, what
came in of what was asked for, figures for one kind and for another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from core.ask.language import ENGLISH, language_of
from core.ask.tokens import tokenise
from core.workspace import Workspace
from tests.ask.worlds import ask, csv_text, office_of

_REPS = ("Ines", "Olu", "Bao")
_SHOPS = [(f"S{n:02}", f"Shop {n}", _REPS[n % 3], ("North", "East")[n % 2]) for n in range(1, 13)]
_BOOKS = [(f"B{n:03}", f"Volume {chr(64 + n)}", "N" if n % 5 == 0 else "Y", n % 4) for n in range(1, 21)]
_ORDERS = [
    (f"O{n:04}", f"S{n % 12 + 1:02}", f"2024-{n % 12 + 1:02}-{n % 28 + 1:02}", ("Rep", "Phone", "Web")[n % 3])
    for n in range(1, 241)
]
_LINES = [(f"O{n % 240 + 1:04}", f"B{n % 20 + 1:03}", n % 5 + 1) for n in range(1, 481)]
_RETURNS = [(f"R{n:03}", f"S{n % 12 + 1:02}", f"B{n % 20 + 1:03}", n % 3 + 1) for n in range(1, 61)]
_STATES = ("Done", "Done", "Open", "Dropped")
_JOBS = [
    (
        n,
        f"I{n % 9 + 1}",
        _STATES[n % 4],
        "" if _STATES[n % 4] == "Open" else f"2024-03-{n % 28 + 1:02}",
        "NY"[n % 7 == 0],
    )
    for n in range(1, 141)
]
_KINDS = ("CAR", "CAF", "RET")
_SITES = [(f"P{n}", f"Place {n}", _KINDS[n % 3]) for n in range(1, 31)]
_VISITS = [(n, f"P{n % 30 + 1}", f"I{n % 9 + 1 if n % 4 else 2}") for n in range(1, 181)]
_COURSES = [(f"C{n}", f"Course {n}", ("Arts & Crafts", "Cookery", "Sport")[n % 3], 40.0 + n) for n in range(1, 13)]
_PLACES = [(n, f"C{n % 11 + 1}", ("Paid", "Free")[n % 2]) for n in range(1, 111)]
_PAYMENTS = [(n, n % 110 + 1, f"2024-02-{n % 28 + 1:02}", 20.0 + n % 7) for n in range(1, 91)]
_STAFF = [(f"D{n}", f"Dr Ann{n}", ("Consultant", "Registrar")[n % 2]) for n in range(1, 15)]
_BY, _TYPES = ("Consultant", "GP", "Self"), ("New", "Review")
_REFERRALS = [(n, f"D{n % 14 + 1}", _BY[n % 3], _TYPES[n % 5 % 2]) for n in range(1, 91)]


_TEXTS = {
    "bookshops": csv_text("AcctNo,Shop,Rep,Region", _SHOPS),
    "titles": csv_text("BookNo,Title,In print,Stock", _BOOKS),
    "orders": csv_text("OrderNo,Account,order_date,Source", _ORDERS),
    "order_lines": csv_text("Order_No,BookNo,qty", _LINES),
    "returns": csv_text("ReturnNo,Shop Acct,BookNo,Copies", _RETURNS),
    "repair_jobs": csv_text("Job No,Inspector,Job Status,Completed,Recall", _JOBS),
    "inspectors": csv_text("Insp_ID,Inspector Name", [(f"I{n}", f"Kim{n} Roe") for n in range(1, 10)]),
    "premises": csv_text("PremID,Trading Name,Cat", _SITES),
    "category_codes": csv_text("Cat Code,Category", [("CAR", "Care home"), ("CAF", "Cafe"), ("RET", "Shop")]),
    "visits": csv_text("Visit No,PremID,Inspector", _VISITS),
    "courses": csv_text("CourseCode,Title,Subject,Fee (GBP)", _COURSES),
    "enrolments": csv_text("EnrolID,Course,Kind", _PLACES),
    "payments": csv_text("PayID,Enrolment,Paid On,Amount (GBP)", _PAYMENTS),
    "doctors": csv_text("DocID,Doctor Name,Grade", _STAFF),
    "referrals": csv_text("Ref No,DocID,Referred By,Type", _REFERRALS),
}


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    with office_of(_TEXTS, tmp_path_factory.mktemp("office")) as opened:
        yield opened


@pytest.mark.parametrize(
    "question",
    [
        "How many orders did we take from October to December 2024?",
        "How many orders from October 2024 to December 2024?",
        "Number of orders October – December 2024",
        "How many orders from 1 October 2024 to 31 December 2024?",
    ],
)
def test_from_one_month_to_another_is_all_that_lies_between(office: Workspace, question: str) -> None:
    assert ask(office, question).rows == ((sum(day >= "2024-10" for _, _, day, _ in _ORDERS),),)


@pytest.mark.parametrize(("question", "held"), [("out of print", "N"), ("in print", "Y"), ("not in print", "N")])
def test_out_of_print_is_the_other_value_of_in_print(office: Workspace, question: str, held: str) -> None:
    answer = ask(office, f"How many of our titles are {question}?")
    assert answer.rows == ((sum(p == held for _, _, p, _ in _BOOKS),),)
    assert not answer.unsure


@pytest.mark.parametrize("said", ["most common first", "largest first", "most frequent first"])
def test_a_superlative_first_is_an_order(office: Workspace, said: str) -> None:
    answer = ask(office, f"Number of repair jobs by job status, {said}")
    assert answer.rows == tuple(Counter(s for _, _, s, *_ in _JOBS).most_common())


def test_a_code_that_a_list_explains_is_no_beginning_of_a_verb(office: Workspace) -> None:
    answer = ask(office, "Which inspector has carried out the most visits?")
    assert answer.rows[0][0] == "Kim2 Roe"
    assert "CAR" not in (answer.sql or "")


def test_what_was_paid_of_the_fees_is_what_came_in(office: Workspace) -> None:
    subjects = {code: subject for code, _, subject, _ in _COURSES}
    courses = {n: code for n, code, _ in _PLACES}
    paid: Counter[str] = Counter()
    for _, place, _, amount in _PAYMENTS:
        paid[subjects[courses[place]]] += amount  # type: ignore[assignment]
    answer = ask(office, "Fees paid so far, per subject")
    assert {r[0]: r[1] for r in answer.rows} == pytest.approx(paid)
    assert ask(office, "Total fee of the courses").rows == ((sum(f for *_, f in _COURSES),),)


def test_a_state_right_before_its_rows_says_which_are_meant(office: Workspace) -> None:
    done = [recall for _, _, status, _, recall in _JOBS if status == "Done"]
    answer = ask(office, "What percentage of done jobs were recalls?")
    assert answer.rows[0][0] == pytest.approx(100 * done.count("Y") / len(done))


def test_and_is_the_sign_that_a_cell_has(office: Workspace) -> None:
    answer = ask(office, "How many arts and crafts courses are there?")
    assert answer.rows == ((sum(s == "Arts & Crafts" for *_, s, _ in _COURSES),),)


def test_people_of_a_grade_are_people_and_not_who_was_referred_by_such(office: Workspace) -> None:
    assert ask(office, "How many consultants have we got?").rows == ((sum(g == "Consultant" for *_, g in _STAFF),),)


def test_copies_ordered_are_no_copies_that_came_back(office: Workspace) -> None:
    for question in ("Which shops ordered the most copies?", "Top five shops by copies ordered"):
        answer = ask(office, question)
        assert answer.unsure or "qty" in (answer.sql or "")


def test_each_reps_shops_are_told_by_rep(office: Workspace) -> None:
    reps = {acct: rep for acct, _, rep, _ in _SHOPS}
    answer = ask(office, "How many orders have come from each rep's shops?")
    assert dict(answer.rows) == Counter(reps[shop] for _, shop, *_ in _ORDERS)


def test_a_percentage_for_each_of_two_kinds(office: Workspace) -> None:
    answer = ask(office, "What percentage of referrals were self referrals for new and for review?")
    told = {kind: [by for *_, by, k in _REFERRALS if k == kind] for kind in _TYPES}
    expected = {kind: 100 * by.count("Self") / len(by) for kind, by in told.items()}
    assert dict(answer.rows) == pytest.approx(expected)


def test_nobody_has_ever(office: Workspace) -> None:
    answer = ask(office, "Which courses has nobody ever enrolled on?")
    assert answer.rows == tuple((title,) for code, title, *_ in _COURSES if code not in {c for _, c, _ in _PLACES})


def test_words_that_cells_hold_in_the_plural_are_no_other_language() -> None:
    from core.ask.state import Link, Mention

    tokens = tokenise("consultants in cardiology")
    held = Mention(0, 1, "consultants", (Link("value", "doctors", "Grade", "Consultant", 0.77, "plural"),))
    assert (
        language_of(tokens, (held, Mention(2, 3, "cardiology", (Link("value", "a", "b", "Cardiology", 0.84),))))
        == ENGLISH
    )


def test_things_and_their_figures_are_listed_with_their_names(office: Workspace) -> None:
    answer = ask(office, "Cookery courses and their fees")
    assert answer.rows == tuple((title, fee) for _, title, subject, fee in _COURSES if subject == "Cookery")


@pytest.mark.parametrize(
    "question", ["number and amount of payments per quarter", "number and amount of payments by month"]
)
def test_the_amount_of_one_row_is_not_that_of_its_group(office: Workspace, question: str) -> None:
    answer = ask(office, question)
    assert answer.unsure or "SUM" in (answer.sql or "")


def test_copies_ordered_are_those_of_the_lines(office: Workspace) -> None:
    shop_of = {order: shop for order, shop, *_ in _ORDERS}
    ordered: Counter[str] = Counter()
    for order, _, copies in _LINES:
        ordered[shop_of[order]] += copies
    answer = ask(office, "how many copies were ordered by Shop 3?")
    assert answer.rows == ((ordered["S03"],),)
    assert len(ask(office, "copies ordered per month").rows) == len({day[:7] for _, _, day, *_ in _ORDERS})
