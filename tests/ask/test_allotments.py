"""An allotment society: who owes most rent, who has rented longest, and jobs with the place where they were."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import Row, ask, csv_text, office_fixture

PLOTS = [("P1", "NF", 5), ("P2", "NF", 10), ("P3", "MS", 5), ("P4", "MS", 10)]
TENANCIES = [
    ("T1", "P1", "Ada Ash", "2015-04-01", "", 38.5, 0),
    ("T2", "P2", "Bert Birch", "2012-04-01", "", 72, 41.5),
    ("T3", "P3", "Cora Cole", "2010-04-01", "2024-03-31", 38.5, 12),
    ("T4", "P4", "Dan Drew", "2019-04-01", "", 80, 0),
    ("T5", "P3", "Esme Elm", "2024-04-01", "", 38.5, 230),
]
JOBS = [
    ("J1", "P1", "broken tap", "2024-02-03", 40),
    ("J2", "P4", "fence down", "2024-03-04", 310),
    ("J3", "P2", "rubbish", "2024-03-09", 75),
    ("J4", "P2", "fence down", "2024-05-01", 420),
]
allotments = office_fixture(
    {
        "sites": "site,site_name,warden\nNF,North Field,Carol Hunt\nMS,Mill Site,Dev Patel\n",
        "plot_list": csv_text("plot_ref,site,rods", PLOTS),
        "tenancies": csv_text("ten_id,plot,tenant_name,start_dt,end_dt,yr_rent,arrears", TENANCIES),
        "jobs": csv_text("job_no,plot,fault,raised,cost_gbp", JOBS),
    }
)


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("Who owes us the most rent?", {("Esme Elm",)}),
        ("Who owes us most?", {("Esme Elm",)}),
        ("Which tenant owes the most?", {("Esme Elm",)}),
        ("Who is furthest behind with the rent?", {("Esme Elm",)}),
        ("Who owes us more than 20?", {("Esme Elm",), ("Bert Birch",)}),
        ("What was the dearest job and where was it?", {("J4", 420, "P2")}),
        ("What was the dearest job in February and where was it?", {("J1", 40, "P1")}),
    ],
)
def test_whoever_and_wherever_it_is(allotments: Workspace, question: str, rows: set[Row]) -> None:
    answer = ask(allotments, question)
    assert set(answer.rows) == rows
    assert not answer.unsure


def test_who_has_rented_longest_is_not_who_pays_most(allotments: Workspace) -> None:
    assert ask(allotments, "Who has rented from us the longest?").rows == (("Bert Birch",),)


jetty = office_fixture(
    {
        "tenants": "tenant_no,tenant\nN1,Ada Ash\nN2,Bert Birch\nN3,Cora Cole\n",
        "moorings": "mooring,tenant_no,yearly_rent\nM1,N1,300\nM2,N2,450\nM3,N3,200\nM4,N3,200\n",
    }
)


@pytest.mark.parametrize("question", ["Who owes us the most rent?", "Who is furthest behind with the rent?"])
def test_the_highest_rent_is_not_what_is_owed(jetty: Workspace, question: str) -> None:
    assert ask(jetty, question).unsure


river = office_fixture(
    {
        "sites": "site_id,site_name,river\nS1,Old Weir,Wharfe\nS2,Mill Bridge,Wharfe\nS3,Ford Lane,Aire\n",
        "volunteers": "vol_id,name,town\nV1,Ada Ash,Otley\nV2,Bert Birch,Leeds\n",
        "samples": "sample_no,site,taken_by,taken_on,nitrate,result\n"
        "W1,S1,V1,2024-01-03,12.5,P\nW2,S2,V2,2024-02-03,31.0,F\nW3,S3,V1,2024-02-09,8.5,P\n"
        "W4,S3,V2,2024-03-11,44.2,F\nW5,S1,V1,2024-04-02,17.1,P\n",
    }
)


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("Who took the sample with the highest nitrate?", {("Bert Birch",)}),
        ("Where was the highest nitrate?", {("Ford Lane",)}),
        ("Where did we find the lowest nitrate, and who took it?", {("Ford Lane", "Ada Ash")}),
        ("Which sample had the highest nitrate, and where was it taken?", {("W4", "Ford Lane")}),
        ("List the failed samples and where they were taken.", {("W2", "Mill Bridge"), ("W4", "Ford Lane")}),
    ],
)
def test_no_day_is_told_for_a_place_and_no_number_for_a_name(river: Workspace, question: str, rows: set[Row]) -> None:
    answer = ask(river, question)
    assert set(answer.rows) == rows
    assert not answer.unsure
