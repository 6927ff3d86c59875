"""Columns of two editions that are one by where they stand."""

from __future__ import annotations

import pytest

from core.ingest.families.drift import Slot, matched
from core.ingest.families.forms import Facet, facets_of
from core.ingest.families.in_place import akin, in_place


def columns(**held: str) -> tuple[Facet, ...]:
    rows = zip(*(cells.split() for cells in held.values()), strict=True)
    return facets_of([label.replace("_", " ") for label in held], [list(row) for row in rows])


def called(one: tuple[Facet, ...], other: tuple[Facet, ...]) -> dict[str, str]:
    """What the other file's columns without a partner of their own are called in the first."""
    pairs = matched([Slot(c, frozenset({c.key})) for c in one], other)
    free = [None if n in pairs.values() else c for n, c in enumerate(one)]
    return {other[i].label: one[n].label for i, n in in_place(free, other, pairs).items()}


def test_ids_weights_and_days_are_found_between_the_columns_that_both_files_have() -> None:
    one = columns(
        Day="2023-01-03 2023-01-04 2023-01-05", Household="1241 1336 1240", Site="D E E", Lbs_given="47 32 39"
    )
    other = columns(
        Date="2024-01-03 2024-01-04 2024-01-05", HH_ref="1241 1240 1336", Site="E D E", Weight_lb="45.5 38 41"
    )
    assert called(one, other) == {"Date": "Day", "HH ref": "Household", "Weight lb": "Lbs given"}


def test_numbers_of_which_neither_labels_nor_values_agree_stay_apart() -> None:
    one = columns(Name="ann bo cy", Cost="12.5 30.25 18", Town="Leith Crail Leith")
    other = columns(Name="ann bo di", Height="14.5 22 25.75", Town="Crail Leith Leith")
    assert called(one, other) == {}


def test_a_column_more_leaves_the_others_their_partners() -> None:
    one = columns(No="1 2 3", Done="2023-02-01 2023-02-03 2023-02-09", Town="Leith Crail Leith")
    other = columns(
        No="4 5 6", Happy="yes no yes", Completed="2024-02-01 2024-02-03 2024-02-09", Town="Crail Leith Crail"
    )
    assert called(one, other) == {"Completed": "Done"}


def test_numbers_go_on_and_zeros_are_left_out() -> None:
    many = [str(2001 + n) for n in range(40)]
    more = [str(2045 + n) for n in range(40)]
    days = " ".join(f"2024-01-{1 + n % 27:02d}" for n in range(40))
    first = columns(
        Ref=" ".join(many),
        On=days,
        Route=" ".join(f"R{1 + n % 9:02d}" for n in range(40)),
        Who=" ".join(f"D{1 + n % 7:03d}" for n in range(40)),
    )
    then = columns(
        No=" ".join(more),
        Day=days,
        Rte=" ".join(str(1 + n % 8) for n in range(40)),
        Badge=" ".join(f"D{1 + n % 6}" for n in range(40)),
    )
    assert called(first, then) == {"No": "Ref", "Day": "On", "Rte": "Route", "Badge": "Who"}


def test_codes_in_another_spelling_are_one_column() -> None:
    one = columns(No="1 2 3", Client="H005729 H011215 H009447", Town="Leith Crail Leith", New="New F/U New")
    other = columns(No="4 5 6", Person="H-012203 h-006431 H-006587", Town="Crail Leith Leith", Type="FU N FU")
    assert called(one, other) == {"Person": "Client", "Type": "New"}
    apart = columns(No="4 5 6", Bed="G-12 G-13 G-14", Town="Crail Leith Leith", Type="red blue red")
    assert called(one, apart) == {}


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Lbs", "Pounds", True),
        ("Amt", "$ amount", True),
        ("Thank you sent", "Thanked?", True),
        ("Vol ID", "Volunteer", True),
        ("Cost", "Height", False),
        ("Town", "Trade", False),
        ("To pay", "Amount due", True),
        ("Paid", "Amount due", False),
        ("Outcome", "Result", True),
        ("Rec'd", "Qty in", True),
        ("Name", "Surname", False),
    ],
)
def test_labels_of_one_sense(one: str, other: str, same: bool) -> None:
    assert akin(one, other) is same


def test_numbers_of_rows_go_on_where_the_other_files_end() -> None:
    one = columns(Rental="8001 8002 8003", Bike="66 91 12", Paid_fee="70.5 23.5 40")
    other = columns(Rental_no="8821 8822 8823", Bike="29 2 91", Amount="100 24 38")
    assert called(one, other) == {"Amount": "Paid fee", "Rental no": "Rental"}


def test_between_columns_that_agree_the_only_numbers_are_one() -> None:
    one = columns(No="a1 a2 a3", From="PT EN DE", To="EN DE EN", Units="840 212 268", Who="ann bo cy")
    other = columns(No="b1 b2 b3", Src="EN DE PT", Tgt="DE EN EN", Size="213 328 366", Who="bo cy ann")
    assert called(one, other) == {"Src": "From", "Tgt": "To", "Size": "Units"}
    apart = columns(No="b1 b2 b3", Src="EN DE PT", Tgt="DE EN EN", Size="2130 3280 3660", Who="bo cy ann")
    assert called(one, apart) == {"Src": "From", "Tgt": "To"}


def test_columns_are_put_beside_each_other_in_their_order() -> None:
    """An id more in front, a note more behind: labels of one sense, letters for words, the same few figures."""
    one = columns(
        Ref="9001 9002 9003", Day="2023-01-03 2023-01-04 2023-01-05", Every="3 6 12", How="heard seen both",
        Levy="9.5 9.5 9.5", To_pay="31.5 40.25 28", Paid="31.5 20 28",
    )  # fmt: skip
    other = columns(
        When="2024-01-03 2024-01-04 2024-01-05", Months="12 3 6", HS="H S SH", Levy_due="11 11 11",
        Amount_due="33.5 42.75 31", Received="33.5 42.75 15", Remarks="moved late no",
    )  # fmt: skip
    assert called(one, other) == {
        "When": "Day", "Months": "Every", "HS": "How", "Levy due": "Levy", "Amount due": "To pay", "Received": "Paid",
    }  # fmt: skip


def test_numbers_of_things_may_have_a_letter_before_them() -> None:
    one = columns(Sample="240001 240002 240003", Site="D E D", Level="1.5 2.25 3")
    other = columns(Sample_ID="S240901 S240902 S240903", Site="D E D", Level="1.5 2.25 4")
    assert called(one, other) == {"Sample ID": "Sample"}
    assert called(one, columns(Sample_ID="S241 S242 S243", Site="D E D", Level="1.5 2.25 4")) == {}
    assert called(one, columns(Weather="S240901 S240902 S240903", Site="D E D", Level="1.5 2.25 4")) == {}
    assert called(one, columns(Sample_ID="S240901 T240902 U240903", Site="D E D", Level="1.5 2.25 4")) == {}


def test_columns_in_another_place_and_numbers_of_rows_are_found() -> None:
    rows = range(40)
    one = columns(
        Order=" ".join(str(70011 + n) for n in rows),
        Promised=" ".join(f"2023-01-{1 + n % 27:02d}" for n in rows),
        Arrived=" ".join(f"2023-02-{1 + n % 27:02d}" for n in rows),
        Mill=" ".join("abc"[n % 3] * 2 for n in rows),
        Seats=" ".join(("72", "186")[n % 2] for n in rows),
    )
    other = columns(
        SO_no=" ".join(f"SO{70720 + n}" for n in rows),
        In_on=" ".join(f"2024-02-{1 + n % 27:02d}" for n in rows),
        Due=" ".join(f"2024-01-{1 + n % 27:02d}" for n in rows),
        House=" ".join(("72", "186")[n % 2] for n in rows),
        Mill=" ".join("abc"[n % 3] * 2 for n in rows),
    )
    found = {"SO no": "Order", "In on": "Arrived", "Due": "Promised", "House": "Seats"}
    assert called(one, other) == found
