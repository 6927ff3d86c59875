"""`where do most of our members live`, `which quay did we take them to most often`: the place that most rows have."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from core.ask.deciding import PLAIN_VERBS
from core.ask.names import Names
from core.ask.rewording.phrases import Reworded
from core.ask.state import Mention
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.linking.named import tables_named
from core.text.words import words

_WHERE = re.compile(
    r"\bwhere (?:do|did|are) (?:most(?: of)?(?: our| the| my| all)? (?P<who>\w+(?: \w+)??)|"
    r"(?:our |the |my )?(?P<them>\w+(?: \w+)??) (?:mostly|mainly)) "
    r"(?:live|come from|based|stay|reside|work)(?P<rest>\b.*)$",
    re.IGNORECASE,
)
_OFTEN = re.compile(
    r"^(?:which|what) (?P<what>\w+(?: \w+)??) (?:did|do|have|had) (?:we|they|people|you) (?P<verb>\w+)"
    r"(?: (?P<whom>\w+))??(?: (?:to|from|at|in|for|on|out))? (?:the )?(?P<way>most|least) often(?P<rest>\b.*)$",
    re.IGNORECASE,
)
_IDLE = PLAIN_VERBS | frozenset(
    "bring send drive collect deliver meet eat stay play choose pick order buy book hire borrow enter attend".split()
)
_SOMEBODY = frozenset("people them him her folk somebody anyone".split())
_OUTRIGHT, _FIRM = 0.95, 0.7


def most_often(text: str, mentions: Sequence[Mention], facts: Facts) -> Iterator[Reworded]:
    """The question for what is named with the most rows of the one table of what happens there, whatever we did."""
    met = _OFTEN.search(text.strip().rstrip("?!. "))
    best = {m.text.lower(): m.links[0] for m in mentions if m.links}
    link = best.get(met["what"].lower()) if met is not None else None
    if met is None or link is None or link.score < _OUTRIGHT or link.kind == "value" or link.table not in facts.tables:
        return
    if met["verb"].lower() not in _IDLE or (met["whom"] or "people").lower() not in _SOMEBODY:
        return  # “damage most often” tells some rows from others
    done = [best[w.lower()] for w in (met["verb"], met["whom"] or "") if w.lower() in best]
    rows = [t for t in facts.belonging(link.table) if facts.own_when(t) is not None]
    if any(k.score >= _FIRM for k in done) or len(rows) != 1 or len(facts.belonging(link.table)) != 1:
        return
    way = "most" if met["way"].lower() == "most" else "fewest"
    many = Names(tuple(facts.tables.values())).many(rows[0])
    yield Reworded(f"which {met['what']} has the {way} {many}{met['rest']}", strong=True)


def where_most(text: str, mentions: Sequence[Mention], facts: Facts) -> Iterator[Reworded]:
    """The question for the header of the place where the table that is named has one."""
    met = _WHERE.search(text.strip().rstrip("?!. "))
    said = (met["who"] or met["them"]).lower() if met is not None else ""
    tables = tables_named([m for m in mentions if m.text.lower() == said])
    place = facts.of_quantity("place", tuple(tables)) if len(tables) == 1 else None
    held = facts.column(place) if place is not None else None
    if met is None or place is None or held is None or facts.telling(place) or place.table not in tables:
        return
    many = Names(tuple(facts.tables.values())).many(place.table)
    label = " ".join(words(held.plain_label))
    yield Reworded(f"{text[: met.start()]}which {label} has the most {many}{met['rest']}", strong=True)
