"""`were there more sailings on Sundays or on Mondays`, `average wait on Mondays and on Fridays`: a figure for each of
those days of the week.

The question is asked for every day of the week; the days that are named are kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from core.ask.rewording.phrases import Reworded, Tail
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.words import lexicon
from core.ask.translators.rules.query import Filter, Item, Query
from core.ask.translators.rules.told.takings import pieces

_DAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?"
_AGAINST = r"compared (?:with|to)|versus|vs\.?|against|than"
_BOTH = rf"on (?P<one>{_DAY}),? (?:or|{_AGAINST})(?: on)? (?P<other>{_DAY})"
_MORE = re.compile(
    rf"(?:do|did|does|are|were|is|was|have|had)(?: there)? (?P<who>.*?)\b(?:more|fewer|less)(?: (?P<noun>[^,]+?))?,? "
    rf"{_BOTH}(?P<rest> .+)?",
    re.IGNORECASE,
)
_EACH = re.compile(
    r"(?P<figure>(?:(?:what (?:is|was|were) )?(?:the )?(?:average|mean|total|median|number of)|how (?:many|much)) "
    rf".+?) on (?P<one>{_DAY}),? (?:and on|{_AGAINST}(?: on)?) (?P<other>{_DAY})(?P<rest> .+)?",
    re.IGNORECASE,
)
_SELLING = re.compile(r"\b(?:sell|sold|buy|bought|order|ordered)\b", re.IGNORECASE)


def on_days(text: str, facts: Facts) -> Iterator[Reworded]:
    """The question for every day of the week, and which are meant; nothing where two are not told apart."""
    whole = " ".join(text.split()).rstrip(" ?.!")
    met = _MORE.fullmatch(whole) or _EACH.fullmatch(whole)
    if met is None:
        return
    days = lexicon().weekdays
    named = (*days.get(met["one"].lower(), ()), *days.get(met["other"].lower(), ()))
    rest = met["rest"] or ""
    for plain in _figures(met, facts):
        yield Reworded(f"{plain} per weekday{rest}", (Tail("days", values=named),), strong=True)


def _figures(met: re.Match[str], facts: Facts) -> Iterator[str]:
    """What is reckoned for each day."""
    said = met.groupdict()
    if said.get("figure"):
        yield said["figure"]
        return
    noun, selling = said.get("noun") or "", _SELLING.search(said.get("who") or "")
    if noun:
        yield from (
            (f"number of {noun} sold", f"number of {noun}") if selling else (f"number of {noun}", f"total {noun}")
        )
    elif selling and len(many := pieces(facts)) == 1:
        held = facts.column(many[0])
        yield f"total {held.plain_label if held else many[0].name}"


def of_days(query: Query, tail: Tail) -> Query | None:
    """The query of those days alone; None where it is not told apart by days of the week."""
    parts = [c for c in query.group if c.part == "weekday"]
    if len(parts) != 1 or query.limit or query.share:
        return None
    return replace(query, where=(*query.where, Filter(Item(parts[0]), "=", tail.values)))
