"""`how much have the extras brought in`, `whose time has been worth the most`: so many times what one of them costs,
where several things have their prices.

Which of them is meant the tables and the headers tell that the question names; of two prices of one thing the words
for what was paid, or what is asked for it. Rows that hold an amount of their own are worth that.
"""

from __future__ import annotations

from collections.abc import Sequence

from core.ask.state import Link, Mention
from core.ask.tokens import Token, places_of, stem
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.linking.named import FIRM
from core.ask.translators.rules.query import Col, Definition, Formula, Item, columns_of
from core.ask.translators.rules.told.idle import told_with_idle
from core.ask.translators.rules.told.per_piece import PIECE, Priced, counted_as, priced
from core.text.units import SIGNS

_VERBS = frozenset(
    "bring brings brought make makes made take takes took taken earn earns earned charge charged spend spends spent "
    "cost costs come comes came sell sells sold lose lost worth tied thrown binned".split()
)
_PARTICLES = frozenset("in to up away us with".split())
_HOURS = frozenset("wages wage labour time hours".split())
"""What people say for hours and what they cost."""
_MONEY = frozenset("money business pounds value cash".split())
_COME = frozenset("come came comes worth cost costs".split())
_OPENING = frozenset("is has have did does do was are were".split())
_MEAN = (("on", "average"), ("average",))
_IDLE = tuple(
    tuple(p.split())
    for p in (
        "in pounds", "in all", "in total", "in money", "to us", "for us", "at what we paid for it",
        "at what we paid for them", "at what we paid", "at shop prices", "at cost price", "at cost",
    )
)  # fmt: skip
_ENDS = ("most", "least")


def _stems(said: str) -> frozenset[str]:
    return frozenset(map(stem, said.split()))


_WAYS = (
    (_stems("paid pay cost costs buy bought tied replace"), _stems("cost whsl wholesale")),
    (_stems("sell sold selling retail rrp shop"), _stems("sell rrp retail shop")),
    (_stems("charged charge"), _stems("charged charge")),
    (_stems("wholesale trade"), _stems("wholesale whsl trade")),
)
"""Words for one of several prices, and those of its header."""


def worth_of(tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts) -> dict[int, tuple[int, Definition]]:
    """Where it is asked: start → (end, the figure); verbs and words beside it mean nothing more."""
    lowers = [t.lower for t in tokens]
    verbs = [i for i, w in enumerate(lowers) if w in _VERBS]
    place = _place(lowers, verbs)
    item = worth_asked(tokens, mentions, facts) if place is not None else None
    if place is None or item is None or lowers[0] == "whose":
        return {}
    start, end = place
    idle = [(i, i + 1 + (lowers[i + 1 : i + 2] != [] and lowers[i + 1] in _PARTICLES)) for i in verbs]
    phrases = (*_IDLE, *_MEAN) if item.aggregate == "avg" else _IDLE
    idle += [place for p in phrases for place in places_of(lowers, p)]
    idle += [(i, i + 1) for i, w in enumerate(lowers) if w in _HOURS and w != "hours"]
    idle += [(m.start, m.end) for m in mentions if any(_is(k, c) for k in m.links for c in columns_of(item))]
    idle += [(0, 2)] if lowers[0] == "what" and lowers[1] in _OPENING else []
    return told_with_idle(tokens, start, end, item, idle)


def worth_asked(tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts) -> Item | None:
    """What is meant by money, where so many times a price is all that holds it."""
    lowers = [t.lower for t in tokens]
    meant = _meant(tokens, mentions, facts)
    if meant is None:
        return None
    means = any(places_of(lowers, m) for m in _MEAN)
    formula = Formula("*", Item(meant.many), Item(meant.price), "worth")
    return Item(meant.many, "avg" if means else "sum", formula=formula)


def _place(lowers: Sequence[str], verbs: Sequence[int]) -> tuple[int, int] | None:
    """Where the words for the figure stand: a noun for pay, money of which there is most, how much, or a verb."""
    for i, word in enumerate(lowers):
        if word in ("wages", "wage", "labour"):
            return i, i + 1 + (lowers[i + 1 : i + 2] in (["bill"], ["cost"], ["costs"]))
    most = next((i for i, w in enumerate(lowers) if w in _ENDS and lowers[i - 1 : i] == ["the"]), None)
    if most is not None and verbs:
        behind = lowers[most + 1 : most + 2]
        if behind and behind[0] in _MONEY:
            return most + 1, most + 2
        closes = not behind or behind[0] in (*_PARTICLES, "on", "from", "for", "?", ",")
        return (verbs[0], verbs[0] + 1) if closes and verbs[0] < most else None
    for i, _ in places_of(lowers, ("how", "much")) if verbs else ():
        return i, i + 2 + (lowers[i + 2 : i + 3] == ["money"])
    come = next((i for i in verbs if lowers[i] in _COME), None)
    if lowers[:1] == ["what"] and come is not None:
        return come, come + 1 + (lowers[come + 1 : come + 2] == ["to"])
    return None


def _meant(tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts) -> Priced | None:
    """What the question names of all that has a price; None where it names other money, or more than one."""
    links = [k for m in mentions for k in m.links if k.how != "meaning" and k.score >= FIRM]
    tables = {k.table for k in links if k.kind == "table"}
    columns = {Col(k.table, k.column) for k in links if k.kind == "column" and k.how != "synonym"}
    said, lowers = {t.stem for t in tokens if t.kind == "word"}, {t.lower for t in tokens}
    every = [p for p in priced(facts) if not _holds(p, facts)]
    prices = {c for p in every for c in p.columns}
    if any(_money(c, facts) and c not in prices for c in columns):
        return None
    found = []
    for p in every:
        own = p.many.table in tables or p.many in columns or bool(counted_as(p.unit) & lowers and p.unit != PIECE)
        fits: float = own + 0.5 * any(c.table == p.many.table for c in columns)
        fits += (p.unit == "hour" and bool(lowers & _HOURS)) + (p.price in columns)
        fits += sum(bool(said & words) and facts.speaks(p.price, headed) for words, headed in _WAYS)
        found.append((fits, p))
    found.sort(key=lambda f: -f[0])
    if not found or (len(found) > 1 and found[0][0] == found[1][0]):
        return None
    only = len(found) == 1 and (not tables or bool(lowers & {"money", "pounds"}))
    least = 1.0 if any(_paid(t, facts) for t in facts.tables) else 0.0 if only else 0.5
    if found[0][0] < least:
        return None  # what was paid is money, too
    return found[0][1]


def _holds(p: Priced, facts: Facts) -> bool:
    """Its rows hold the amount itself."""
    known = {q.price for q in priced(facts)}
    beside = [Col(p.many.table, c.name) for c in facts.tables[p.many.table].columns]
    others = [c for c in beside if c not in known and facts.measure(c)]
    return any(facts.speaks(c, _AMOUNTS) or (p.unit != "hour" and _money(c, facts)) for c in others)


def _paid(table: str, facts: Facts) -> bool:
    """A table of what was paid: how much, and when."""
    columns = [Col(table, c.name) for c in facts.tables[table].columns]
    return any(facts.dated(c) for c in columns) and any(facts.measure(c) and facts.speaks(c, _AMOUNTS) for c in columns)


def _is(link: Link, column: Col) -> bool:
    return link.score >= FIRM and (link.kind, link.table, link.column) == ("column", column.table, column.name)


def _money(column: Col, facts: Facts) -> bool:
    held = facts.column(column)
    signed = held is not None and (held.unit in SIGNS or bool(SIGNS & set(held.label)))
    return facts.measure(column) and (signed or facts.speaks(column, _AMOUNTS))


_AMOUNTS = frozenset(map(stem, "amount amt total bill fee charge net gross takings paid labour".split()))
