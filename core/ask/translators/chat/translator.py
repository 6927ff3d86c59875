"""The chat-model translator: a model reads the question and writes the SQL; the way between the tables is ours.

A plain question costs two calls: one reads, one writes the SQL. The Cypher is drafted from the tables that the model
named, and asked of the model only when that fails. What it writes is a draft like any other: the workflow checks it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from core.ask.language import ENGLISH, language_of_data
from core.ask.roles import named_roles
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
from core.ask.top_rows import NONE, TopRows
from core.ask.translators.chat.asked_model import Model
from core.ask.translators.chat.asking import (
    cypher_prompt,
    part_of,
    read_prompt,
    schema_prompt,
    sql_prompt,
)
from core.ask.translators.chat.hiding import Hiding, values_of
from core.ask.translators.chat.mending import again_cypher, again_reply, again_sql
from core.ask.translators.chat.mention_text import mention_lines
from core.ask.translators.chat.model import Message
from core.ask.translators.chat.naming import linked, read_names
from core.ask.translators.chat.notation import mended
from core.ask.translators.chat.prose import worded
from core.ask.translators.chat.replies import BadReply, ReadReply, cypher_reply, read_reply, sql_reply, words
from core.ask.translators.chat.review import Doubts, Values
from core.ask.translators.chat.secrets import Secrets
from core.ask.translators.chat.side_by_side import queries
from core.ask.translators.chat.windows import SMALLEST
from core.ask.translators.rules.cypher import columns_of, join_path
from core.ask.translators.rules.realisation.tell import sentence
from core.ask.trees import connect
from core.errors import ModelFailed, PromptTooLong
from core.model import Caution, Cluster, Rows, Step

MOST_OPTIONS = 3
MOST_REPLIES = 3
"""How often a step asks before it gives up on replies that cannot be used."""
TRUST = 0.8
"""Confidence in a reading that nothing has confirmed yet."""
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class ChatPlan:
    """What a reading of the model's carries on to its SQL. `schema` is what the SQL may name."""

    question: Question
    reply: ReadReply
    mentions: tuple[Mention, ...]
    schema: SchemaView
    hiding: Hiding
    apart: tuple[str, ...] = ()
    """Tables named that no join connects with the others."""


class Unseen(BadReply):
    """The model needs tables whose columns it was not shown; the prompt now shows them."""


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
        self._secrets = Secrets(schema, values)
        self._values = values if send_values else None
        self._doubts = Doubts(schema, self._values, dialect)
        self._ran = ""
        self._clusters, self._send_values, self._engine = clusters, send_values, engine
        self._window = model.window

    def read(
        self,
        question: Question,
        mentions: Sequence[Mention],
        schema: SchemaView,
        run: Run,
        offers: Sequence[Reading] = (),
        *,
        varied: bool = False,
    ) -> Reading | NotUnderstood:
        """The model's reading, its names checked; or that of the `offers` which it chose. `varied`: not the likeliest
        one each time."""
        hiding = self._hiding(mentions, question, [o.enriched for o in offers])
        data_language = language_of_data(self._schema.tables)
        view = _unrejected(schema)
        seen = [t.name for t in view.tables]
        offered = tuple(hiding.hide(o.enriched) for o in offers)

        more: list[str] = []

        def prompt() -> list[Message]:
            part = part_of(self._schema, [*more, *seen]) if more else view
            return read_prompt(
                hiding.question(question),
                mentions,
                part,
                lines=self._mention_lines(mentions, part, hiding),
                clusters=self._clusters,
                window=self._window,
                send_values=self._send_values,
                data_language=data_language,
                offers=offered,
                shown_too=more,
            )

        def used(text: str) -> Reading | NotUnderstood:
            reply = read_reply(text, len(offers))
            if reply.choice:
                return offers[ord(reply.choice) - ord("A")]
            if not reply.answerable:
                return NotUnderstood(hiding.put_back(words(reply.why)))
            if reply.schema:
                return self._about_schema(question, reply, schema, hiding)
            tables, columns = read_names(reply, self._schema)
            if unseen := [t for t in tables if t not in seen]:
                more[:] = unseen
                seen.extend(unseen)
                raise Unseen(f"It needs {', '.join(unseen)}, whose columns it had not seen.")
            together = self._together(tables)
            apart = tuple(t for t in tables if t not in together)
            roles = named_roles([(c.table, c.name) for c in columns], together, self._schema)
            tree = connect(self._schema, together, roles=roles)
            found = tuple(mentions)
            if reply.translated and question.language != data_language:
                found += tuple(run.link(words(reply.translated)))
            marks = self._hiding(found, question, [o.enriched for o in offers])
            links = linked(found, tables, columns, reply, self._schema)
            needed = [*(tree.tables if tree else together), *apart, *seen]
            plan = ChatPlan(question, reply, found, part_of(self._schema, needed), marks, apart)
            whole = marks.put_back(words(reply.question)) if question.earlier else ""
            enriched = marks.put_back(words(reply.enriched))
            back = self._back(question, reply)
            return Reading(
                "data", enriched, together, links, (), TRUST, plan, rewritten=whole, clarify=back, roles=roles
            )

        return self._until(used, prompt, "read", run, varied=varied)

    def room(self, run: Run) -> int:
        """How many calls the question may still use."""
        return self._model.left(run)

    def _hiding(self, mentions: Sequence[Mention], question: Question, offers: Sequence[str]) -> Hiding:
        """Marks for what must not be sent. The secrets come first: further mentions leave their marks as they are."""
        said = [question.text, question.hint, question.reading, *offers]
        said += [text for turn in question.earlier for text in (turn.text, turn.enriched)]
        said += [text for example in question.examples for text in example]
        secret = self._secrets.among(said, mentions)
        if not self._send_values:  # a definition that was kept may quote cells
            secret = (*secret, *self._secrets.quoted(question.hint, question.text))
        return Hiding(() if self._send_values else values_of(mentions), secret)

    def _mention_lines(self, mentions: Sequence[Mention], part: SchemaView, hiding: Hiding) -> str:
        spellings = self._values.spellings if self._values is not None else lambda column, text: ()
        return hiding.hide(mention_lines(mentions, part, hiding.marks, spellings))

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
            prompt = schema_prompt(plan.hiding.question(plan.question), plan.schema)
            return self._cypher(prompt, failed, run)
        if not failed:
            if len(reading.tables) == 1:
                return replace(columns_of(reading.tables[0]), why="The chat model needs one table.")
            if (draft := join_path(self._schema, reading.tables, reading.roles)) is not None:
                return replace(draft, why="Drafted by the program from the tables that the chat model named.")
        prompt = cypher_prompt(plan.hiding.question(plan.question), reading.tables, plan.schema)
        return self._cypher(prompt, failed, run)

    def _cypher(self, prompt: list[Message], failed: Sequence[Attempt], run: Run) -> Draft:
        asked = again_cypher(failed[-1], prompt) if failed else prompt
        return Draft(self._until(cypher_reply, lambda: asked, "path", run), {}, "Written by the chat model.")

    def sql(self, reading: Reading, tree: JoinTree, failed: Sequence[Attempt], run: Run) -> Draft | None:
        """The model's SELECT; on repair it is told of the last fault.

        None when a query that could run was doubted and the model can give no other.
        """
        plan = reading.plan
        if not isinstance(plan, ChatPlan):
            return None
        question = plan.hiding.question(plan.question)
        part = part_of(plan.schema, [*tree.tables, *plan.apart])

        def prompt() -> list[Message]:
            if failed:
                return again_sql(failed[-1], question, part, tree, plan.hiding, plan.apart)
            return self._sql_prompt(plan, tree)

        try:
            text = self._until(sql_reply, prompt, "query", run)
        except ModelFailed:
            if any(a.valid for a in failed):
                return None
            raise
        self._ran = mended(plan.hiding.put_into_sql(text), self._schema)
        return Draft(self._ran, {}, reading.enriched)

    def candidates(self, reading: Reading, tree: JoinTree, most: int, run: Run) -> tuple[Draft, ...]:
        """Other queries for the same reading, asked for side by side; none where nothing may be asked any more."""
        plan = reading.plan
        if not isinstance(plan, ChatPlan) or most < 1:
            return ()
        said = queries(self._model, self._sql_prompt(plan, tree), most, run)
        texts = (mended(plan.hiding.put_into_sql(text), self._schema) for text in said)
        return tuple(Draft(text, {}, reading.enriched) for text in texts)

    def _sql_prompt(self, plan: ChatPlan, tree: JoinTree) -> list[Message]:
        part = part_of(plan.schema, [*tree.tables, *plan.apart])
        return sql_prompt(
            plan.hiding.question(plan.question),
            plan.reply,
            plan.schema,
            tree,
            mentions=self._mention_lines(_unread(plan), part, plan.hiding),
            apart=plan.apart,
            window=self._window,
            engine=self._engine,
            send_values=self._send_values,
        )

    def tell(self, reading: Reading, rows: Rows, run: Run, top: TopRows = NONE) -> Iterator[str]:
        """A template's sentence, or the prose model's if it holds nothing but what stands in the rows."""
        said, prose = "", self._prose
        open_ = self._send_values and rows.rows and not self._secrets.touched(self._ran)
        if prose is not None and open_ and isinstance(reading.plan, ChatPlan):
            hiding = reading.plan.hiding
            asked = hiding.question(reading.plan.question).text
            try:
                said = hiding.put_back(worded(asked, rows, lambda prompt: prose.ask(prompt, run, "tell")))
            except ModelFailed as fault:
                run.step(Step("tell", "repaired", f"A template words the answer: {fault.message}"))
        language = reading.plan.question.language if isinstance(reading.plan, ChatPlan) else ENGLISH
        yield said or sentence(reading.enriched, rows, language, top)

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
            plan = reading.plan
            return self._doubts.before(draft, tree, failed, run, _in_english(reading), plan.apart, plan.mentions)
        return None if rows.rows else self._doubts.empty(draft, failed)

    def contradicted(self, draft: Draft, question: Question, mentions: Sequence[Mention]) -> bool:
        """Whether a query, whoever wrote it, leaves undone what the question plainly says in English."""
        return question.language == ENGLISH and self._doubts.contradicted(draft, question.text, mentions)

    def weigh(
        self, reading: Reading, tree: JoinTree, draft: Draft, rows: Rows, confidence: float, run: Run
    ) -> tuple[float, tuple[Caution, ...]]:
        """What is still odd about the query that ran, and what that leaves of the confidence."""
        mentions = reading.plan.mentions if isinstance(reading.plan, ChatPlan) else ()
        return self._doubts.weigh(draft, tree, confidence, run, _in_english(reading), mentions)

    def otherwise(self, reason: str, run: Run) -> Reading | NotUnderstood | None:
        """A chat model alone has no second way."""
        return None

    def others(self, reading: Reading) -> tuple[Reading, ...]:
        return reading.runners_up

    # parts

    def _until(
        self,
        used: Callable[[str], _T],
        prompt: Callable[[], Sequence[Message]],
        step: str,
        run: Run,
        *,
        varied: bool = False,
    ) -> _T:
        """The model's reply as `used` reads it, asked again with each fault of the form, and once with less of the
        schema when that was too long. Raises ModelFailed."""
        asked, fault, shortened = list(prompt()), "", False
        replies = 0
        while replies < MOST_REPLIES:
            run.check()
            try:
                text = self._model.ask(asked, run, step, structured=step == "read", varied=varied)
            except PromptTooLong as long:
                if shortened or not self._shorten(long.window):
                    raise
                shortened, asked = True, list(prompt())
                said = f"The chat model takes in less; it is asked again with about {self._window:,} tokens in all."
                run.step(Step(step, "repaired", said))
                continue
            replies += 1
            try:
                return used(text)
            except Unseen as unseen:
                fault, asked = unseen.message, list(prompt())
                run.step(Step(step, "repaired", words(f"The chat model is asked again: {fault}")))
            except BadReply as bad:
                fault = bad.message
                run.step(Step(step, "repaired", words(f"The chat model is asked again: {fault}")))
                asked = [*prompt(), *again_reply(text, bad)]
        raise ModelFailed(words(f"{MOST_REPLIES} of its replies could not be used. {fault}"))

    def _shorten(self, accepted: int) -> bool:
        """Take the window for what the server tells, or for half of what it was taken for; False if it is small."""
        self._window = accepted if 0 < accepted < self._window else self._window // 2
        return self._window >= SMALLEST

    def _about_schema(self, question: Question, reply: ReadReply, schema: SchemaView, hiding: Hiding) -> Reading:
        """A reading whose Cypher is the answer. Raises BadReply for a table that is not there."""
        tables, _ = read_names(reply, self._schema)
        every = [*tables, *(t.name for t in schema.tables)]
        plan = ChatPlan(question, reply, (), part_of(self._schema, every), hiding)
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


def _unread(plan: ChatPlan) -> tuple[Mention, ...]:
    """The mentions whose value no condition of the reading has yet."""
    read = {str(v) for f in plan.reply.filters for v in f.values}
    read |= {plan.hiding.put_back(v) for v in read}
    return tuple(m for m in plan.mentions if m.pinned or read.isdisjoint(k.value for k in m.links if k.kind == "value"))


def _unrejected(schema: SchemaView) -> SchemaView:
    return SchemaView(schema.tables, tuple(j for j in schema.joins if j.state != "rejected"))


def _in_english(reading: Reading) -> str:
    """The question, whole if it goes on from another; empty where it or the data are in another language."""
    plan = reading.plan
    if not isinstance(plan, ChatPlan) or plan.question.language != ENGLISH or plan.reply.translated:
        return ""
    return reading.rewritten or plan.question.text
