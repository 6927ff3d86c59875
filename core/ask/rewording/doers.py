"""`our top three borrowers`, where members have loans; `missed bins`, where collections were missed: what is done, said
by who does it, or by what it is done to."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from core.ask.label_stems import stems
from core.ask.names import Names
from core.ask.rewording.phrases import Reworded
from core.ask.state import Mention
from core.ask.tokens import stem
from core.ask.translators.rules.facts import Facts
from core.text.number_words import SMALL_NUMBERS

_TOP = re.compile(
    r"^(?:who (?:are|were|is|was) |which (?:are|were) |list |show |name |give me )?(?:our |the |my )?"
    r"(?P<one>\w+ )?(?:top|best|biggest|busiest|keenest|most active|most frequent|heaviest|greatest"
    r"|leading) (?P<two>\w+ )?"
    r"(?P<who>\w{3,}(?:er|or))(?P<many>s?)\b(?P<rest>.*)$",
    re.IGNORECASE,
)
_DONE = 0.7
"""From this score a verb means the table of what is done."""
_PART = 0.7
"""From this score a word is a part of a table's label."""
_NAMED = 0.95


def most_doing(
    text: str, mentions: Sequence[Mention], facts: Facts, link: Callable[[str], Sequence[Mention]]
) -> Iterator[Reworded]:
    """The question with the people of what is done, and most of that, for those who do it."""
    met = _TOP.match(text.strip().rstrip("?!. "))
    if met is None or not (met["many"] or not (met["one"] or met["two"])):
        return
    who = met["who"].lower()
    named = [k for m in mentions if who in m.text.lower() for k in m.links if k.score >= _NAMED]
    verbs = {who[:-2] + "ed", who[:-2] + "s", who[:-2], who[:-1] + "d"}
    done = {k.table for v in verbs for m in link(v) for k in m.links[:1] if k.kind == "table" and k.score >= _DONE}
    if named or len(done) != 1:
        return
    (table,) = done
    people = [t for t in facts.owners(table) if facts.persons(t)] if table in facts.tables else []
    number = next((n.strip() for n in (met["one"], met["two"]) if n and _number(n.strip())), "")
    if len(people) == 1:
        names = Names(tuple(facts.tables.values()))
        whom = names.many(people[0]) if met["many"] else names.one(people[0])
        yield Reworded(
            f"the {number + ' ' if number else ''}{whom} with the most {names.many(table)}{met['rest']}", strong=True
        )


def done_to(text: str, mentions: Sequence[Mention], facts: Facts) -> Iterator[Reworded]:
    """The question with the table of what was done for it and what it was done to."""
    for one, other in pairwise(mentions):
        if one.end != other.start or one.pinned or other.pinned:
            continue
        things = {k.table for k in other.links if k.kind == "table" and k.score >= _NAMED}
        parts = [k for k in one.links if k.kind == "table" and k.how == "part" and k.score >= _PART]
        best = one.links[0].score if one.links else 0.0
        found = [k.table for k in parts if k.score >= best and things & set(facts.owners(k.table))]
        if len(set(found)) != 1 or not _begins(one.text, found[0], facts):
            continue
        label = Names(tuple(facts.tables.values())).many(found[0])
        said = re.compile(rf"\b{re.escape(one.text)}\s+{re.escape(other.text)}\b", re.IGNORECASE)
        if said.search(text):
            yield Reworded(said.sub(label, text, count=1), strong=True)


def _begins(said: str, table: str, facts: Facts) -> bool:
    """The table is called after how it was done: `Missed collections`."""
    own = stems(facts.tables[table].label)
    return len(own) > 1 and own[0] == stem(said.lower()) and said.lower().endswith(("ed", "en", "t"))


def _number(said: str) -> bool:
    return said.isdigit() or said.lower() in SMALL_NUMBERS
