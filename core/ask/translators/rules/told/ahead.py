"""`how far ahead are visits booked`, `how many days in advance do people order`, `how much notice do we give`: the time
from the day on which it is done to the day that it is done for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from core.ask.state import Mention
from core.ask.tokens import Token, places_of
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.linking.named import tables_named
from core.ask.translators.rules.query import Col, Definition, Filter, Formula, Item
from core.ask.translators.rules.row_days import due
from core.ask.translators.rules.told.deeds import day_of_deed

_ASKED = (("how", "many", "days"), ("how", "long"), ("how", "far"), ("number", "of", "days"), ("how", "much", "notice"))
_AHEAD = (("in", "advance"), ("ahead", "of", "time"), ("ahead",), ("beforehand",), ("notice",))
_MEAN = (("on", "average"), ("typically",), ("usually",), ("normally",))
_IDLE = frozenset(
    "when is are was were do does did have has we our us they people you them it get got being been".split()
)


def ahead(tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts) -> dict[int, tuple[int, Definition]]:
    """Where it is asked: start → (end, the figure), and the words around it that mean nothing more."""
    lowers = [t.lower for t in tokens]
    asked = next((p for said in _ASKED for p in places_of(lowers, said)), None)
    led = next((p for said in _AHEAD for p in places_of(lowers, said)), None)
    found = next(_deeds(tokens, mentions, facts), None) if asked and led else None
    if asked is None or led is None or found is None or led[0] < asked[0]:
        return {}
    deed, done, day = found
    means = [p for said in _MEAN for p in places_of(lowers, said)]
    item = Item(day, "avg", formula=Formula("days", Item(day), Item(done), "days"))
    told = {asked[0]: (asked[1], Definition(tuple(lowers[slice(*asked)]), item, (Filter(Item(done), "is not null"),)))}
    between = {i for i in range(asked[1], deed) if lowers[i] in _IDLE}
    silent = {deed, *between, *range(*led), *(i for p in means for i in range(*p))} - set(range(*asked))
    return told | {i: (i + 1, Definition((tokens[i].lemma,))) for i in sorted(silent)}


def _deeds(tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts) -> Iterator[tuple[int, Col, Col]]:
    """A word for what is done, the day on which it is, and the day of the rows that it is done for."""
    likely = [k.table for m in mentions for k in m.links if k.kind != "value"]
    for name in dict.fromkeys((*sorted(tables_named(mentions)), *likely)):
        if name not in facts.tables:
            continue
        for i in range(len(tokens)):
            done = day_of_deed(tokens[i : i + 1], name, facts)
            day = _day_of(name, done, facts) if done is not None else None
            if done is not None and day is not None:
                yield i, done, day


def _day_of(table: str, done: Col, facts: Facts) -> Col | None:
    """The one other day of the rows, that lies behind it."""
    dated = [Col(table, c.name) for c in facts.tables[table].columns if c.type in ("date", "datetime")]
    others = [c for c in dated if c != done and not due(c, facts) and not facts.incidental(c)]
    main = facts.when((table,))
    if done == main or done not in dated:
        return None
    return main if main in others else others[0] if len(others) == 1 else None
