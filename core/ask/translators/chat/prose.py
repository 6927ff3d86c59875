"""A closing sentence in a model's words, kept only if its numbers are those of the rows."""

from __future__ import annotations

from collections.abc import Callable

from core.ask.translators.chat.model import Message
from core.ask.translators.chat.notation import plain
from core.ask.translators.chat.prose_numbers import computed, true_to
from core.ask.translators.chat.replies import words
from core.ask.translators.chat.templates import messages
from core.model import Rows, Value

MOST_ROWS = 20
LONGEST_CELL = 120


def worded(question: str, rows: Rows, ask: Callable[[list[Message]], str]) -> str:
    """The model's sentence; empty if it is too long or says a number that neither the rows nor we have."""
    shown = rows.rows[:MOST_ROWS]
    lines = [" | ".join(map(plain, rows.columns)), *(" | ".join(map(_cell, r)) for r in shown)]
    count = len(rows.rows)
    more = "at least " if rows.truncated else ""
    lines.append(f"({more}{count} rows{', the first of them shown' if count > len(shown) else ''})")
    lines += [f"{plain(what)}: {value:.12g}" for what, value in computed(rows).items() if what != "rows"]
    clean = words(ask(messages("tell", question=plain(question), rows="\n".join(lines))))
    return clean if clean and not clean.endswith("…") and true_to(clean, question, rows) else ""


def _cell(value: Value) -> str:
    return "NULL" if value is None else plain(str(value))[:LONGEST_CELL]
