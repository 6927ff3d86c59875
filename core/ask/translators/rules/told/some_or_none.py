"""`kennels with no places left`, `customers who paid a deposit`: whether a number that a column holds is nought."""

from __future__ import annotations

from collections.abc import Sequence

from core.ask.state import Mention
from core.ask.tokens import Token, lemmas, stem
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.linking.named import FIRM, tables_named
from core.ask.translators.rules.query import Col, Definition, Filter, Item

_NONE = frozenset(("no", "zero"))
_SOME = frozenset("a an any some".split())
_LEADS = frozenset(
    "have has had having with without paid pay pays paying gave got get gets made earned earn took take takes hold "
    "holds received receive incurred left leave bring brings brought bringing include includes included carried".split()
)
"""Before it, what says of things that they have, or gave, so much."""
_HAVING = frozenset("have has had with got".split())
_LEFT = frozenset("left remaining free spare outstanding".split())
_TAXES = frozenset(map(stem, "vat tax gst duty".split()))
"""A sum is told without them."""
_ALWAYS = frozenset(map(stem, "temperature temp handicap age floor grade level rating score rank".split()))
"""Of these nought is a number like others."""
_AT_ALL = ["at", "all"]
_GOES_ON = frozenset(("and", "but", "or", "who", "which", "that"))
_OF_WHAT = frozenset("of in for than from to at on per by".split())
"""Behind it, what says of what, or of when, there is none."""


def some_or_none(
    tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts
) -> dict[int, tuple[int, Definition]]:
    """Where it is said of things that are named besides: start → (end, the condition)."""
    lowers = [t.lower for t in tokens]
    for m in mentions:
        if m.pinned or not m.start:
            continue
        before = lowers[m.start - 1]
        led = m.start > 1 and lowers[m.start - 2] in _LEADS
        none = before in _NONE or before == "without" or (led and lowers[m.start - 2] == "without")
        bare = before in _HAVING and lowers[m.start].endswith("s")  # “drivers have points”
        if not none and not bare and not (before in _SOME and led):
            continue
        column = _with_noughts(m, mentions, none, facts)
        if column is None:
            continue
        start, end = m.start - 1, m.end
        if led and not bare:
            start -= 1
        end += lowers[end : end + 1] != [] and lowers[end] in _LEFT
        end += 2 if lowers[end : end + 2] == _AT_ALL else 0
        end += lowers[end : end + 1] == ["of"] and (end + 1 == len(tokens) or tokens[end + 1].kind == "punct")
        behind = lowers[end] if end < len(tokens) and tokens[end].kind != "punct" else ""
        if behind in _OF_WHAT if none else behind and behind not in _GOES_ON:
            continue
        condition = Filter(Item(column), "=" if none else ">", (0.0,))
        return {start: (end, Definition(lemmas(tokens, start, end), None, (condition,)))}
    return {}


def _with_noughts(m: Mention, mentions: Sequence[Mention], none: bool, facts: Facts) -> Col | None:
    """The column of numbers, in all rows and none below nought, that it names, of a table that is named besides; where
    it is said that there are some, one in which some cell is nought."""
    link = m.links[0] if m.links else None
    if link is None or link.kind != "column" or link.score < FIRM:
        return None
    column = Col(link.table, link.column)
    held = facts.column(column)
    if held is None or not facts.numeric(column) or facts.identifying(column) or facts.flag(column) is not None:
        return None
    if held.profile.nulls or facts.speaks(column, _TAXES | _ALWAYS):  # an empty cell says it
        return None
    named = tables_named([o for o in mentions if o is not m])
    if not none:  # “which guests brought a dog”, as their bookings say
        named |= {t for n in named & facts.tables.keys() for t in facts.belonging(n)}
    least = held.profile.minimum
    counted = isinstance(least, int | float) and (least == 0 or (none and least > 0))
    return column if counted and link.table in named else None
