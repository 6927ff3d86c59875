"""A festival's folder: a header with a sign, a list of codes beside it, ticket lines, and people of one name."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.ask.form import Form
from core.ask.same_names import MERGED
from core.ask.translators.rules.query import Col, Item, Query
from core.index.base import LabelHit
from core.workspace import Workspace
from tests.ask.edit.test_edited import last
from tests.ask.worlds import ask, office_fixture

NAMES = ("Ida Ruiz", "Anna Weiss", "Lars Novak", "Anna Weiss", "Uwe Zeman", "Lars Novak", "Mia Lind", "Ole Berg")
CHOIRS = [(n, f"{('Harbour', 'Abbey', 'Mill', 'Castle')[n % 4]} Voices {n}", 12 + (n * 7) % 40) for n in range(1, 41)]
SLOTS = [(f"S{n:03d}", f"V{1 + n % 4}", 1 + (n * 3) % 40) for n in range(90)]
VENUES = [("V1", "Guildhall", 400, 210), ("V2", "Minster", 900, 350), ("V3", "Park", 300, 80), ("V4", "Quay", 250, 95)]
TIX = [(n, f"S{(n * 7) % 90:03d}", 1 + n % 4, "FC"[n % 2], 4 + n % 3, f"C{1 + n % 8}") for n in range(400)]
office = office_fixture(
    {
        "choirs": "Choir #,Choir Name,Singers\n" + "".join(",".join(map(str, r)) + "\n" for r in CHOIRS),
        "programme": "Slot,Ven,Choir #\n" + "".join(",".join(map(str, r)) + "\n" for r in SLOTS),
        "venues": "Ven,Venue,Seats,Hire fee\n" + "".join(",".join(map(str, r)) + "\n" for r in VENUES),
        "tix sold": "Txn,Slot,Qty,Tkt,Price ea,cust\n" + "".join(",".join(map(str, r)) + "\n" for r in TIX),
        "customers": "cust,Cust Name\n" + "".join(f"C{n},{name}\n" for n, name in enumerate(NAMES, 1)),
        "code book": "field,code,label\nTkt,F,Full price\nTkt,C,Concession\nVen,V1,Guildhall\nVen,V2,Minster\n",
        "bike list (2024)": "Bike No.,Frame\n" + "".join(f"B{n:03d},{('Steel', 'Alloy')[n % 2]}\n" for n in range(30)),
    }
)


def test_a_sign_belongs_to_the_name_of_a_column() -> None:
    assert LabelHit("choirs.Choir #", "column", "choirs", 0.8).column == "Choir #"
    assert LabelHit("choirs", "table", "choirs", 0.8).column == ""


@pytest.mark.parametrize("said", ["Which choirs did not perform?", "Who performed twice?", "choirs that shone"])
def test_what_a_word_may_mean_is_offered_once(office: Workspace, said: str) -> None:
    for chip in ask(office, said).chips:
        meanings = [meaning for meaning, _ in chip.alternatives]
        assert len(set(meanings)) == len(meanings), chip


def test_no_row_belongs_to_a_list_of_codes(office: Workspace) -> None:
    assert [j for j in office.joins.all(rejected=True) if "code book" in (j.child_table, j.parent_table)] == []
    assert {j.parent_table for j in office.joins.all()} >= {"choirs", "programme", "venues", "customers"}


def test_the_highest_number_is_not_the_biggest(office: Workspace) -> None:
    answer = ask(office, "Which is the biggest choir?")
    assert answer.unsure or 'MAX("Choir #")' not in (answer.sql or "")


def test_money_for_tickets_is_not_the_fee_of_a_venue(office: Workspace) -> None:
    answer = ask(office, "How much money did we take from tickets?")
    assert answer.rows == ((sum(q * p for _, _, q, _, p, _ in TIX),),), answer.sql


def test_rows_of_a_list_are_what_their_number_says(office: Workspace) -> None:
    assert ask(office, "How many bikes are there?").rows == ((30,),)


def test_groups_by_a_name_that_several_have_are_told_of(office: Workspace) -> None:
    answer = ask(office, "total Qty by Cust Name")
    form = Form.of(answer.form)
    assert form is not None
    name, quantity = Col("customers", "Cust Name"), Item(Col("tix sold", "Qty"), "sum")
    merged = Query((Item(name), quantity), group=(name,))
    told = last(office.questions.edited(replace(form, query=merged), old=answer))
    assert [w.message for w in told.warnings if w.code == MERGED] == [
        "8 customers have 6 names: those of one name are taken together here. Choose “each customer” under **Per** to "
        "keep them apart."
    ]
