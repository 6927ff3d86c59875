"""`who raised the most money`, `our top three pledge-getters`, `who had the highest single pledge`: the people whom the
rows with that figure refer to, by its sum, or by the largest of all."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from core.ask.names import Names
from core.ask.rewording.phrases import Reworded, behind, number_said
from core.ask.rewording.whose import serving
from core.ask.state import Mention
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col

_WHO = r"(?:who|which (?:one )?of (?:us|them|our \w+))(?: (?:has|have|had|is|was))?(?: ever)? (?:\w+ )?(?:for us |us )?"
_OF_US = re.compile(r" (?:for|with|to) us\b| of (?:them )?all\b", re.IGNORECASE)
_MOST = re.compile(rf"^{_WHO}(?:the )?(?P<end>most|least|fewest) (?P<what>\w+(?: \w+)?)(?P<rest>.*)$", re.IGNORECASE)
_SINGLE = re.compile(
    rf"^{_WHO}(?:the |our )?(?P<end>highest|biggest|largest|best|lowest|smallest) "
    r"(?:individual|single|personal|one-off) (?P<what>\w+)(?P<rest>.*)$",
    re.IGNORECASE,
)
_DOERS = re.compile(
    r"^(?:who (?:are|were|is|was) |which (?:are|were) |list |show |name |give me )?(?:our |the |my )?"
    r"(?P<one>\w+ )?(?:top|best|biggest|leading|highest) (?P<two>\w+ )?"
    r"(?P<what>\w+)[- ](?P<who>\w{2,}(?:er|or))(?P<many>s?)\b(?P<rest>.*)$",
    re.IGNORECASE,
)
_NAMED = 0.7
"""From this score a word means a column."""
_ALIKE = 0.05
_LOW = frozenset(("least", "fewest", "lowest", "smallest"))


def most_of_it(text: str, link: Callable[[str], Sequence[Mention]], facts: Facts) -> Iterator[Reworded]:
    """The question for the people by what is said of them, where one table's rows have the figure and refer to them."""
    plain, tails = behind(_OF_US.sub("", text.strip().rstrip("?!. ")))
    met = _SINGLE.match(plain) or _MOST.match(plain) or _DOERS.match(plain)
    if met is None:
        return
    what, rest = met["what"], met["rest"]
    if text.lower().startswith("who ") and serving(text, {k.table for m in link(what) for k in m.links[:1]}, facts):
        return
    if met.re is _DOERS and not what.endswith("s"):
        what = f"{what}s"  # a goal-scorer scores goals
    people = _people(what, link, facts)
    if not people and " " in what:  # “the most runs in 2024”
        what, _, more = what.partition(" ")
        people, rest = _people(what, link, facts), f" {more}{rest}"
    if len(people) != 1:
        return
    names = Names(tuple(facts.tables.values()))
    total = "" if met.re is _SINGLE else "total "
    end = "lowest" if met.groupdict().get("end", "").lower() in _LOW else "highest"
    if met.re is not _DOERS:
        yield Reworded(f"which {names.one(people[0])} has the {end} {total}{what}{rest}", tails, strong=True)
        return
    number = next((str(n) for said in (met["one"], met["two"]) if said and (n := number_said(said.strip()))), "")
    if number or not met["many"]:
        whom = f"{number} {names.many(people[0])}" if number else names.one(people[0])
        yield Reworded(f"the {whom} with the highest total {what}{rest}", tails, strong=True)


def _people(what: str, link: Callable[[str], Sequence[Mention]], facts: Facts) -> list[str]:
    """The table of people, whom the rows refer to that have a measure of this name; of several such measures those of
    the same people."""
    mentions = link(what)
    links = mentions[0].links if len(mentions) == 1 and mentions[0].text.lower() == what.lower() else ()
    best = [k for k in links if k.score >= max(_NAMED, links[0].score - _ALIKE)]
    if not best or any(k.kind != "column" or not facts.measure(Col(k.table, k.column)) for k in best):
        return []
    owners = [[o for o in facts.owners(k.table) if facts.persons(o)] for k in best]
    return owners[0] if all(o == owners[0] for o in owners) else []
