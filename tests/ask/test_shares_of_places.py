"""What percentage were …, in a place: of those of the place, as people mean it."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

_ROWS = [(n, ("Leith", "Dunbar", "Ayr")[n % 3], ("Upheld", "Dismissed")[n % 5 > 1], 2022 + n % 2) for n in range(90)]
_TEXTS = {
    "complaints": "Complaint,Town,Outcome,RoadClass,Day\n"
    + "".join(f"{n},{town},{how},{'ABC'[n % 3]},{y}-03-04\n" for n, town, how, y in _ROWS)
}


office = office_fixture(_TEXTS)


def _percent(town: str, year: int = 0) -> float:
    whole = [how for _, t, how, y in _ROWS if t == town and year in (0, y)]
    return 100 * whole.count("Upheld") / len(whole)


@pytest.mark.parametrize(
    ("question", "percent"),
    [
        ("What percentage of complaints were upheld in Leith?", _percent("Leith")),
        ("What percentage of the complaints from Leith were upheld?", _percent("Leith")),
        ("What percentage of complaints were upheld in Dunbar in 2023?", _percent("Dunbar", 2023)),
        ("What percentage of complaints were upheld?", 40.0),
    ],
)
def test_a_place_behind_says_of_which_rows_a_share_is_taken(office: Workspace, question: str, percent: float) -> None:
    answer = ask(office, question)
    assert answer.rows == ((pytest.approx(percent),),), answer.enriched


def test_shares_of_groups_come_the_largest_first(office: Workspace) -> None:
    answer = ask(office, "What percentage of complaints were upheld per road class?")
    classes = {c: [how for n, _, how, _ in _ROWS if "ABC"[n % 3] == c] for c in "ABC"}
    shares = {c: 100 * held.count("Upheld") / len(held) for c, held in classes.items()}
    assert answer.rows is not None
    assert [row[-1] for row in answer.rows] == [pytest.approx(s) for s in sorted(shares.values(), reverse=True)]
    assert "DESC" in (answer.sql or "")


def test_what_is_joined_by_and_is_part_of_the_share(office: Workspace) -> None:
    answer = ask(office, "What percentage of complaints were upheld and in Leith?")
    both = sum(town == "Leith" and how == "Upheld" for _, town, how, _ in _ROWS)
    assert answer.rows == ((pytest.approx(100 * both / len(_ROWS)),),), answer.enriched


def test_a_value_that_reads_like_an_article_is_borne(office: Workspace) -> None:
    """A class `A` is a value, not the article: nothing else stands between it and what follows."""
    assert ask(office, "What percentage was A Leith?").answer
