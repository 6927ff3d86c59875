"""Series as offices publish them: months without days, counts for rows, -9 for what is not there, results in one column
of values, references that are numbers, and scores that have names."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

_MONTHS = [f"{year}-{month:02d}" for year in (2021, 2022) for month in range(1, 13)]
_HARBOURS = {"H1": "Northport", "H2": "Sandwick", "H3": "Ellary"}
_TARIFFS = {3: "Small craft", 5: "Yachts", 9: "Trawlers"}
LANDINGS = [
    (h, m, t, 10 * n + 3 * k + t, -9 if (n + k + t) % 11 == 0 else (n + t) % 5)
    for n, m in enumerate(_MONTHS)
    for k, h in enumerate(_HARBOURS)
    for t in _TARIFFS
]
PROBES = {1: "Nitrate", 2: "Phosphate"}
READINGS = [
    (
        f"2022-0{1 + n // 6 % 6}-{1 + n % 27:02d}",
        h,
        p,
        -9.0 if n % 13 == 0 else round(p * 4 + n % 7 + 0.5, 1),
        20 + n % 3,
    )
    for n, (h, p) in enumerate((h, p) for _ in range(30) for h in _HARBOURS for p in PROBES)
]
CHECKS = [(n, list(_HARBOURS)[n % 3], "" if n % 9 == 4 else 1 + n % 4) for n in range(60)]
_TEXTS = {
    "harbours": "CODE,HARBOUR_NAME\n" + "".join(f"{k},{v}\n" for k, v in _HARBOURS.items()),
    "tariffs": "TARIFF_CODE,CRAFT\n" + "".join(f"{k},{v}\n" for k, v in _TARIFFS.items()),
    "landings_monthly": "HARBOUR,REF_PERIOD,TARIFF,Number of landings,N_REFUSED\n"
    + "".join(",".join(map(str, r)) + "\n" for r in LANDINGS),
    "substances": "SUBST_CODE,SUBSTANCE\n" + "".join(f"{k},{v}\n" for k, v in PROBES.items()),
    "water_samples": "OBS_DATE,HARBOUR,SUBST_CODE,obs_value,depth_cm\n"
    + "".join(",".join(map(str, r)) + "\n" for r in READINGS),
    "quay_checks": "CHECK_NO,HARBOUR,COND_SCORE\n" + "".join(",".join(map(str, r)) + "\n" for r in CHECKS),
    "code_lists": "LIST,CODE,LABEL\nCOND,1,Bad\nCOND,2,Fair\nCOND,3,Good\nCOND,4,Very good\n"
    "HARBOUR,H1,Northport\nHARBOUR,H2,Sandwick\n",
}
office = office_fixture(_TEXTS)


def landed(year: str = "", month: str = "", harbour: str = "", tariff: int = 0) -> int:
    """Landings of such rows."""
    kept = [r for r in LANDINGS if r[1].startswith(year) and r[1].endswith(month) and r[0].startswith(harbour)]
    return sum(r[3] for r in kept if not tariff or r[2] == tariff)


def test_a_month_is_a_time_and_its_rows_are_counts(office: Workspace) -> None:
    assert ask(office, "How many landings were there in April 2022?").rows == ((landed("2022", "04"),),)
    by_month = ask(office, "Total landings per month in 2022")
    assert by_month.rows == tuple((m, landed(m)) for m in _MONTHS if m.startswith("2022"))
    summer = sum(landed("2022", month) for month in ("06", "07", "08"))
    assert ask(office, "How many landings were there between June and August 2022?").rows == ((summer,),)
    best = ask(office, "Which month of 2022 had the most landings?")
    assert best.rows is not None
    assert best.rows[0][0] == "2022-12"
    assert not best.unsure


def test_a_share_of_counts_is_one_of_what_they_count(office: Workspace) -> None:
    answer = ask(office, "What share of 2022 landings were trawlers?")
    share = landed("2022", tariff=9) / landed("2022")
    assert answer.rows in (((pytest.approx(share),),), ((pytest.approx(100 * share),),)), answer.sql


def test_what_alone_lies_below_zero_is_left_out(office: Workspace) -> None:
    refused = sum(r[4] for r in LANDINGS if r[4] >= 0 and r[0] == "H2")
    assert ask(office, "total refused at Sandwick").rows == ((refused,),)


def test_results_of_all_kinds_in_one_column_are_asked_by_the_kind(office: Workspace) -> None:
    answer = ask(office, "Average nitrate at each harbour in March 2022")
    assert answer.rows is not None
    for code, name in _HARBOURS.items():
        some = [r[3] for r in READINGS if r[0] < "2022-04" and r[0] >= "2022-03" and r[1] == code and r[2] == 1]
        some = [v for v in some if v >= 0]
        assert {row[0]: row[1] for row in answer.rows}[name] == pytest.approx(sum(some) / len(some))


def test_a_number_that_refers_to_another_table_is_no_figure(office: Workspace) -> None:
    assert 'SUM("TARIFF")' not in (ask(office, "What is the tariff of trawlers?").sql or "")
    assert "TARIFF" not in (ask(office, "Trawlers per year, all harbours").sql or "").split("FROM")[0]


def test_scores_have_names_and_an_average(office: Workspace) -> None:
    poor = ask(office, "How many quay checks scored very good?")
    assert poor.rows == ((sum(c[2] == 4 for c in CHECKS),),)
    known = [int(c[2]) for c in CHECKS if c[2] != "" and c[1] == "H2"]
    assert ask(office, "What is the average condition score at Sandwick?").rows == (
        (pytest.approx(sum(known) / len(known)),),
    )
