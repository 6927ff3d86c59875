"""Answers in a model's words from numbered passages, each sentence checked to be held by those that it cites."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterator, Sequence

from core.ask.state import Run
from core.ask.translators.chat.asked_model import Model
from core.ask.translators.chat.model import no_rows
from core.ask.translators.chat.replies import words
from core.ask.translators.chat.templates import messages
from core.retrieval.citing import held

DOCUMENTS = "documents"
"""What such a call is for."""
MOST, LONGEST = 4, 400
"""Sentences of an answer, and characters of one."""
_ARRAY = re.compile(r"\[.*\]", re.DOTALL)


class PassageReader:
    """For one question; what it used stands on `run`."""

    def __init__(self, model: Model, stop: threading.Event | None = None) -> None:
        self._model = model
        self.run = Run(lambda step: None, no_rows, stop=stop)

    def ask(self, prompt: str) -> str:
        """The reply to a prompt of a strategy's. Raises ModelFailed."""
        return self._model.ask([("human", prompt)], self.run, DOCUMENTS)

    def read(self, question: str, told: Sequence[str]) -> tuple[tuple[str, tuple[int, ...]], ...]:
        """Sentences with the numbers (from 0) of the passages that hold them; those that are not held are left out.
        Raises ModelFailed."""
        return tuple(cited(self._reply(question, told), question, told))[:MOST]

    def said(self, question: str, told: Sequence[str]) -> tuple[tuple[str, tuple[int, ...]], ...]:
        """All that the model says, held or not, with what it cites: to be measured. Raises ModelFailed."""
        return tuple(_said(self._reply(question, told), len(told)))[:MOST]

    def _reply(self, question: str, told: Sequence[str]) -> str:
        passages = "\n".join(f"[{n}] {_plain(text)}" for n, text in enumerate(told, 1))
        return self._model.ask(messages("documents", question=_plain(question), passages=passages), self.run, DOCUMENTS)


def cited(reply: str, question: str, told: Sequence[str]) -> list[tuple[str, tuple[int, ...]]]:
    """The sentences of a reply that what they cite holds."""
    return [(text, rests) for text, rests in _said(reply, len(told)) if held(text, [told[n] for n in rests], question)]


def _said(reply: str, passages: int) -> Iterator[tuple[str, tuple[int, ...]]]:
    """The sentences of a reply with the numbers of what they cite, from 0."""
    found = _ARRAY.search(reply[-20_000:])
    try:
        said = json.loads(found[0]) if found else []
    except (ValueError, RecursionError):
        return
    for one in said:
        if not isinstance(one, dict) or not isinstance(one.get("text"), str) or not isinstance(one.get("cites"), list):
            continue
        rests = tuple(dict.fromkeys(n - 1 for n in one["cites"] if type(n) is int and 0 < n <= passages))
        if text := words(one["text"], LONGEST):
            yield text, rests


def _plain(text: str) -> str:
    """On one line and without what could end the block that it stands in."""
    return " ".join(text.split()).replace("<", "‹").replace(">", "›")
