"""An answer made again from what was stored with it: no model is asked, its replies are those of the first time."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, replace
from itertools import takewhile
from typing import Any

from core.ask.services import Services
from core.ask.state import Question, Run
from core.ask.translators.chat.faults import TOO_LONG
from core.ask.translators.chat.model import Message, transcript
from core.ask.translators.chat.passages import DOCUMENTS
from core.ask.translators.chat.windows import WINDOW
from core.ask.turns import turns
from core.ask.workflow import answer as ask
from core.errors import ModelFailed, PromptTooLong, ReplayDiffers
from core.model import Answer, Exchange, Step

Make = Callable[[Callable[[Step], None], "Recording | None", bool], Services]
"""The handles of a question: around the function that tells a step, with a translator that asks the recording (None:
the rules alone), as one that sends cell values or none."""


class Recording:
    """Stored exchanges in place of a model: each call must ask what was asked, and gets what came back."""

    def __init__(self, exchanges: Sequence[Exchange], followed: str = "") -> None:
        """`followed` is the translator whose reading was followed then."""
        self.followed = followed
        self._left = deque(exchanges)
        self.name = exchanges[0].model if exchanges else ""
        self.at_once = 1
        self.votes = 1 + sum(e.purpose == "vote" for e in exchanges)
        self.prose = any(e.purpose == "tell" for e in exchanges)
        self.window = (exchanges[0].window if exchanges else 0) or WINDOW

    def left(self, run: Run) -> int:
        """How many calls side by side come next."""
        return sum(1 for _ in takewhile(lambda e: e.purpose == "vote", self._left))

    def ask(
        self,
        messages: Sequence[Message],
        run: Run,
        purpose: str = "",
        *,
        structured: bool = False,
        varied: bool = False,
    ) -> str:
        """Raises ReplayDiffers when something else is asked than was, ModelFailed when the model failed then."""
        sent = transcript(messages)
        if not self._left or self._left[0].sent != sent:
            raise ReplayDiffers(purpose)
        said = self._left.popleft()
        run.calls += said.calls
        run.tokens += said.tokens
        run.exchanges.append(said)
        if said.fault:
            later = self._left[0].window if self._left else 0
            if said.window and TOO_LONG in said.fault:
                raise PromptTooLong(said.fault, window=later if later < said.window else 0)
            raise ModelFailed(said.fault)
        return said.received


@dataclass(frozen=True, slots=True)
class Replayed:
    """An answer made again, and the fields in which it differs from the first one; times and cost aside."""

    answer: Answer
    differs: tuple[str, ...]


def replay(first: Answer, make: Make, limit: int) -> Replayed:
    """The same question through the same steps. Raises ReplayDiffers when the data or the program has changed so much
    that something else would be asked of the model."""
    most = len(first.rows) if first.truncated else limit
    question = Question(
        first.question if first.earlier else first.rewritten or first.question,
        first.hint,
        most,
        first.language,
        overrides=first.overrides,
        reading=first.reading,
        earlier=turns(first.earlier),
        examples=first.like,
    )
    if first.by_hand:  # its words are those of the reading
        question = Question(first.enriched, limit=most, earlier=turns(first.earlier))

    def once(send_values: bool) -> Answer:
        asked = [e for e in first.exchanges if e.purpose != DOCUMENTS]
        said = Recording(asked, first.translator) if asked else None
        return next(a for a in ask(question, lambda emit: make(emit, said, send_values)) if isinstance(a, Answer))

    try:
        again = once(True)
    except ReplayDiffers:
        again = once(False)  # asked when no cell values were sent
    again = replace(again, question=first.question, rewritten=first.rewritten, cost=first.cost, like=first.like)
    again = _with_documents(again, first)
    if first.by_hand:
        kept = {
            k: getattr(first, k)
            for k in ("hint", "language", "overrides", "reading", "edits", "words", "built", "chart")
        }
        again = replace(again, **kept)
    old, new = plain(first), plain(again)
    return Replayed(again, tuple(f.name for f in fields(Answer) if old[f.name] != new[f.name]))


def _with_documents(again: Answer, first: Answer) -> Answer:
    """What was said from documents then: the rows were made again, the documents were not asked."""
    added = tuple(e for e in first.exchanges if e.purpose == DOCUMENTS)
    return replace(
        again,
        told=first.told,
        visited=first.visited,
        by_documents=first.by_documents,
        exchanges=(*again.exchanges, *added),
        model_calls=again.model_calls + sum(e.calls for e in added),
        tokens=again.tokens + sum(e.tokens for e in added),
    )


def plain(answer: Answer) -> dict[str, Any]:
    """An answer's fields without times and cost, to be compared: numbers as the JSON has them."""
    from core.catalogue.chats import answer_to_dict

    found = answer_to_dict(answer)
    found["timings_ms"], found["cost"] = {}, None
    for part in found["steps"]:
        part["ms"] = 0.0
    for part in found["exchanges"]:
        part["seconds"] = 0.0
    return found
