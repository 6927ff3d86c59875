"""What stands in for `ws.questions` behind the page tests: set answers, and rows of a real SQLite."""

from __future__ import annotations

import threading
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from core.ask.conversation.wording import Wording
from core.ask.edit.check import check
from core.ask.form import Form
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import all_tables
from core.ask.translators.rules.realisation.phrase import Phrase
from core.ask.translators.rules.sql.render import render
from core.ask.trees import connect
from core.errors import Cancelled, QueryRefused
from core.graph.base import GraphRows
from core.model import Answer, Override, Rows, Step

if TYPE_CHECKING:
    from tests.pages.fake import FakeWorkspace


class FakeQuestions:
    """Its answers, looked up."""

    def __init__(self, ws: FakeWorkspace) -> None:
        self._ws = ws

    def keep_term(self, words: str, meaning: str) -> str:
        self._ws.glossary.keep(words, meaning)
        return meaning

    def ask(
        self,
        text: str,
        *,
        hint: str = "",
        limit: int | None = None,
        overrides: Sequence[Override] = (),
        reading: str = "",
        chat: str = "",
        verified: bool = True,
        stop: threading.Event | None = None,
    ) -> Iterator[Step | Answer]:
        """The answer kept under the question, the reading, or the question and its pins: `text | words=target`."""
        self._ws.asked.append((text, chat))
        asked = reading or " | ".join([text, *(f"{p.words}={p.target}" for p in overrides)])
        if self._ws.fault:
            raise self._ws.fault
        yield Step("understand", "done", f"“{text}”", ms=3.0)
        while not self._ws.slow.wait(0.02):
            if self._ws.stoppable and stop is not None and stop.is_set():
                raise Cancelled
        self._ws.answered.set()
        yield self._ws.answers.get(
            asked,
            Answer(
                question=text,
                answer="I did not understand that.",
                understood=(("orders", "table orders"),),
                translator="rules",
            ),
        )

    def ask_again(
        self,
        old: Answer,
        *,
        overrides: Sequence[Override] | None = None,
        reading: str = "",
        chat: str = "",
        stop: threading.Event | None = None,
    ) -> Iterator[Step | Answer]:
        fixed = old.overrides if overrides is None else tuple(overrides)
        for told in self.ask(old.rewritten or old.question, overrides=fixed, reading=reading, chat=chat, stop=stop):
            kept = {"question": old.question, "rewritten": old.rewritten, "timings_ms": {"run": len(self._ws.asked)}}
            yield replace(told, **kept) if isinstance(told, Answer) else told

    def edited(
        self,
        form: Form,
        *,
        old: Answer | None = None,
        chat: str = "",
        stop: threading.Event | None = None,
    ) -> Iterator[Step | Answer]:
        """The form's own SQL, run; its sentence stands for the answer."""
        facts = self.facts(form)
        check(form.query, facts)
        said = Phrase(facts).query(form.query)
        tree = connect(facts.base, all_tables(form.query))
        assert tree is not None
        query = render(form.query, tree, facts)
        found = self.sql(query)
        yield Answer(
            question=old.question if old and not old.built else Wording(facts).question(form.query, True),
            answer=f"The answer to: {said}.",
            enriched=said,
            tables=all_tables(form.query),
            path=tree.edges,
            sql=query,
            columns=found.columns,
            rows=found.rows,
            confidence=1.0,
            translator="a person",
            form=form.plain(),
            rewritten="" if old is None else old.rewritten,
            edits=() if old is None else (*old.edits, dict(old.form or {})),
            built=old is None or old.built,
        )

    def unedited(self, old: Answer, *, chat: str = "", stop: threading.Event | None = None) -> Iterator[Step | Answer]:
        *kept, last = old.edits
        form = Form.of(last)
        if form is None:
            yield from self.ask(old.question, chat=chat)
            return
        for told in self.edited(form, old=old):
            yield replace(told, edits=tuple(kept)) if isinstance(told, Answer) else told

    def said_anew(self, answer: Answer) -> str:
        form = Form.of(answer.form)
        return Wording(self.facts(form)).question(form.query, True) if form else ""

    def facts(self, form: Form) -> Facts:
        return form.facts(self._ws.tables.all(), self._ws.joins.all())

    def values(self, column: str, most: int = 1_000) -> tuple[str, ...]:
        table, _, name = column.partition(".")
        return tuple(str(r[0]) for r in self.sql(f'SELECT DISTINCT "{name}" FROM "{table}" LIMIT {most}').rows)

    def suggestions(
        self, after: Answer | None = None, *, first: Collection[str] = (), stop: threading.Event | None = None
    ) -> tuple[str, ...]:
        """What a test put there; sought until it is asked for once."""
        self._ws.sought.add(after.question if after else "")
        return self._ws.offers.get(after.question if after else "", ())

    def suggested(self, after: Answer | None = None) -> tuple[str, ...] | None:
        asked = after.question if after else ""
        return self._ws.offers.get(asked, ()) if asked in self._ws.sought else None

    def sql(self, query: str, *, limit: int | None = None, seconds: float | None = None) -> Rows:
        if not query.lstrip().lower().startswith("select"):
            raise QueryRefused("Only reading is allowed here.", "Start the query with SELECT.")
        cursor = self._ws._db.execute(query)
        return Rows(tuple(d[0] for d in cursor.description), tuple(cursor.fetchall()))

    def own_sql(self, query: str) -> tuple[str, str]:
        return "PostgreSQL [sales]", f"ASKED {query}" if self._ws._asks_database else ""

    def cypher(
        self,
        query: str,
        parameters: Mapping[str, object] | None = None,
        *,
        limit: int = 1_000,
        passages: bool = False,
    ) -> GraphRows:
        if not query.lstrip().upper().startswith("MATCH"):
            raise QueryRefused("This query would change the graph.", "Use MATCH and RETURN.")
        return GraphRows(("t.label",), tuple((t.label,) for t in self._ws.tables.all()))

    def warm_up(self) -> None:
        pass
