"""A firm that hires out tents: figures by the kind of what is reckoned, where other tables have kinds, too."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, csv_text, office_fixture, rounded

FORMS = ("CLE", "POL", "PAG")
HIRES = [
    (5000 + n, f"P{n * 5 % 12:02}", FORMS[n * 5 % 3 if n % 7 else 0], f"{1 + n % 27:02}/0{1 + n % 9}/2024",
     60 + n * 17 % 45 + 50 * (n % 4), 2 + n % 5)
    for n in range(90)
]  # fmt: skip
BILLS = [(f"V{n:03}", 5000 + n * 7 % 90, "HXL"[n % 3], 100 + n * 13 % 300) for n in range(120)]
REPAIRS = [(f"R{n:03}", f"F{n % 4}", ("SE", "PO", "GR")[n * 3 % 7 % 3], 20 + n * 37 % 300) for n in range(80)]
FIRMS = [
    ("F0", "Sail Loft", "SE GR"),
    ("F1", "Mast Makers", "PO"),
    ("F2", "Canvas Co", "SE"),
    ("F3", "All Trades", "SE PO GR"),
]
PITCHES = [(f"P{n:02}", "FGH"[n % 3], 3 + n % 4) for n in range(12)]
NOTES = """The hire book of our tents for the whole of 2024
hires: Type CLE clearspan, POL pole, PAG pagoda
bills: Kind H first hire, X extra weeks, L lost or damaged
repairs: trd SE sewing, PO poles, GR groundsheets
pitches: ptype F field, G garden, H hard ground
"""

tents = office_fixture(
    {
        "hires": csv_text("HireNo,Pitch,Type,UpOn,WklyRate,Wks", HIRES),
        "bills": csv_text("BillNo,HireRef,Kind,Net", BILLS),
        "repairs": csv_text("job,firm,trd,cost", REPAIRS),
        "firms": csv_text("firm,name,trades", FIRMS),
        "pitches": csv_text("pitch,ptype,size", PITCHES),
        "notes.md": NOTES,
    }
)

KINDS = {"CLE": "clearspan", "POL": "pole", "PAG": "pagoda"}
TRADES = {"SE": "sewing", "PO": "poles", "GR": "groundsheets"}


def _mean(figures: list[int]) -> float:
    return round(sum(figures) / len(figures), 4)


@pytest.mark.parametrize(
    "question",
    [
        "What's the average weekly rate for each kind of tent?",
        "What is the average weekly rate per type of marquee?",
    ],
)
def test_a_kind_of_what_is_reckoned_is_its_own(tents: Workspace, question: str) -> None:
    found = ask(tents, question)
    means = {(k, _mean([h[4] for h in HIRES if h[2] == k])) for k in FORMS}
    assert set(rounded(found.rows)) in (means, {(KINDS[k], m) for k, m in means})
    assert not found.unsure


def test_the_kind_of_another_table_is_meant_where_that_is_named(tents: Workspace) -> None:
    found = ask(tents, "What is the total net for each kind of bill?")
    assert {r[1] for r in found.rows} == {sum(b[3] for b in BILLS if b[2] == k) for k in "HXL"}


@pytest.mark.parametrize(
    ("question", "figure"),
    [("What have we spent on each trade?", sum), ("What is the average cost for each trade?", _mean)],
)
def test_one_kind_of_a_row_goes_before_a_list_of_kinds(
    tents: Workspace, question: str, figure: Callable[[list[int]], float]
) -> None:
    found = ask(tents, question)
    figures = {(k, figure([r[3] for r in REPAIRS if r[2] == k])) for k in TRADES}
    assert set(rounded(found.rows)) in (figures, {(TRADES[k], m) for k, m in figures})
    assert not found.unsure


def test_a_type_may_have_a_letter_before_it(tents: Workspace) -> None:
    found = ask(tents, "How many hires were there for each kind of pitch?")
    of_pitch = {p: k for p, k, _ in PITCHES}
    assert {r[1] for r in found.rows} == {sum(of_pitch[h[1]] == k for h in HIRES) for k in "FGH"}


STOCK = [(f"S{n:02}", f"Tent {n}", FORMS[n % 3], 900 + n * 71 % 800) for n in range(30)]
LENT = [(n, f"S{n * 7 % 30:02}", 500 + n * 53 % 400) for n in range(45)]

stock = office_fixture(
    {"stock": csv_text("ref,tent,form,val_gbp", STOCK), "lent": csv_text("line,stock_ref,ins_value", LENT)}
)


def test_the_value_of_things_is_their_own_and_not_what_they_were_insured_for(stock: Workspace) -> None:
    found = ask(stock, "What's the average value per form?")
    assert set(rounded(found.rows)) == {(k, _mean([s[3] for s in STOCK if s[2] == k])) for k in FORMS}
    assert not found.unsure
