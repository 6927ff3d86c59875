"""A closing sentence in a model's words, kept only if it says nothing that the rows do not say."""

from __future__ import annotations

import re
from collections.abc import Callable

from core.ask.translators.chat.model import Message
from core.ask.translators.chat.replies import words
from core.ask.translators.chat.schema_text import plain
from core.ask.translators.chat.templates import messages
from core.model import Rows, Value

MOST_ROWS = 20
LONGEST_CELL = 120
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")


def worded(question: str, rows: Rows, ask: Callable[[list[Message]], str]) -> str:
    """The model's sentence; empty if it is too long or names a number that is not in the question or the rows."""
    shown = rows.rows[:MOST_ROWS]
    lines = [" | ".join(map(plain, rows.columns)), *(" | ".join(map(_cell, r)) for r in shown)]
    count = len(rows.rows)
    more = "at least " if rows.truncated else ""
    lines.append(f"({more}{count} rows{', the first of them shown' if count > len(shown) else ''})")
    text = "\n".join(lines)
    said = ask(messages("tell", question=plain(question), rows=text))
    known = {_figure(n) for n in _NUMBER.findall(f"{question} {text}")}
    clean = words(said)
    invented = any(_figure(n) not in known for n in _NUMBER.findall(clean))
    return "" if invented or not clean or clean.endswith("…") else clean


def _cell(value: Value) -> str:
    return "NULL" if value is None else plain(str(value))[:LONGEST_CELL]


def _figure(number: str) -> str:
    """One spelling for `1,234.50` and `1234.5`."""
    plain_number = number.replace(",", "")
    return plain_number.rstrip("0").rstrip(".") if "." in plain_number else plain_number
