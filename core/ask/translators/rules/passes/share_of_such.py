"""`what share of sport clubs hold a licence`: of the sport clubs, whichever verb says what the part has in common."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from core.ask.label_stems import stems
from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Condition, Filter, Query
from core.ask.translators.rules.shares import parted

_SHARES = frozenset("share percentage percent % proportion fraction".split())


def share_of_such(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """What is said right before the noun for the rows tells of which of them the part is taken."""
    if not query.share or len(query.select) != 1:
        return query
    own, _ = parted(query.where, query.among)
    before = _before_noun(tokens, query.select[0].table, facts)
    kinds = [c for c in own if isinstance(c, Filter) and before and _said(c, before, facts)]
    columns = [c.item.column for c in kinds if c.item.column is not None]
    others = [c for c in own if c not in kinds]
    apart = not any(isinstance(c, Filter) and c.item.column in columns for c in others)
    return replace(query, among=(*query.among, *columns)) if kinds and others and apart else query


def _before_noun(tokens: Sequence[Token], table: str, facts: Facts) -> frozenset[str]:
    """The stems between `share of` and the plural noun for the rows of the table; none where they are not said so."""
    lowers = [t.lower for t in tokens]
    of = next((i for i, w in enumerate(lowers) if w == "of" and i and lowers[i - 1] in _SHARES), len(lowers))
    label = set(stems(facts.tables[table].label)) if table in facts.tables else set()
    nouns = (i for i in range(of + 1, len(lowers)) if tokens[i].stem in label and lowers[i].endswith("s"))
    noun = next(nouns, 0)
    return frozenset(t.stem for t in tokens[of + 1 : noun]) if noun else frozenset()


def _said(condition: Condition, words: Collection[str], facts: Facts) -> bool:
    """One cell, all of whose words are among these, or the words of what it means."""
    column = condition.item.column if isinstance(condition, Filter) else None
    held = facts.column(column) if column is not None else None
    if not isinstance(condition, Filter) or held is None or condition.operator != "=" or len(condition.values) != 1:
        return False
    if condition.item.formula is not None or condition.item.aggregate:
        return False
    value = str(condition.values[0])
    named = [s for text in (value, held.meaning(value)) if text and (s := stems(text))]
    return any(set(s) <= set(words) for s in named)
