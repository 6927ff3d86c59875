"""An example of a question set, made of a workspace's own questions and what it answers to them now."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass

from core.errors import JoineryError
from core.model import Answer
from core.workspace import Workspace

MOST = 5
_SHORT = 5
"""How many rows of one or two cells are written out; more are told by their SQL."""
_SIGNS = frozenset(",;:=|\n\t")


@dataclass(frozen=True, slots=True)
class Known:
    """A question with its answer as a person would write it: a value, a short list, or SQL."""

    question: str
    answer: str


def known(ws: Workspace, most: int = MOST) -> tuple[Known, ...]:
    """Questions worth asking of this workspace with today's answers; takes seconds the first time."""
    found = []
    largest = max(ws.tables.all(), key=lambda t: t.rows, default=None)
    plain = (f"How many {largest.label} are there?",) if largest else ()
    for question in (*plain, *ws.questions.suggestions()):
        try:
            answer = next((a for a in ws.questions.ask(question, limit=100) if isinstance(a, Answer)), None)
        except JoineryError:
            continue
        if answer is not None and answer.sql:
            found.append(Known(question, written(answer)))
        if len(found) == most:
            break
    return tuple(found)


def written(answer: Answer) -> str:
    """The answer in words that are read as the same again; else its SQL on one line."""
    width = len(answer.columns)
    cells = [[str(c) for c in row if c is not None] for row in answer.rows]
    whole = all(len(row) == width and not any(_SIGNS & set(c) or not c.strip() for c in row) for row in cells)
    short = 0 < len(cells) <= _SHORT and not answer.truncated
    if short and whole and (width == 1 or (width == 2 and len(cells) > 1)):
        return ", ".join(": ".join(row) for row in cells)
    return " ".join((answer.sql or "").split())


def as_lines(found: Sequence[Known]) -> str:
    """`question = answer`, one a line."""
    return "".join(f"{k.question} = {k.answer}\n" for k in found)


def as_csv(found: Sequence[Known]) -> str:
    """A table of question and answer, with the mark that makes Excel read it as UTF-8."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(("question", "answer"))
    writer.writerows((k.question, k.answer) for k in found)
    return "\ufeff" + out.getvalue()
