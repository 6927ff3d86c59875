"""Decades: of dates and of years, of what the words say, and as times that rows lie in."""

from __future__ import annotations

from collections import Counter

import pytest

from core.workspace import Workspace
from tests.ask.marina import BOATS, FILES, SKIPPERS, TRIPS
from tests.ask.worlds import answers, ask, csv_text, office_fixture, office_of

BUILT = Counter(f"{b[3] // 10}0s" for b in BOATS)
BORN = Counter(f"{s[2][:3]}0s" for s in SKIPPERS)
JOINED = Counter(f"{s[3][:3]}0s" for s in SKIPPERS)
FEES = {d: sum(b[5] for b in BOATS if f"{b[3] // 10}0s" == d) / n for d, n in BUILT.items()}
CASES: tuple[tuple[str, tuple[tuple[object, ...], ...]], ...] = (
    ("How many boats were built in each decade?", tuple(BUILT.items())),
    ("boats by decade", tuple(BUILT.items())),
    ("Number of skippers by decade of birth", tuple(BORN.items())),
    ("How many skippers joined in each decade?", tuple(JOINED.items())),
    ("How many skippers were born per decade?", tuple(BORN.items())),
    ("average berth fee of boats per decade", tuple(FEES.items())),
    ("Which decade saw the most boats built?", ((BUILT.most_common(1)[0][0],),)),
    ("In which decade were most skippers born?", ((BORN.most_common(1)[0][0],),)),
    ("How many boats were built in the 1990s?", ((BUILT["1990s"],),)),
    ("How many skippers were born in the 80s?", ((BORN["1980s"],),)),
    ("How many trips per decade?", (("2020s", len(TRIPS)),)),
)

office = office_fixture(FILES)


@pytest.mark.parametrize(("question", "rows"), CASES, ids=[q for q, _ in CASES])
def test_decades_are_read(office: Workspace, question: str, rows: tuple[tuple[object, ...], ...]) -> None:
    got = ask(office, question)
    assert not got.unsure
    assert answers(got.rows, rows, figure=True), (got.sql, got.rows)


def test_the_sentence_speaks_of_decades(office: Workspace) -> None:
    said = ask(office, "boats by decade").answer
    assert said.startswith("Boats by decade of year built, the 1980s to the 2010s: the most in the 2010s (4)")


def test_a_decade_that_nothing_goes_by_is_not_read(office: Workspace) -> None:
    assert ask(office, "How many boats in the last decade?").unsure


def test_what_went_into_service_is_no_kind_of_work(tmp_path_factory: pytest.TempPathFactory) -> None:
    vans = [(f"V{n}", ("Ford", "Fiat")[n % 2], f"{2008 + n}-0{1 + n % 9}-11") for n in range(12)]
    jobs = [(100 + n, f"V{n % 12}", f"2024-0{1 + n % 9}-02", ("Service", "Tyres")[n % 3 == 0]) for n in range(40)]
    texts = {
        "vans": csv_text("Van no,Make,In service from", vans),
        "jobs": csv_text("Job no,Van no,Booked in,Kind", jobs),
    }
    with office_of(texts, tmp_path_factory.mktemp("vans")) as office:
        got = ask(office, "How many vans went into service in each decade?")
        assert got.unsure or answers(got.rows, (("2000s", 2), ("2010s", 10))), (got.sql, got.rows)
