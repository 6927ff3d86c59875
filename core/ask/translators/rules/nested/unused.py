"""Things that nothing was ever done with: `unused bikes`, `rooms never used`, `unrepaired bikes`."""

from __future__ import annotations

from collections.abc import Sequence

from core.ask.tokens import stem
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.chunk import Chunk
from core.ask.translators.rules.query import Related
from core.ask.vocabulary import stems

_USED = frozenset(map(stem, ("used", "utilised", "utilized")))
_WEAK = 0.6
"""Below this score a column is no better a meaning."""
_SHORTEST = 4


def unused(chunks: Sequence[Chunk], facts: Facts) -> list[Related]:
    """A condition for each word that says so, which is claimed; the things are the table beside it."""
    found = []
    for i, c in enumerate(chunks):
        table = _things(chunks, i)
        weak = c.kind == "word" or (c.kind == "column" and c.link is not None and c.link.score < _WEAK)
        if not table or not weak or c.claimed:
            continue
        undone = c.text.lower().startswith("un") and c.text.lower().endswith("ed")
        verb = stem(c.text.lower()[2:] if undone else c.text.lower())
        negation = None if undone else _negation(chunks, i)
        if not undone and negation is None:
            continue
        done = facts.referring(table) if verb in _USED else _doings(table, verb, facts)
        if done:
            c.claimed = "absence"
            if negation is not None:
                negation.claimed = "absence"
            found.append(Related(table, (done,), (), negated=True))
    return found


def _things(chunks: Sequence[Chunk], i: int) -> str:
    """The table right behind a word, else the nearest before it."""
    behind = chunks[i + 1 : i + 2]
    before = [c for c in reversed(chunks[:i]) if c.kind == "table"]
    near = next((c for c in (*behind, *before) if c.kind == "table" and c.link), None)
    return near.link.table if near is not None and near.link is not None else ""


def _negation(chunks: Sequence[Chunk], i: int) -> Chunk | None:
    """`never`, `not been`, right before a verb."""
    for c in reversed(chunks[max(0, i - 2) : i]):
        if c.has("none", "not") and not c.claimed:
            return c
        if c.text.lower() not in ("been", "be", "ever", "yet"):
            return None
    return None


def _doings(table: str, verb: str, facts: Facts) -> str:
    """The table that refers to the things and is called after the verb: `repairs`."""
    if len(verb) < _SHORTEST:
        return ""
    for j in facts.schema.joins:
        said = stems(facts.tables[j.child_table].label) if j.parent_table == table and not j.is_self else ()
        if any(s == verb for s in said):
            return j.child_table
    return ""
