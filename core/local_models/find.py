"""Servers of chat models on the loopback: Ollama by its own protocol, all others by OpenAI's list of models.

Only 127.0.0.1 is asked, and nothing is sent but the request for the list. A server that hangs, stumbles or talks of
something else is passed over.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from core.local_models.loopback import HOST, SECONDS, get_json
from core.local_models.memory import size_from

PORTS: dict[int, str] = {
    11434: "Ollama",
    1234: "LM Studio",
    8080: "llama.cpp",
    8000: "vLLM",
    1337: "Jan",
    4891: "GPT4All",
    5000: "text-generation-webui",
    5001: "KoboldCpp",
}
"""Where these listen by default; any may serve another."""
MOST_MODELS, LONGEST_NAME = 200, 200
_NOT_CHAT = ("embed", "rerank", "whisper", "tts", "clip")


@dataclass(frozen=True, slots=True)
class LocalModel:
    """A model that a server on this machine has. `size` is in bytes; 0: not known."""

    name: str
    size: int = 0
    window: int = 0
    """Tokens that it takes in and gives; 0: not known."""


@dataclass(frozen=True, slots=True)
class LocalServer:
    """A server on this machine, and its chat models by name. `provider` is what a model's name begins with."""

    kind: str
    provider: str
    url: str
    models: tuple[LocalModel, ...]


def find_servers(ports: Sequence[int] = tuple(PORTS), seconds: float = SECONDS) -> tuple[LocalServer, ...]:
    """The servers that answer, in the order of the ports; all are asked at once."""
    if not ports:
        return ()
    with ThreadPoolExecutor(len(ports), thread_name_prefix="find-models") as pool:
        found = pool.map(lambda port: _server(port, seconds), dict.fromkeys(ports))
    return tuple(s for s in found if s is not None)


def _server(port: int, seconds: float) -> LocalServer | None:
    tags = get_json(port, "/api/tags", seconds=seconds)
    if isinstance(tags, dict) and isinstance(tags.get("models"), list):
        models = tuple(_ollama(tags["models"]))
        return LocalServer("Ollama", "ollama", f"http://{HOST}:{port}", models)
    listed = get_json(port, "/v1/models", seconds=seconds)
    if not isinstance(listed, dict) or not isinstance(listed.get("data"), list):
        return None
    kind = PORTS.get(port, "")
    kind = _kind(listed["data"]) or (kind if kind != "Ollama" else "") or "A server that speaks OpenAI's protocol"
    return LocalServer(kind, "openai", f"http://{HOST}:{port}/v1", tuple(_openai(listed["data"])))


def _ollama(listed: Sequence[Any]) -> Iterator[LocalModel]:
    for one in listed[:MOST_MODELS]:
        name = _name(one, "name") or _name(one, "model")
        if name:
            yield LocalModel(name, _number(one.get("size")) or size_from(name))


def _openai(listed: Sequence[Any]) -> Iterator[LocalModel]:
    for one in listed[:MOST_MODELS]:
        if name := _name(one, "id"):
            raw = one.get("meta")
            meta: dict[str, Any] = raw if isinstance(raw, dict) else {}
            window = _number(one.get("max_model_len")) or _number(one.get("max_context_length"))
            size = _number(meta.get("size")) or size_from(name)
            yield LocalModel(name, size, window or _number(meta.get("n_ctx_train")))


def _kind(listed: Sequence[Any]) -> str:
    """Who serves, by whom the list says the models belong to."""
    owners = {str(one.get("owned_by", "")).casefold() for one in listed if isinstance(one, dict)}
    return "llama.cpp" if "llamacpp" in owners else "vLLM" if "vllm" in owners else ""


def _name(one: Any, field: str) -> str:
    name = one.get(field) if isinstance(one, dict) else None
    if not isinstance(name, str) or not 0 < len(name) <= LONGEST_NAME or not name.isprintable():
        return ""
    return "" if any(word in name.casefold() for word in _NOT_CHAT) else name


def _number(value: Any) -> int:
    return int(value) if isinstance(value, int | float) and not isinstance(value, bool) and 0 < value < 1e15 else 0
