"""What a model server can do wrong, met by the providers' real clients: clear words, bounded patience, the rules."""

from __future__ import annotations

import logging
import socket
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

from core.ask.state import Run
from core.ask.translators.chat.model import RETRIES, ChatModel, shown
from core.catalogue.chats import answer_to_dict
from core.config import Settings
from core.errors import Cancelled, ModelFailed, SettingsError
from core.model import Rows, Step
from tests.ask.translators.chat.conftest import KEY, NORWAY, READS_TOTAL, SQL_TOTAL, Asker, fenced
from tests.fake_model_server import FakeModelServer, Fault

BUSY, BROKEN = Fault("status", 429, seconds=0.01), Fault("status", 500, seconds=0.01)
ANGRY = Fault("status", 401, body=f'{{"error": {{"message": "Incorrect API key provided: {KEY}"}}}}')


def run(stop: threading.Event | None = None) -> Run:
    return Run(lambda step: None, lambda sql: Rows((), ()), stop=stop)


def model(server: FakeModelServer, protocol: str = "openai", **settings: float) -> ChatModel:
    name = {"openai": "openai:stub", "ollama": "ollama:stub"}[protocol]
    given = {"seconds": 5.0, "pause": 0.01, **settings}
    return ChatModel(name, base_url=getattr(server, protocol), key=KEY, **given)  # type: ignore[arg-type]


FAULTS = [
    pytest.param(
        "openai", BUSY, RETRIES + 1, "has too much to do, or the account's limit is reached.", id="openai-busy"
    ),
    pytest.param(
        "ollama", BUSY, RETRIES + 1, "has too much to do, or the account's limit is reached.", id="ollama-busy"
    ),
    pytest.param("openai", BROKEN, RETRIES + 1, "has a fault of its own (500).", id="openai-broken"),
    pytest.param("ollama", BROKEN, RETRIES + 1, "has a fault of its own (500).", id="ollama-broken"),
    pytest.param("openai", ANGRY, 1, "refused the key (401).", id="openai-key"),
    pytest.param("ollama", ANGRY, 1, "refused the key (401).", id="ollama-key"),
    pytest.param(
        "openai",
        Fault("status", 404),
        1,
        "has no model stub (404), or serves models under another address.",
        id="openai-model",
    ),
    pytest.param(
        "ollama",
        Fault("status", 404),
        1,
        "has no model stub (404), or serves models under another address.",
        id="ollama-model",
    ),
    pytest.param("openai", Fault("status", 400), 1, "refused the request (400).", id="openai-request"),
    pytest.param("openai", Fault("status", 429, seconds=3600), 1, "has too much to do", id="openai-much-patience"),
    pytest.param("openai", Fault("hang", seconds=9), 1, "did not answer within 0.3 seconds.", id="openai-hang"),
    pytest.param("ollama", Fault("hang", seconds=9), 1, "did not answer within 0.3 seconds.", id="ollama-hang"),
    pytest.param("openai", Fault("cut"), 1, "broke off in the middle of its reply.", id="openai-cut"),
    pytest.param("ollama", Fault("cut"), 1, "broke off in the middle of its reply.", id="ollama-cut"),
    pytest.param("openai", Fault("garbage"), 1, "gave a reply that cannot be read", id="openai-garbage"),
    pytest.param("ollama", Fault("garbage"), 1, "gave a reply that cannot be read", id="ollama-garbage"),
]


@pytest.mark.sampled(8)
@pytest.mark.parametrize(("protocol", "fault", "calls", "words"), FAULTS)
def test_each_fault_has_words_and_bounds(
    server: FakeModelServer, protocol: str, fault: Fault, calls: int, words: str
) -> None:
    server.script(fault)
    asked = run()
    with pytest.raises(ModelFailed) as caught:
        model(server, protocol, seconds=0.3 if fault.kind == "hang" else 5.0).ask([("human", "?")], asked)
    assert words in caught.value.message
    assert KEY not in f"{caught.value!r}{caught.value.__cause__!r}"
    assert (asked.calls, len(server.requests)) == (calls, calls)


def test_a_server_that_is_not_there(server: FakeModelServer) -> None:
    nobody = ChatModel("openai:stub", base_url="http://name:word@127.0.0.1:9/v1?k=v", key=KEY, seconds=5)
    with pytest.raises(
        ModelFailed, match=r"^The server at http://127\.0\.0\.1:9/v1 cannot be reached: nothing listens at"
    ):
        nobody.ask([("human", "?")], run())


def test_a_server_whose_name_nobody_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(*_: object, **__: object) -> None:
        raise socket.gaierror(-2, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    nobody = ChatModel("openai:stub", base_url="http://models.example/v1", key=KEY, seconds=5)
    with pytest.raises(ModelFailed, match=r"cannot be reached: no computer of that name is known \(DNS\)\.$"):
        nobody.ask([("human", "?")], run())


@pytest.mark.parametrize("protocol", ["openai", "ollama"])
def test_a_busy_server_is_asked_again(server: FakeModelServer, protocol: str) -> None:
    server.script(BUSY, BROKEN, "at last")
    asked = run()
    assert model(server, protocol).ask([("human", "?")], asked) == "at last"
    assert (asked.calls, asked.tokens) == (3, 120)


@pytest.mark.parametrize("protocol", ["openai", "ollama"])
def test_a_stream_comes_in_pieces_and_may_be_cut(server: FakeModelServer, protocol: str) -> None:
    text = "a sentence that is longer than one piece of the stream, by far"
    server.script(text, Fault("cut"))
    pieces = [piece.text for piece in model(server, protocol)._client.stream("?")]
    assert ("".join(pieces), len([p for p in pieces if p])) == (text, 2)
    with pytest.raises(Exception, match=r"Connection error|peer closed"):
        list(model(server, protocol)._client.stream("?"))


def test_a_model_that_takes_no_temperature(server: FakeModelServer) -> None:
    body = '{"error": {"message": "Unsupported value: temperature does not support 0"}}'
    server.script(Fault("status", 400, body=body), "fine")
    assert model(server).ask([("human", "?")], run()) == "fine"
    assert ["temperature" in r for r in server.requests] == [True, False]


def test_a_question_has_so_many_calls_and_no_more(server: FakeModelServer) -> None:
    server.script("again")
    asked, limited = run(), model(server, calls=2)
    for _ in range(2):
        limited.ask([("human", "?")], asked)
    with pytest.raises(ModelFailed, match="It was asked 2 times, which is all that one question may use"):
        limited.ask([("human", "?")], asked)
    assert len(server.requests) == 2


def test_trying_a_model_out_tells_the_server_s_own_fault(server: FakeModelServer) -> None:
    server.script(Fault("status", 500))
    with pytest.raises(ModelFailed, match=r"has a fault of its own \(500\)"):
        model(server).try_out()
    assert len(server.requests) == 2


def test_trying_out_a_model_that_takes_no_temperature(server: FakeModelServer) -> None:
    server.script(Fault("status", 400, body='{"error": {"message": "temperature is not supported"}}'), "OK")
    assert model(server).try_out() == "OK"


def test_the_seconds_are_those_of_all_calls_together(server: FakeModelServer) -> None:
    server.script("again")
    asked = run()
    asked.waited = 4.9
    server.script(Fault("hang", seconds=9))
    with pytest.raises(ModelFailed, match="did not answer within 5 seconds"):
        model(server).ask([("human", "?")], asked)
    assert asked.waited == pytest.approx(5, abs=1)


def test_stop_ends_the_waiting(server: FakeModelServer) -> None:
    server.script(Fault("hang", seconds=9))
    stop = threading.Event()
    threading.Timer(0.1, stop.set).start()
    with pytest.raises(Cancelled):
        model(server).ask([("human", "?")], run(stop))


def test_no_third_party_reads_along(server: FakeModelServer, monkeypatch: pytest.MonkeyPatch) -> None:
    with FakeModelServer() as tracing:
        for name in ("LANGSMITH_TRACING", "LANGCHAIN_TRACING_V2"):
            monkeypatch.setenv(name, "true")
        monkeypatch.setenv("LANGSMITH_ENDPOINT", tracing.ollama)
        monkeypatch.setenv("LANGSMITH_API_KEY", "lsv2")
        server.script("fine")
        assert model(server).ask([("human", "?")], run()) == "fine"
        time.sleep(0.3)
        assert tracing.requests == []


def test_another_servers_key_stays_here(server: FakeModelServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-of-the-environment")
    server.script("fine")
    ChatModel("openai:stub", base_url=server.openai).ask([("human", "?")], run())
    assert server.headers[0]["authorization"] == "Bearer none"


@pytest.mark.parametrize(
    ("name", "url", "sent", "path"),
    [
        ("stub", "openai", "openai:stub", "/v1"),
        ("stub", "ollama", "openai:stub", "/v1"),
        ("qwen3:8b", "openai", "openai:qwen3:8b", "/v1"),
        ("ollama:qwen3:8b", "ollama", "ollama:qwen3:8b", ""),
    ],
)
def test_names_and_addresses(server: FakeModelServer, name: str, url: str, sent: str, path: str) -> None:
    opened = ChatModel(name, base_url=getattr(server, url))
    assert (opened.name, opened._base_url) == (sent, server.ollama + path)


def test_a_bare_name_at_ollamas_port_is_ollamas() -> None:
    assert ChatModel("llama3.1:8b", base_url="http://localhost:11434").name == "ollama:llama3.1:8b"
    assert ChatModel("llama3.1:8b", base_url="http://localhost:11434/v1").name == "openai:llama3.1:8b"


def test_addresses_are_shown_without_secrets() -> None:
    assert shown("https://me:word@host:8000/v1?key=1#x") == "https://host:8000/v1"


@pytest.mark.parametrize("url", ["localhost:8000", "ftp://host/", "http://", "http://host:99999999/v1", "::"])
def test_what_is_no_address(url: str) -> None:
    with pytest.raises(SettingsError, match="base_url is not an address"):
        ChatModel("openai:stub", base_url=url)


# the whole question


@pytest.fixture
def logs(caplog: pytest.LogCaptureFixture) -> Iterator[pytest.LogCaptureFixture]:
    with caplog.at_level(logging.DEBUG):
        yield caplog


@pytest.mark.sampled(20)
@pytest.mark.parametrize(
    ("fault", "words"),
    [
        (BROKEN, "has a fault of its own (500)."),
        (ANGRY, "refused the key (401)."),
        (Fault("status", 429, seconds=60), "has too much to do"),
        (Fault("hang", seconds=9), "did not answer within 0.4 seconds."),
        (Fault("cut"), "broke off in the middle of its reply."),
        (Fault("garbage"), "gave a reply that cannot be read"),
        (Fault("refusal"), "3 of its replies could not be used."),
        ("I'm sorry, but I can't help with that.", "3 of its replies could not be used."),
        ("x" * 30_000, "3 of its replies could not be used."),
    ],
)
@pytest.mark.parametrize("after", [0, 1])
def test_the_rules_answer_and_say_why(
    ask: Asker, logs: pytest.LogCaptureFixture, fault: Fault | str, words: str, after: int
) -> None:
    ask.server.script(*[READS_TOTAL][:after], fault)
    answer = ask(model_seconds=0.4 if isinstance(fault, Fault) and fault.kind == "hang" else 10)
    assert (answer.rows, answer.translator) == (((NORWAY,),), "rules")
    (caution,) = answer.warnings
    assert caution.code == "model_failed"
    assert caution.message.startswith("The chat model openai:stub did not help. ")
    assert words in caution.message
    assert caution.message.endswith(" The rules answered instead.")
    assert "repaired" in {s.state for s in ask.steps}
    assert answer.model_calls == len(ask.server.requests) <= 6
    assert KEY not in f"{answer_to_dict(answer)}{ask.steps}{logs.text}"


def test_the_key_is_sent_and_shown_nowhere(
    ask: Asker, logs: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    ask.server.script(READS_TOTAL, fenced(SQL_TOTAL))
    answer = ask()
    assert {h["authorization"] for h in ask.server.headers} == {f"Bearer {KEY}"}
    assert KEY not in ask.server.received
    settings = Settings.read({"model": "openai:m", "model_key": KEY}, {})
    assert settings.shown()["model_key"] == "•••"
    told = [
        answer,
        ask.steps,
        settings,
        settings.shown(),
        ask.workspace.settings.translators,
        model(ask.server),
        logs.text,
    ]
    assert KEY not in "".join(map(repr, told)) + "".join(capfd.readouterr())
    kept = [p for p in ask.workspace.folder.rglob("*") if p.is_file() and KEY.encode() in p.read_bytes()]
    assert kept == []


def test_stop_while_the_model_thinks(ask: Asker) -> None:
    ask.server.script(Fault("hang", seconds=9))
    stop = threading.Event()
    threading.Timer(0.2, stop.set).start()
    events = ask.events(stop=stop)
    first = next(events)
    assert isinstance(first, Step)
    with pytest.raises(Cancelled):
        list(events)


def test_the_model_is_one_of_the_parts_that_are_tried_out(ask: Asker) -> None:
    def part() -> tuple[str, bool, str]:
        (found,) = [p for p in ask.workspace.settings.health() if p.name == "translator"]
        return found.using, found.ok, found.message

    ask.events(model="rules")
    assert part() == ("rules", True, "Questions are read by rules, on this machine; no model is asked.")
    ask.server.script("OK")
    ask.events(send_values="no")
    assert part() == (
        "openai:stub and rules",
        True,
        "The chat model answers; it sees no cell values of your files, and takes in 16,384 tokens at once. "
        "The rules read along.",
    )
    assert [m["content"] for m in ask.server.requests[0]["messages"]] == ["Reply with the word OK and nothing else."]
    ask.server.script(ANGRY)
    told = f"The server at {ask.server.openai} refused the key (401)."
    assert part() == ("openai:stub and rules", False, told)
    ask.events(model="m", base_url="")
    assert part()[1:] == (False, "The model “m” does not say who serves it.")


# the model's own JSON mode


def test_the_reading_is_asked_for_as_json_and_the_query_as_text(ask: Asker) -> None:
    ask.server.script(READS_TOTAL, fenced(SQL_TOTAL))
    assert ask().model_calls == 2
    assert [r.get("response_format") for r in ask.server.requests] == [{"type": "json_object"}, None]
    ask.server.script(READS_TOTAL, fenced(SQL_TOTAL))
    ask(model="ollama:stub", base_url=ask.server.ollama)
    assert [r.get("format") for r in ask.server.requests] == ["json", None]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("no", [Fault("status", 400), Fault("status", 422), Fault("status", 500), Fault("refusal")])
def test_a_server_without_json_mode_is_asked_without(ask: Asker, no: Fault) -> None:
    ask.server.script(no, READS_TOTAL, fenced(SQL_TOTAL))
    answer = ask()
    assert (answer.rows, answer.translator, answer.model_calls) == (((NORWAY,),), "openai:stub", 3)
    assert ["response_format" in r for r in ask.server.requests] == [True, False, False]


# budgets


@pytest.mark.parametrize(
    ("setting", "calls", "words"),
    [
        ({"model_calls": 1}, 1, "It was asked once, which is all that one question may use."),
        ({"model_tokens": 100}, 1, "It used 120 tokens, and one question may use 100."),
    ],
)
def test_a_budget_that_is_used_up_is_told(ask: Asker, setting: dict[str, Any], calls: int, words: str) -> None:
    ask.server.script(READS_TOTAL, fenced(SQL_TOTAL))
    answer = ask(**setting)
    assert (answer.rows, answer.translator, answer.model_calls) == (((NORWAY,),), "rules", calls)
    assert [words in w.message for w in answer.warnings if w.code == "model_failed"] == [True]
