"""Calls of a model that do not depend on each other, made at the same time within what the question may still use."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from core.ask.state import Run
from core.ask.translators.chat.asked_model import Model
from core.ask.translators.chat.model import Message
from core.ask.translators.chat.replies import BadReply, sql_reply
from core.errors import ModelFailed


def queries(model: Model, prompt: Sequence[Message], most: int, run: Run, purpose: str = "vote") -> tuple[str, ...]:
    """At most so many other queries for one prompt, in the order in which they were asked for, whichever came first.

    A reply that cannot be used is left out. Raises Cancelled, QueryTimeout.
    """
    left = model.left(run)
    count = min(most, left)
    if count < 1:
        return ()
    begun = run.calls + left - left // count  # each may use an equal part of what is left
    runs = [run.beside(begun) for _ in range(count)]

    def one(own: Run) -> str:
        try:
            return sql_reply(model.ask(prompt, own, purpose, varied=True))
        except (ModelFailed, BadReply):
            return ""

    with ThreadPoolExecutor(min(count, model.at_once), thread_name_prefix="vote") as pool:
        found = list(pool.map(one, runs))
    run.join(runs, begun)
    return tuple(filter(None, found))
