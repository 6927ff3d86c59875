"""Figures of months that nobody asks for one by one are added up; complaints about an area are no figures of it."""

from __future__ import annotations

from core.ask.dates import MONTH_NAMES
from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

_DISTRICTS = {"D1": "Harbour", "D2": "Old Town", "IN": "Millside"}
_MONTHS = [f"{y}-{m:02d}" for y in (2022, 2023) for m in range(1, 13)]
_KINDS = ("GLS", "PAP")
WASTE = [
    (m, d, k, 10 + n % 7 + 3 * i + 5 * j)
    for n, m in enumerate(_MONTHS)
    for i, d in enumerate(_DISTRICTS)
    for j, k in enumerate(_KINDS)
]
_TEXTS = {
    "districts": "district_code,district_name,homes\n"
    + "".join(f"{k},{v},{900 + 50 * n}\n" for n, (k, v) in enumerate(_DISTRICTS.items())),
    "kinds": "code,description\nGLS,Glass\nPAP,Paper\n",
    "waste_monthly": "period,district_code,kind,tonnes,missed_rounds\n"
    + "".join(f"{m},{d},{k},{t},{t % 4}\n" for m, d, k, t in WASTE),
    "letters": "Ref,Received,District,Subject\n"
    + "".join(f"L{n:03},2023-0{n % 9 + 1}-11,D{n % 2 + 1},Noise\n" for n in range(80)),
    "members_monthly": "month,club,members\n"
    + "".join(f"{m},{c},{50 + n}\n" for n, m in enumerate(_MONTHS) for c in ("Row", "Sail")),
}
_TEXTS["arrivals_by_origin"] = (
    "COUNTRY,REF_YEAR," + ",".join(f"ARRIVALS_M{m:02}" for m in range(1, 13)) + "\n"
    + "".join(f"{c},{y}," + ",".join(str(100 * i + m) for m in range(1, 13)) + "\n"
              for i, c in enumerate(("Norway", "Peru", "Chad"), 1) for y in (2022, 2023))
)  # fmt: skip
office = office_fixture(_TEXTS)


def tonnes(start: str = "", kind: str = "", district: str = "") -> int:
    return sum(t for m, d, k, t in WASTE if m.startswith(start) and k.startswith(kind) and d.startswith(district))


def test_months_are_added_up_where_nobody_asks_for_them(office: Workspace) -> None:
    assert dict(ask(office, "tonnes per kind").rows or ()) == {"Glass": tonnes(kind="GLS"), "Paper": tonnes(kind="PAP")}
    districts = dict(ask(office, "tonnes by district").rows or ())
    assert districts == {name: tonnes(district=code) for code, name in _DISTRICTS.items()}
    assert len(ask(office, "members per club").rows or ()) == 2 * len(_MONTHS)  # members of two months are the same


def test_years_and_quarters_of_months(office: Workspace) -> None:
    assert ask(office, "total tonnes per year").rows == (("2022", tonnes("2022")), ("2023", tonnes("2023")))
    quarters = ask(office, "tonnes of glass per quarter in 2023").rows or ()
    assert [q for q, _ in quarters] == ["2023-Q1", "2023-Q2", "2023-Q3", "2023-Q4"]
    assert sum(t for _, t in quarters if isinstance(t, int)) == tonnes("2023", "GLS")
    assert len(ask(office, "tonnes per month").rows or ()) == len(_MONTHS)


def test_months_by_their_numbers_stand_as_they_follow_on_each_other(office: Workspace) -> None:
    months = ask(office, "total arrivals per month in 2023").rows or ()
    assert [m for m, _ in months] == list(MONTH_NAMES)
    assert months[2][1] == 609
    assert ask(office, "How many arrivals from Peru in March 2022?").rows == ((203,),)
