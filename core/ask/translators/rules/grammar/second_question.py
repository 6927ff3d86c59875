"""`which job cost most, and who did it?`: a second question behind the first, and what kind of thing it asks for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from core.ask.tokens import Token

Kind = Literal["money", "when", "who", "where", "which", "times", "many", "size"]
_FIRST = frozenset("which what whats who whose when where how list show give tell name".split())
_SECOND = frozenset("which what who whose when where how".split())
_JOINTS = frozenset((",", ";", "?"))
_NO_CLAUSES = frozenset(("what", "how"))
"""Behind a comma the others begin what is said of things: `members, who are still with us`."""
_LEAST = 2
"""Words of a first question at least."""
_IDLE = frozenset(
    "did do does was is were are has have had it they them this that these those he she we us you all the total "
    "altogether overall together in much for to our their its".split()
)
_MONEY = frozenset(
    "cost costs price worth pay pays paid charge charged charges fee fees spend spent earn earned make made owe owed "
    "sell sold".split()
)
_SIZES = frozenset("big large long old high tall heavy far deep wide small".split())
_UNTIL = 8
"""Words of the second question that are looked at."""


@dataclass(frozen=True, slots=True)
class Second:
    """Where it begins, and what it asks for."""

    at: int
    kind: Kind


def second_question(tokens: Sequence[Token]) -> Second | None:
    """The question behind "and" that a word for asking begins; None where there is none, or where it may tell more of
    the things that the first asks for (`who live here and who have paid`)."""
    lowers = [t.lower for t in tokens]
    if not lowers or lowers[0] not in _FIRST:
        return None
    for at in range(_LEAST + 1, len(lowers)):
        said = lowers[at]
        joined = said in _SECOND and (lowers[at - 1] == "and" or (lowers[at - 1] in _JOINTS and said in _NO_CLAUSES))
        if joined and said not in lowers[1:at] and lowers[at + 1 : at + 2] != ["about"]:
            kind = kind_asked(lowers[at : at + _UNTIL])
            return Second(at, kind) if kind else None
        if joined and said == "how":
            return Second(at, kind) if (kind := kind_asked(lowers[at : at + _UNTIL])) else None
    return None


def kind_asked(said: Sequence[str]) -> Kind | None:
    """What the words of a question ask for, beginning with the one that asks."""
    after = said[1] if len(said) > 1 else ""
    behind = next((w for w in said[1:] if w not in _IDLE), "")
    if said[0] == "how":
        if after == "often" or tuple(said[1:3]) == ("many", "times"):
            return "times"
        if after == "many":
            return "many"
        if after == "much":
            mean = tuple(said[2:4]) == ("on", "average")
            return "money" if mean or (len(said) > 2 and (said[2] in _IDLE or behind in _MONEY)) else None
        return "size" if after in _SIZES else None
    if said[0] == "when" or said[0] == "where":
        return "when" if said[0] == "when" else "where"
    if said[0] == "what" and (behind in _MONEY):
        return "money"
    return "who" if said[0] in ("who", "whose") else "which"
