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
