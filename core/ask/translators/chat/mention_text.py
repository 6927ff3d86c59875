"""Where the question's words stand in cells, as offers to the model: few, the best first, with their reasons."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from core.ask.state import Link, Mention, SchemaView
from core.ask.stop_words import FUNCTION, MODIFIERS, VERBS
from core.ask.translators.chat.notation import literal, place, plain, shown, value

MOST_LINKS = 3
"""Meanings of one mention that the model is shown."""
MOST_SPELLINGS = 6
NEAR = 0.75
"""What is worth less than this share of the best meaning is not offered beside it."""
_SHAPING = VERBS | FUNCTION | MODIFIERS | frozenset("sort sorting rank ranked alphabetical alphabetically".split())
_PHRASES = frozenset({"e.g", "eg", "e", "g", "i.e", "ie", "i", "etc", "vs", "a.k.a", "aka", "incl", "excl"})
"""Marks of a sentence that cells may hold as codes."""
_REASONS = {
    "exact": "as written",
    "case": "other case",
    "plural": "other number",
    "typo": "a misspelling?",
    "part": "contains it",
    "name": "its name",
    "code": "a code for it",
}

Spellings = Callable[[str, str], Sequence[str]]
"""Called with a column's id and a value: all spellings of it there."""


def mention_lines(
    mentions: Sequence[Mention],
    schema: SchemaView,
    marks: Mapping[str, str],
    spellings: Spellings = lambda column, text: (),
) -> str:
    """A line for each mention that names cells of the schema's tables, and for what a person said that words mean.

    Other tables and columns are left out: the schema shows them. `marks` stand for values that must not be sent.
    """
    spoken = _spoken(mentions)
    lines: dict[str, None] = {}
    for m in mentions:
        if m.pinned:
            meant = _link(m.links[0], schema, marks, spellings) if m.links else "nothing here"
            lines[f"“{plain(m.text)}” means {meant}, the person says"] = None
            continue
        links = _best(m, schema, spoken)
        if links and not _shaping(m.text, links):
            choices = " or ".join(f"{_link(k, schema, marks, spellings)} ({_reason(k, m.text)})" for k in links)
            lines[f"“{plain(m.text)}” may be {choices}"] = None
    return "\n".join(lines)


def _best(m: Mention, schema: SchemaView, spoken: Mapping[str, float]) -> list[Link]:
    """The likeliest values: by score, then those of a column or table that the question speaks of."""
    among = [k for k in m.links if k.kind == "value" and schema.column(k.table, k.column) is not None]
    weight = {k.id: k.score * (1.0 + 0.2 * _said(k, spoken)) for k in among}
    among.sort(key=lambda k: (-weight[k.id], k.id))
    return [k for k in among if weight[k.id] >= NEAR * weight[among[0].id]][:MOST_LINKS]


def _spoken(mentions: Sequence[Mention]) -> dict[str, float]:
    """Tables and columns (by id) that the question's words name, with how surely."""
    found: dict[str, float] = {}
    for link in (k for m in mentions for k in m.links if k.kind != "value"):
        found[link.id] = max(found.get(link.id, 0.0), link.score)
    return found


def _said(link: Link, spoken: Mapping[str, float]) -> float:
    return max(spoken.get(f"{link.table}.{link.column}", 0.0), 0.5 * spoken.get(link.table, 0.0))


def _shaping(text: str, links: Sequence[Link]) -> bool:
    """Words that ask or sort, and marks of a sentence: no cells, unless typed as the cell is, capitals and all."""
    said = text.casefold().strip(" .,")
    if said in _PHRASES:
        return True
    return said in _SHAPING and not (text != said and any(k.value == text for k in links))


def _reason(link: Link, said: str) -> str:
    return "as written" if link.value == said else _REASONS.get(link.how, link.how or "alike")


def _link(link: Link, schema: SchemaView, marks: Mapping[str, str], spellings: Spellings) -> str:
    if link.kind == "table":
        return shown(link.table)
    named = place(link.table, link.column)
    if link.kind == "column":
        return named
    column = schema.column(link.table, link.column)
    if mark := marks.get(link.value):
        return f"{named} = {literal(mark)}"
    forms = dict.fromkeys([link.value, *spellings(f"{link.table}.{link.column}", link.value)])
    written = [value(column, plain(f)) for f in forms if plain(f) == f or f == link.value][:MOST_SPELLINGS]
    return f"{named} = {written[0]}" if len(written) == 1 else f"{named} IN ({', '.join(written)})"
