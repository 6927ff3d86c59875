"""`unpaid invoices`, `tickets that are unresolved`: what has no day yet on which it was done, or whose mark says no;
what has one, `paid invoices`."""

from __future__ import annotations

import re
from collections.abc import Sequence, Set

from core.ask.label_stems import stems
from core.ask.state import Link, Mention
from core.ask.stop_words import DENYING, PARTICIPLES
from core.ask.tokens import Token, stem
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.linking.named import FIRM, cell_places, tables_named
from core.ask.translators.rules.query import Col, Definition, Filter, Item
from core.ask.translators.rules.told.deeds import day_of_deed
from core.model import TEMPORAL

_SHORTEST = 6
"""Letters: `unpaid`, and not `under`, `until`, `union`."""
_DENIED = frozenset(
    "active accessible accurate admissible adequate appropriate complete compliant correct dependent eligible "
    "experienced functional operable operative secure sufficient valid visible".split()
)
"""What `in-` and `non-` deny: `inactive`, and no `inform`."""
_NEGATED = re.compile(r"in|im|ir|il|non-?")
_WORDS = 3
_BACK_AGAIN = frozenset((have, come, "back") for have in ("have", "has", "had") for come in ("come", "gone"))
_BEEN = frozenset("been was were got get ever actually".split())


def with_things(tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts) -> tuple[Mention, ...]:
    """The mentions; of `paid bills`, found as the bills' own date of payment, the bills alone."""
    return tuple(_thing(tokens, m, facts) for m in mentions)


def _thing(tokens: Sequence[Token], m: Mention, facts: Facts) -> Mention:
    first, last = tokens[m.start], tokens[m.end - 1]
    link = m.links[0] if m.links else None
    if m.pinned or link is None or link.kind != "column" or m.end - m.start != len((first, last)):
        return m
    if link.table not in facts.tables or last.stem not in stems(facts.tables[link.table].label):
        return m
    if not first.lower.endswith(PARTICIPLES) or _day(Col(link.table, link.column), facts) is None:
        return m
    thing = Link("table", link.table, "", "", 1.0, "label")
    return Mention(m.start + 1, m.end, last.text, (thing,))


def _day(column: Col, facts: Facts) -> Col | None:
    """A date that some rows lack."""
    found = facts.column(column)
    return column if found is not None and found.type in TEMPORAL and found.profile.nulls else None


def done(tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts) -> dict[int, tuple[int, Definition]]:
    """Participles right before the name of a table of which one date, which some rows lack, is called so: start → (end,
    what it means)."""
    tables = {m.start: k.table for m in mentions for k in m.links[::-1] if k.kind == "table" and k.score >= FIRM}
    cells, found = cell_places(mentions), dict[int, tuple[int, Definition]]()
    for i, token in enumerate(tokens):
        name = tables.get(i + 1)
        led = i > 0 and tokens[i - 1].lower in DENYING
        if name not in facts.tables or led or not token.lower.endswith(PARTICIPLES) or i in cells:
            continue
        columns = [Col(name, c.name) for c in facts.tables[name].columns if token.stem in stems(c.label)]
        days = [c for c in columns if _day(c, facts)]
        if len(days) == 1:
            found[i] = (i + 1, Definition((token.lemma,), None, (Filter(Item(days[0]), "is not null"),)))
    return found | _back(tokens, tables_named(mentions), facts)


def _back(tokens: Sequence[Token], named: Set[str], facts: Facts) -> dict[int, tuple[int, Definition]]:
    """`loans that have come back`: those with a day on which they did."""
    lowers = [t.lower for t in tokens]
    for i, word in enumerate(lowers):
        end = i + 1 + _WORDS
        if word not in ("that", "which", "who") or tuple(lowers[i + 1 : end]) not in _BACK_AGAIN:
            continue
        days = [
            d for name in sorted(named & facts.tables.keys()) if (d := day_of_deed(tokens[end - 1 : end], name, facts))
        ]
        if len(days) == 1 and _day(days[0], facts) is not None:
            met = Filter(Item(days[0]), "is not null")
            return {i: (end, Definition(tuple(t.lemma for t in tokens[i:end]), None, (met,)))}
    return {}


def undone(tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts) -> dict[int, tuple[int, Definition]]:
    """Words in un- or in- whose rest is what one column of the tables named says (“inactive”), “no longer active” and
    “never sent”: start → (end, what it means)."""
    named = tables_named(mentions)
    cells, found = cell_places(mentions), dict[int, tuple[int, Definition]]()
    for i, token in enumerate(tokens):
        longer = [t.lower for t in tokens[max(0, i - 2) : i]] == ["no", "longer"]
        rest = token.lower if longer else _denied(token.lower)
        if token.kind != "word" or not rest or i in cells:
            continue
        conditions = [
            condition
            for name in (named & facts.tables.keys() or facts.tables)
            for c in facts.tables[name].columns
            if stem(rest) in stems(c.label) and (longer or token.stem not in stems(c.label))
            if (condition := _not_done(Col(name, c.name), facts)) is not None
        ]
        if len(conditions) == 1:
            found[i - 2 * longer] = (i + 1, Definition((token.lemma,), None, (conditions[0],)))
    return found | _never(tokens, named, facts)


def _denied(word: str) -> str:
    """What a word in un- denies, or an adjective in in- or non-; "" for others."""
    if word.startswith("un") and len(word) >= _SHORTEST:
        return word[2:]
    met = _NEGATED.match(word)
    return word[met.end() :] if met and word[met.end() :] in _DENIED else ""


def _never(tokens: Sequence[Token], named: Set[str], facts: Facts) -> dict[int, tuple[int, Definition]]:
    """`letters never sent`: without the day of it, where one column of the tables named is such a day."""
    found: dict[int, tuple[int, Definition]] = {}
    for i, token in enumerate(tokens):
        end = i + 1
        while token.lower == "never" and end < len(tokens) and tokens[end].lower in _BEEN:
            end += 1
        if token.lower != "never" or end >= len(tokens) or not tokens[end].lower.endswith((*PARTICIPLES, "nt", "ck")):
            continue
        days = [
            day
            for name in (named & facts.tables.keys() or facts.tables)
            for c in facts.tables[name].columns
            if tokens[end].stem in stems(c.label) and (day := _day(Col(name, c.name), facts)) is not None
        ]
        if len(days) == 1:
            found[i] = (end + 1, Definition((tokens[end].lemma,), None, (Filter(Item(days[0]), "is null"),)))
    return found


def _not_done(column: Col, facts: Facts) -> Filter | None:
    """A day that is missing, or the answer no."""
    found = facts.column(column)
    if found is not None and found.type in TEMPORAL:
        return Filter(Item(column), "is null") if found.profile.nulls else None
    truths = facts.flag(column)
    return Filter(Item(column), "=", (truths[1],)) if truths else None
