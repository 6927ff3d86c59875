"""The chat-model translator: a model reads the question and writes the SQL; the way between the tables is ours.

A plain question costs two calls: one reads, one writes the SQL. The Cypher is drafted from the tables that the model
named, and asked of the model only when that fails. What it writes is a draft like any other: the workflow checks it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Protocol, TypeVar

from core.ask.language import ENGLISH, language_of_data
from core.ask.places import NONE, Places
from core.ask.state import (
    Attempt,
    Clarify,
    Draft,
    JoinTree,
    Mention,
    NotUnderstood,
    Question,
    Reading,
    Run,
    SchemaView,
)
from core.ask.translators.chat.asking import (
    again_query,
    again_reply,
    cypher_prompt,
    read_prompt,
    schema_prompt,
    schema_tokens,
    sql_prompt,
)
from core.ask.translators.chat.hiding import Hiding
from core.ask.translators.chat.model import Message
from core.ask.translators.chat.naming import linked, read_names
from core.ask.translators.chat.prose import worded
from core.ask.translators.chat.replies import BadReply, ReadReply, cypher_reply, read_reply, sql_reply, words
from core.ask.translators.chat.review import Doubts, Values
from core.ask.translators.chat.schema_text import plain_lines, quoted, table_text
from core.ask.translators.rules.cypher import columns_of, join_path
from core.ask.translators.rules.realisation.tell import sentence
from core.ask.trees import connect, named_roles
from core.errors import ModelFailed
from core.model import Caution, Cluster, Rows, Step

MOST_OPTIONS = 3
MOST_REPLIES = 3
"""How often a step asks before it gives up on replies that cannot be used."""
TRUST = 0.8
"""Confidence in a reading that nothing has confirmed yet."""
_T = TypeVar("_T")


class Model(Protocol):
    """What asking takes; `ChatModel` is one."""

    @property
    def name(self) -> str: ...

    def ask(self, messages: Sequence[Message], run: Run, purpose: str = "", *, structured: bool = False) -> str: ...


@dataclass(frozen=True, slots=True)
class ChatPlan:
    """What a reading of the model's carries on to its SQL. `schema` is what the SQL may name."""

    question: Question
    reply: ReadReply
    mentions: str
    """The linker's findings about values, as the prompts show them."""
    schema: SchemaView
    hiding: Hiding
    apart: tuple[str, ...] = ()
    """Tables named that no join connects with the others."""


class ChatTranslator:
    """Any chat model as a `Translator` and `Reviewer`. Raises ModelFailed when the model gives nothing to work with."""

    def __init__(
        self,
        model: Model,
        *,
        schema: SchemaView,
        values: Values | None = None,
        clusters: Sequence[Cluster] = (),
        prose: Model | None = None,
        send_values: bool = True,
        dialect: str = "sqlite",
        engine: str = "SQLite",
    ) -> None:
        """`schema` is the whole one; with `send_values` False no cell is ever sent, only labels, types and counts."""
        self.name = model.name
        self._model, self._prose = model, prose
        self._schema = _unrejected(schema)
        self._doubts = Doubts(schema, values if send_values else None, dialect)
        self._clusters, self._send_values, self._engine = clusters, send_values, engine

    def read(
        self,
        question: Question,
        mentions: Sequence[Mention],
        schema: SchemaView,
        run: Run,
    ) -> Reading | NotUnderstood:
        """The model's reading, its names checked."""
        hiding = Hiding(() if self._send_values else mentions)
        data_language = language_of_data(self._schema.tables)
        prompt = read_prompt(
            question,
            mentions,
            _unrejected(schema),
            clusters=self._clusters,
            tokens=schema_tokens(self._schema, schema),
            hiding=hiding,
            send_values=self._send_values,
            data_language=data_language,
        )
        shown = {t.name for t in schema.tables}
        warned: list[str] = []

        def used(text: str) -> Reading | NotUnderstood:
            reply = read_reply(text)
            if not reply.answerable:
                return NotUnderstood(hiding.put_back(words(reply.why)))
            if reply.schema:
                return self._about_schema(question, reply, schema, hiding)
            tables, columns = read_names(reply, self._schema)
            self._show(tables, shown)
            together = self._together(tables)
            apart = tuple(t for t in tables if t not in together)
            if apart and not warned:
                warned.append("apart")
                raise BadReply(
                    f"No join connects {', '.join(map(quoted, apart))} with {', '.join(map(quoted, together))}. Name "
                    "tables that joins connect, or give the same reply if the question needs these all the same."
                )
            roles = named_roles([(c.table, c.name) for c in columns], together, self._schema)
            tree = connect(self._schema, together, roles=roles)
            seen = [*(tree.tables if tree else together), *apart, *(t.name for t in schema.tables)]
            found = tuple(mentions)
            if reply.translated and question.language != data_language:
                found += tuple(run.link(words(reply.translated)))
            marks = Hiding(() if self._send_values else found)
            links = linked(found, tables, columns, reply, self._schema)
            plan = ChatPlan(question, reply, marks.mention_lines(found), self._part(seen), marks, apart)
            whole = marks.put_back(words(reply.question)) if question.earlier else ""
            enriched = marks.put_back(words(reply.enriched))
            back = self._back(question, reply)
            return Reading(
                "data", enriched, together, links, (), TRUST, plan, rewritten=whole, clarify=back, roles=roles
            )

        return self._until(used, prompt, "read", run)

    def _back(self, question: Question, reply: ReadReply) -> Clarify | None:
        """The model's question back; none where the choice would have to be sent with values that must not leave."""
        options = tuple(dict.fromkeys(words(o) for o in reply.options))[:MOST_OPTIONS]
        if len(options) < 2 or question.reading or not self._send_values:
            return None
        return Clarify("This can be read in more than one way. Which one do you mean?", options)

    def cypher(self, reading: Reading, schema: SchemaView, failed: Sequence[Attempt], run: Run) -> Draft | None:
        """Drafted from the tables of the reading; on repair the model's own."""
        plan = reading.plan
        if not isinstance(plan, ChatPlan):
            return None
        if reading.kind == "schema":
            prompt = schema_prompt(plan.question, plan.schema)
            for attempt in failed:
                prompt += again_query("cypher", attempt, plan.schema, plan.hiding)
            return Draft(self._until(cypher_reply, prompt, "path", run), {}, "Written by the chat model.")
        if not failed:
            if len(reading.tables) == 1:
                return replace(columns_of(reading.tables[0]), why="The chat model needs one table.")
            if (draft := join_path(self._schema, reading.tables, reading.roles)) is not None:
                return replace(draft, why="Drafted by the program from the tables that the chat model named.")
        prompt = cypher_prompt(plan.question, reading.tables, plan.schema)
        for attempt in failed:
            prompt += again_query("cypher", attempt, plan.schema, plan.hiding)
        return Draft(self._until(cypher_reply, prompt, "path", run), {}, "Written by the chat model.")

    def sql(self, reading: Reading, tree: JoinTree, failed: Sequence[Attempt], run: Run) -> Draft | None:
        """The model's SELECT; on repair with every fault so far in hand.

        None when a query that could run was doubted and the model can give no other.
        """
        plan = reading.plan
        if not isinstance(plan, ChatPlan):
            return None
        prompt = sql_prompt(
            plan.question,
            plan.reply,
            plan.schema,
            tree,
            mentions=plan.mentions,
            apart=plan.apart,
            tokens=schema_tokens(self._schema, plan.schema),
            engine=self._engine,
            send_values=self._send_values,
        )
        for attempt in failed:
            prompt += again_query("sql", attempt, plan.schema, plan.hiding)
        try:
            text = self._until(sql_reply, prompt, "query", run)
        except ModelFailed:
            if any(a.valid for a in failed):
                return None
            raise
        return Draft(plan.hiding.put_into_sql(text), {}, reading.enriched)

    def tell(self, reading: Reading, rows: Rows, run: Run, places: Places = NONE) -> Iterator[str]:
        """A template's sentence, or the prose model's if it holds nothing but what stands in the rows."""
        said, prose = "", self._prose
        if prose is not None and self._send_values and rows.rows and isinstance(reading.plan, ChatPlan):
            try:
                said = worded(reading.plan.question.text, rows, lambda asked: prose.ask(asked, run, "tell"))
            except ModelFailed as fault:
                run.step(Step("tell", "repaired", f"A template words the answer: {fault.message}"))
        language = reading.plan.question.language if isinstance(reading.plan, ChatPlan) else ENGLISH
        yield said or sentence(reading.enriched, rows, language, places)

    def follows(self, question: Question) -> bool:
        """Whether the model may be told what was asked before: earlier questions can hold values of cells."""
        return self._send_values or not question.earlier

    # what became of the queries

    def doubt(
        self, reading: Reading, tree: JoinTree, draft: Draft, failed: Sequence[Attempt], rows: Rows | None, run: Run
    ) -> Attempt | None:
        """Before it runs: odd joins, repeated rows. After: no rows, though the values exist, spelled otherwise."""
        if not isinstance(reading.plan, ChatPlan):
            return None
        if rows is None:
            return self._doubts.before(draft, tree, failed)
        return None if rows.rows else self._doubts.empty(draft, failed)

    def weigh(
        self, reading: Reading, tree: JoinTree, draft: Draft, rows: Rows, confidence: float, run: Run
    ) -> tuple[float, tuple[Caution, ...]]:
        """What is still odd about the query that ran, and what that leaves of the confidence."""
        return self._doubts.weigh(draft, tree, confidence)

    def otherwise(self, reason: str, run: Run) -> Reading | NotUnderstood | None:
        """A chat model alone has no second way."""
        return None

    def others(self, reading: Reading) -> tuple[Reading, ...]:
        return reading.runners_up

    # parts

    def _until(self, used: Callable[[str], _T], prompt: Sequence[Message], step: str, run: Run) -> _T:
        """The model's reply as `used` reads it, asked again with each fault of the form. Raises ModelFailed."""
        asked, fault = list(prompt), ""
        for _ in range(MOST_REPLIES):
            run.check()
            text = self._model.ask(asked, run, step, structured=step == "read")
            try:
                return used(text)
            except BadReply as bad:
                fault = bad.message
                run.step(Step(step, "repaired", words(f"The chat model is asked again: {fault}")))
                asked += again_reply(text[:4_000], bad)
        raise ModelFailed(words(f"{MOST_REPLIES} of its replies could not be used. {fault}"))

    def _show(self, tables: Sequence[str], shown: set[str]) -> None:
        """Raise BadReply with the columns of tables that the model names without having seen them."""
        unseen = [t for t in self._schema.tables if t.name in tables and t.name not in shown]
        if unseen:
            shown.update(t.name for t in unseen)
            told = ", ".join(quoted(t.name) for t in unseen)
            columns = plain_lines("\n".join(table_text(t, "types") for t in unseen))
            raise BadReply(
                f"You had not seen the columns of {told}; here they are. Read the question again.", (), columns
            )

    def _about_schema(self, question: Question, reply: ReadReply, schema: SchemaView, hiding: Hiding) -> Reading:
        """A reading whose Cypher is the answer. Raises BadReply for a table that is not there."""
        tables, _ = read_names(reply, self._schema)
        plan = ChatPlan(question, reply, "", self._part([*tables, *(t.name for t in schema.tables)]), hiding)
        whole = hiding.put_back(words(reply.question)) if question.earlier else ""
        return Reading("schema", hiding.put_back(words(reply.enriched)), tables, (), (), TRUST, plan, rewritten=whole)

    def _together(self, tables: Sequence[str]) -> tuple[str, ...]:
        """All tables if joins connect them; else the first and those that they connect with it."""
        if connect(self._schema, tables) is not None:
            return tuple(tables)
        kept = [tables[0]]
        for name in tables[1:]:
            if connect(self._schema, [*kept, name]) is not None:
                kept.append(name)
        return tuple(kept)

    def _part(self, names: Sequence[str]) -> SchemaView:
        wanted = dict.fromkeys(names)
        tables = tuple(t for t in (self._schema.table(n) for n in wanted) if t is not None)
        joins = tuple(j for j in self._schema.joins if j.child_table in wanted and j.parent_table in wanted)
        return SchemaView(tables, joins)


def _unrejected(schema: SchemaView) -> SchemaView:
    return SchemaView(schema.tables, tuple(j for j in schema.joins if j.state != "rejected"))
