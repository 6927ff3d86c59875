"""Statistics as offices publish them: a table of figures by codes, tables that name the codes, and a population."""

from __future__ import annotations

import pytest

from core.model import UNSURE
from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

_PORTS = {
    "S21000001": ("Arbroath", "S92000001"), "S21000002": ("Buckie", "S92000001"),
    "S21000003": ("Campbeltown", "S92000002"), "S21000004": ("Dunoon", "S92000002"),
    "S21000005": ("Eyemouth", "S92000003"), "S21000006": ("Fraserburgh", "S92000001"),
}  # fmt: skip
_COASTS = {"S92000001": "North East", "S92000002": "West", "S92000003": "South East"}
_ACCIDENTS = {
    "A1": ("Collision", "At sea"), "A2": ("Grounding", "At sea"), "A3": ("Fire on board", "On board"),
    "A4": ("Fall on board", "On board"), "A5": ("Theft of gear", "Ashore"),
}  # fmt: skip
_YEARS = ("2021/22", "2022/23", "2023/24")
FIGURES = [
    (year, quarter, port, code, (7 * n + 5 * m + 3 * quarter + 11 * y * (m + 1)) % 29 + 1)
    for y, year in enumerate(_YEARS)
    for quarter in (1, 2, 3, 4)
    for n, port in enumerate(_PORTS)
    for m, code in enumerate(_ACCIDENTS)
]
CREWS = [
    (year, port, rank, sex, many * (n + 1) + year - 2020)
    for year in (2022, 2023, 2024)
    for n, port in enumerate(_PORTS)
    for rank in ("Deckhand", "Mate")
    for sex, many in (("Female", 2), ("Male", 5), ("Total", 7))
]
FINES = [(year, port, code, 3 + n) for year in _YEARS for n, port in enumerate(_PORTS) for code in ("W", "F")]


PEOPLE = [
    (port, year, 4_000 + 700 * n + year - 2020, 1_500 + 130 * n)
    for year in (2020, 2021, 2022, 2023)
    for n, port in enumerate(_PORTS)
]


def _rows(rows: list[tuple[object, ...]]) -> str:
    return "".join(",".join(map(str, r)) + "\n" for r in rows)


office = office_fixture(
    {
        "port_areas": "PRTCD,PRTNM,CST23CD,large\n"
        + "".join(f"{k},{name},{coast},{'NY'[n % 2]}\n" for n, (k, (name, coast)) in enumerate(_PORTS.items())),
        "coasts": "CST23CD,CST23NM\n" + "".join(f"{k},{name}\n" for k, name in _COASTS.items()),
        "accident_ref": "accident_code,accident_description,accident_group\n"
        + "".join(f"{k},{a},{b}\n" for k, (a, b) in _ACCIDENTS.items()),
        "reported_accidents": "FinYear,FinQtr,PRTCD,accident_code,Number of accidents\n" + _rows([*FIGURES]),
        "crews": "as_at_31_march,PRTCD,rank,sex,headcount\n" + _rows([*CREWS]),
        "fines": "fy,port,fine_code,n_fines\n" + _rows([*FINES]),
        "population": "AREACD,MidYear,Persons,Households\n" + _rows([*PEOPLE]),
        "fine_types": "fine_code,FineText\nW,Warning\nF,Fixed penalty\n",
    }
)  # fmt: skip


def figures(year: str = "", accident: str = "", port: str = "", coast: str = "", group: str = "") -> int:
    return sum(
        many
        for y, _, p, code, many in FIGURES
        if year in y
        and _ACCIDENTS[code][0].startswith(accident)
        and _ACCIDENTS[code][1].startswith(group)
        and _PORTS[p][0].startswith(port)
        and _COASTS[_PORTS[p][1]].startswith(coast)
    )


def test_ports_and_coasts_go_by_their_names(office: Workspace) -> None:
    large = {name for n, (name, _) in enumerate(_PORTS.values()) if n % 2}
    assert {r[0] for r in ask(office, "List the large ports").rows} == large
    rows = ask(office, "How many ports does each coast have?").rows
    assert {r[0] for r in rows} == set(_COASTS.values())


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("How many groundings were there in 2022/23?", figures("2022/23", "Grounding")),
        ("How many collision accidents were reported in 2021/22?", figures("2021/22", "Collision")),
        ("How many collisions were there in Buckie?", figures(accident="Collision", port="Buckie")),
        ("How many accidents were reported in Dunoon in 2023/24?", figures("2023/24", port="Dunoon")),
    ],
)
def test_figures_are_added_up_by_the_names_of_their_codes(office: Workspace, question: str, expected: int) -> None:
    answer = ask(office, question)
    assert answer.rows == ((expected,),)
    assert answer.confidence >= UNSURE


def test_the_kinds_are_counted_where_they_are_asked_for(office: Workspace) -> None:
    answer = ask(office, "How many different accidents does each accident group cover?")
    assert {r[-1] for r in answer.rows} == {1, 2}


def test_the_one_with_the_most_is_told_by_its_figures_and_name(office: Workspace) -> None:
    answer = ask(office, "Which port reported the fewest accidents in 2021/22?")
    fewest = min(_PORTS.values(), key=lambda p: figures("2021/22", port=p[0]))
    assert answer.rows[0][0] == fewest[0]
    assert "fines" not in (answer.sql or "")  # another table of figures would multiply these


def test_figures_by_what_names_the_area_of_their_places(office: Workspace) -> None:
    answer = ask(office, "Number of groundings by coast in 2023/24")
    assert set(answer.rows) == {(c, figures("2023/24", "Grounding", coast=c)) for c in _COASTS.values()}


def test_a_share_of_figures_is_of_what_they_add_up_to(office: Workspace) -> None:
    answer = ask(office, "What percentage of accidents in 2023/24 were at sea?")
    assert answer.rows[0][0] == pytest.approx(100 * figures("2023/24", group="At sea") / figures("2023/24"))


def test_of_a_share_the_row_of_all_is_the_whole(office: Workspace) -> None:
    answer = ask(office, "What percentage of mates were female in March 2023?")
    one, whole = (sum(r[4] for r in CREWS if r[:1] == (2023,) and r[2:4] == ("Mate", s)) for s in ("Female", "Total"))
    assert answer.rows[0][0] == pytest.approx(100 * one / whole)


def test_counts_with_a_letter_for_number_are_no_keys(office: Workspace) -> None:
    answer = ask(office, "How many warnings were there in 2022/23?")
    assert answer.rows == ((sum(many for y, _, code, many in FINES if (y, code) == ("2022/23", "W")),),)


def people(year: int, port: str = "", coast: str = "") -> int:
    return sum(
        many
        for p, y, many, _ in PEOPLE
        if y == year and _PORTS[p][0].startswith(port) and _COASTS[_PORTS[p][1]].startswith(coast)
    )


def test_a_rate_is_by_the_people_of_the_year_of_its_figures(office: Workspace) -> None:
    answer = ask(office, "Groundings per 1,000 people by port in 2022/23")
    expected = {p: 1000 * figures("2022/23", "Grounding", port=p) / people(2022, p) for p, _ in _PORTS.values()}
    assert {r[0]: pytest.approx(r[-1]) for r in answer.rows} == expected


def test_a_rate_of_a_larger_area_is_by_all_its_people(office: Workspace) -> None:
    answer = ask(office, "How many groundings per 1,000 residents were there in Buckie in 2022/23?")
    expected = 1000 * figures("2022/23", "Grounding", port="Buckie") / people(2022, "Buckie")
    assert answer.rows == ((pytest.approx(expected),),)


def test_people_per_household_is_one_figure(office: Workspace) -> None:
    (row,) = (r for r in PEOPLE if r[0] == "S21000002" and r[1] == 2022)
    answer = ask(office, "How many people were there per household in Buckie in 2022?")
    assert answer.rows == ((pytest.approx(row[2] / row[3]),),)


def test_a_change_is_from_twelve_months_to_twelve_months(office: Workspace) -> None:
    answer = ask(office, "By how much did groundings change between 2021/22 and 2022/23?")
    before, after = figures("2021/22", "Grounding"), figures("2022/23", "Grounding")
    assert answer.rows == ((before, after, after - before),)


def test_which_kind_rose_most_goes_by_the_figures_that_are_given_for_each(office: Workspace) -> None:
    answer = ask(office, "Which accident rose the most between 2021/22 and 2023/24?")
    rises = {a: figures("2023/24", a) - figures("2021/22", a) for a, _ in _ACCIDENTS.values()}
    assert answer.rows[0][0] == max(rises, key=rises.__getitem__)
