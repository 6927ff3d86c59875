"""`how many jobs went out late`, where what is worked on are cases: the rows by their own name."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from core.ask.names import Names
from core.ask.rewording.phrases import Reworded
from core.ask.state import Mention
from core.ask.translators.rules.facts import Facts
from core.text.words import singular, words

_JOBS = re.compile(r"\b(?:(?P<one>job)|jobs|pieces of work|(?<=the most )work|(?<=the least )work)\b", re.IGNORECASE)
_WORKS = frozenset("case order repair task ticket assignment commission project".split())
"""What rows are called that are pieces of work."""
_NAMED = 0.95
"""From this score a word names a table, a column or a cell by its own name."""


def pieces_of_work(text: str, mentions: Sequence[Mention], facts: Facts) -> Iterator[Reworded]:
    """The question with the name of the one table of such rows, where nothing else is called so."""
    met = _JOBS.search(text)
    if met is None:
        return
    said = met[0].split()[0].lower()
    known = (k for m in mentions if said in words(m.text) for k in m.links[:1])
    tables = [t for t, held in facts.tables.items() if _WORKS & {singular(w) for w in words(held.label)}]
    if len(tables) != 1 or any(k.score >= _NAMED and k.how != "synonym" for k in known):
        return
    names = Names(tuple(facts.tables.values()))
    rows = names.one(tables[0]) if met["one"] else names.many(tables[0])
    yield Reworded(f"{text[: met.start()]}{rows}{text[met.end() :]}")
