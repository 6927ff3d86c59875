"""`who lives at 12 Mill Lane`, where no one is in the table of houses: `which tenant lives at 12 Mill Lane`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from core.ask.names import Names
from core.ask.rewording.phrases import Reworded, behind
from core.ask.state import Mention
from core.ask.tokens import tokenise
from core.ask.translators.rules.chart.people import doer, made_by
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.sides import DOING, GUESTS, SERVED, STAFF, received
from core.ask.translators.rules.query import Col
from core.ask.translators.rules.row_people import people_of
from core.ask.translators.rules.told.still import gone_by
from core.text.words import singular, words

_WHO = re.compile(r"\s*who(?:'s| is)? (?=\w)", re.IGNORECASE)
_ALIKE = 0.05
_FAR = 9
"""Joins between tables that nothing connects."""
_LIKELY = 0.6
"""From this score a verb is taken for a column."""
_NAMED = 0.95


def whose(text: str, mentions: Sequence[Mention], facts: Facts) -> Iterator[Reworded]:
    """The question with the people of the nearest table for `who`, where it does not name them."""
    met = _WHO.match(text)
    # “who wrote” may say who it is, “who spent” does not
    verbs = [m.links[0] for m in mentions if m.start == 1 and m.links and m.links[0].score >= _LIKELY]
    if met is None or any(k.kind != "column" or not facts.measure(Col(k.table, k.column)) for k in verbs):
        return
    did = GUESTS & {w.lower() for w in text.split()[:3]}
    people = [t for t in facts.tables if facts.persons(t) and not gone_by(t, facts)]
    people = [t for t in people if not (did and STAFF & {singular(w) for w in words(facts.tables[t].label)})]
    if DOING & {w.lower() for w in text.split()[1:2]}:
        people = [t for t in people if not SERVED & {singular(w) for w in words(facts.tables[t].label)}] or people
    if len(people) > 1:
        about = {k.table for m in mentions for k in m.links[:3] if k.score >= m.links[0].score - _ALIKE}
        far = {t: min((n for a in about if (n := facts.far(a, t)) is not None), default=_FAR) for t in people}
        people = [t for t in people if far[t] == min(far.values())]
        people = _of_sizes(mentions, facts) or people
    named = {k.table for m in mentions for k in m.links[:1] if k.kind == "table"}
    plain, tails = behind(text)
    linked = {k.table for m in mentions for k in m.links[:1] if k.kind != "value"}
    if by := serving(text, linked, facts):
        yield Reworded(f"which {by} {plain[met.end() :]}", tails)
        return
    own = [c for t in sorted(named) if t in facts.tables and (c := doer(t, facts)) and not received(tokenise(text))]
    if own and (not people or all((facts.far(own[0].table, t) or 0) > 1 for t in people)):
        # the rows name someone themselves, and belong to people only through others
        held = facts.column(own[0])
        label = " ".join(words(held.plain_label)) if held else ""
        yield Reworded(f"which {label} {plain[met.end() :]}", tails)
    elif len(people) == 1 and people[0] not in named:  # of several none is surely meant
        yield Reworded(f"which {Names(tuple(facts.tables.values())).one(people[0])} {plain[met.end() :]}", tails)


def _of_sizes(mentions: Sequence[Mention], facts: Facts) -> list[str]:
    """The people whom the rows refer to of which sizes are named: of marks those who got them, and no teachers."""
    named = (k for m in mentions for k in m.links if k.kind == "column" and k.score >= _NAMED)
    rows = {k.table for k in named if k.table in facts.tables and facts.measure(Col(k.table, k.column))}
    found = [p.table for t in sorted(rows) if (p := people_of(t, facts, ())) is not None and p.table]
    return found if len(rows) == 1 else []


def serving(text: str, tables: Iterable[str], facts: Facts) -> str:
    """`who took the most money`, where each sale says by whom it was made: that header in words; "" where nobody
    is said to take or serve anything, or no row says it."""
    found = made_by(words(text), tables, facts)
    held = facts.column(found[0]) if len(found) == 1 else None
    return " ".join(words(held.plain_label)) if held else ""
