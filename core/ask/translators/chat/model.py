"""A chat model within bounds: messages in, one text out. LangChain's `init_chat_model` opens it.

What bounds a question: how many calls, how long they take together, how often a busy server is asked again. Nothing of
what the provider's client says reaches a person, for it may repeat the key; faults are told in our words.
"""

from __future__ import annotations

import os
import queue
import re
import threading
import time
from collections.abc import Sequence
from copy import copy
from typing import TYPE_CHECKING, Literal, TypeAlias
from urllib.parse import urlsplit, urlunsplit

from core.ask.state import Run
from core.errors import ModelFailed, SettingsError
from core.model import Rows

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel
    from langchain_core.messages import BaseMessage

Message: TypeAlias = tuple[Literal["system", "human", "ai"], str]

RETRIES = 2
"""How often a busy or stumbling server is asked again."""
LONGEST_PAUSE = 10.0
"""Seconds; a server that asks for more patience is given up."""
CONTEXT_TOKENS = 16_384
"""The window asked of Ollama, which by default silently cuts off all but a few thousand tokens."""
MOST_REPLY_TOKENS = 8_192
_BUSY = frozenset({408, 409, 425, 429, 500, 502, 503, 504, 529})
_TICK = 0.05


class ChatModel:
    """One model of one provider. Threads may share it; what a question has used is counted on its `Run`."""

    def __init__(
        self,
        model: str,
        *,
        base_url: str = "",
        key: str = "",
        seconds: float = 60.0,
        calls: int = 6,
        pause: float = 0.5,
    ) -> None:
        """`model` is "provider:name". A bare name goes to the OpenAI-like (or Ollama) server at `base_url`.

        `seconds` and `calls` are what one question may use in all; `pause` is the first wait before asking a busy
        server again. Raises SettingsError.
        """
        self._provider, self._model = _split(model, base_url)
        self.name = f"{self._provider}:{self._model}"
        self._base_url = _address(self._provider, base_url)
        self._key = key
        self._seconds, self._calls, self._pause = seconds, calls, pause
        self._client = self._open(temperature=True)

    def __repr__(self) -> str:
        return f"ChatModel({self.name!r})"

    def try_out(self, seconds: float = 10.0) -> str:
        """Ask for one word, which costs next to nothing; the reply's beginning. Raises ModelFailed."""
        asked = Run(lambda step: None, _no_rows)
        brief = copy(self)
        brief._seconds, brief._calls = min(seconds, self._seconds), 1
        return brief.ask([("human", "Reply with the word OK and nothing else.")], asked)[:40]

    def ask(self, messages: Sequence[Message], run: Run) -> str:
        """The reply's text. Raises ModelFailed, and Cancelled after Stop."""
        for again in range(RETRIES + 1):
            if run.calls >= self._calls:
                raise ModelFailed(f"It was asked {run.calls} times, which is all that one question may use.")
            run.calls += 1
            got = self._wait(messages, run)
            if not isinstance(got, Exception):
                used = getattr(got, "usage_metadata", None) or {}
                run.tokens += int(used.get("total_tokens") or 0)
                return str(got.text)
            status = _status(got)
            if status == 400 and "temperature" in str(got) and again < RETRIES:
                self._client = self._open(temperature=False)  # some models take no other than their own
                continue
            pause = _asked_pause(got) or self._pause * 2**again
            hopeless = status not in _BUSY or again == RETRIES or pause > LONGEST_PAUSE
            if hopeless or run.waited + pause > self._seconds:
                raise ModelFailed(self._said(got, status))
            self._rest(pause, run)
        raise AssertionError  # the last round returns or raises

    def _wait(self, messages: Sequence[Message], run: Run) -> BaseMessage | Exception:
        """The reply or the client's fault. Another thread waits for the server, so that Stop and time have effect."""
        box: queue.SimpleQueue[BaseMessage | Exception] = queue.SimpleQueue()
        client = self._client

        def work() -> None:
            from langsmith import tracing_context

            try:
                with tracing_context(enabled=False):  # whatever the environment says, no third party reads along
                    box.put(client.invoke(list(messages)))
            except Exception as fault:  # noqa: BLE001 - every provider's client raises its own
                box.put(fault)

        began, before = time.monotonic(), run.waited
        threading.Thread(target=work, daemon=True, name="chat-model").start()
        while True:
            try:
                return box.get(timeout=_TICK)
            except queue.Empty:
                run.check()
                if before + time.monotonic() - began > self._seconds:
                    raise ModelFailed(f"It did not answer within {self._seconds:g} seconds.") from None
            finally:
                run.waited = before + time.monotonic() - began

    def _rest(self, seconds: float, run: Run) -> None:
        ends = time.monotonic() + seconds
        while (left := ends - time.monotonic()) > 0:
            run.check()
            time.sleep(min(_TICK, left))
        run.waited += seconds

    def _open(self, temperature: bool) -> BaseChatModel:
        try:
            from langchain.chat_models import init_chat_model
        except ImportError as fault:
            raise SettingsError("Chat models need LangChain.", "Run: pip install langchain") from fault
        given: dict[str, object] = {"temperature": 0} if temperature else {}
        if self._base_url:
            given["base_url"] = self._base_url
        if self._provider == "ollama":
            headers = {"Authorization": f"Bearer {self._key}"} if self._key else {}
            given["client_kwargs"] = {"timeout": self._seconds, "headers": headers}
            given |= {"num_ctx": CONTEXT_TOKENS, "num_predict": MOST_REPLY_TOKENS}
        else:
            given |= {"timeout": self._seconds, "max_retries": 0}
            if self._key:
                given["api_key"] = self._key
            elif self._base_url:
                given["api_key"] = "none"  # else the environment's key for another server would be sent to this one
            elif self._provider == "openai" and not os.environ.get("OPENAI_API_KEY"):
                raise SettingsError(f"The model {self.name} needs a key.", "Set model_key, or base_url to your server.")
        try:
            opened: BaseChatModel = init_chat_model(self._model, model_provider=self._provider, **given)  # type: ignore[call-overload]
        except ImportError as fault:
            command = re.search(r"pip install [\w.-]+", str(fault))
            remedy = command.group() if command else f"pip install langchain-{self._provider}"
            raise SettingsError(
                f"The package for {self._provider} models is not installed.", f"Run: {remedy}"
            ) from None
        except Exception as fault:  # noqa: BLE001 - every provider's client raises its own
            raise SettingsError(
                f"The model {self.name} cannot be set up ({type(fault).__name__}).",
                "Check model, base_url and model_key in the settings.",
            ) from None
        return opened

    def _said(self, fault: Exception, status: int | None) -> str:
        """The client's fault in our words."""
        faults = (fault, fault.__cause__, getattr(fault.__cause__, "__cause__", None))
        kinds = {c.__name__ for f in faults if f is not None for c in type(f).__mro__}
        where = f" at {shown(self._base_url)}" if self._base_url else ""
        if status in (401, 403):
            return f"The server{where} refused the key."
        if status == 404:
            return f"The server{where} has no model {self._model}."
        if status == 413 or (status == 400 and "context" in str(fault).lower()):
            return "The question with its schema is too long for it."
        if status == 429:
            return f"The server{where} has too much to do, or the account's limit is reached."
        if status is not None and status >= 500:
            return f"The server{where} has a fault of its own ({status})."
        if status is not None and status >= 400:
            return f"The server{where} refused the request ({status})."
        if any("Timeout" in k for k in kinds):
            return f"It did not answer within {self._seconds:g} seconds."
        if kinds & {"RemoteProtocolError", "ReadError", "IncompleteRead"}:
            return f"The server{where} broke off in the middle of its reply."
        if kinds & {"APIConnectionError", "ConnectError", "ConnectionError", "TransportError"}:
            return f"The server{where or ' of ' + self._provider} cannot be reached."
        return f"The server{where} gave a reply that cannot be read ({type(fault).__name__})."


def _no_rows(sql: str) -> Rows:
    return Rows((), ())


def shown(url: str) -> str:
    """An address without name, password, query or fragment."""
    parts = urlsplit(url)
    return urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path, "", ""))


def _split(model: str, base_url: str) -> tuple[str, str]:
    """Provider and name; the names of Ollama's models have a colon too ("llama3.1:8b")."""
    provider, colon, name = model.strip().partition(":")
    if colon and name and re.fullmatch(r"[a-z_]+", provider):
        return provider, name
    if not model.strip():
        raise SettingsError("A server is named but no model.", "Give --model, or set model in the settings.")
    if base_url:
        place = urlsplit(base_url)
        return ("ollama" if place.port == 11434 and place.path in ("", "/") else "openai"), model.strip()
    raise SettingsError(
        f"The model “{model}” does not say who serves it.", "Write provider:name, such as openai:… or ollama:…."
    )


def _address(provider: str, base_url: str) -> str:
    """Where the server is; OpenAI-like ones answer under /v1."""
    if not base_url:
        return ""
    try:
        place = urlsplit(base_url)
        usable = place.scheme in ("http", "https") and bool(place.hostname) and (place.port or 1) > 0
    except ValueError:
        usable = False
    if not usable:
        raise SettingsError("base_url is not an address.", "Write http://host:port/v1, or https://….")
    if provider == "openai" and place.path in ("", "/"):
        return base_url.rstrip("/") + "/v1"
    return base_url


def _status(fault: Exception) -> int | None:
    """The HTTP status that the server gave, if it came to that."""
    for holder in (fault, getattr(fault, "response", None)):
        status = getattr(holder, "status_code", None)
        if isinstance(status, int) and status > 0:
            return status
    return None


def _asked_pause(fault: Exception) -> float:
    """The seconds of a Retry-After header; 0 without one."""
    headers = getattr(getattr(fault, "response", None), "headers", None) or {}
    try:
        return max(0.0, float(headers.get("retry-after", 0)))
    except ValueError:
        return 0.0
