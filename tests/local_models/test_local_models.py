"""Servers of models on the loopback, as Ollama, LM Studio, llama.cpp and vLLM speak, faults included."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from core.errors import Cancelled, ModelFailed
from core.local_models.find import LocalModel, find_servers
from core.local_models.memory import GB, dated, fits, memory, recommended, size_from
from core.local_models.pull import pull
from tests.fake_ollama import FakeOllama

OLLAMA = {"models": [{"name": "qwen3:4b", "size": 2_500_000_000}, {"name": "nomic-embed-text:latest", "size": 1}]}
STUDIO = {"data": [{"id": "qwen2.5-7b-instruct", "owned_by": "organization_owner"}, {"id": "text-embedding-x"}]}
LLAMA = {"data": [{"id": "m.gguf", "owned_by": "llamacpp", "meta": {"size": 4_000_000_000, "n_ctx_train": 8192}}]}
VLLM = {"data": [{"id": "org/model-8B", "owned_by": "vllm", "max_model_len": 4096}]}


@contextmanager
def serving(answers: dict[str, Any], status: int = 200, hang: float = 0.0) -> Iterator[int]:
    """A server whose paths answer so: JSON, raw bytes, or lines; its port."""

    class Handler(BaseHTTPRequestHandler):
        def answer(self) -> None:
            time.sleep(hang)
            found = answers.get(self.path)
            self.send_response(status if found is not None else 404)
            self.end_headers()
            with suppress(OSError):
                if isinstance(found, list):
                    for line in found:
                        self.wfile.write(line if isinstance(line, bytes) else json.dumps(line).encode() + b"\n")
                        self.wfile.flush()
                elif found is not None:
                    self.wfile.write(found if isinstance(found, bytes) else json.dumps(found).encode())

        do_GET = do_POST = answer  # noqa: N815

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
    try:
        yield server.server_port
    finally:
        server.shutdown()
        server.server_close()


@pytest.mark.parametrize(
    ("answers", "kind", "provider", "models"),
    [
        ({"/api/tags": OLLAMA}, "Ollama", "ollama", (LocalModel("qwen3:4b", 2_500_000_000),)),
        (
            {"/v1/models": STUDIO},
            "A server that speaks OpenAI's protocol",
            "openai",
            (LocalModel("qwen2.5-7b-instruct", 4_200_000_000),),
        ),
        ({"/v1/models": LLAMA}, "llama.cpp", "openai", (LocalModel("m.gguf", 4_000_000_000, 8192),)),
        ({"/v1/models": VLLM}, "vLLM", "openai", (LocalModel("org/model-8B", 4_800_000_000, 4096),)),
    ],
)
def test_servers_and_their_models(
    answers: dict[str, Any], kind: str, provider: str, models: tuple[LocalModel, ...]
) -> None:
    with serving(answers) as port:
        (found,) = find_servers([port])
    tail = "" if provider == "ollama" else "/v1"
    assert (found.kind, found.provider, found.url) == (kind, provider, f"http://127.0.0.1:{port}{tail}")
    assert found.models == models


@pytest.mark.parametrize(
    ("answers", "more"),
    [
        ({}, {}),
        ({"/v1/models": b"<html>It works!</html>"}, {}),
        ({"/v1/models": b"[" * 100_000}, {}),
        ({"/v1/models": {"data": "x"}}, {}),
        ({"/v1/models": VLLM}, {"status": 500}),
        ({"/v1/models": VLLM}, {"hang": 1.0}),
        ({"/v1/models": b" " * 2_100_000}, {}),
    ],
)
def test_what_is_no_such_server_is_passed_over(answers: dict[str, Any], more: dict[str, Any]) -> None:
    with serving(answers, **more) as port:
        began = time.monotonic()
        assert find_servers([port], seconds=0.3) == ()
        assert time.monotonic() - began < 2


def test_odd_names_are_left_out_and_nothing_listens_is_nothing() -> None:
    odd = {"models": [{"name": "a\nb"}, {"name": 7}, "x", {"name": "y" * 300}, {"name": "ok", "size": -1}]}
    with serving({"/api/tags": odd}) as port:
        assert find_servers([port])[0].models == (LocalModel("ok"),)
    assert find_servers([port]) == ()


PULLED = [
    {"status": "pulling manifest"},
    {"status": "pulling abc", "total": 200, "completed": 50},
    {"status": "pulling abc", "total": 200, "completed": 200},
    {"status": "success"},
]


def test_a_model_is_pulled_with_progress() -> None:
    with serving({"/api/pull": PULLED}) as port:
        told = list(pull(f"http://127.0.0.1:{port}", "qwen3:4b", threading.Event()))
    assert told == [("pulling manifest", 0.0), ("pulling abc", 0.25), ("pulling abc", 1.0), ("success", 0.0)]


def test_pulling_stops_when_asked() -> None:
    stop = threading.Event()
    with serving({"/api/pull": PULLED}) as port:
        coming = pull(f"http://127.0.0.1:{port}", "qwen3:4b", stop)
        assert next(coming) == ("pulling manifest", 0.0)
        stop.set()
        with pytest.raises(Cancelled):
            next(coming)


def test_after_stop_ollama_fetches_no_more() -> None:
    stop = threading.Event()
    with FakeOllama() as ollama:
        coming = pull(f"http://127.0.0.1:{ollama.port}", "qwen3:4b", stop)
        assert [next(coming), next(coming)][1] == ("pulling abc", 0.5)
        stop.set()
        with pytest.raises(Cancelled) as kept:
            list(coming)
        assert ollama.left.wait(20), f"the connection is closed while {kept.type.__name__} is still at hand"
        assert ollama.models == ["have:1b"]


@pytest.mark.parametrize(
    ("lines", "status", "said"),
    [
        (PULLED[:2], 200, "broke off"),
        ([{"error": "pull model manifest: file does not exist"}], 200, "file does not exist"),
        ([b"<html>\n"], 200, "cannot be read"),
        (PULLED, 500, "refused"),
    ],
)
def test_a_pull_that_fails_says_why(lines: list[Any], status: int, said: str) -> None:
    with serving({"/api/pull": lines}, status) as port, pytest.raises(ModelFailed, match=said):
        list(pull(f"http://127.0.0.1:{port}", "x", threading.Event()))


def test_nothing_is_pulled_from_elsewhere() -> None:
    with pytest.raises(ModelFailed, match="of this machine only"):
        list(pull("http://example.org:11434", "x", threading.Event()))
    with pytest.raises(ModelFailed, match="does not answer"):
        list(pull("http://127.0.0.1:1", "x", threading.Event()))


def test_what_fits() -> None:
    assert memory() > GB
    assert (fits(5 * GB, 16 * GB), fits(12 * GB, 16 * GB), fits(0, 16 * GB), fits(5 * GB, 0)) == (
        True,
        False,
        None,
        None,
    )
    assert (size_from("qwen3:4b"), size_from("llama-3.1-8B-instruct"), size_from("mixtral")) == (
        2_400_000_000,
        4_800_000_000,
        0,
    )
    assert [m.name for m in recommended(8 * GB)] == ["qwen3:4b"]
    assert {m.memory_gb for m in recommended(33 * GB)} == {8, 16, 32}
    for m in recommended(0):
        assert m.licence in ("Apache-2.0", "MIT")
        assert m.source.startswith("https://")
        assert fits(m.size, m.memory_gb * GB), m.name
    assert dated() == "2026-11-22"
