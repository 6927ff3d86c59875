"""`visits for injuries`, of visits whose `Reason` is “Leg injury”, `pieces that need an organ`: a noun that cells of
just one column hold among other words; `diving lessons`, of lessons of which some are “Day diving”, others “Night
diving”."""

from __future__ import annotations

from collections.abc import Sequence

from core.ask.state import Mention
from core.ask.stop_words import MODIFIERS, VERBS, content_word
from core.ask.tokens import Token, lemmas, stem
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.linking.named import FIRM, tables_named
from core.ask.translators.rules.query import Col, Definition, Filter, Item
from core.text.everyday import everyday
from core.text.words import words

_SHORTEST = 5
_GUESSED = 0.55
"""What another link is worth, at most, beside which a word is nothing but a part of cells."""
_KINDS = 20
"""Kinds that a column has, at most, of which a word before its rows tells: `diving lessons`."""
_LEADS = frozenset(
    "for with involving involve involves about concerning need needs needing require requires "
    "requiring had have has having include includes including contain contains use uses using".split()
)
"""Before it, what says that cells tell of it."""
_DENIED = frozenset("no not without none never free out nor neither except non".split())
"""In a cell, what may say that there is none: “no projector needed”."""
_ARTICLES = frozenset("a an any some the".split())


def held_words(tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts) -> dict[int, tuple[int, Definition]]:
    """Where it is said behind such a word: start → (end, the column's cells hold it)."""
    near = _near(mentions, facts)
    found: dict[int, tuple[int, Definition]] = {}
    for m in mentions:
        token = tokens[m.start]
        if m.pinned or m.end != m.start + 1 or token.kind != "word" or len(token.lower) < _SHORTEST:
            continue
        if token.lower in MODIFIERS or token.lower in VERBS or not content_word(token):
            continue
        start = m.start
        start -= start > 0 and tokens[start - 1].lower in _ARTICLES
        led = start > 0 and tokens[start - 1].lower in _LEADS
        rows = "" if led else _rows_behind(m, mentions)
        if not led and (not rows or token.lower in everyday()):
            continue
        held = _held(m, token, facts)
        kinds = held is not None and held[0].table == rows and _few(held[0], facts)
        if kinds:
            start = m.start
        if held is not None and ((led and held[0].table in near) or kinds):
            column, word = held
            condition = Filter(Item(column), "like", (f"%{word}%",))
            found[start] = (m.end, Definition(lemmas(tokens, start, m.end), None, (condition,)))
    return found


def _rows_behind(m: Mention, mentions: Sequence[Mention]) -> str:
    """The table whose rows are named right behind a word: `diving lessons`; "" where none are."""
    behind = next((o for o in mentions if o.start == m.end), None)
    link = behind.links[0] if behind and behind.links else None
    return link.table if link is not None and link.kind == "table" and link.score >= FIRM else ""


def _few(column: Col, facts: Facts) -> bool:
    """A column of a few kinds, all of them known."""
    held = facts.column(column)
    return held is not None and 1 < held.profile.distinct <= min(_KINDS, len(held.profile.common))


def _near(mentions: Sequence[Mention], facts: Facts) -> frozenset[str]:
    """The tables that are named, and those whose rows belong to them or to which theirs do."""
    named = tables_named(mentions) | {k.table for m in mentions for k in m.links[:1] if k.kind != "value"}
    beside = {t for n in named & facts.tables.keys() for t in (*facts.belonging(n), *facts.owners(n))}
    return named | beside


def _held(m: Mention, token: Token, facts: Facts) -> tuple[Col, str] | None:
    """The one column whose cells hold a word among others, and the word as they write it; None for names."""
    parts = [k for k in m.links if k.kind == "value" and k.how == "part"]
    others = [k for k in m.links if k not in parts]
    if not parts or m.links[0] not in parts or any(k.score > _GUESSED or k.kind == "value" for k in others):
        return None
    if len({(k.table, k.column) for k in parts}) != 1:
        return None
    column = Col(parts[0].table, parts[0].column)
    held = facts.column(column)
    if held is None or held.profile.unique or facts.identifying(column) or column in facts.display(column.table):
        return None
    word = next((w for w in words(parts[0].value) if stem(w) == token.stem), "")
    cells = [v for v, _ in (*held.profile.common, *((k.value, 1) for k in parts)) if word and word in v.casefold()]
    plain = all(word in words(v) and _DENIED.isdisjoint(words(v)) for v in cells)
    return (column, word) if word and plain else None
