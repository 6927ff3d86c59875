"""Money taken: how many were sold times what one costs, or what stands beside how many were sold.

"Takings", "turnover", "how much did each shop take": the sum of a quantity times the price beside it, or in the table
that its rows refer to.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from core.ask.label_stems import stems
from core.ask.state import Mention
from core.ask.tokens import Token, place_of, stem
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.words import lexicon
from core.ask.translators.rules.linking.named import tables_named
from core.ask.translators.rules.query import Col, Definition, Formula, Item, Order, tables_of
from core.ask.translators.rules.remembered import remembered
from core.ask.translators.rules.told.worth_of import worth_asked

_QUANTITY = frozenset(map(stem, ("quantity", "qty", "units", "pieces", "copies")))
_PRICE = frozenset((stem("price"),))
_SALES = frozenset(map(stem, "sale sales sold till order orders".split()))
_HELD = frozenset(map(stem, "amount total revenue sales turnover takings paid subtotal charge charged".split()))
"""Words of headers for money that a row holds already."""
_OWED = frozenset("owed owe owes owing outstanding unpaid due".split())
_COME = frozenset("received taken collected raised paid earned gained".split())
_SUMMED = frozenset("total in by average highest most".split())
"""Before “sales”, these ask for their money."""
_ENDS = frozenset(("most", "least"))
_BETWEEN = frozenset("us in the out back them".split())
"""Between a verb for money and “most”."""
_BEHIND = frozenset(
    "in during since before after between from on at with by over last this not leaving excluding ignoring overall "
    "altogether".split()
)
"""Behind “the most”, where it is money."""
_FIRM = 0.75


def takings(tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts) -> dict[int, tuple[int, Definition]]:
    """Where the question speaks of money taken: start → (end, what it means); verbs that add nothing mean nothing."""
    spans = list(_said(tokens))
    if not spans or _OWED & {t.lower for t in tokens}:
        return {}  # what is still owed was not taken
    item = taken(facts) or worth_asked(tokens, mentions, facts)
    known = (m for m in mentions if m.links and m.links[0].score >= _FIRM and m.links[0].how != "synonym")
    firm = {i for m in known for i in range(m.start, m.end)}
    lowers = [t.lower for t in tokens]
    come = (b for a, b in pairwise(lowers) if a == "money")
    if item is not None and item.formula is None and any(b in _COME for b in come):
        return {}  # “money received” is told of by itself
    if item is None or any(not firm.isdisjoint(range(*span)) for span in spans[:1]):
        return {}
    beside = {m.links[0].table for m in mentions if m.links and m.start == spans[0][1]} & set(facts.tables)
    if any(has_money(t, facts) for t in (tables_named(mentions) | beside) - set(tables_of(item))):
        return {}  # of “renewals” the money is their own; “the money paid” is that of the payments
    (start, end), *verbs = spans
    if tokens[end - 1].lower in _ENDS:
        lemmas = tuple(t.lemma for t in tokens[start:end])
        return {start: (end, Definition(lemmas, order=Order(item, tokens[end - 1].lower == "most")))}
    start -= _led(tokens, start, end, mentions, item)
    found = {start: (end, Definition(tuple(t.lemma for t in tokens[start:end]), item))}
    idle = [v for v in verbs if firm.isdisjoint(range(*v))]
    return found | {s: (e, Definition(tuple(t.lemma for t in tokens[s:e]))) for s, e in idle}


def _led(tokens: Sequence[Token], start: int, end: int, mentions: Sequence[Mention], item: Item) -> int:
    """`ticket money`: how many words before the money's name the table that holds it."""
    named = {m.start: k.table for m in mentions for k in m.links if k.kind == "table" and m.end == start}
    plain = end == start + 1 and tokens[start].lower == "money"
    at = next((i for i, table in named.items() if table in tables_of(item)), start) if plain else start
    much = at >= 2 and [t.lower for t in tokens[at - 2 : at]] == ["how", "much"]
    return start - at + 2 * much if at < start else 0


def _said(tokens: Sequence[Token]) -> Iterator[tuple[int, int]]:
    """The words for the money, then the verbs beside them; nothing where only one of both could mean it."""
    said = [t.lower for t in tokens]
    nouns = [i for i, w in enumerate(said) if w in lexicon().takings or (w == "sales" and said[i - 1] in _SUMMED)]
    verbs = [i for i, w in enumerate(said) if w in lexicon().taking]
    much = place_of(said, ("how", "much"))
    most = next((i for i, w in enumerate(said) if w in _ENDS), None)
    if nouns:
        start = nouns[0] - 2 if much is not None and much == nouns[0] - 2 else nouns[0]
        yield start, nouns[0] + 1
    elif verbs and much is not None:
        yield much, much + 2
    elif verbs and most is not None and ends_in_most(tokens, verbs[0], most):
        yield verbs[0], most + 1
        return
    else:
        return
    for i in verbs:
        yield i, i + 1 + (i + 1 < len(said) and said[i + 1] == "in")


def ends_in_most(tokens: Sequence[Token], verb: int, most: int) -> bool:
    """`spent the most`, `paid us the most`, and no noun behind it: `in 2024`, `leaving out …`."""
    if verb > most or not {t.lower for t in tokens[verb + 1 : most]} <= _BETWEEN:
        return False
    behind = tokens[most + 1] if most + 1 < len(tokens) else None
    return behind is None or behind.kind == "punct" or behind.lower in _BEHIND


_CAME_BACK = frozenset("ret rtn return returned returns refund refunded back credited".split())


@remembered
def pieces(facts: Facts) -> tuple[Col, ...]:
    """The columns that count how many of something went: `quantity`, `units`."""
    columns = [Col(name, c.name) for name, table in facts.tables.items() for c in table.columns]
    return tuple(c for c in columns if facts.measure(c) and _counts(c, facts))


@remembered
def pieces_sold(facts: Facts) -> Col | None:
    """The one column that counts what was sold: of several (what was sold, what was thrown away) the one in rows that
    hold money or say that something was sold."""
    counted = pieces(facts)
    selling = [c for c in counted if has_money(c.table, facts) or _sells(c.table, facts)]
    if len(selling) > 1:  # not those of the same rows that came back
        selling = [c for c in selling if not _CAME_BACK & set(facts.spelt(c))]
    return counted[0] if len(counted) == 1 else selling[0] if len(selling) == 1 else None


def _sells(table: str, facts: Facts) -> bool:
    """A table or one of its headers speaks of sales."""
    held = facts.tables[table]
    said = {w for label in (held.label, *(c.label for c in held.columns)) for w in stems(label)}
    return not said.isdisjoint(_SALES)


def _counts(column: Col, facts: Facts) -> bool:
    """It says how many, and not what one of them is worth (`unit cost`)."""
    return facts.speaks(column, _QUANTITY) and not facts.speaks(column, _PRICE) and "unit" not in facts.spelt(column)


def has_money(table: str, facts: Facts) -> bool:
    """Its rows hold money of their own."""
    columns = [Col(table, c.name) for c in facts.tables[table].columns] if table in facts.tables else []
    return any(facts.measure(c) and facts.speaks(c, _HELD) for c in columns)


def taken(facts: Facts) -> Item | None:
    """The sum of the money that stands beside a quantity, or of quantity times price, where there is one such pair."""
    found: list[Item] = []
    for name, table in facts.tables.items():
        columns = [Col(name, c.name) for c in table.columns]
        measures = [c for c in columns if facts.measure(c)]
        many = [c for c in measures if _counts(c, facts)]
        held = [c for c in measures if c not in many and facts.speaks(c, _HELD)]
        if len(many) == 1 and held:
            found += [Item(c, "sum") for c in held]
        if len(many) != 1 or held:
            continue
        parents = [j.parent_table for j in facts.schema.joins if j.child_table == name and j.evidence.parent_unique]
        for other in (name, *dict.fromkeys(parents)):
            prices = [Col(other, c.name) for c in facts.tables[other].columns]
            prices = [c for c in prices if facts.measure(c) and facts.speaks(c, _PRICE)]
            if len(prices) == 1:
                formula = Formula("*", Item(many[0]), Item(prices[0]), "takings")
                found.append(Item(many[0], "sum", formula=formula))
                break
    return found[0] if len(found) == 1 else None
