"""`boats shorter than their berth could take`, `jobs where the bill was higher than what we'd quoted`: one column of a
row against another, of the row itself or of what it belongs to.

The words before the comparison say the one, those behind it the other, if only by what it is for: what something
`could hold` is a maximum, what people `should have` paid is due. What neither side says is no such comparison.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Literal

from core.ask.state import Link, Mention
from core.ask.stop_words import FUNCTION
from core.ask.tokens import Token, lemmas, stem
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.linking.named import FIRM
from core.ask.translators.rules.query import Col, Definition, Filter, Formula, Item, Operator, figure
from core.ask.translators.rules.told.limits import LIMITS, held_against, limits
from core.ask.translators.rules.told.money_sums import spent_of
from core.ask.translators.rules.told.per_piece import counted_as, counts, unit_of
from core.model import TEMPORAL
from core.text.words import words

_MORE: dict[str, Operator] = dict.fromkeys(
    "more higher greater bigger larger longer dearer heavier taller later".split(), ">"
)
_LESS: dict[str, Operator] = dict.fromkeys("less fewer lower smaller shorter cheaper lighter earlier".split(), "<")
_THAN = _MORE | _LESS
_SIDES: dict[str, Operator] = {
    "below": "<", "under": "<", "beneath": "<", "above": ">", "over": ">", "beyond": ">", "exceeded": ">",
    "exceeds": ">", "exceed": ">",
}  # fmt: skip
_IN_TIME = frozenset(("later", "earlier"))
_ASKED = (("how", "many"), ("which",), ("what",), ("list",), ("show",), ("whose",), ("where",), ("that",), ("who",))
_CLAUSES = (("where",), ("that",), ("who",), ("whose",))
_COUNTED = frozenset("people times days nights occasions members customers".split())
"""What a row may be, or not: left to those who count."""
_IDLE = frozenset(
    "was were is are be been being had has have having did do does got get gets getting went go goes gone came come "
    "comes coming let lets letting drop dropped fell fallen fall run ran running down end ended up out turned worked "
    "cost costs lose lost actually really final actual own whole total full usual standard normal proper going list "
    "sent put given on we us our we'd they them their they'd it its he she that this the a an what to in for at of "
    "where when how much there level figure number amount price charged charge by with each could would should "
    "can".split()
)
"""Words around the two that add nothing to them."""
_ENDS = frozenset("in for during since from at on by last this and or if per".split())


@dataclass(frozen=True, slots=True)
class _Idea:
    """Words that people say for a column, and those that its header has."""

    said: frozenset[str]
    headed: frozenset[str]


def _idea(said: str, headed: str) -> _Idea:
    return _Idea(frozenset(map(stem, said.split())), frozenset(map(stem, headed.split())))


_HOLDING = _idea(
    "hold holds held carry carries carried take takes fit fits seat seats allow allowed allows permitted capacity "
    "accommodate sleeps room",
    "max maximum capacity holds hold limit seats places",
)
_IDEAS = (
    _HOLDING,
    _idea("should owe owed owing supposed meant", "due owed payable charged"),
    _idea("least level needed wanted minimum", "min minimum reorder"),
    _idea("people guests visitors folk persons", "nos numbers attendance people attended headcount guests persons pax"),
    _idea("price fee charge rate", "price fee charge rate rrp"),
    _idea("bill billed charged", "bill charge charged"),
    _idea("paid pay paying", "fee charge charged bill"),
    _idea("go goes went gone sold sell selling", "charged charge sold sell price"),
    _idea("we us our ours", "our us home"),
    _idea("they them their theirs", "their opp opposition away"),
)
_SAID = 0.7
_NAMED = 0.4
"""What a column's table adds to it where it is named."""
_ALIKE = 0.5
_APART = 0.02
_LEAST = 0.7
"""The least that must speak for each side."""


@dataclass(frozen=True, slots=True)
class _Sides:
    """The words of the one side and of the other, and what is said of them."""

    thing: Mention | None
    """What is counted, or asked for."""
    start: int
    left: tuple[int, ...]
    right: tuple[int, ...]
    end: int
    operator: Operator
    days: bool


def set_against(
    tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts
) -> dict[int, tuple[int, Definition]]:
    """Where the question says so: start → (end, the comparison of the two columns)."""
    for sides in _sides(tokens, mentions):
        known = limits(tokens, mentions, facts)
        if any(start < sides.end and sides.start < end for start, (end, _) in known.items()):
            continue  # `below their reorder level` says what is held against it
        found = _pair(sides, tokens, mentions, facts)
        if found is None:
            continue
        one, other = found
        many = _so_many(sides, one, other, tokens, facts)
        columns = (one, other, many) if isinstance(many, Col) else (one, other)
        if many == "unsaid" or _unread(sides, columns, tokens, mentions, facts):
            continue
        met = Filter(Item(one), sides.operator, (other,))
        if isinstance(many, Col):
            whole = Formula("*", Item(many), Item(other))
            met = Filter(figure(Formula("-", Item(one), whole)), sides.operator, (0.0,))
        said = lemmas(tokens, sides.start, sides.end)
        return {sides.start: (sides.end, Definition(said, None, (met,)))}
    return {}


def _sides(tokens: Sequence[Token], mentions: Sequence[Mention]) -> Iterator[_Sides]:
    """Each comparison of a question with what stands before and behind it."""
    lowers = [t.lower for t in tokens]
    for i, word in enumerate(lowers):
        grouped = lowers[i + 1 : i + 2] in (["each"], ["every"])  # “under each type” compares nothing
        begun = _start(lowers, i, mentions) if (word in _THAN or word in _SIDES) and not grouped else None
        if begun is None:
            continue
        thing, start, after = begun
        if word in _THAN and "than" in lowers[i:]:
            than = lowers.index("than", i)
            end = _end(tokens, than + 1, mentions)
            if end > than + 1 and not any(t.kind == "punct" for t in tokens[i:than]):
                left = (*range(after, i), *range(i + 1, than))
                yield _Sides(thing, start, left, tuple(range(than + 1, end)), end, _THAN[word], word in _IN_TIME)
        elif word in _SIDES:
            end = _end(tokens, i + 1, mentions)
            yield _Sides(thing, start, tuple(range(after, i)), tuple(range(i + 1, end)), end, _SIDES[word], False)


def _start(lowers: Sequence[str], sign: int, mentions: Sequence[Mention]) -> tuple[Mention | None, int, int] | None:
    """What is asked for (`how many jobs`, `which parts`), from where on all that is said is said of it (with the noun
    itself where nothing is called so), and where the words behind it begin."""
    for i in range(sign - 1, -1, -1):
        asked = next((a for a in _ASKED if tuple(lowers[i : i + len(a)]) == a and i + len(a) <= sign), None)
        if asked is None or (asked == ("what",) and i):
            continue
        at = i + len(asked)
        if asked in _CLAUSES:
            return next((m for m in mentions if m.end == i), None), at, at
        thing = next((m for m in mentions if m.start == at and m.links and m.links[0].score >= FIRM), None)
        if thing is None:
            return (None, at + (lowers[at] in _COUNTED), at + 1) if at < sign else None
        return thing, min(thing.end, sign), min(thing.end, sign)
    return None


def _end(tokens: Sequence[Token], start: int, mentions: Sequence[Mention]) -> int:
    """Up to a stop, or to words for a time or a cell."""
    cells = {m.start for m in mentions if m.links and m.links[0].kind == "value"}
    for i in range(start, len(tokens)):
        if tokens[i].kind == "punct" or tokens[i].number is not None or i in cells:
            while i < len(tokens) - 1 and i > start and tokens[i - 1].lower in _ENDS | {"the"}:
                i -= 1
            return i
        if i > start and tokens[i].lower in ("in", "and", "but") and tokens[i - 1].lower in ("have", "did", "due"):
            return i
    return len(tokens)


def _pair(sides: _Sides, tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts) -> tuple[Col, Col] | None:
    """The two columns that the words speak for most; None where others do so as well."""
    columns = [
        c
        for name, table in facts.tables.items()
        for c in (Col(name, k.name) for k in table.columns)
        if _comparable(c, sides.days, facts)
    ]
    own = _own_money(sides.thing, facts)
    lefts = [(c, _spoken(c, sides.left, tokens, mentions, facts)) for c in columns]
    rights = [(c, v) for c in columns if (v := _spoken(c, sides.right, tokens, mentions, facts))]
    found: list[tuple[float, Col, Col]] = []
    for (one, ours), (other, theirs) in product(lefts, rights):
        if one == other or not _beside(one, other, facts) or _several(one, other, sides.thing, facts):
            continue
        alike = _ALIKE * bool(_plain(one, facts) & _plain(other, facts))
        held = held_against(other, facts) if facts.speaks(other, LIMITS) else None
        ours = ours or _LEAST * (one == (held or own))  # `below the reorder level`: what is in stock, and no price
        ours, theirs = ours + alike, theirs + alike * (one.table != other.table)
        if theirs >= _LEAST and ours >= (_ALIKE if one.table != other.table else _LEAST):
            if counts(facts, one) != counts(facts, other):
                continue  # pieces are no money
            unsaid = len(_plain(other, facts) - {tokens[i].stem for i in sides.right})
            found.append((ours + theirs + 0.1 * (one.table == other.table) - 0.05 * unsaid, one, other))
    found.sort(key=lambda f: -f[0])
    if not found or (len(found) > 1 and found[0][0] - found[1][0] < _APART):
        return None
    return found[0][1:]


def _own_money(thing: Mention | None, facts: Facts) -> Col | None:
    """`invoices for less than our usual fee`: what each of the things comes to."""
    tables = [k.table for k in thing.links if k.kind == "table" and k.score >= FIRM] if thing else []
    return spent_of(tables[0], facts) if tables and tables[0] in facts.tables else None


def _comparable(column: Col, days: bool, facts: Facts) -> bool:
    held = facts.column(column)
    if days:
        return held is not None and held.type in TEMPORAL
    return facts.measure(column) and not facts.year(column) and facts.flag(column) is None


def _beside(one: Col, other: Col, facts: Facts) -> bool:
    """In one row, or in that which the one belongs to or which belongs to it."""
    if one.table == other.table:
        return True
    return other.table in facts.above(one.table) or one.table in facts.above(other.table)


def _several(one: Col, other: Col, thing: Mention | None, facts: Facts) -> bool:
    """Each of the things asked for may have several rows of the first, which then are added up."""
    tables = {k.table for k in thing.links if k.kind == "table" and k.score >= FIRM} if thing else set()
    if one.table in tables or other.table not in tables:
        return False
    refers = [
        Col(j.child_table, j.child[0])
        for j in facts.schema.joins
        if j.parent_table == other.table and j.child_table == one.table
    ]
    return not any((held := facts.column(c)) is not None and held.profile.unique for c in refers)


def _spoken(
    column: Col, places: Sequence[int], tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts
) -> float:
    """How much the words at some places speak for a column."""
    inside = [m for m in mentions if m.start in places]
    links = [k for m in inside for k in m.links]
    named = any(k.kind == "table" and k.table == column.table and k.score >= FIRM for k in links)
    most = max((k.score for k in links if _means(k, column)), default=0.0)
    said = {tokens[i].stem for i in places if tokens[i].kind == "word"}
    ideas = sum(_SAID for idea in _IDEAS if said & idea.said and facts.speaks(column, idea.headed))
    whole = _SAID * (named and most < FIRM and spent_of(column.table, facts) == column)
    holding = _NAMED * bool(said & _HOLDING.said and named)
    return max(most if most >= _NAMED else 0.0, whole) + ideas + holding + (_NAMED if named and most + ideas else 0.0)


def _means(link: Link, column: Col) -> bool:
    """It names the column, and is not merely near it."""
    return link.how != "meaning" and (link.kind, link.table, link.column) == ("column", column.table, column.name)


def _named(link: Link) -> bool:
    """It names a table, or one of its columns."""
    return link.kind != "value" and link.how != "meaning"


def _plain(column: Col, facts: Facts) -> frozenset[str]:
    """The words of a header but for those that say which end of it is meant."""
    return frozenset(stem(w) for w in words(facts.spelt_whole(column))) - _HOLDING.headed


def _so_many(sides: _Sides, one: Col, other: Col, tokens: Sequence[Token], facts: Facts) -> Col | Literal["", "unsaid"]:
    """`the hourly price for the hours they had`, `the price times the nights`: what the other is taken times, where the
    first is no price of one; "unsaid" where nothing says so, though they are no amounts of one kind."""
    unit = unit_of(facts, other)
    beside = [Col(one.table, c.name) for c in facts.tables[one.table].columns]
    many = [c for c in beside if unit and counts(facts, c) == unit]
    if len(many) != 1 or many[0] in (one, other) or unit_of(facts, one) == unit:
        return ""
    said = {tokens[i].lower for i in sides.right if tokens[i].lower.endswith("s")}
    return many[0] if said & counted_as(unit) else "unsaid"


def _unread(
    sides: _Sides, columns: Sequence[Col], tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts
) -> bool:
    """Words between say something else than the two columns and their tables."""
    tables = {c.table for c in columns}
    meant = {
        i
        for m in mentions
        if any(any(_means(k, c) for c in columns) or (_named(k) and k.table in tables) for k in m.links)
        for i in range(m.start, m.end)
    }
    ideas = frozenset(s for idea in _IDEAS for s in idea.said)
    return any(
        tokens[i].lower not in FUNCTION | _IDLE | {"times"} and tokens[i].stem not in ideas and i not in meant
        for i in (*sides.left, *sides.right)
        if tokens[i].kind == "word"
    )
