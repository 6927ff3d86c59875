"""What files are told apart by, called as a list of the same values calls it."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.ingest.families.forms import Form, facets_of
from core.ingest.families.listed import called_by_lists
from core.ingest.families.varying import Varying
from tests.ask.worlds import ask, office_of

SITES = Varying("kind", "file name", ("Eastside", "Mill Lane"))


def _list(name: str, label: str, values: list[str]) -> Form:
    return Form(f"{name}.csv", (), (name,), (), facets_of([label], [[v] for v in values]))


@pytest.mark.parametrize(
    ("name", "label", "values", "called"),
    [
        ("contacts", "Site name", ["Eastside", "MILL LANE", "Harbour"], "site"),
        ("pools", "Name", ["Eastside", "Mill Lane"], "pool"),
        ("list", "Name", ["Eastside", "Mill Lane"], "kind"),
        ("pools", "Name", ["Eastside", "Harbour"], "kind"),
    ],
)
def test_called_by_the_list(name: str, label: str, values: list[str], called: str) -> None:
    assert called_by_lists([SITES], [_list(name, label, values)])[0].label == called


def test_the_shortest_list_says_it() -> None:
    long = _list("staff", "Depot", ["Eastside", "Mill Lane", "Harbour"])
    short = _list("pools", "Pool name", ["Eastside", "Mill Lane"])
    assert called_by_lists([SITES], [long, short])[0].label == "pool"


def test_what_has_a_noun_keeps_it() -> None:
    told = Varying("region", "file name", ("Eastside", "Mill Lane"))
    assert called_by_lists([told], [_list("pools", "Pool", ["Eastside", "Mill Lane"])]) == [told]


def test_files_per_place_are_asked_by_the_place(tmp_path: Path) -> None:
    days = [f"2024-03-{d:02}" for d in range(1, 13)]
    texts = {
        f"swims {place}": "\n".join(["day,lane,swimmers", *(f"{d},{i % 4},{i * n + 3}" for i, d in enumerate(days))])
        for n, place in enumerate(("Eastside", "Mill Lane", "Harbour"), start=1)
    }
    texts["pools"] = "pool,opened,metres\nEastside,1931,25\nMill Lane,1967,33\nHarbour,2004,50\n"
    with office_of(texts, tmp_path) as office:
        answer = ask(office, "What is the total number of swimmers by pool?")
    assert {tuple(r) for r in answer.rows} == {("Eastside", 102), ("Mill Lane", 168), ("Harbour", 234)}
