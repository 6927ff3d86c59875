"""A chat model within bounds: messages in, one text out. LangChain's `init_chat_model` opens it.

What bounds a question: how many calls and tokens, how long the calls take together, how often a busy server is asked
again. Nothing of what the provider's client says reaches a person, for it may repeat the key; faults are told in our
words (faults.py).
"""

from __future__ import annotations

import os
import queue
import re
import threading
import time
from collections.abc import Sequence
from copy import copy
from dataclasses import replace
from typing import TYPE_CHECKING, Literal, TypeAlias
from urllib.parse import urlsplit, urlunsplit

from core.ask.state import Run
from core.ask.translators.chat.faults import Place, asked_pause, fault_words, status_of
from core.ask.translators.chat.prices import dollars
from core.ask.translators.chat.windows import WINDOW, window_in_fault
from core.errors import ModelFailed, PromptTooLong, SettingsError
from core.model import Exchange, Rows

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel
    from langchain_core.messages import BaseMessage

Message: TypeAlias = tuple[Literal["system", "human", "ai"], str]

RETRIES = 3
"""How often a busy or stumbling server is asked again."""
LONGEST_PAUSE = 30.0
"""Seconds; a server that asks for more patience is given up."""
MOST_REPLY_TOKENS = 8_192
VARIED = 0.8
"""The temperature of replies that should differ."""
AT_ONCE = 4
_BUSY = frozenset({408, 409, 425, 429, 500, 502, 503, 504, 529})
_NO_MODE = frozenset({400, 404, 415, 422, 500, 501})
"""How a server may answer that it has no JSON mode."""
_OPENAI_LIKE = ("openai", "azure_openai", "deepseek", "fireworks", "groq", "mistralai", "openrouter", "together", "xai")
_JSON_MODE: dict[str, dict[str, object]] = {
    **{name: {"response_format": {"type": "json_object"}} for name in _OPENAI_LIKE},
    "ollama": {"format": "json"},
}
"""What asks a provider for a JSON object; other providers reply in fenced blocks."""
_SHORTER = "Set model_window to what the model takes in, or choose one that takes more."
_TICK = 0.05


class ChatModel:
    """One model of one provider. Threads may share it; what a question has used is counted on its `Run`."""

    def __init__(
        self,
        model: str,
        *,
        base_url: str = "",
        key: str = "",
        seconds: float = 120.0,
        calls: int = 8,
        tokens: int = 100_000,
        pause: float = 1.0,
        window: int = WINDOW,
    ) -> None:
        """`model` is "provider:name". A bare name goes to the OpenAI-like (or Ollama) server at `base_url`.

        `seconds`, `calls` and `tokens` are what one question may use in all; `pause` is the first wait before asking a
        busy server again, `window` how many tokens the model takes in and gives at once. Raises SettingsError.
        """
        self._provider, self._model = provider_and_model(model, base_url)
        self.name = f"{self._provider}:{self._model}"
        self.at_once = AT_ONCE
        self._base_url = _address(self._provider, base_url)
        self._key = key
        self._seconds, self._calls, self._tokens, self._pause = seconds, calls, tokens, pause
        self._structured = _JSON_MODE.get(self._provider)
        self.window = window
        self._client = self._open(0)
        self._varied: BaseChatModel | None = None

    def __repr__(self) -> str:
        return f"ChatModel({self.name!r})"

    def try_out(self, seconds: float = 10.0) -> str:
        """Ask for one word, which costs next to nothing; the reply's beginning. Raises ModelFailed, also for a reply
        without text: a model that refuses even that reads no question."""
        asked = Run(lambda step: None, no_rows)
        brief = copy(self)
        brief._seconds, brief._calls = min(seconds, self._seconds), 2
        said = brief.ask([("human", "Reply with the word OK and nothing else.")], asked, "test").strip()
        if not said:
            raise ModelFailed(f"The model {self._model} replied with no text: it refuses, or gives no text replies.")
        return said[:40]

    def left(self, run: Run) -> int:
        """How many calls the question may still use; 0 too where its tokens or its time are used up."""
        return max(0, self._calls - run.calls) if run.tokens < self._tokens and run.waited < self._seconds else 0

    def ask(
        self,
        messages: Sequence[Message],
        run: Run,
        purpose: str = "",
        *,
        structured: bool = False,
        varied: bool = False,
    ) -> str:
        """The reply's text; what was said is kept on the run, for `purpose`.

        With `structured` the model's own JSON mode is asked for where it has one, with `varied` no steady reply.
        Raises ModelFailed, and Cancelled after Stop.
        """
        calls, tokens, waited, window = run.calls, run.tokens, run.waited, self.window
        text, fault = "", ""
        try:
            text = self._asked(messages, run, structured, varied)
        except ModelFailed as failed:
            fault = failed.message
            raise
        finally:
            seconds = round(run.waited - waited, 3)
            used = run.tokens - tokens
            said = Exchange(purpose, transcript(messages), text, seconds, used, self.name, run.calls - calls, fault)
            run.exchanges.append(replace(said, window=window))
        return text

    def _asked(self, messages: Sequence[Message], run: Run, structured: bool, varied: bool) -> str:
        for again in range(RETRIES + 1):
            self._within_budget(run)
            run.calls += 1
            mode = self._structured if structured else None
            got = self._wait(messages, run, mode, self._client_for(varied))
            if not isinstance(got, Exception):
                text = self._received(got, run)
                if text or mode is None or again == RETRIES:
                    return text
                self._structured = None  # a server that knows no such mode may say nothing at all
                continue
            status = status_of(got)
            if (accepted := window_in_fault(got, status)) is not None:
                self.window = min(self.window, accepted or self.window)
                raise PromptTooLong(fault_words(got, status, self._place), _SHORTER, accepted)
            if status == 400 and "temperature" in str(got) and again < RETRIES:
                self._client = self._varied = self._open(None)  # some models take no other than their own
                continue
            if mode is not None and status in _NO_MODE and again < RETRIES:
                self._structured = None
                continue
            pause = asked_pause(got) or self._pause * 2**again
            hopeless = status not in _BUSY or again == RETRIES or pause > LONGEST_PAUSE or run.calls >= self._calls
            if hopeless or run.waited + pause > self._seconds:
                raise ModelFailed(fault_words(got, status, self._place))
            self._rest(pause, run)
        raise AssertionError  # the last round returns or raises

    def _within_budget(self, run: Run) -> None:
        if run.calls >= self._calls:
            times = "once" if run.calls == 1 else f"{run.calls} times"
            raise ModelFailed(f"It was asked {times}, which is all that one question may use.")
        if run.tokens >= self._tokens:
            raise ModelFailed(f"It used {run.tokens:,} tokens, and one question may use {self._tokens:,}.")

    def _received(self, got: BaseMessage, run: Run) -> str:
        """The text, with tokens and price counted; a key that a server repeats is blotted out."""
        used = getattr(got, "usage_metadata", None) or {}
        sent, received = (int(used.get(k) or 0) for k in ("input_tokens", "output_tokens"))
        run.tokens += int(used.get("total_tokens") or 0)
        known = used and not self._base_url
        run.spend(dollars(self._provider, self._model, sent, received) if known else None)
        text = str(got.text)
        return text.replace(self._key, "•••") if self._key else text

    @property
    def _place(self) -> Place:
        return Place(self._provider, self._model, shown(self._base_url), self._seconds)

    def _client_for(self, varied: bool) -> BaseChatModel:
        if varied and self._varied is None:
            self._varied = self._open(VARIED)
        return self._varied if varied and self._varied is not None else self._client

    def _wait(
        self, messages: Sequence[Message], run: Run, mode: dict[str, object] | None, client: BaseChatModel
    ) -> BaseMessage | Exception:
        """The reply or the client's fault. Another thread waits for the server, so that Stop and time have effect."""
        box: queue.SimpleQueue[BaseMessage | Exception] = queue.SimpleQueue()

        def work() -> None:
            from langsmith import tracing_context

            try:
                with tracing_context(enabled=False):  # whatever the environment says, no third party reads along
                    box.put(client.invoke(list(messages), **(mode or {})))  # type: ignore[arg-type]
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

    def _open(self, temperature: float | None) -> BaseChatModel:
        try:
            from langchain.chat_models import init_chat_model
        except ImportError as fault:
            raise SettingsError("Chat models need LangChain.", "Run: pip install langchain") from fault
        given: dict[str, object] = {} if temperature is None else {"temperature": temperature}
        if self._base_url:
            given["base_url"] = self._base_url
        if self._provider == "ollama":
            headers = {"Authorization": f"Bearer {self._key}"} if self._key else {}
            given["client_kwargs"] = {"timeout": self._seconds, "headers": headers}
            # by itself it silently cuts off all but a few thousand tokens
            given |= {"num_ctx": self.window, "num_predict": min(MOST_REPLY_TOKENS, self.window // 2)}
        else:
            given |= {"timeout": self._seconds, "max_retries": 0}
            if self._provider == "anthropic":
                given["max_tokens"] = MOST_REPLY_TOKENS  # its client's own bound is too low for some
            if self._key:
                given["api_key"] = self._key
            elif self._base_url:
                given["api_key"] = "none"  # else the environment's key for another server would be sent to this one
            elif self._provider == "openai" and not os.environ.get("OPENAI_API_KEY"):
                raise SettingsError(
                    f"The model {self.name} needs a key.", "Give it in model_key, or name your own server."
                )
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


def transcript(messages: Sequence[Message]) -> str:
    """Messages as one text, each under its role."""
    return "\n\n".join(f"[{role}]\n{text}" for role, text in messages)


def no_rows(sql: str) -> Rows:
    """Probes nothing: for a call that is not about a question."""
    return Rows((), ())


def shown(url: str) -> str:
    """An address without name, password, query or fragment."""
    parts = urlsplit(url)
    return urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path, "", ""))


def server_of(model: str, base_url: str) -> str:
    """Whom a key is for: the host of `base_url`, else the provider; empty where neither is named."""
    return urlsplit(base_url).hostname or "" if base_url else model.strip().partition(":")[0]


def provider_and_model(model: str, base_url: str) -> tuple[str, str]:
    """Provider and name of a setting; the names of Ollama's models have a colon too ("llama3.1:8b").

    Raises SettingsError.
    """
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
