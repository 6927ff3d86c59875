"""Several lists of codes in one file, and names that share their last words."""

from __future__ import annotations

from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

_KINDS = ("BAK", "BAR", "GRO")
_FIRST = ("RED", "LUCKY", "CORNER", "GREEN", "BLUE", "HAPPY")
_LAST = ("FOOD TRUCK", "BAKERY", "TAVERN", "MARKET")
_TEXTS = {
    "places": "licence,trade_name,kind,state,seats\n"
    + "".join(
        f"L{n:03},{_FIRST[n % 6]} {_LAST[n // 6 % 4]},{_KINDS[n % 3]},{'AI'[n % 4 == 0]},{10 + n}\n" for n in range(72)
    ),
    "code_lookup": "FIELD_NAME,CODE,DESCRIPTION\nkind,BAK,Bakery\nkind,BAR,Bar or tavern\nkind,GRO,Grocery shop\n"
    "state,A,Active\nstate,I,Inactive\n",
}


office = office_fixture(_TEXTS)


def test_a_group_by_codes_is_called_by_what_they_mean(office: Workspace) -> None:
    answer = ask(office, "average seats by kind of place")
    assert sorted(str(r[0]) for r in answer.rows) == ["Bakery", "Bar or tavern", "Grocery shop"], answer.enriched


def test_what_several_names_end_with_is_none_of_them(office: Workspace) -> None:
    answer = ask(office, "How many food trucks are there?")
    assert "= 'RED FOOD TRUCK'" not in answer.enriched
    assert answer.unsure or "FOOD TRUCK" not in answer.enriched


_BATHS = ("CL", "SO", "L1", "L2")
dyes = office_fixture(
    {
        "skeins": "skein,bath,grams\n" + "".join(f"K{n:03},{_BATHS[n % 4]},{50 + n % 9}\n" for n in range(47)),
        "bath codes": 'column,value,meaning\nbath,CL,"clear, no mordant, rinsed twice"\n'
        "bath,SO,soda + 20 g salt/l at 40 degrees\nbath,L1,madder 10 g/l\nbath,L2,madder 20 g/l\n",
    }
)


def test_a_longer_meaning_is_found_by_what_it_begins_with(dyes: Workspace) -> None:
    """`soda + 20 g salt/l` is soda, `clear, no mordant` is clear; madder is what two of them are."""
    for question, code in (("How many skeins got soda?", "SO"), ("How many clear skeins are there?", "CL")):
        answer = ask(dyes, question)
        wanted = sum(_BATHS[n % 4] == code for n in range(47))
        assert [tuple(r) for r in answer.rows] == [(wanted,)], answer.enriched
        assert not answer.unsure
    assert "= 'L1' (madder 10 g/l) or 'L2'" in ask(dyes, "How many skeins got madder?").enriched


_BOATS = ("F", "F", "F", "F", "T", "T", "T", "-9", "-9", "-9", "-9", "-9")
moorings = office_fixture(
    {
        "moorings": "mooring,boat_kind,Berth\n"
        + "".join(f"M{n:03},{_BOATS[n % 12]},{('qn', 'qs', 'pe')[n % 3]}\n" for n in range(120)),
        "rents": "rent,mooring,BerthKind,fee\n"
        + "".join(f"{n},M{n % 120:03},{('qn', 'qs', 'pe')[n % 3]},{20 + n % 7}\n" for n in range(200)),
        "dictionary": "Code,Description,Code Type,Group,Of,Since,Seen\n"
        "F,Ferry (12 or more seats),boat_kind,,,,\nT,Tug,boat_kind,,,,\n-9,Data missing or out of range,boat_kind,,,,\n"
        "qn,North quay,BerthKind,,,,\nqs,South quay,BerthKind,,,,\npe,Pier end,BerthKind,,,,\n",
    }
)


def test_a_label_is_whole_and_called_by_what_stands_before_its_brackets(moorings: Workspace) -> None:
    (kind,) = (c for t in moorings.tables.all() for c in t.columns if c.id == "moorings.boat_kind")
    assert dict(kind.codes)["F"] == "Ferry (12 or more seats)"
    answer = ask(moorings, "How many moorings have a ferry?")
    assert (answer.rows, answer.unsure) == (((40,),), False)


def test_a_list_under_another_columns_name_tells_of_those_that_hold_its_codes(moorings: Workspace) -> None:
    told = {c.id: dict(c.codes) for t in moorings.tables.all() for c in t.columns if "erth" in c.name}
    quays = {"qn": "North quay", "qs": "South quay", "pe": "Pier end"}
    assert told == {"moorings.Berth": quays, "rents.BerthKind": quays}


def test_what_is_not_known_comes_first_nowhere(moorings: Workspace) -> None:
    most = ask(moorings, "Which boat kind has the most moorings?")
    assert most.answer.startswith("Ferry (12 or more seats)") or "Ferry (12 or more seats) has the most" in most.answer
    assert "Ferry (12 or more seats) has the most (40)" in ask(moorings, "How many moorings for each boat kind?").answer
