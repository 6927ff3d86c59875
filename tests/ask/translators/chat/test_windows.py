"""A model's window: told by its server, kept by what matters to the question, mended once where it is too small."""

from __future__ import annotations

import json
from typing import Any

import pytest

from core.ask.state import Link, Mention, Question, SchemaView
from core.ask.translators.chat.asking import read_prompt
from core.ask.translators.chat.windows import SCHEMA_TOKENS, room_for_schema, window_in_fault
from core.config import Settings
from core.config.saved import ModelChoice, kept
from core.local_models.window import window_of
from core.workspace.translators import Translators
from tests.ask.translators.chat.conftest import NORWAY, READS_TOTAL, SQL_TOTAL, Asker, fenced
from tests.ask.translators.chat.test_prompts import column, table
from tests.ask.translators.chat.test_replay import stored
from tests.fake_model_server import FakeModelServer, Fault
from tests.local_models.test_local_models import serving

COMMON = (("some value here", 3), ("another", 1))
SAID = "This model's maximum context length is 4096 tokens. However, you requested 9000 tokens (8500 in the messages)."


def too_long(said: str = SAID, status: int = 400) -> Fault:
    return Fault("status", status, body=json.dumps({"error": {"message": said, "type": "invalid_request_error"}}))


@pytest.mark.parametrize(
    ("said", "status", "window"),
    [
        (SAID, 400, 4096),
        ("the request exceeds the available context size (2048 tokens), try increasing it", 400, 2048),
        ("prompt is too long: 210000 tokens > 200000 maximum", 400, 200_000),
        ("The input token count (9,500) exceeds the maximum number of tokens allowed (8,192).", 400, 8192),
        ("Please reduce the length of the messages or completion.", 400, 0),
        ("Trying to keep the first 4300 tokens when context overflows. It was loaded with 4096 tokens.", None, 4096),
        ("Payload Too Large", 413, 0),
        ("max_tokens must be above 0", 400, None),
        ("the context of the request was lost", 500, None),
        ("response_format is not supported by 127.0.0.1:11434", 400, None),
    ],
)
def test_what_servers_say_of_a_prompt_that_is_too_long(said: str, status: int | None, window: int | None) -> None:
    assert window_in_fault(Exception(said), status) == window


def test_what_is_left_for_a_schema() -> None:
    assert [room_for_schema(w, 1_500) for w in (2_048, 4_096, 8_192, 16_384, 131_072)] == [
        *(241, 1_720, 3_440, SCHEMA_TOKENS, SCHEMA_TOKENS)
    ]
    assert room_for_schema(4_096, 3_000) == 482
    assert room_for_schema(4_096, 9_000) == 200


def test_a_window_of_4096_tokens_is_kept_by_relevance() -> None:
    wide = tuple(
        table(f"t{n:02}", *(column(f"column {i}" if n == 9 else f"c{i} t{n}", common=COMMON) for i in range(30)))
        for n in range(40)
    )
    mentions = [Mention(0, 1, "nine", (Link("table", "t09", score=1.0), Link("column", "t09", "column 7", score=1.0)))]
    hint = "Remember that. " * 200
    sent = read_prompt(Question("What is nine?", hint=hint), mentions, SchemaView(wide, ()), window=4_096)
    text = "".join(t for _, t in sent)
    assert len(text) / 3.5 < 4_096 - 600
    assert "\n  \"column 7\" text, only 'some value here', 'another'\n" in text
    assert '\ntable "t39"\n' in text
    assert hint.strip() in text


def test_a_prompt_that_is_too_long_is_sent_once_more_with_less_schema(ask: Asker) -> None:
    ask.server.script(too_long(), READS_TOTAL, fenced(SQL_TOTAL))
    answer = ask()
    assert (answer.rows, answer.translator, answer.model_calls) == (((NORWAY,),), "openai:stub", 3)
    assert [e.window for e in answer.exchanges] == [16_384, 4_096, 4_096]
    said = "The chat model takes in less; it is asked again with about 4,096 tokens in all."
    assert [s.text for s in ask.steps if s.state == "repaired"] == [said]
    assert ask.workspace.settings.translators._model("openai:stub").window == 4_096, "the next question knows it"
    assert ask.workspace.questions.replay(stored(answer)).differs == ()


def test_a_server_that_names_no_window_is_taken_for_half(ask: Asker) -> None:
    ask.server.script(too_long("Please reduce the length of the messages."), READS_TOTAL, fenced(SQL_TOTAL))
    answer = ask(model_window=6_000)
    assert answer.rows == ((NORWAY,),)
    assert [s.text for s in ask.steps if s.state == "repaired"] == [
        "The chat model takes in less; it is asked again with about 3,000 tokens in all."
    ]
    assert ask.workspace.questions.replay(stored(answer)).differs == ()


def test_it_is_sent_once_more_only_and_then_said(ask: Asker) -> None:
    ask.server.script(too_long())
    answer = ask()
    assert (answer.rows, answer.translator, answer.model_calls) == (((NORWAY,),), "rules", 2)
    (said,) = [w.message for w in answer.warnings if w.code == "model_failed"]
    assert "The question with its schema is too long for it." in said


# told by servers


OLLAMA_SHOW = {"model_info": {"general.architecture": "qwen3", "qwen3.context_length": 8192}}


@pytest.mark.parametrize(
    ("provider", "answers", "window"),
    [
        ("ollama", {"/api/show": OLLAMA_SHOW}, 8_192),
        ("ollama", {"/api/show": {"model_info": {"llama.context_length": 131_072}}}, 16_384),
        ("ollama", {"/api/show": {"model_info": "?"}}, 0),
        (
            "openai",
            {
                "/api/v0/models": {
                    "data": [{"id": "other"}, {"id": "m", "max_context_length": 32768, "loaded_context_length": 4096}]
                }
            },
            4_096,
        ),
        ("openai", {"/api/v0/models": {"data": [{"id": "m", "max_context_length": 32768}]}}, 32_768),
        ("openai", {"/v1/models": {"data": [{"id": "m", "max_model_len": 2048}]}}, 2_048),
        ("openai", {"/props": {"default_generation_settings": {"n_ctx": 8192}}}, 8_192),
        ("openai", {"/props": {"default_generation_settings": {"n_ctx": True}}, "/v1/models": {"data": 7}}, 0),
        ("openai", {"/props": b"<html>"}, 0),
        ("openai", {}, 0),
    ],
)
def test_local_servers_tell_the_window(provider: str, answers: dict[str, Any], window: int) -> None:
    with serving(answers) as port:
        base = f"http://127.0.0.1:{port}"
        assert window_of(provider, "m", base if provider == "ollama" else f"{base}/v1") == window
    assert window_of(provider, "m", base) == 0, "nothing listens there any more"


@pytest.mark.parametrize("address", ["http://models.example/v1", "https://127.0.0.1/v1", "http://10.0.0.7:11434", ""])
def test_no_other_server_is_asked(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    monkeypatch.setattr("core.local_models.window.get_json", lambda *a, **k: pytest.fail("asked"))
    assert window_of("openai", "m", address) == 0


def test_the_setting_wins_and_is_kept(server: FakeModelServer) -> None:
    given = Settings(model="ollama:stub", base_url=server.ollama)
    assert Translators(given)._model("ollama:stub").window == 16_384
    choice = ModelChoice("ollama:stub", base_url=server.ollama, model_window=2_048)
    model = Translators(choice.over(Settings()))._model("ollama:stub")
    assert (model.window, model._client.num_ctx, model._client.num_predict) == (2_048, 2_048, 1_024)  # type: ignore[attr-defined]
    assert kept(Settings(), choice.text()).model_window == 2_048
    assert kept(Settings(), ModelChoice("ollama:m").text()).model_window == 0
    assert Settings.read({}, {"JOINERY_MODEL_WINDOW": "4096"}).model_window == 4_096
