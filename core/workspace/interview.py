"""The interview after a load: questions back, and what their answers change.

Nothing is kept but what a person could have said elsewhere: joins and verdicts on them, the way between two tables,
words of the glossary, what a row is, the date that counts, what a value means; and which questions were skipped.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.ask.hints.glossary import Glossary
from core.errors import BadAnswer, UnknownName
from core.model import Column, JoinState
from core.workspace.joins import Joins
from core.workspace.open_stores import OpenStores
from core.workspace.tables import Tables

if TYPE_CHECKING:
    from core.ask.interview.asked import Asked, Option

_KEY = "interview"
_VERDICTS: dict[str, JoinState] = {"confirmed": "confirmed", "rejected": "rejected"}


@dataclass(frozen=True, slots=True)
class Answered:
    """A question back that a person answered; "" where it was skipped."""

    id: str
    text: str
    answer: str
    does: tuple[tuple[str, str, str, str], ...] = ()


class Interview:
    """Questions back of one workspace."""

    def __init__(self, stores: OpenStores, tables: Tables, joins: Joins, glossary: Glossary) -> None:
        self._stores, self._tables, self._joins, self._glossary = stores, tables, joins, glossary

    def questions(self) -> tuple[Asked, ...]:
        """At most ten that are open, those first on which most answers depend."""
        from core.ask.interview.questions import questions

        done = [a.id for a in self.answered()]
        return questions(self._tables.all(), self._joins.all(rejected=True), done)

    def answered(self) -> tuple[Answered, ...]:
        """Those answered or skipped, in the order of the answers."""
        raw = json.loads(self._stores.catalogue.meta(_KEY) or "[]")
        return tuple(Answered(a[0], a[1], a[2], tuple((d[0], d[1], d[2], d[3]) for d in a[3])) for a in raw)

    def answer(self, question: str, option: int) -> None:
        """Take an answer, counted from 1. Raises UnknownName, BadAnswer, WorkspaceBusy."""
        asked = self._asked(question)
        if asked.values:
            raise BadAnswer("This asks what values mean.", f"Say it as “{asked.values[0]} = …”.")
        if not 1 <= option <= len(asked.options):
            raise BadAnswer(f"The answers are 1 to {len(asked.options)}.", "Choose one of them, or skip the question.")
        chosen: Option = asked.options[option - 1]
        for effect in chosen.does:
            self._do(*effect)
        self._keep(Answered(asked.id, asked.text, chosen.text, chosen.does))

    def mean(self, question: str, meanings: Mapping[str, str]) -> None:
        """Take what the values mean that a question asks about; those without a meaning stay as they are. Raises
        UnknownName, BadAnswer, WorkspaceBusy."""
        asked = self._asked(question)
        said = {v: m.strip() for v, m in meanings.items() if v in asked.values and m.strip()}
        if not said:
            raise BadAnswer("No value was given a meaning.", "Say what one of them means, or skip the question.")
        does = tuple(("code", question.partition(":")[2], v, m) for v, m in said.items())
        for effect in does:
            self._do(*effect)
        self._keep(Answered(asked.id, asked.text, ", ".join(f"{v} = {m}" for v, m in said.items()), does))

    def call(self, question: str, word: str) -> None:
        """Take a word of a person's own for what a row is. Raises UnknownName, BadAnswer, BadTableLabel,
        WorkspaceBusy."""
        asked, said = self._asked(question), " ".join(word.split())
        if asked.kind != "row" or not said:
            raise BadAnswer("That is none of the answers.", f"The answers are 1 to {len(asked.options)}.")
        does = (("row", question.partition(":")[2], said, ""),)
        self._do(*does[0])
        self._keep(Answered(asked.id, asked.text, said, does))

    def skip(self, question: str) -> None:
        """Ask no more. Raises UnknownName, WorkspaceBusy."""
        asked = self._asked(question)
        self._keep(Answered(asked.id, asked.text, ""))

    def undo(self, question: str) -> None:
        """Take an answer back, so that the question is open again. Raises UnknownName, WorkspaceBusy."""
        found = next((a for a in self.answered() if a.id == question), None)
        if found is None:
            raise UnknownName(question, tuple(a.id for a in self.answered())[:5], kind="answer")
        for effect in found.does:
            self._take_back(*effect)
        self._write([a for a in self.answered() if a.id != question])

    def _do(self, what: str, of: str, value: str, meaning: str) -> None:
        if what == "row":
            self._tables.call_rows(of, value)
        elif what == "date":
            self._tables.count_by(of, value)
        elif what == "code":
            column = self._column(of)
            self._tables.label_value(column.table, column.name, value, meaning)
        elif what == "join":
            self._joins.review(of, _VERDICTS.get(value))
        elif what == "link":
            child, key = self._column(value), self._column(meaning)
            self._joins.add(child.table, child.name, key.table, key.name)
        elif what == "way":
            first, _, last = of.partition("|")
            self._joins.prefer_through((first, last), value.split("|"))
        elif what == "word":
            with self._stores.changing():
                self._glossary.keep(value, meaning)

    def _take_back(self, what: str, of: str, value: str, meaning: str) -> None:
        if what == "link":
            met = {frozenset((c.table, c.name) for c in map(self._column, (value, meaning)))}
            found = next((j for j in self._joins.all() if j.pairs == met), None)
            if found is not None:
                self._joins.review(found.id, None)
        elif what == "way":
            first, _, last = of.partition("|")
            self._joins.forget_preference((first, last))
        elif what == "word":
            with self._stores.changing():
                self._glossary.drop(value)
        else:
            self._do(what, of, "" if what in ("row", "date", "join") else value, "")

    def _column(self, of: str) -> Column:
        found = next((c for t in self._tables.all() for c in t.columns if c.id == of), None)
        if found is None:
            raise UnknownName(of, kind="column")
        return found

    def _asked(self, question: str) -> Asked:
        opened = self.questions()
        found = next((q for q in opened if q.id == question), None)
        if found is None:
            raise UnknownName(question, tuple(q.id for q in opened)[:5], kind="question")
        return found

    def _keep(self, answered: Answered) -> None:
        self._write([*(a for a in self.answered() if a.id != answered.id), answered])

    def _write(self, answers: list[Answered]) -> None:
        with self._stores.changing():
            raw = [[a.id, a.text, a.answer, [list(d) for d in a.does]] for a in answers]
            self._stores.catalogue.set_meta(_KEY, json.dumps(raw, ensure_ascii=False))
