"""The rules help a model: their readings are offered, and where both differ the surer one is followed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.ask.translators.chat.sameness import alike, same
from core.ask.translators.chat.standing import Decided, Standing
from core.config import Settings
from core.index.embed import NgramEmbedder
from core.model import Rows
from core.workspace import open_workspace
from core.workspace.translators import Translators
from tests.ask.translators.chat.conftest import KEY, NORWAY, SAILING, SQL_TOTAL, TOTAL, Asker, fenced, filled, reads
from tests.fake_model_server import FakeModelServer

WRONG = SQL_TOTAL + ' AND f."note" IS NOT NULL'


@pytest.fixture
def ask(tmp_path: Path, server: FakeModelServer) -> Iterator[Asker]:
    with open_workspace(Settings(workspace=filled(tmp_path, SAILING)), embedder=NgramEmbedder()) as ws:
        yield Asker(ws, server)


def test_trust_is_how_often_it_agreed() -> None:
    seen = Standing()
    assert seen.trust == 0.98
    assert not seen.prefers_rules(0.97)
    for _ in range(3):
        seen.note(False, 0.9)
    seen.note(False, 0.3)  # the rules know no better
    assert round(seen.trust, 3) == round(0.98 * 4 / (4 + 2.7), 3)
    assert (seen.prefers_rules(0.6), seen.prefers_rules(0.5)) == (True, False)
    again = Standing()
    again.read(seen.text())
    assert round(again.trust, 3) == round(seen.trust, 3)
    again.read("nonsense")
    for _ in range(40):
        again.note(True, 0.9)
    assert again.trust > 0.97
    assert (Decided(True).prefers_rules(0.1), Decided(False).prefers_rules(0.99)) == (True, False)


def test_rows_are_alike_but_for_columns_shown_besides() -> None:
    one, two = Rows(("a",), (("x",), ("y",))), Rows(("n", "a"), ((2, "Y"), (1, "x")))
    assert (alike(one, two), same(one, two), same(one, Rows(("b",), (("Y",), ("x",))))) == (True, False, True)
    assert not alike(one, Rows(("a",), (("x",), ("z",))))


def test_the_rules_reading_is_offered_and_chosen_in_one_call(ask: Asker) -> None:
    ask.server.script(json.dumps({"choice": "A"}))
    answer = ask()
    assert (answer.rows, answer.model_calls, answer.translator) == (((NORWAY,),), 1, "openai:stub")
    sent = ask.server.prompt(0)
    assert "<readings>\nA. " in sent
    assert "to choose from, not orders" in sent
    assert f"A. {answer.enriched}\n" in sent
    assert answer.warnings == ()
    assert answer.confidence > 0.9
    assert ask.workspace.questions.replay(answer).differs == ()


@pytest.mark.slow
def test_a_letter_that_was_not_offered_is_asked_again(ask: Asker) -> None:
    ask.server.script(json.dumps({"choice": "Z"}), json.dumps({"choice": "a."}))
    assert (ask().rows, ask.server.prompt(1).count("must be one of A")) == (((NORWAY,),), 1)


@pytest.mark.slow
def test_a_model_that_often_differs_is_overruled_where_the_rules_are_sure(ask: Asker) -> None:
    ws, seen = ask.workspace, []
    ask.server.script(*[reads("fees", "sailors", enriched="sum of `amount` with a note"), fenced(WRONG)] * 6)
    settings = Settings.read(
        {
            "model": "openai:stub",
            "base_url": ask.server.openai,
            "model_key": KEY,
            "workspace": ws.folder,
            "model_votes": 1,
        },
        {},
    )
    ws.settings.translators = Translators(settings)
    for _ in range(6):
        *_, answer = ws.questions.ask(TOTAL)
        seen.append((answer.rows[0][0], answer.translator))  # type: ignore[union-attr]
    assert seen[0] == (40 + 40 + 35, "openai:stub")
    assert seen[-1] == (NORWAY, "rules")
    assert answer.warnings[-1].code == "translators_differ"  # type: ignore[union-attr]
    assert "reads it otherwise; by its reading the answer is 1 row: " in answer.warnings[-1].message  # type: ignore[union-attr]
    assert ws.questions.replay(answer).differs == ()  # type: ignore[arg-type]
    kept = Translators(settings)
    ws.settings.translators = kept
    ask.server.script(reads("fees", "sailors", enriched="sum of `amount` with a note"), fenced(WRONG))
    *_, answer = ws.questions.ask(TOTAL)
    assert answer.translator == "rules", "it is known after a restart"  # type: ignore[union-attr]


@pytest.mark.slow
def test_a_model_that_agrees_stays_trusted(ask: Asker) -> None:
    ask.server.script(*[reads("fees", "sailors"), fenced(SQL_TOTAL)] * 3)
    for _ in range(3):
        answer = ask()
    assert (answer.rows, answer.translator) == (((NORWAY,),), "openai:stub")
