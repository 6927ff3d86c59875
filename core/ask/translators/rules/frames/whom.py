"""People in a frame: words for somebody, what names somebody, and on which side of an office they stand."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from core.ask.label_stems import stems
from core.ask.state import Link
from core.ask.tokens import Token, stem
from core.ask.translators.rules.chart.people import doer
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.frames.ways import Asked
from core.ask.translators.rules.lexicon.sides import DOING, SERVED, SPENDING_PEOPLE, STAFF
from core.ask.translators.rules.lexicon.words import lexicon
from core.ask.translators.rules.query import Col
from core.text.words import singular, words

_FIRM = 0.7
_PEOPLE = frozenset(map(stem, "who whom by to borrower staff name".split()))
_NAME = frozenset((stem("name"),))
_BY = frozenset(("by", "via", "through"))
_KINDS = frozenset(map(stem, "type kind category class code".split()))
_ANYBODY = frozenset(
    map(
        stem,
        "people person team lad lass one thing stuff work business anybody folk here file yard premises building "
        "door shelf".split(),
    )
)
_INITIALS = 3


def generic(token: Token) -> bool:
    """A word for anybody or anything."""
    return token.stem in _ANYBODY


def somebody(token: Token, links: Sequence[Link]) -> bool:
    """A word for somebody, if only for who does something: `spenders`; borrowers, and nothing that is borrowed."""
    agent = token.lemma.endswith(("er", "or")) and not any(k.score >= _FIRM for k in links)
    return agent or (token.stem in lexicon().people and not token.lower.endswith(("ed", "ing")))


def people_in(table: str, facts: Facts) -> bool:
    """Its rows are people, by what the table is called, or as they go by their initials."""
    return facts.persons(table) or _go_by_initials(table, facts)


def _go_by_initials(table: str, facts: Facts) -> bool:
    key, shown = facts.key(table), facts.display(table)
    if key is None or len(shown) != 1 or key == shown[0] or not facts.speaks(shown[0], _NAME):
        return False
    initials = {"".join(part[0] for part in name.split()).upper() for name in _held(shown[0], facts) if " " in name}
    keys = [k for k in _held(key, facts) if k.isalpha() and len(k) <= _INITIALS]
    return bool(keys) and sum(k.upper() in initials for k in keys) * 2 > len(keys)


def is_whom(asked: Asked, facts: Facts) -> bool:
    """People, or a column that names somebody."""
    if asked.table:
        if not _KINDS.isdisjoint(stems(facts.tables[asked.table].label)):
            return False
        return people_in(asked.table, facts) or facts.speaks(asked.column, lexicon().people)
    if facts.speaks(asked.column, lexicon().people) or doer(asked.column.table, facts) == asked.column:
        return not facts.speaks(asked.column, _BY) or _names(asked.column, facts)
    return facts.speaks(asked.column, _PEOPLE) and _names(asked.column, facts)


def side(asked: Asked, said: Collection[str], facts: Facts) -> float:
    """What it is worth that those who are served do other things than those who serve."""
    if not asked.table:
        return 0.0
    label = {singular(w) for w in words(facts.tables[asked.table].label)}
    served = bool(label & SERVED)
    if not SPENDING_PEOPLE.isdisjoint(said):
        return 0.3 if served or not label & STAFF else 0.0
    if not DOING.isdisjoint(said):
        return 0.3 if not served else 0.0
    return 0.0


def coded(asked: Asked, facts: Facts) -> bool:
    """It holds initials or numbers, which tell nobody who it is."""
    held = _held(asked.column, facts)
    return not held or sum(len(v) <= _INITIALS or v.isdigit() or v.isupper() for v in held) * 2 > len(held)


def _names(column: Col, facts: Facts) -> bool:
    """Most of its cells are more than a word, as names are."""
    held = _held(column, facts)
    return sum(" " in v for v in held) * 2 > len(held)


def _held(column: Col, facts: Facts) -> list[str]:
    found = facts.column(column)
    return [v for v, _ in found.profile.common] if found is not None else []
