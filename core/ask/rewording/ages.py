"""`kids under 16`, `anyone over 65`: an age, where the question names no other column that the number could be of."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from core.ask.names import Names
from core.ask.rewording.phrases import Reworded
from core.ask.state import Mention
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col
from core.text.words import words

_AGED = re.compile(
    r"\b(?P<who>(?:kids?|children|child|people|persons?|adults?|men|women|boys|girls|pensioners|anyone|everyone|\w+s)) "
    r"(?:aged )?(?P<than>under|over|below|above|younger than|older than) (?P<age>\d{1,3})s?\b(?! ?(?:%|per|[£$€]))",
    re.IGNORECASE,
)
_GENERAL = frozenset(
    "kid kids child children people person persons adult adults pensioners anyone everyone men women boys girls".split()
)


def aged(text: str, mentions: Sequence[Mention], facts: Facts) -> Iterator[Reworded]:
    """The question with the one column of ages of what it speaks of said beside the number."""
    met = _AGED.search(text)
    spoken = {k.table for m in mentions for k in m.links[:2]}
    ages = [
        (t, c)
        for t in sorted(spoken)
        if t in facts.tables
        for c in facts.tables[t].columns
        if "age" in words(c.plain_label) and facts.measure(Col(t, c.name))
    ]
    if met is None or len(ages) != 1 or "age" in text.casefold().split():
        return
    ((table, column),) = ages
    who = Names(tuple(facts.tables.values())).many(table) if met["who"].casefold() in _GENERAL else met["who"]
    than = {"under": "under", "below": "under", "younger than": "under"}.get(met["than"].casefold(), "over")
    said = f"{who} with {' '.join(words(column.plain_label))} {than} {met['age']}"
    yield Reworded(text[: met.start()] + said + text[met.end() :])
