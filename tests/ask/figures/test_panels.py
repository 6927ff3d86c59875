"""Plain files with a row for most crossings of areas, kinds and times: their figures are asked for, not their rows."""

from __future__ import annotations

import pytest

from core.model import UNSURE
from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

_PORTS = {"PHN": ("Northport", "E1"), "SWK": ("Sandwick", "E1"), "ELL": ("Ellary", "W2"), "TRO": ("Troon Bay", "W2")}
_SPECIES = {"MAC": "Mackerel", "HER": "Herring", "CRE": "Brown crab", "WHE": "Whelk"}
CATCH = [
    (y, m, p, s, round(1.5 * n + k + m / 10, 1), 100 * (k + 1) - n)
    for y in (2022, 2023)
    for m in range(1, 13)
    for n, p in enumerate(_PORTS, 1)
    for k, s in enumerate(_SPECIES, 1)
    if (y + m + 3 * n + 5 * k) % 4
]
_PROVIDERS = {90211: ("Aldmoor", "East"), 90250: ("Brackwell", "East"), 90377: ("Corvan", "West")}
ENROLLED = [
    (p, y, level, sex, n)
    for k, p in enumerate(_PROVIDERS, 1)
    for y in ("2021/22", "2022/23")
    for at, level in enumerate(("FD", "PGR", "PGT"), 1)
    for sex, n in (("F", 10 * k + at), ("M", 8 * k + at), ("Total", 18 * k + 2 * at + 1))
]
OFFENCES = [
    (f"2023-{m:02d}", p, k, 3 * m + 7 * n + 2 * i)
    for m in range(1, 13)
    for n, p in enumerate(_PORTS)
    for i, k in enumerate(("THE", "ARS"))
]
_TEXTS = {
    "kinds": "KindCode,Offence\nTHE,Theft\nARS,Arson\n",
    "recorded_by_month": "RefPeriod,PORT_CD,KindCode,NumberOfOffences\n"
    + "".join(",".join(map(str, r)) + "\n" for r in OFFENCES),
    "LA_Register": "LACode,LAName,RGN\nE1,Eastmark,North\nW2,Westerdale,South\n",
    "port_codes": "PortCode,PORT_NAME,LA_CODE,LAT\n"
    + "".join(f"{c},{n},{a},{54 + i / 7:.3f}\n" for i, (c, (n, a)) in enumerate(_PORTS.items())),
    "species_list": "FAO_CODE,COMMON_NAME\n" + "".join(f"{k},{v}\n" for k, v in _SPECIES.items()),
    "sea_landings": "Year,Month,PORT_CD,SpeciesCode,live_weight_t,value_gbp_k\n"
    + "".join(",".join(map(str, r)) + "\n" for r in CATCH),
    "boats": "RSS_NO,BoatName,PORT_CD,LOA_m,RegDate,LicExpiry\n"
    + "".join(
        f"C{100 + n},Boat {n},{list(_PORTS)[n % 4]},{6 + n % 24 * 1.3:.1f},20{n % 20 + 1:02d}-03-04,2026-02-11\n"
        for n in range(60)
    ),
    "providers": "UKREF,PROV_NAME,RGN_NAME\n" + "".join(f"{k},{n},{r}\n" for k, (n, r) in _PROVIDERS.items()),
    "enrolments": "UKREF,ACAD_YR,LEVEL_CD,SEX,NumStudents\n" + "".join(",".join(map(str, r)) + "\n" for r in ENROLLED),
}
office = office_fixture(_TEXTS)


def landed(year: int, month: int = 0, species: str = "", port: str = "") -> float:
    """Tonnes of such rows."""
    kept = [r for r in CATCH if r[0] == year and r[1] in (month or r[1],)]
    return sum(r[4] for r in kept if r[3].startswith(species) and r[2].startswith(port))


def test_a_unit_says_which_figure_is_meant(office: Workspace) -> None:
    found = ask(office, "How many tonnes of mackerel were landed in March 2023?").rows
    assert found == ((pytest.approx(landed(2023, 3, "MAC")),),)
    monthly = ask(office, "What was the brown crab catch month by month in 2022, in tonnes?").rows
    assert monthly == tuple((m, pytest.approx(landed(2022, m, "CRE"))) for m in range(1, 13) if landed(2022, m, "CRE"))
    long = sum(6 + n % 24 * 1.3 > 24 for n in range(60))
    assert ask(office, "How many boats are longer than 24 metres?").rows == ((long,),)


def test_places_are_shown_by_name_and_grouped_by_what_stands_beside_them(office: Workspace) -> None:
    best = ask(office, "Which two ports landed the most by value in 2023?").rows
    assert best is not None
    assert {r[0] for r in best} <= {n for n, _ in _PORTS.values()}
    regions = ask(office, "Number of students in each region in 2022/23").rows
    said = {
        r: sum(n for p, y, _, s, n in ENROLLED if (y, s, _PROVIDERS[p][1]) == ("2022/23", "Total", r))
        for r in ("East", "West")
    }
    assert dict(regions or ()) == said


def test_an_authority_is_a_council_whatever_its_header_shortens(office: Workspace) -> None:
    assert ask(office, "Which councils are in the North?").rows == (("Eastmark",),)


def test_what_is_counted_are_the_figures_and_not_the_rows(office: Workspace) -> None:
    most = ask(office, "What was the most common level at Corvan in 2022/23?")
    assert most.rows == (("PGT",),) or most.unsure
    counted = ask(office, "What share of the catch in 2023 was herring?")
    assert counted.unsure or counted.rows == ((pytest.approx(landed(2023, 0, "HER") / landed(2023)),),)
    assert ask(office, "How many rows does the sea landings have?").rows == ((len(CATCH),),)


def test_a_number_of_is_a_figure_whoever_recorded_it(office: Workspace) -> None:
    found = ask(office, "How many thefts did the police record in March 2023?")
    assert found.rows == ((sum(n for m, _, k, n in OFFENCES if (m, k) == ("2023-03", "THE")),),)


@pytest.mark.parametrize("which", ["northernmost", "most northerly"])
def test_the_northernmost_has_the_highest_latitude(office: Workspace, which: str) -> None:
    answer = ask(office, f"What is the {which} port?")
    assert answer.rows == (("Troon Bay",),)
    assert answer.confidence >= UNSURE
