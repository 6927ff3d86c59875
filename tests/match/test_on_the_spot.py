"""A join that a query uses and nobody found: the values say on the spot whether it is used."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from core.ask.state import JoinTree, SchemaView
from core.ask.translators.chat.sql_checks import findings, joins_on_trial
from core.config import Settings
from core.index.embed import NgramEmbedder
from core.match import discover
from core.match.on_the_spot import hinted, offered, tried
from core.model import Answer, Column, Table
from core.workspace import open_workspace
from core.workspace.review_impact import to_review
from tests.match.tables import table

CODES = [f"P{n:03}" for n in range(240)]
PLACES = table("places", {"ref": CODES, "town": [f"Town {n}" for n in range(240)]})
VISITS = table(
    "visits",
    {
        "visit": list(range(1, 301)),
        "seen": [CODES[n % 200] for n in range(300)],
        "other": [CODES[n] if n < 3 else f"Q{n % 240:03}" for n in range(240)] + ["P000"] * 60,
    },
)
WHOLE = SchemaView((PLACES, VISITS), ())


def column(made: Table, name: str) -> Column:
    found = made.column(name)
    assert found is not None
    return found


def test_what_lies_in_a_unique_key_fits_whichever_way_it_is_written() -> None:
    seen, ref, other = column(VISITS, "seen"), column(PLACES, "ref"), column(VISITS, "other")
    for spot in (tried(seen, ref), tried(ref, seen)):
        assert (spot.fits, spot.child.id, spot.parent.id, spot.finding) == (
            True,
            "visits.seen",
            "places.ref",
            "200 of 200 values fit",
        )
    assert (tried(other, ref).fits, tried(other, ref).finding) == (False, "3 of 240 values fit")
    assert tried(seen, other).finding == "3 of 200 values fit"


def test_the_figures_are_said_of_a_query_that_joins_what_was_not_found() -> None:
    tree = JoinTree(("places", "visits"))
    (good,) = findings("SELECT 1 FROM visits v JOIN places p ON v.seen = p.ref", "sqlite", WHOLE, tree)
    assert (good.code, good.doubt) == ("tested_join", False)
    assert "200 of 200 values fit a unique key" in good.message
    (bad,) = findings("SELECT 1 FROM visits v JOIN places p ON v.other = p.ref", "sqlite", WHOLE, tree)
    assert (bad.code, bad.doubt) == ("unknown_join", True)
    assert bad.message.endswith("which is not a join that was found: 3 of 240 values fit.")


def test_what_a_person_rejected_stays_refused_and_what_the_program_passed_over_is_tested() -> None:
    spot = tried(column(VISITS, "seen"), column(PLACES, "ref"))
    passed = replace(offered((PLACES, VISITS), spot), asked=False, offered=False)
    sql = "SELECT 1 FROM visits v JOIN places p ON v.seen = p.ref"
    (again,) = findings(sql, "sqlite", replace(WHOLE, joins=(passed,)), JoinTree(("places", "visits")))
    assert again.code == "tested_join"
    judged = replace(passed, reviewed=True)
    (refused,) = findings(sql, "sqlite", replace(WHOLE, joins=(judged,)), JoinTree(("places", "visits")))
    assert refused.code == "rejected_join"
    assert joins_on_trial(sql, "sqlite", replace(WHOLE, joins=(judged,))) == ()


def test_the_joins_to_review_are_read_off_the_query() -> None:
    sql = "SELECT 1 FROM visits v JOIN places p ON v.seen = p.ref AND v.other = p.town"
    (spot,) = joins_on_trial(sql, "sqlite", WHOLE)
    made = offered((PLACES, VISITS), spot)
    assert (made.id, made.state, made.offered, made.asked) == ("visits.seen=places.ref", "rejected", True, True)
    assert made.why.endswith("a question joined these columns, and 200 of 200 values fit")


def test_what_a_question_used_still_waits_after_the_next_search() -> None:
    ids = [n * 7 + 3 for n in range(40)]
    left = table("left", {"note": [f"n{n}" for n in range(60)], "size": [ids[n % 40] for n in range(60)]})
    right = table("right", {"title": [f"t{n}" for n in range(40)], "count": ids})
    made = offered((left, right), tried(column(left, "size"), column(right, "count")))
    found = {j.id: j for j in discover([left, right], known=[made])}
    assert (found[made.id].state, found[made.id].offered) == ("rejected", True)
    gone = discover([left], known=[made])
    assert [j for j in gone if j.id == made.id] == []
    used = hinted((left, right), tried(column(left, "size"), column(right, "count")))
    found = {j.id: j for j in discover([left, right], known=[used])}
    assert (found[used.id].state, found[used.id].asked) == ("probable", True)
    other = table("right", {"title": [f"t{n}" for n in range(40)], "count": range(900, 940)})
    assert [j for j in discover([left, other], known=[used]) if j.id == used.id and j.state != "rejected"] == []


def _folder(where: Path) -> Path:
    where.mkdir()
    (where / "places.csv").write_text("ref,town\n" + "".join(f"{c},Town {n % 5}\n" for n, c in enumerate(CODES)))
    rows = "".join(f"{n},{CODES[(7 * n) % 200]},{CODES[n] if n < 3 else f'Q{n % 237:03}'}\n" for n in range(300))
    (where / "visits.csv").write_text("visit no,seen,other\n" + rows)
    return where


@pytest.mark.slow
def test_a_join_that_a_hint_names_is_used_with_a_warning_and_waits_for_review(tmp_path: Path) -> None:
    with open_workspace(Settings(workspace=tmp_path / "ws"), embedder=NgramEmbedder()) as ws:
        ws.tables.load([_folder(tmp_path / "files")])
        stores = ws.joins._stores
        for join in ws.joins.all(rejected=True):
            stores.catalogue.drop_joins([join.id])  # as if it had not been found
        stores.sync.touch()
        stores.sync.put_graph()
        *_, answer = ws.questions.ask("How many visits per town?", hint="visits.SEEN = places.ref")
        assert isinstance(answer, Answer)
        assert {row[0]: row[1] for row in answer.rows} == {f"Town {n}": 60 for n in range(5)}
        (said,) = [w for w in answer.warnings if w.code == "tested_join"]
        assert said.message == (
            "The hint joins visits.seen = places.ref, which was not known to join: 200 of 200 values fit a unique key. "
            "It is used, and waits for review."
        )
        (join,) = ws.joins.all()
        assert (join.id, join.state, join.asked, join.reviewed) == ("visits.seen=places.ref", "probable", True, False)
        assert to_review(ws.joins.all(), {t.name: t for t in ws.tables.all()}) == [join]
        *_, again = ws.questions.ask("How many visits per town?", hint="visits.seen = places.ref")
        assert isinstance(again, Answer)
        assert "tested_join" not in [w.code for w in again.warnings]


@pytest.mark.slow
def test_a_join_that_a_hint_names_and_that_does_not_fit_is_refused_with_figures(tmp_path: Path) -> None:
    with open_workspace(Settings(workspace=tmp_path / "ws"), embedder=NgramEmbedder()) as ws:
        ws.tables.load([_folder(tmp_path / "files")])
        before = ws.joins.all(rejected=True)
        *_, answer = ws.questions.ask("How many visits?", hint='"visits".other = `places`.ref; x.y = z.a')
        assert isinstance(answer, Answer)
        (said,) = [w for w in answer.warnings if w.code == "unknown_join"]
        assert said.message == "The hint's join visits.other = places.ref is not used: 3 of 240 values fit."
        assert ws.joins.all(rejected=True) == before


@pytest.mark.slow
def test_of_two_joins_of_two_tables_the_one_that_the_hint_names_is_taken(tmp_path: Path) -> None:
    folder = tmp_path / "files"
    folder.mkdir()
    (folder / "depots.csv").write_text("no,city\n" + "".join(f"{n},City {n % 3}\n" for n in range(1, 9)))
    vans = "".join(f"V{n:03},{n % 8 + 1},{(3 * n) % 8 + 1 if n % 3 else 2}\n" for n in range(60))
    (folder / "vans.csv").write_text("van,depot,home\n" + vans)
    homes = [(3 * n) % 8 + 1 if n % 3 else 2 for n in range(60)]
    places = [n % 8 + 1 for n in range(60)]
    with open_workspace(Settings(workspace=tmp_path / "ws"), embedder=NgramEmbedder()) as ws:
        ws.tables.load([folder])
        for hint, numbers in (("vans.home = depots.no", homes), ("vans.depot = depots.no", places)):
            *_, answer = ws.questions.ask("How many vans per depot city?", hint=hint)
            assert isinstance(answer, Answer)
            assert dict(answer.rows) == {f"City {c}": sum(n % 3 == c for n in numbers) for c in range(3)}
