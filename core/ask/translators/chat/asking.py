"""The prompts filled in: what the model is told about one question, and about a reply of its own that failed."""

from __future__ import annotations

from collections.abc import Sequence

from core.ask.language import ENGLISH, phrases
from core.ask.state import Attempt, JoinTree, Mention, Question, SchemaView
from core.ask.translators.chat.hiding import Hiding
from core.ask.translators.chat.model import Message
from core.ask.translators.chat.replies import BadReply, ReadReply
from core.ask.translators.chat.schema_text import (
    CHARACTERS_PER_TOKEN,
    MANY,
    condition,
    elsewhere,
    join_lines,
    literal,
    plain,
    quoted,
    schema_text,
    table_text,
)
from core.ask.translators.chat.templates import block, messages
from core.model import Cluster

SCHEMA_TOKENS = 6_000
"""Room for the schema in a prompt, and at most a share of what the whole one would take where some tables are left out;
then others are told of by cluster, with their names alone."""
LEAST_TOKENS, ELSEWHERE_TOKENS = 2_000, 700
SHARE = 0.2
EMPTY = "empty_result"
_VALUES = {
    True: "Spell a value as <mentions> or <schema> do, though the question spells it otherwise; if neither has it, as "
    "the question does.",
    False: "Cell values are hidden from you. Where <mentions> gives VALUE_1, VALUE_2 …, use that mark as the value; "
    "for others use the question's own spelling.",
}
_SQL_VALUES = {
    True: "Spell values as <mentions>, <reading> and <schema> do; <mentions> may offer several columns for one word.",
    False: "Cell values are hidden from you. Write the marks of <reading> as texts: 'VALUE_1'; the program puts the "
    "values there.",
}
_DOUBTS = {
    EMPTY: "Your query is valid but finds no rows. A text is probably spelled otherwise in the data, stands in another "
    "column, or a condition is too strict:",
    "fan_out": "Your query is valid, but a join repeats rows before they are added up or counted. Aggregate in a "
    "subquery first, use EXISTS or IN, or count DISTINCT keys:",
    "cross_join": "Your query is valid, but tables in it are not connected. Add the join condition of the path:",
    "unknown_join": "Your query is valid, but it joins columns that do not belong together. Use the joins of the path:",
    "rejected_join": "Your query is valid, but it uses a join that was rejected. Use the joins of the path:",
}


def schema_tokens(schema: SchemaView, shown: SchemaView) -> int:
    """Room for the shown part of a schema."""
    if len(shown.tables) == len(schema.tables):
        return SCHEMA_TOKENS
    whole = sum(len(table_text(t, "values")) for t in schema.tables) / CHARACTERS_PER_TOKEN
    return max(LEAST_TOKENS, min(SCHEMA_TOKENS, int(SHARE * whole)) - ELSEWHERE_TOKENS)


def read_prompt(
    question: Question,
    mentions: Sequence[Mention],
    schema: SchemaView,
    *,
    clusters: Sequence[Cluster],
    tokens: int,
    hiding: Hiding,
    send_values: bool,
    data_language: str = ENGLISH,
) -> list[Message]:
    """The whole view; where not all of it fits, the tables that the question's words speak of in most detail."""
    weight: dict[str, float] = {}
    for link in (k for m in mentions for k in m.links):
        weight[link.table] = weight.get(link.table, 0.0) + link.score
    first = sorted(weight, key=lambda t: (-weight[t], t))
    return messages(
        "read",
        schema=schema_text(schema, first=first, values=send_values, tokens=tokens),
        elsewhere=block("elsewhere", elsewhere(clusters, [t.name for t in schema.tables], ELSEWHERE_TOKENS)),
        languages=block("languages", language_lines(question.language, data_language)),
        mentions=block("mentions", hiding.mention_lines(mentions)),
        verified=block("verified", verified_lines(question) if send_values else ""),
        hint=block("hint", plain(question.hint)),
        talk=block("talk", talk_lines(question) if send_values else ""),
        meant=block("meant", plain(question.reading) if send_values else ""),
        question=plain(question.text),
        values_rule=_VALUES[send_values],
    )


def sql_prompt(
    question: Question,
    reply: ReadReply,
    schema: SchemaView,
    tree: JoinTree,
    *,
    mentions: str,
    apart: Sequence[str],
    tokens: int,
    engine: str,
    send_values: bool,
) -> list[Message]:
    """The reading and the path, with the tables of the path in detail and only the columns' names of others.

    `mentions` are lines of `Hiding.mention_lines`.
    """
    lines = [
        f"join {condition(e.left_table, e.left, e.right_table, e.right)} ({MANY[e.cardinality]})"
        + (f", {quoted(e.right_table)} under the alias {quoted(e.role)}" if e.role else "")
        for e in tree.edges
    ]
    lines = lines or [f"one table: {quoted(tree.tables[0])}"]
    if apart:
        lone = ", ".join(map(quoted, apart))
        lines.append(f"not connected by any join that was found, mostly for a subquery or a set operation: {lone}")
    read = [reply.enriched]
    if reply.columns:
        read.append(f"columns: {', '.join(reply.columns)}")
    for f in reply.filters:
        value = literal(f.value) if isinstance(f.value, str) else "NULL" if f.value is None else f"{f.value}"
        read.append(f"condition: {f.column} {f.operator} {value}")
    if reply.notes:
        read.append(f"notes: {reply.notes}")
    needed = [*tree.tables, *apart]
    return messages(
        "sql",
        engine=engine,
        schema=schema_text(schema, first=needed, only=needed, values=send_values, tokens=tokens),
        path="\n".join(map(plain, lines)),
        reading="\n".join(map(plain, read)),
        mentions=block("mentions", mentions),
        verified=block("verified", verified_lines(question) if send_values else ""),
        hint=block("hint", plain(question.hint)),
        question=plain(reply.question or question.text),
        values_rule=_SQL_VALUES[send_values],
    )


def talk_lines(question: Question) -> str:
    """The talk's last questions, as whole ones, the last one last."""
    return "\n".join(plain(turn.text) for turn in question.earlier)


def language_lines(asked: str, data: str) -> str:
    """In which language to reply; and that the question is wanted in the data's, where they differ."""
    lines = []
    if asked != ENGLISH:
        lines.append(f'Write "enriched" and "why" in {phrases(asked).name}; labels and values stay as they are.')
    if asked != data:
        name = phrases(data).name
        lines.append(f'The data is in {name}. Add "translated" to the reply: the whole question in {name}.')
    return "\n".join(lines)


def schema_prompt(question: Question, schema: SchemaView) -> list[Message]:
    """A question about the schema, with the tables in view by name."""
    named = [
        f"{quoted(t.name)} labelled {plain(t.label)}" if t.label != t.name else quoted(t.name) for t in schema.tables
    ]
    return messages("schema", tables="\n".join(map(plain, named)), question=plain(question.text))


def verified_lines(question: Question) -> str:
    """Questions like this one with the SQL that a person confirmed for them."""
    if not question.examples:
        return ""
    head = "Like questions with SQL that a person confirmed; where this question agrees, choose as they do:"
    return "\n".join([head, *(f"{plain(text)}\n  {plain(sql)}" for text, sql in question.examples)])


def cypher_prompt(question: Question, tables: Sequence[str], schema: SchemaView) -> list[Message]:
    """The tables to connect, and the joins there are around them."""
    joins = [
        f"{j.id} connects {quoted(j.child_table)} and {quoted(j.parent_table)}, {j.state}, {j.score:.2f}"
        for j in schema.joins
    ]
    return messages(
        "cypher",
        tables="\n".join(map(plain, tables)),
        joins="\n".join(map(plain, joins[:80])),
        question=plain(question.text),
    )


def again_reply(reply: str, fault: BadReply) -> list[Message]:
    """The model's own reply and why it cannot be used."""
    offers = f"Names that exist and are close: {plain(', '.join(fault.close))}" if fault.close else ""
    return [
        ("ai", reply),
        *messages(
            "again",
            task="Your reply cannot be used:",
            fault=plain(fault.message),
            offers=block("offers", offers),
            columns=block("columns", fault.columns),
            unless="",
        ),
    ]


def again_query(language: str, attempt: Attempt, schema: SchemaView, hiding: Hiding) -> list[Message]:
    """The model's own query, what was wrong with it, and the piece of schema that helps."""
    offers, extra = "", ""
    if attempt.close:
        what = "Values in the data that are close" if attempt.code == EMPTY else "Names that exist and are close"
        offers = f"{what}: {plain(', '.join(attempt.close))}"
    near = [t for t in schema.tables if quoted(t.name) in attempt.draft.text or t.name in attempt.draft.text.split()]
    if language == "sql" and attempt.code in _DOUBTS and attempt.code != EMPTY:
        names = {t.name for t in near}
        lines = join_lines(schema.joins, lambda j: {j.child_table, j.parent_table} <= names)
        extra = block("joins", "\n".join(map(plain, lines[:20])))
    elif language == "sql" and attempt.code != EMPTY:
        extra = block("columns", "\n".join(plain(table_text(t, "names")) for t in (near or schema.tables)[:6]))
    return [
        ("ai", f"```{language}\n{hiding.hide(attempt.draft.text)}\n```"),
        *messages(
            "again",
            task=_DOUBTS.get(attempt.code, "Your query was refused; this is why:"),
            fault=plain(hiding.hide(attempt.message)),
            offers=block("offers", offers),
            columns=extra,
            unless=", unless it is right as it stands" if attempt.valid else "",
        ),
    ]
