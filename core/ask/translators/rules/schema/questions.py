"""Questions about the schema, read by rules: a known shape, its slots tied to tables and columns, and a Cypher query.

A question is taken for one about the schema only if a shape fits all its words, every slot finds its table, and the
words for tables and columns as such are not labels or values of the data: with a table called `tables`, "which tables
are free?" asks for rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.ask.label_stems import stems
from core.ask.state import Draft, Link, Mention, NotUnderstood, Reading, SchemaView
from core.ask.stop_words import FUNCTION
from core.ask.tokens import Token
from core.ask.translators.rules.cypher import join_path
from core.ask.translators.rules.schema import cypher as cypher
from core.ask.translators.rules.schema.patterns import Shape, Span, meta_words, shapes
from core.ask.trees import connect
from core.model import PathEdge, Table
from core.sql.names import close_names
from core.text.words import flat, words

MIN_LINK_SCORE = 0.95
"""From this score on words are a label, not a part of one."""
NEAR = 0.72
"""A table may be called by a part of its label that scores so much."""
CONFIDENCE = 0.95


@dataclass(frozen=True, slots=True)
class SchemaPlan:
    """What a reading about the schema carries. `subject` is what the question asks about, as it says it."""

    ask: str
    draft: Draft
    subject: str = ""
    about: str = ""
    """The table's description, or the types asked for."""
    path: tuple[PathEdge, ...] = ()
    """The way between two tables that the sentence tells of, if the Cypher finds it best."""
    labels: tuple[tuple[str, str], ...] = ()
    """The tables of that way: name and label."""


def schema_question(
    tokens: Sequence[Token], mentions: Sequence[Mention], schema: SchemaView
) -> Reading | NotUnderstood | None:
    """The question as one about the schema, or None when it asks for data."""
    unknown = ""
    for shape in shapes(tokens):
        if _says_data(tokens, mentions, shape):
            continue
        reader = _Reader(tokens, mentions, schema, shape)
        reading = reader.reading()
        if reading is not None:
            return reading
        unknown = unknown or reader.unknown()
    if not unknown:
        return None
    close = close_names(unknown, [t.label for t in schema.tables])
    offered = f" Did you mean {' or '.join(f'`{c}`' for c in close)}?" if close else " Ask “what tables are there?”."
    return NotUnderstood(f"There is no table called “{unknown}”.{offered}")


def _says_data(tokens: Sequence[Token], mentions: Sequence[Mention], shape: Shape) -> bool:
    """A word for tables or columns as such is itself a label or a value here."""
    filled = {i for start, end in shape.slots.values() for i in range(start, end)}
    meta = {i for i, t in enumerate(tokens) if i not in filled and t.lower in meta_words()}
    return any(
        k.score >= 0.8 and (k.kind != "value" or stems(k.value) == stems(m.text))
        for m in mentions
        if meta & set(range(m.start, m.end))
        for k in m.links
    )


@dataclass(frozen=True, slots=True)
class _Reader:
    tokens: Sequence[Token]
    mentions: Sequence[Mention]
    schema: SchemaView
    shape: Shape

    def reading(self) -> Reading | None:
        ask = self.shape.ask
        table = other = None
        if "table" in self.shape.slots and (table := self.table("table")) is None:
            return None
        if "other" in self.shape.slots and (other := self.table("other")) is None:
            return None
        if table is not None and other is not None:
            return self.connecting(table, other)
        if "words" in self.shape.slots:
            return self.searching(ask)
        if ask in ("typed", "unique", "missing"):
            draft = cypher.some_columns(ask, self.shape.types, table.name if table else "")
            kinds = " or ".join(self.shape.types)
            said = {"typed": f"{kinds} columns", "unique": "columns without repeated values"}
            return self.made(draft, said.get(ask, "columns with empty cells"), table, about=kinds)
        if ask == "count_columns":
            return self.made(cypher.count_columns(table.name if table else ""), "the number of columns", table)
        if table is not None:
            if ask == "partners":
                return self.made(cypher.partners(table.name), "the joins", table)
            return self.made(cypher.columns(table.name), "the columns", table)
        if (draft_or_none := cypher.fixed(ask)) is not None:
            return self.made(draft_or_none, _SAID[ask], None)
        return None

    def unknown(self) -> str:
        """What is called a table here, with its columns asked for, and is nothing that anything else is called."""
        span = self.shape.slots.get("table")
        if span is None or self.shape.ask not in ("columns", "count_columns"):
            return ""
        known = any(m.links and m.start < span[1] and span[0] < m.end for m in self.mentions)
        outright = {t.lower for t in self.tokens} & (meta_words() | {"headers"})
        return "" if known or not outright else self.text(span)

    def made(self, draft: Draft, enriched: str, table: Table | None, about: str = "") -> Reading:
        links: tuple[tuple[str, str], ...] = ()
        if table is not None:
            enriched = f"{enriched} of `{table.label}`"
            links = ((self.text(self.shape.slots["table"]), f"`{table.label}`"),)
        about = about or (table.description if table else "")
        plan = SchemaPlan(self.shape.ask, draft, table.label if table else "", about)
        named = (table.name,) if table else ()
        return Reading("schema", enriched, named, links, (), CONFIDENCE, plan)

    def connecting(self, left: Table, right: Table) -> Reading | None:
        """The join path between two tables, or that there is none."""
        if left.name == right.name:
            return None
        tree = connect(self.schema, (left.name, right.name))
        draft = join_path(self.schema, (left.name, right.name)) or cypher.no_path(left.name, right.name)
        slots = self.shape.slots
        links = (
            (self.text(slots["table"]), f"`{left.label}`"),
            (self.text(slots["other"]), f"`{right.label}`"),
        )
        labels = tuple((t.name, t.label) for t in self.schema.tables if tree and t.name in tree.tables)
        plan = SchemaPlan(
            "connect" if tree else "no_path",
            draft,
            f"`{left.label}` and `{right.label}`",
            path=tree.edges if tree else (),
            labels=labels,
        )
        enriched = f"how `{left.label}` connects to `{right.label}`"
        return Reading("schema", enriched, (left.name, right.name), links, (), CONFIDENCE, plan)

    def searching(self, ask: str) -> Reading | None:
        """Tables or columns that some words speak of; for "where is …" the words must be a column's label."""
        span = self.shape.slots["words"]
        asked = [t for t in self.tokens[span[0] : span[1]] if t.kind != "punct" and t.lower not in FUNCTION]
        if not asked or len(asked) > 6:
            return None
        inside = [m for m in self.mentions if m.start >= span[0] and m.end <= span[1]]
        whole = [m for m in inside if m.end - m.start >= len(asked)]
        found = [k for m in whole for k in m.links]
        labelled = [k for k in found if k.kind == "column" and k.score >= MIN_LINK_SCORE]
        if ask == "where":
            if not labelled or any(k.kind != "column" and k.score >= MIN_LINK_SCORE for k in found):
                return None
            ids = [k.id for k in labelled]
        else:
            ids = [k.id for k in labelled] or [f"{k.table}.{k.column}" for k in found if _tells(k)]
        said = self.text(span)
        terms = tuple(dict.fromkeys(w for t in asked for w in words(t.lower)))
        if not terms:
            return None
        named = [k.table for k in found if k.kind == "table" and k.score >= MIN_LINK_SCORE]
        if ask == "mention":
            draft, what = cypher.mention(terms, named, ids), f"the tables that mention “{said}”"
        else:
            draft, what = cypher.columns_about(terms, ids), f"the columns called “{said}”"
        links = ((said, " or ".join(self.label(k) for k in found[:3])),) if found else ()
        plan = SchemaPlan(ask, draft, said)
        return Reading("schema", what, (), links, (), CONFIDENCE, plan)

    def table(self, slot: str) -> Table | None:
        """The one table that a slot names: by its label, or by what linking found for exactly these words."""
        start, end = self.shape.slots[slot]
        said = self.text((start, end))
        for table in self.schema.tables:
            if flat(said) == flat(table.label) or (flat(said) and stems(said) == stems(table.label)):
                return None if self.one_of_many(start, end, table) else table
        for mention in self.mentions:
            if (mention.start, mention.end) == (start, end):
                best = mention.links[0]
                if best.kind == "table" and best.score >= NEAR:
                    return self.schema.table(best.table)
        return None

    def one_of_many(self, start: int, end: int, table: Table) -> bool:
        """ "The temple" is one row of a table `temples`, unless "table" stands beside it."""
        last = self.tokens[end - 1]
        beside = {t.lower for t in (*self.tokens[max(0, start - 2) : start], *self.tokens[end : end + 1])}
        if beside & meta_words() or not beside & {"the", "a", "an", "each", "every", "this", "that"}:
            return False
        return last.lower not in words(table.label) and last.lower == last.lemma

    def text(self, span: Span) -> str:
        return " ".join(t.text for t in self.tokens[span[0] : span[1]])

    def label(self, link: Link) -> str:
        table = self.schema.table(link.table)
        column = self.schema.column(link.table, link.column)
        name = f"`{table.label if table else link.table}`"
        return f"{name}.`{column.label}`" if column else name


def _tells(link: Link) -> bool:
    """A link that says where to look when no label is meant outright: a value, or a near meaning."""
    return (link.kind == "value" and link.score >= 0.8) or (link.how == "meaning" and link.score >= 0.5)


_SAID = {
    "tables": "all tables",
    "count_tables": "the number of tables",
    "count_rows": "the number of rows of every table",
    "count_joins": "the number of joins",
    "largest": "the table with the most rows",
    "smallest": "the table with the fewest rows",
    "widest": "the table with the most columns",
    "most_joined": "the table with the most joins",
    "lonely": "the tables without joins",
    "joins": "all joins",
    "groups": "the tables by the groups that hang together",
}
