"""`what have the kiosk and the tin brought in between them`, `hours, overtime included`: columns side by side added up.

Columns of one table that are named one behind another are one sum where the question says that they are meant
together; what is included comes on top of the figure that is named, or of the money of its table.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from core.ask.state import Mention
from core.ask.tokens import Token, places_of
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.linking.named import FIRM, firm_places
from core.ask.translators.rules.query import Col, Definition
from core.ask.translators.rules.told.idle import told_with_idle
from core.ask.translators.rules.told.money_sums import spent_of
from core.ask.translators.rules.told.named_amounts import Named, named_amounts, of_one_kind, reckoned
from core.ask.translators.rules.told.with_tax import tax_said

_ADDED = (("plus",), ("together", "with"), ("as", "well", "as"), ("added", "to"), ("on", "top", "of"), ("+",))
"""Between two they say by themselves that both are meant together."""
_BESIDE = (*_ADDED, ("and",), (",", "and"), ("&",), (",",))
_TOGETHER = (
    ("taken", "together"), ("put", "together"), ("added", "together"), ("added", "up"), ("all", "together"),
    ("between", "them"), ("all", "told"), ("in", "all"), ("in", "total"), ("together",), ("altogether",),
    ("combined",), ("both",), ("through", "the", "door"), ("through", "the", "doors"),
)  # fmt: skip
_APART = frozenset("respectively separately apart versus vs compare compared than or split difference gap".split())
_IDLE = frozenset("the our any all their its a of from in by on".split())
_BEFORE = (("including",), ("counting",), ("inclusive", "of"), ("adding", "in"), ("with", "the"), ("with",), ("plus",))
_BEHIND = (("included",), ("and", "all"), ("on", "top"), ("as", "well"), ("added",), ("too",), ("added", "in"))
_MEAN = frozenset(("average", "mean"))
_VERBS = frozenset("bring brings brought take takes took taken make makes made come comes came get got".split())
_WEAK = 0.45
"""The least score of a link by meaning to what is included."""


def added_columns(
    tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts
) -> dict[int, tuple[int, Definition]]:
    """Where it is said: start → (end, the sum); words that say no more than that mean nothing."""
    lowers = [t.lower for t in tokens]
    if _APART & set(lowers) or tax_said(tokens):
        return {}
    named = named_amounts(tokens, mentions, facts)
    return _side_by_side(tokens, mentions, named, facts) or _on_top(tokens, mentions, named, facts)


def _side_by_side(
    tokens: Sequence[Token], mentions: Sequence[Mention], named: Sequence[Named], facts: Facts
) -> dict[int, tuple[int, Definition]]:
    lowers = [t.lower for t in tokens]
    runs = [r for n in named for r in _runs((n,), named, lowers, firm_places(mentions), facts)]
    runs = [r for r in runs if _joined(r, lowers)]
    runs.sort(key=lambda r: (-len(r), -sum(n.score for n in r)))
    if not runs or (len(runs) > 1 and _rivals(runs[0], runs[1])):
        return {}
    run = runs[0]
    start, end = run[0].start, run[-1].end
    together = [s for p in _TOGETHER for s in places_of(lowers, p) if s[1] <= start or s[0] >= end]
    plain = any(_sign(lowers, *pair) in _ADDED for pair in pairwise(run))
    asked = lowers[max(0, start - 2) : start] == ["how", "many"]
    if not (together or plain or asked):
        return {}
    mean = bool(_MEAN & set(lowers[max(0, start - 2) : start]))
    meant = Definition((), reckoned("+", [n.column for n in run], facts, mean))
    return _placed(tokens, start - 2 * asked, end, meant, together, mentions)


def _placed(
    tokens: Sequence[Token],
    start: int,
    end: int,
    meant: Definition,
    idle: Sequence[tuple[int, int]],
    mentions: Sequence[Mention],
) -> dict[int, tuple[int, Definition]]:
    """The sum, where it stands; words beside it and verbs for money add nothing."""
    firm = firm_places(mentions)
    verbs = [(i, i + 1 + (tokens[i + 1].lower == "in")) for i, t in enumerate(tokens[:-1]) if t.lower in _VERBS]
    beside = sorted({*idle, *(v for v in verbs if v[0] not in firm)}, key=lambda s: s[0] - s[1])
    return told_with_idle(tokens, start, end, meant.item, beside)


def _runs(
    run: tuple[Named, ...], named: Sequence[Named], lowers: Sequence[str], firm: frozenset[int], facts: Facts
) -> Iterator[tuple[Named, ...]]:
    """Every way to go on from a column to others of its table that stand right behind it."""
    last = run[-1]
    for n in named:
        fits = n.column.table == last.column.table and n.column not in [m.column for m in run]
        fits = fits and n.start >= last.end and of_one_kind(n.column, last.column, facts)
        if fits and _sign(lowers, last, n) and _idle(lowers, last, n, firm):
            yield from _runs((*run, n), named, lowers, firm, facts)
    if len(run) > 1:
        yield run


def _sign(lowers: Sequence[str], one: Named, other: Named) -> tuple[str, ...]:
    """What stands behind the one and leads to the other."""
    return next((p for p in _BESIDE if tuple(lowers[one.end : min(one.end + len(p), other.start)]) == p), ())


def _idle(lowers: Sequence[str], one: Named, other: Named, firm: frozenset[int]) -> bool:
    """Between them one word at most is left that says more: `and the donation box`."""
    between = range(one.end + len(_sign(lowers, one, other)), other.start)
    said = [i for i in between if lowers[i] not in _IDLE]
    return len(said) <= 1 and firm.isdisjoint(said) and all(lowers[i].isalpha() for i in said)


def _joined(run: Sequence[Named], lowers: Sequence[str]) -> bool:
    """A list ends with an “and” before its last, and some of it is named by more than letters."""
    return _sign(lowers, run[-2], run[-1]) != (",",) and max(n.score for n in run) >= FIRM


def _rivals(one: Sequence[Named], other: Sequence[Named]) -> bool:
    """Another table has all of them, too."""
    same = len(one) == len(other) and {n.column for n in one} != {n.column for n in other}
    return same and abs(sum(n.score for n in one) - sum(n.score for n in other)) < 0.1


def _on_top(
    tokens: Sequence[Token], mentions: Sequence[Mention], named: Sequence[Named], facts: Facts
) -> dict[int, tuple[int, Definition]]:
    """`overtime included`: what is named besides, or the money of the rows, with that on top."""
    lowers = [t.lower for t in tokens]
    for extra in (*named, *_guessed(mentions, facts)):
        span = _included(lowers, extra)
        if span is None:
            continue
        mains = [
            n for n in named if n.column.table == extra.column.table and n.column != extra.column and n.score >= FIRM
        ]
        mains = [n for n in mains if (n.end <= span[0] or n.start >= span[1])]
        if len({n.column for n in mains}) > 1:
            continue
        money = spent_of(extra.column.table, facts)
        if mains and of_one_kind(mains[0].column, extra.column, facts):
            main, start, end = mains[0].column, mains[0].start, mains[0].end
            start -= 2 * (lowers[max(0, start - 2) : start] == ["how", "many"])
        elif not mains and money not in (None, extra.column) and lowers[:2] == ["how", "much"]:
            assert money is not None
            main, start, end = money, 0, 2
        else:
            continue
        mean = bool(_MEAN & set(lowers[max(0, start - 1) : start]))
        meant = Definition((), reckoned("+", (main, extra.column), facts, mean))
        return _placed(tokens, start, end, meant, (span,), mentions)
    return {}


def _guessed(mentions: Sequence[Mention], facts: Facts) -> Iterator[Named]:
    """Columns that words mean by meaning alone: enough for what is included."""
    for m in mentions:
        link = m.links[0] if m.links else None
        if link is not None and link.kind == "column" and link.score >= _WEAK and link.how == "meaning":
            column = Col(link.table, link.column)
            if facts.measure(column) and not facts.year(column):
                yield Named(m.start, m.end, column, link.score)


def _included(lowers: Sequence[str], extra: Named) -> tuple[int, int] | None:
    """The words that say that it is included, with it."""
    start = extra.start - (lowers[extra.start - 1 : extra.start] == ["the"])
    for p in _BEHIND:
        if tuple(lowers[extra.end : extra.end + len(p)]) == p:
            return start, extra.end + len(p)
    for p in _BEFORE:
        if start >= len(p) and tuple(lowers[start - len(p) : start]) == p and p not in (("with",), ("with", "the")):
            return start - len(p), extra.end
    return None
