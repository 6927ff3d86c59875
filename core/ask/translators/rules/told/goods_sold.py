"""`which show sold the most tickets`: a noun that nothing is called by, of what is sold, means the pieces sold."""

from __future__ import annotations

from collections.abc import Sequence

from core.ask.label_stems import stems
from core.ask.state import Link, Mention
from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.linking.named import firm_places
from core.ask.translators.rules.query import Col, Definition, Item
from core.ask.translators.rules.told.takings import pieces, pieces_sold

_DEEDS = frozenset("sold sell sells selling bought buy buys shifted".split())
_LED = (("how", "many"), ("the", "most"), ("the", "fewest"), ("number", "of"), ("more", "than"), ("fewer", "than"))
_HAVE, _EVER = frozenset(("have", "has", "had")), frozenset("never not ever yet already n't".split())
_NO_GOODS = frozenset("times days weeks months years people customers of different".split())


def goods_sold(tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts) -> dict[int, tuple[int, Definition]]:
    """Where it is said: start → (end, the total of the one column that counts what was sold)."""
    lowers = [t.lower for t in tokens]
    counted = pieces_sold(facts) if _DEEDS & set(lowers) else None
    if counted is None:
        return {}
    ways = [m for m in mentions if any(_pieces(k, counted, facts) for k in m.links)]
    others = [m for m in mentions if m not in ways]
    goods = set(stems(facts.tables[counted.table].label))  # of `programme sales`, whatever a cell says
    cells = {i for m in others for i in range(m.start, m.end) if any(k.value for k in m.links)}
    firm = frozenset(i for i in firm_places(others) | cells if tokens[i].stem not in goods or i not in cells)
    places = (i for i in range(2, len(tokens)) if tuple(lowers[i - 2 : i]) in _LED and i not in firm)
    nouns = (
        i for i in places if lowers[i].endswith("s") and lowers[i] not in _NO_GOODS | _DEEDS and not _sold(lowers, i)
    )
    found = {i: (i + 1, Definition((tokens[i].lemma,), Item(counted, "sum"))) for i in nouns}
    idle = (i for i, w in enumerate(lowers) if found and w in _DEEDS and i not in firm)
    return {i: (i + 1, Definition((tokens[i].lemma,))) for i in idle} | found


def _sold(lowers: Sequence[str], i: int) -> bool:
    """`how many tenors have never sold a ticket`: who sold something, and nothing that was sold."""
    behind = [w for w in lowers[i + 1 : i + 5] if w not in _EVER]
    return len(behind) > 2 and behind[0] in _HAVE and behind[1] in _DEEDS and behind[2] not in ("?", ".", ",")


def _pieces(link: Link, counted: Col, facts: Facts) -> bool:
    """It is the pieces themselves that the word is linked to, or the day on which they were sold."""
    column = Col(link.table, link.column)
    return link.kind == "column" and (column in pieces(facts) or (link.table == counted.table and facts.dated(column)))
