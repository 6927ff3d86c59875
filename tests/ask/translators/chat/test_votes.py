"""Several queries of a model that is not trusted vote by their rows, side by side; no doubt spoils a right query."""

from __future__ import annotations

import threading
from collections.abc import Sequence

import pytest

from core.ask.state import Draft, Run
from core.ask.translators.chat.model import Message
from core.ask.translators.chat.side_by_side import queries
from core.ask.translators.chat.standing import Standing
from core.ask.translators.voting import Ballot, polled
from core.errors import ModelFailed
from core.model import Exchange, Rows
from tests.ask.translators.chat.conftest import NORWAY, READS_TOTAL, SQL_TOTAL, Asker, fenced, reads
from tests.ask.translators.chat.test_replay import stored

UNREAD = "What stands beside the fees zzyzx?"
"""The rules read this otherwise than the model does here, or not at all."""
FIRST, THEN = fenced('SELECT DISTINCT "note" FROM "fees"'), 'SELECT "note" FROM "fees" WHERE "note" IS NOT NULL'
NOTES = reads("fees", enriched="the different `note` of `fees`", columns=["fees.note"])


def doubtful(times: int = 4) -> Standing:
    """A model that was often wrong where the rules were sure."""
    standing = Standing()
    for _ in range(times):
        standing.note(False, 1.0)
    return standing


def run() -> Run:
    return Run(lambda step: None, lambda sql: Rows((), ()))


def ballot(name: str, *cells: int) -> Ballot:
    return Ballot(Draft(name), Rows(("n",), tuple((c,) for c in cells)))


def test_most_of_the_queries_win_and_the_first_where_they_are_even() -> None:
    one, two, three = ballot("a", 1), ballot("b", 2), ballot("c", 2)
    found = polled([one, two, three])
    assert (found.winner, found.agree, found.of) == (two, 2, 3)
    assert polled([one, two]).winner is one
    assert polled([one, two], Rows(("n",), ((2,),)), 0.4).winner is two, "the rules find its rows"
    assert polled([one, two], Rows(("n",), ((3,),)), 0.9).winner is one


def test_calls_of_a_vote_overlap(ask: Asker) -> None:
    ask.server.script(NOTES, FIRST, fenced(THEN))
    ask.server.meeting = threading.Barrier(2, timeout=20)
    try:
        answer = ask(UNREAD, standing=doubtful())
    finally:
        met, ask.server.meeting = ask.server.meeting, None
    assert not met.broken, "the second candidate was asked for before the first had come"
    assert [e.purpose for e in answer.exchanges] == ["read", "query", "vote", "vote"]
    assert answer.sql == THEN
    assert (answer.model_calls, answer.tokens) == (4, 480)
    assert "2 of 3 queries of the chat model find the same rows" in [s.text for s in ask.steps]
    assert [r.get("temperature", 0) for r in ask.server.requests] == [0, 0, 0.8, 0.8]
    assert ask.workspace.questions.replay(stored(answer)).differs == ()


def test_no_vote_where_the_rules_agree_or_the_model_is_trusted_or_none_is_wanted(ask: Asker) -> None:
    ask.server.script(READS_TOTAL, fenced(SQL_TOTAL), fenced(THEN))
    assert (ask(standing=doubtful()).rows, len(ask.server.requests)) == (((NORWAY,),), 2)
    for more in ({}, {"standing": doubtful(), "model_votes": 1}):
        ask.server.script(NOTES, FIRST)
        assert ask(UNREAD, **more).model_calls == 2


@pytest.mark.parametrize(("most", "asked"), [(2, 2), (3, 3), (4, 4)])
def test_a_vote_is_bounded_by_the_calls_of_a_question(ask: Asker, most: int, asked: int) -> None:
    ask.server.script(NOTES, FIRST, fenced(THEN))
    answer = ask(UNREAD, standing=doubtful(), model_calls=most, model_votes=5)
    assert (answer.model_calls, len(ask.server.requests)) == (asked, asked)


class Turned:
    """Each call but the last waits for the one after it: the last comes first."""

    name, window, at_once = "turned", 16_384, 4

    def __init__(self, count: int) -> None:
        self._come = [threading.Event() for _ in range(count + 1)]
        self._come[count].set()
        self._lock, self._next = threading.Lock(), 0

    def left(self, run: Run) -> int:
        return 8

    def ask(self, messages: Sequence[Message], run: Run, purpose: str = "", **mode: bool) -> str:
        with self._lock:
            n, self._next = self._next, self._next + 1
        assert self._come[n + 1].wait(20)
        run.calls, run.tokens = run.calls + 1, run.tokens + 10
        run.spend(0.5)
        run.exchanges.append(Exchange(purpose, "", str(n)))
        self._come[n].set()
        if n == 1:
            raise ModelFailed("down")
        return fenced(f"SELECT {n}")


def test_candidates_come_in_the_order_in_which_they_were_asked_for() -> None:
    asked = run()
    asked.calls, asked.tokens = 2, 100
    found = queries(Turned(3), [("human", "?")], 3, asked)
    assert set(found) <= {"SELECT 0", "SELECT 2"}
    assert found == ("SELECT 0", "SELECT 2"), "the second failed"
    assert [e.received for e in asked.exchanges] == ["0", "1", "2"]
    assert (asked.calls, asked.tokens, asked.cost) == (5, 130, 1.5)


# doubts

PAID = "How many sailors paid?"
"""The rules count all eight."""
FANNED = 'SELECT COUNT(s."sailor_no") FROM "sailors" s JOIN "fees" f ON f."sailor_no" = s."sailor_no"'
ONCE = 'SELECT COUNT(*) FROM "sailors" s WHERE EXISTS (SELECT 1 FROM "fees" f WHERE f."sailor_no" = s."sailor_no")'
OTHER = 'SELECT COUNT(*) FROM "sailors" s WHERE s."country" = \'Norway\''


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("votes", "later", "rows"),
    [
        (1, [ONCE], 10),  # nothing decides: the first stays
        (3, [ONCE], 6),  # three of four find six
        (3, [OTHER, FANNED], 10),  # a right query that was spoiled when it was doubted
        (3, [OTHER, FANNED, ONCE], 10),
    ],
)
def test_a_query_that_is_only_doubted_stays_unless_more_speaks_for_its_repair(
    ask: Asker, votes: int, later: list[str], rows: int
) -> None:
    ask.server.script(reads("sailors", "fees"), fenced(FANNED), *map(fenced, later))
    answer = ask(PAID, model_votes=votes)
    assert answer.rows == ((rows,),)
    assert answer.model_calls == (3 if votes == 1 else 5)
    assert ask.workspace.questions.replay(stored(answer)).differs == ()


def test_a_query_that_finds_what_the_rules_find_is_not_doubted(ask: Asker) -> None:
    fanned = f"{FANNED} WHERE f.\"fee_no\" < 'F109'"
    ask.server.script(reads("sailors", "fees"), fenced(fanned), fenced(ONCE))
    assert (ask(PAID).rows, len(ask.server.requests)) == (((8,),), 2)
