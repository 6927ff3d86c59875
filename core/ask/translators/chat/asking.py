"""The prompts filled in: what the model is told about one question. Rules that few questions need stand there alone."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from core.ask.language import ENGLISH, phrases
from core.ask.state import JoinTree, Mention, Question, SchemaView
from core.ask.translators.chat.conditions_text import condition_line
from core.ask.translators.chat.model import Message
from core.ask.translators.chat.notation import plain, plain_lines, shown
from core.ask.translators.chat.replies import ReadReply
from core.ask.translators.chat.schema_text import CHARACTERS_PER_TOKEN, elsewhere, path_lines, schema_text
from core.ask.translators.chat.templates import block, messages
from core.ask.translators.chat.windows import WINDOW, room_for_schema, schema_tokens
from core.model import TEMPORAL, Cluster

ELSEWHERE_TOKENS = 700
_VALUES = {
    True: "Spell values as <schema> or <mentions> do.",
    False: "Cell values are hidden: use the marks VALUE_1, VALUE_2 … of <mentions>, or the question's spelling.",
}
_SQL_VALUES = {
    True: "Spell values as <reading> and <schema> do; = minds case.",
    False: "Cell values are hidden from you: write the marks of <reading> as texts, 'VALUE_1'.",
}
_DATES = (
    "- Dates are text: 'YYYY-MM-DD' or 'YYYY-MM-DD HH:MM:SS', compared as text. In 2010: BETWEEN '2010-01-01' AND "
    "'2010-12-31' (with times: '2010-12-31 23:59:59'). Per year strftime('%Y', d), per month strftime('%Y-%m', d); "
    "days between: julianday(a) - julianday(b)."
)
_UNSURE = '- A join that is "probable only" may be wrong: use it only if the question needs it.'
_ROLES = "- For two roles of one table (home and away) use it twice, under two aliases."
_HINT = "- Definitions and formulas in <hint> win over these rules."


def read_prompt(
    question: Question,
    mentions: Sequence[Mention],
    schema: SchemaView,
    *,
    lines: str = "",
    clusters: Sequence[Cluster] = (),
    window: int = WINDOW,
    send_values: bool = True,
    data_language: str = ENGLISH,
    offers: Sequence[str] = (),
    shown_too: Collection[str] = (),
) -> list[Message]:
    """The whole view; where not all of it fits, what the question's words speak of in most detail.

    `lines` are those of the mentions, `offers` readings to choose from, `shown_too` tables that the model asked for.
    """
    first, wanted = relevance(mentions)
    most = min(ELSEWHERE_TOKENS, schema_tokens(window) // 4)
    others = elsewhere(clusters, {t.name for t in schema.tables}, most)
    talk = "\n".join(plain(turn.text) for turn in question.earlier) if send_values else ""
    meant = plain(question.reading) if send_values else ""
    rules = [
        "<mentions> offers cells that words may mean; use one only if it fits." if lines else "",
        '<elsewhere> names further tables: put one into "tables" if needed, its columns come then.' if others else "",
        '<talk>: earlier questions, the last one last. If this one needs them, add "question": the whole question.'
        if talk
        else "",
        "Read the question as <meant> says." if meant else "",
        "<readings> offers readings that a program made, to choose from, not orders. If one says all that the question"
        ' says and no more, reply {"choice": "A"} (its letter) alone; else give your own.'
        if offers
        else "",
        'If two readings are equally likely and nothing decides, add "options": the two as short sentences.'
        if not offers and not meant
        else "",
    ]
    numbered = "\n".join(f"{n}. {r}" for n, r in enumerate(filter(None, rules), 7))

    def text(tokens: int) -> str:
        return schema_text(schema, first=[*shown_too, *first], wanted=wanted, values=send_values, tokens=tokens)

    return _within(
        window,
        "read",
        text,
        elsewhere=block("elsewhere", others),
        languages=block("languages", language_lines(question.language, data_language)),
        mentions=block("mentions", lines),
        verified=block("verified", verified_lines(question) if send_values else ""),
        hint=block("hint", plain(question.hint)),
        talk=block("talk", talk),
        meant=block("meant", meant),
        readings=block("readings", offer_lines(offers)),
        question=plain(question.text),
        values_rule=_VALUES[send_values],
        more_rules=f"\n{numbered}" if numbered else "",
    )


def sql_prompt(
    question: Question,
    reply: ReadReply,
    schema: SchemaView,
    tree: JoinTree,
    *,
    mentions: str = "",
    apart: Sequence[str] = (),
    window: int = WINDOW,
    engine: str = "SQLite",
    send_values: bool = True,
) -> list[Message]:
    """The reading and the path, with the tables of the path and those `apart`, whole; nothing of any other."""
    needed = [*tree.tables, *apart]
    part = part_of(schema, needed)
    wanted: dict[str, list[str]] = {}
    for name in (*reply.columns, *(f.column for f in reply.filters)):
        table, _, column = name.rpartition(".")
        wanted.setdefault(table.strip('"`'), []).append(column.strip('"`'))
    rules = [
        _DATES if any(c.type in TEMPORAL for t in part.tables for c in t.columns) and engine == "SQLite" else "",
        _UNSURE if any(e.state == "probable" for e in tree.edges) else "",
        _ROLES if _roles(part) else "",
        _HINT if question.hint else "",
    ]

    def text(tokens: int) -> str:
        return schema_text(part, first=needed, wanted=wanted, values=send_values, tokens=tokens, joins=False)

    return _within(
        window,
        "sql",
        text,
        engine=engine,
        path="\n".join(tree_lines(tree, schema, apart)),
        reading="\n".join(reading_lines(reply, part)),
        mentions=block("mentions", mentions),
        verified=block("verified", verified_lines(question) if send_values else ""),
        hint=block("hint", plain(question.hint)),
        question=plain(reply.question or question.text),
        values_rule=_SQL_VALUES[send_values],
        more_rules="\n".join([*filter(None, rules), ""]),
    )


def _within(window: int, name: str, schema: Callable[[int], str], **parts: str) -> list[Message]:
    """A prompt whose schema has as much detail as the rest of it leaves room for."""
    rest = sum(len(text) for _, text in messages(name, schema="", **parts))
    room = room_for_schema(window, int(rest / CHARACTERS_PER_TOKEN))
    return messages(name, schema=schema(room), **parts)


def part_of(schema: SchemaView, names: Collection[str]) -> SchemaView:
    """Some tables, in the order of the names, and the joins among them."""
    tables = tuple(t for t in (schema.table(n) for n in dict.fromkeys(names)) if t is not None)
    return SchemaView(tables, tuple(j for j in schema.joins if j.child_table in names and j.parent_table in names))


def relevance(mentions: Sequence[Mention]) -> tuple[list[str], dict[str, set[str]]]:
    """The tables that the mentions speak of, weightiest first, and the columns of each that they may mean."""
    weight: dict[str, float] = {}
    wanted: dict[str, set[str]] = {}
    for link in (k for m in mentions for k in m.links):
        weight[link.table] = weight.get(link.table, 0.0) + link.score
        if link.column:
            wanted.setdefault(link.table, set()).add(link.column)
    return sorted(weight, key=lambda t: (-weight[t], t)), wanted


def tree_lines(tree: JoinTree, schema: SchemaView, apart: Sequence[str]) -> list[str]:
    """The joins of the path; and the tables that the question needs though no join was found for them."""
    lines = path_lines(tree.edges, schema.joins) or [f"one table: {shown(tree.tables[0])}"]
    if apart:
        lone = ", ".join(map(shown, apart))
        lines.append(f"no join was found for {lone}: a sub-query, a UNION, or columns that hold the same keys")
    return [plain_lines(line) for line in lines]


def reading_lines(reply: ReadReply, schema: SchemaView) -> list[str]:
    """The reading, each condition whole."""
    tables = tuple(t.name for t in schema.tables)
    lines = [plain(reply.enriched)]
    if reply.columns:
        lines.append(f"columns: {plain(', '.join(reply.columns))}")
    lines += [condition_line(f, schema, tables) for f in reply.filters]
    if reply.notes:
        lines.append(f"notes: {plain(reply.notes)}")
    return lines


def offer_lines(offers: Sequence[str]) -> str:
    """Readings to choose from, each under its letter."""
    return "\n".join(f"{chr(ord('A') + n)}. {plain(text)}" for n, text in enumerate(offers))


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
        f"{shown(t.name)} labelled {plain(t.label)}" if plain(t.label) != plain(t.name) else shown(t.name)
        for t in schema.tables
    ]
    return messages("schema", tables="\n".join(named), question=plain(question.text))


def verified_lines(question: Question) -> str:
    """Questions like this one with the SQL that a person confirmed for them."""
    if not question.examples:
        return ""
    head = "Like questions with SQL that a person confirmed; where this question agrees, choose as they do:"
    return "\n".join([head, *(f"{plain(text)}\n  {plain(sql)}" for text, sql in question.examples)])


def cypher_prompt(question: Question, tables: Sequence[str], schema: SchemaView) -> list[Message]:
    """The tables to connect, and the joins there are around them."""
    joins = [
        f"{j.id} connects {shown(j.child_table)} and {shown(j.parent_table)}, {j.state}, {j.score:.2f}"
        for j in schema.joins
    ]
    return messages(
        "cypher",
        tables="\n".join(map(plain, tables)),
        joins="\n".join(map(plain, joins[:80])),
        question=plain(question.text),
    )


def _roles(schema: SchemaView) -> bool:
    """Whether two joins connect the same two tables, or a table with itself."""
    seen: dict[frozenset[str], int] = {}
    for j in schema.joins:
        both = frozenset((j.child_table, j.parent_table))
        seen[both] = seen.get(both, 0) + (2 if j.is_self else 1)
    return any(n > 1 for n in seen.values())
