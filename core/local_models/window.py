"""How many tokens a model takes in at once, by what its server on this machine tells.

Ollama tells what the model could take; LM Studio and llama.cpp what it was loaded for; vLLM lists it. Nobody else is
asked: a server that is not on the loopback gets no request before the first question.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from core.local_models.loopback import HOST, SECONDS, get_json

OLLAMA_PORT = 11434
MOST_OF_OLLAMA = 16_384
"""Asked of Ollama at most: it sets aside memory for the whole window."""
MOST = 1_048_576
_LOOPBACK = frozenset(("localhost", "127.0.0.1", "::1"))

Ask = Callable[[str, dict[str, str] | None], Any]
"""The JSON at a path, by POST if there is a body; None for anything else."""


def window_of(provider: str, model: str, base_url: str, seconds: float = SECONDS) -> int:
    """Tokens that the model takes in and gives; 0 where its server is elsewhere or does not tell."""
    place = urlsplit(base_url) if base_url else urlsplit(f"http://{HOST}:{OLLAMA_PORT}")
    if (not base_url and provider != "ollama") or place.hostname not in _LOOPBACK or place.scheme != "http":
        return 0
    port = place.port or 80

    def ask(path: str, body: dict[str, str] | None = None) -> Any:
        return get_json(port, path, host=str(place.hostname), body=body, seconds=seconds)

    tokens = _ollama(ask, model) if provider == "ollama" else _listed(ask, model) or _llama(ask)
    return tokens if 0 < tokens <= MOST else 0


def _ollama(ask: Ask, model: str) -> int:
    shown = ask("/api/show", {"model": model})
    facts = shown.get("model_info") if isinstance(shown, dict) else None
    named = facts.items() if isinstance(facts, dict) else ()
    lengths = [_whole(value) for key, value in named if str(key).endswith(".context_length")]
    return min(max(lengths, default=0), MOST_OF_OLLAMA)


def _listed(ask: Ask, model: str) -> int:
    """LM Studio's own list says what a model was loaded for; vLLM's list has it beside the name."""
    for path, names in (
        ("/api/v0/models", ("loaded_context_length", "max_context_length")),
        ("/v1/models", ("max_model_len",)),
    ):
        listed = ask(path, None)
        among = listed.get("data") if isinstance(listed, dict) else None
        for one in among if isinstance(among, list) else ():
            named = isinstance(one, dict) and one.get("id") == model
            if named and (tokens := next((n for name in names if (n := _whole(one.get(name)))), 0)):
                return tokens
    return 0


def _llama(ask: Ask) -> int:
    """llama.cpp's: for one of its slots."""
    props = ask("/props", None)
    made = props.get("default_generation_settings") if isinstance(props, dict) else None
    return _whole(made.get("n_ctx")) if isinstance(made, dict) else 0


def _whole(value: Any) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else 0
