"""Every answer keeps what was said with the model, and can be made again from that alone."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path

import pytest

from core.ask.replay import plain
from core.ask.translators.chat.prices import FILE, dollars
from core.catalogue.chats import Chats, answer_from_dict, answer_to_dict
from core.errors import ReplayDiffers
from core.model import Answer
from tests.ask.translators.chat.conftest import KEY, READS_TOTAL, SQL_TOTAL, Asker, fenced
from tests.ask.translators.chat.test_privacy import MARKED, READS_MARK
from tests.fake_model_server import Fault

WRONG = fenced(SQL_TOTAL.replace('"amount"', '"amuont"'))
SCRIPTS: dict[str, list[str | Fault]] = {
    "plain": [READS_TOTAL, fenced(SQL_TOTAL)],
    "repaired": [READS_TOTAL, WRONG, fenced(SQL_TOTAL)],
    "no json": ["I would rather not.", READS_TOTAL, fenced(SQL_TOTAL)],
    "busy": [Fault("status", 429, seconds=0.01), READS_TOTAL, fenced(SQL_TOTAL)],
    "down": [Fault("status", 503, seconds=0.01)],
    "always wrong": [READS_TOTAL, WRONG],
    "no answer": ['{"answerable": false, "why": "No table holds the weather."}'],
}


def stored(answer: Answer) -> Answer:
    """As it comes back from a file."""
    return answer_from_dict(json.loads(json.dumps(answer_to_dict(answer))))


@pytest.mark.sampled(4)
@pytest.mark.parametrize("name", SCRIPTS)
def test_an_answer_is_made_again_byte_for_byte(ask: Asker, name: str) -> None:
    ask.server.script(*SCRIPTS[name])
    first = stored(ask())
    asked = len(ask.server.requests)
    again = ask.workspace.questions.replay(first)
    assert again.differs == ()
    assert json.dumps(plain(again.answer)) == json.dumps(plain(first))
    assert len(ask.server.requests) == asked, "no model was asked"
    assert sum(e.calls for e in first.exchanges) == first.model_calls == asked


@pytest.mark.slow
def test_also_with_a_sentence_of_the_models_and_without_cell_values(ask: Asker) -> None:
    ask.server.script(READS_TOTAL, fenced(SQL_TOTAL), "Norwegians paid 240 crowns.")
    worded = ask(prose_model="openai:prose")
    assert ask.workspace.questions.replay(stored(worded)).differs == ()
    ask.server.script(READS_MARK, fenced(MARKED))
    hidden = ask(send_values="no")
    assert ask.workspace.questions.replay(stored(hidden)).differs == ()


def test_also_by_the_rules_alone(ask: Asker) -> None:
    first = ask("How many sailors are there?", model="rules")
    assert (first.exchanges, ask.workspace.questions.replay(stored(first)).differs) == ((), ())


def test_what_was_said_is_kept_in_full(ask: Asker) -> None:
    ask.server.script(READS_TOTAL, WRONG, fenced(SQL_TOTAL))
    answer = ask()
    assert [e.purpose for e in answer.exchanges] == ["read", "query", "query"]
    assert [e.received for e in answer.exchanges] == [READS_TOTAL, WRONG, fenced(SQL_TOTAL)]
    for n, said in enumerate(answer.exchanges):
        sent = ask.server.prompt(n).replace("[user]", "[human]").replace("[assistant]", "[ai]")
        assert (said.sent, said.tokens, said.model, said.fault) == (sent, 120, "openai:stub", "")


@pytest.mark.slow
def test_a_changed_answer_is_told(ask: Asker) -> None:
    ask.server.script(READS_TOTAL, fenced(SQL_TOTAL))
    first = ask()
    other = dataclasses.replace(first, rows=((1,),), enriched="x")
    assert ask.workspace.questions.replay(other).differs == ("enriched", "rows")
    said = dataclasses.replace(first.exchanges[0], sent="something else")
    with pytest.raises(ReplayDiffers) as caught:
        ask.workspace.questions.replay(dataclasses.replace(first, exchanges=(said,)))
    assert caught.value.purpose == "read"


@pytest.mark.sampled(2)
@pytest.mark.parametrize("echo", [f"My key is {KEY}.", READS_TOTAL.replace("sum of", f"{KEY} sum of")])
def test_the_key_is_kept_nowhere(ask: Asker, echo: str, tmp_path: Path) -> None:
    ask.server.script(echo, READS_TOTAL, fenced(SQL_TOTAL))
    answer = ask()
    assert KEY not in json.dumps(answer_to_dict(answer))
    assert KEY not in str([*ask.steps])
    history = Chats(tmp_path / "chats.sqlite")
    history.add(history.new("x"), answer)
    history.close()
    for file in [*tmp_path.rglob("*"), *ask.workspace.folder.rglob("*")]:
        if file.is_file():
            assert KEY.encode() not in file.read_bytes(), file.name


# what it costs


def test_prices_are_those_of_the_table() -> None:
    assert dollars("openai", "gpt-4o", 1_000_000, 100_000) == pytest.approx(3.5)
    assert dollars("openai", "gpt-4o-2024-08-06", 1_000_000, 0) == pytest.approx(2.5)
    assert dollars("anthropic", "claude-sonnet-4-20250514", 0, 1_000_000) == pytest.approx(15)
    assert dollars("openai", "gpt-4omega", 1, 1) is None
    assert dollars("ollama", "llama3.1:8b", 1, 1) is None
    assert "date = " in FILE.read_text(encoding="utf-8")


@pytest.mark.slow
def test_a_server_of_ones_own_has_no_known_price(ask: Asker) -> None:
    ask.server.script(READS_TOTAL, fenced(SQL_TOTAL))
    assert ask(model="openai:gpt-4o").cost is None
    assert ask(model="rules").cost is None
