"""`where do most of our members live`: the place of theirs that most of them have."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

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
