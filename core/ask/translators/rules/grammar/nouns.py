"""Values said as nouns: "how many charities are there" counts the organisations whose type is charity.

Behind such a value the table of the things it names is put, as if it had been said: "charity organisations".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.label_stems import stems
from core.ask.state import Link
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.chunk import Chunk
from core.ask.translators.rules.mark_words import called_by_mark
from core.ask.translators.rules.query import Definition
from core.text.words import singular, words

_COLUMNS, _ROWS, _LIST = 4, 500, 60
"""The most columns and rows of a table that only lists kinds, and its rows where a value is that of several kinds."""
_ASKING = frozenset("which what list show name give find".split())


def with_things(chunks: list[Chunk], facts: Facts) -> list[Chunk]:
    """The chunks, with the table of its things behind each value that is said as a noun."""
    named = {c.link.table for c in chunks if c.kind == "table" and c.link}
    for i in range(len(chunks) - 1, -1, -1):
        c = chunks[i]
        mark = called_by_mark(c.link, c.text.lower().split(), facts) if c.kind == "column" and c.link else None
        if mark is not None and c.link is not None:  # "key holders": the members who are marked as such
            told = replace(c, kind="defined", means=Definition((c.text.lower(),), conditions=(mark,)))
            rows = Chunk("table", c.end, c.end, c.text, Link("table", c.link.table, "", "", c.link.score, "kind"))
            chunks = [*chunks[:i], told, rows, *chunks[i + 1 :]]
            continue
        if c.kind != "value" or c.link is None or not (_noun(chunks, i) or _whole(chunks, i, facts)):
            continue
        thing = _thing(c.link, chunks, named, facts)
        if thing:
            link = Link("table", thing, "", "", 0.9, "kind")
            before = _names(chunks[:i], c.link.table, thing, facts)
            chunks = [*before, c, Chunk("table", c.end, c.end, c.text, link), *chunks[i + 1 :]]
    return chunks


def _noun(chunks: Sequence[Chunk], i: int) -> bool:
    """It is counted or asked for, or in the plural though the value is not; and no table or column follows it."""
    c, follows = chunks[i], chunks[i + 1] if i + 1 < len(chunks) else None
    if c.link is None or (follows is not None and follows.kind in ("table", "column", "value")):
        return False
    said = c.text.lower().split()
    if said[-1] != singular(said[-1]) and words(c.link.value)[-1:] != (said[-1],):
        return True
    led = next((k for k in reversed(chunks[:i]) if not k.has("all", "distinct") and k.kind not in ("value",)), None)
    return led is not None and led is chunks[i - 1] and (led.has("count") or led.text.lower() in _ASKING)


def _whole(chunks: Sequence[Chunk], i: int, facts: Facts) -> bool:
    """`motor boats` that failed: a cell that ends with what its rows are called; no table or column follows it."""
    follows = chunks[i + 1] if i + 1 < len(chunks) else None
    return calls_rows(chunks[i], facts) and not (follows is not None and follows.kind in ("table", "column"))


def calls_rows(c: Chunk, facts: Facts) -> bool:
    """A cell that ends with what its rows are called: `motor boats`, of boats."""
    own = stems(facts.tables[c.link.table].label) if c.link and c.link.table in facts.tables else ()
    said = stems(c.text)
    return len(said) > 1 and bool(own) and said[-1] == own[-1]


def _thing(link: Link, chunks: Sequence[Chunk], named: set[str], facts: Facts) -> str:
    """The table whose rows are of the kind that the value names; "" where one of them is named, or none is found."""
    kinds = facts.tables.get(link.table)
    if kinds is None or link.table in named:
        return ""
    children = facts.belonging(link.table)
    column = kinds.column(link.column)
    spoken = {c.link.table for c in chunks if c.link and c.kind == "column"}
    if link.how == "plural" and link.table in spoken:
        return ""  # the average price of tables and of chairs: a column of theirs is said
    small = bool(children) and len(kinds.columns) <= _COLUMNS and kinds.rows <= _ROWS
    listed = kinds.rows <= _LIST and link.how == "plural" and not facts.persons(link.table)
    if not small or not ((column and column.profile.unique) or listed):
        return link.table if link.how in ("code", "plural") else ""
    if named.intersection(children):
        return ""
    return min(
        children,
        key=lambda t: (t not in spoken, not facts.named(t), facts.key(t) is None, facts.tables[t].rows, t),
    )


def _names(before: Sequence[Chunk], kinds: str, thing: str, facts: Facts) -> list[Chunk]:
    """`the names of the faith groups`: what the things are called, not the kind."""
    shown = facts.display(thing)[:1]
    return [
        replace(c, link=replace(c.link, table=thing, column=shown[0].name))
        if shown and c.kind == "column" and c.link and c.link.table == kinds and "name" in singular(c.text.lower())
        else c
        for c in before
    ]
