"""What a verdict on a join leads to: joins that change with it, and the answers that went over them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from core.catalogue.chats import Chats
from core.catalogue.verified_answers import Verified
from core.model import Answer, Join, PathEdge
from core.workspace.review_impact import Affected, Change, affected, changes
from tests.graph.graphs import join

CITY = join("visits.city", "cities.id", state="probable")
OTHER = join("visits.town", "towns.id", state="rejected")


def lost(found: Join) -> tuple[Change, ...]:
    return (Change(found, "probable", "rejected"),)


def test_changes_are_told_whichever_way_round_a_join_points() -> None:
    turned = join("cities.id", "visits.city", state="probable")
    rejected, found = replace(CITY, state="rejected"), replace(OTHER, state="probable")
    assert changes([CITY, OTHER], [turned, OTHER]) == ()
    assert changes([CITY, OTHER], [rejected]) == (
        Change(rejected, "probable", "rejected"),
        Change(OTHER, "rejected", None),
    )
    assert [c.used for c in changes([CITY, OTHER], [rejected])] == [True, False]
    assert changes([OTHER], [OTHER, CITY]) == (Change(CITY, None, "probable"),)
    assert changes([OTHER], [found]) == (Change(found, "rejected", "probable"),)


@pytest.mark.parametrize(
    ("sql", "hit"),
    [
        ("SELECT 1 FROM visits v JOIN cities c ON v.city = c.id", True),
        ("SELECT 1 FROM Visits JOIN CITIES ON cities.ID = visits.City", True),
        ("SELECT 1 FROM visits v, cities c WHERE v.city = c.id", True),
        ("SELECT 1 FROM visits WHERE EXISTS (SELECT 1 FROM cities WHERE cities.id = visits.city)", True),
        ("SELECT 1 FROM visits v JOIN cities c ON v.town = c.id", False),
        ("SELECT 1 FROM visits WHERE city = 'Oslo'", False),
        ("SELECT (", False),
    ],
)
def test_a_verified_answer_is_affected_when_its_query_uses_the_join(sql: str, hit: bool, tmp_path: Path) -> None:
    history = Chats(tmp_path / "chats.sqlite")
    found = affected(lost(CITY), [Verified("1", "Which?", sql)], history, "sqlite")
    assert found == Affected(("Which?",) if hit else (), ())


def test_using_names_the_column_on_both_sides(tmp_path: Path) -> None:
    same = join("visits.city_id", "cities.city_id", state="confirmed")
    kept = [Verified("1", "Which?", "SELECT 1 FROM visits JOIN cities USING (city_id)")]
    history = Chats(tmp_path / "chats.sqlite")
    assert affected([Change(same, "confirmed", None)], kept, history, "sqlite").verified == ("Which?",)
    assert affected([Change(same, None, "probable")], kept, history, "sqlite") == Affected((), ())


def test_answers_in_chats_are_found_by_their_path(tmp_path: Path) -> None:
    history = Chats(tmp_path / "chats.sqlite")
    edge = PathEdge(CITY.id, "visits", ("city",), "cities", ("id",), "probable", 0.9, "n:1")
    chat = history.new("a")
    for question, path in (("Over it?", (edge,)), ("Not?", ()), ("Over it?", (edge,)), ("Also?", (edge, edge))):
        history.add(chat, Answer(question, "", path=path))
    assert affected(lost(CITY), [], history, "sqlite").asked == ((chat, "Also?"), (chat, "Over it?"))
    assert affected(lost(OTHER), [], history, "sqlite").asked == ()
