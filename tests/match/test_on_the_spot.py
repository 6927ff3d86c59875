"""A join that a query uses and nobody found: the values say on the spot whether it is used."""

from __future__ import annotations

from dataclasses import replace

from core.ask.state import JoinTree, SchemaView
from core.ask.translators.chat.sql_checks import findings, joins_on_trial
from core.match import discover
from core.match.on_the_spot import offered, tried
from core.model import Column, Table
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
        assert (spot.fits, spot.child.id, spot.parent.id, spot.told) == (
            True,
            "visits.seen",
            "places.ref",
            "200 of 200 values fit",
        )
    assert (tried(other, ref).fits, tried(other, ref).told) == (False, "3 of 240 values fit")
    assert tried(seen, other).told == "3 of 200 values fit"


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
