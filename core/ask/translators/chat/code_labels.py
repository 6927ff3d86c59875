"""What a column's codes mean, looked up by a chat model in the documents where the rules find nothing.

The model only points: a meaning counts where it stands word for word in a passage that was sent, and the code is one
that the column holds.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence

from core.ask.state import Run
from core.ask.translators.chat.asked_model import Model
from core.ask.translators.chat.column_text import column_text
from core.ask.translators.chat.model import no_rows
from core.ask.translators.chat.notation import plain, plain_lines
from core.ask.translators.chat.replies import labels_reply
from core.ask.translators.chat.templates import messages
from core.documents.codes import LONGEST, Coded
from core.documents.match import Found
from core.model import Column
from core.text.words import normalise, words

MOST_PASSAGES = 8
LONGEST_PASSAGE = 1_500
"""Characters that are sent of one."""


def code_labels(
    model: Model, column: Column, values: Sequence[str], passages: Sequence[Found], stop: threading.Event
) -> tuple[Coded, ...]:
    """The meanings that the passages hold of these values, with the first passage that says so; () where they tell of
    none. Raises ModelFailed, BadReply, Cancelled."""
    sent = passages[:MOST_PASSAGES]
    if not sent or not values:
        return ()
    run = Run(lambda step: None, no_rows, stop=stop)
    prompt = messages(
        "code_labels",
        column=plain(column_text(column, True)),
        codes="\n".join(plain(v) for v in values),
        passages="\n\n".join(plain_lines(_sent(p)) for p in sent),
    )
    said = labels_reply(model.ask(prompt, run, "codes", structured=True))
    return tuple(_held(column, values, said, sent))


def _sent(passage: Found) -> str:
    return f"[{passage.document}] {passage.text[:LONGEST_PASSAGE]}"


def _held(column: Column, values: Sequence[str], said: Mapping[str, str], passages: Sequence[Found]) -> list[Coded]:
    """What stands in a passage as it was said, of codes that the column holds."""
    stored = {normalise(v): v for v in values}
    texts = [(p, f" {' '.join(words(p.text[:LONGEST_PASSAGE]))} ") for p in passages]
    found: dict[str, Coded] = {}
    for code, meaning in said.items():
        value, sense = stored.get(normalise(code)), " ".join(words(meaning))
        passage = next((p for p, text in texts if f" {sense} " in text), None)
        if value is not None and passage is not None and sense and sense != normalise(value):
            found.setdefault(value, Coded(column.id, value, " ".join(meaning.split())[:LONGEST], passage))
    return list(found.values())
