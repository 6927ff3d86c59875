"""`which kind of treatment takes longest`, `visits of each type`: the one column that says of which kind a row is, by
its own name."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from core.ask.rewording.phrases import Reworded
from core.ask.state import Mention
from core.ask.translators.rules.chart.schema import KINDS
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col
from core.text.key_words import KEY_WORDS
from core.text.words import singular, words

_KIND = r"(?:kinds?|types?|sorts?|categor(?:y|ies)|class(?:es)?)"
_WORDS = ("kind", "type", "sort", "category", "class", "group")
_FIRM = 0.8
_WHOLE = 0.97
_EACH = re.compile(rf"\b(?:of|for|in|by|per) (?:each|every) {_KIND}\b(?! of)", re.IGNORECASE)


def kinds_said(text: str, mentions: Sequence[Mention], facts: Facts) -> Iterator[Reworded]:
    """The question with the header of the kinds for `kind of …`, where the table that is named has one such column."""
    for table in facts.tables.values():
        *thing, kind = [singular(w) for w in words(table.label)] or [""]
        if len(thing) != 1 or kind not in _WORDS:
            continue
        if met := re.search(rf"\b{_KIND} of (?:the |a |an )?{re.escape(thing[0])}s?\b", text, re.IGNORECASE):
            yield Reworded(f"{text[: met.start()]}{thing[0]} {kind}{text[met.end() :]}", strong=True)
    for m in mentions:
        first = next(iter(m.links), None)
        link = next((k for k in m.links if k.kind == "table"), first)  # `pitch`, a column of hires, and their list
        named = link is not None and link.kind == "table" and link.score >= _FIRM and link.table in facts.tables
        label = _label(link.table, facts) if named and link is not None else ""
        said = re.escape(m.text)
        of_it = re.search(rf"\b{_KIND} of (?:the |a |an )?{said}\b", text, re.IGNORECASE)
        if not label and of_it is not None and _of_kinds(m, facts):
            yield Reworded(f"{text[: of_it.start()]}{m.text}{text[of_it.end() :]}", strong=True)
        if not label:
            continue
        if of_it is not None:
            yield Reworded(f"{text[: of_it.start()]}{label}{text[of_it.end() :]}", strong=True)
        elif (each := _EACH.search(text)) is not None:
            yield Reworded(f"{text[: each.start()]}for each {label}{text[each.end() :]}", strong=True)


def _of_kinds(mention: Mention, facts: Facts) -> bool:
    """What is said is itself the header of a column of few values: each kind of repair, of a column `Repair`."""
    tables = {k.table for k in mention.links if k.kind == "table" and k.score >= _FIRM}
    firm = [Col(k.table, k.column) for k in mention.links if k.kind == "column" and k.score >= _WHOLE]
    kinds = [c for c in firm if (not tables or c.table in tables) and (held := facts.column(c)) and held.type == "text"
             and 1 < held.profile.distinct <= KINDS and not held.profile.unique]  # fmt: skip
    return len(kinds) == 1


def _label(table: str, facts: Facts) -> str:
    """The words of the one header that says kind, type or the like, of a column of few values; else ""."""
    found = []
    for c in facts.tables[table].columns:
        spelt = facts.spelt(Col(table, c.name))
        few = c.type in ("text", "integer") and 1 < c.profile.distinct <= KINDS and not c.profile.unique
        if few and any(_kind(singular(w)) for w in spelt):
            found.append(" ".join(w for w in spelt if w not in KEY_WORDS))  # of each class, and not of each class code
    return found[0] if len(found) == 1 else ""


def _kind(word: str) -> bool:
    """`type`, or `ptype`: with the letter of what it is the type of."""
    return word in _WORDS or word[1:] in _WORDS
