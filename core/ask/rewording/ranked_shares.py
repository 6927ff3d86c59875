"""`which 5 parks have the highest percentage of dead trees`, `which site has the biggest share of its plots let`:
the percentage of each, ranked."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from core.ask.rewording.phrases import Reworded, Tail, number_said
from core.ask.state import Mention
from core.text.number_words import SMALL_NUMBERS

_SAID = re.compile(
    r"\s*(?:which|what) (?P<n>\d+ |"
    + "|".join(f"{w} " for w in SMALL_NUMBERS)
    + r")?(?P<group>[\w ]+?) (?:has|have|had|sees?|saw|shows?|showed) "
    r"the (?P<way>highest|largest|greatest|biggest|lowest|smallest|least) (?P<share>percentage|share"
    r"|proportion|fraction) "
    r"of (?P<its>its |their |the )?(?P<of>[^?;.]+?)\s*[?.]*\s*",
    re.IGNORECASE,
)
_THAT = re.compile(
    r"^(?P<things>(?:\w+ ){1,3}?)(?P<how>(?:that|which|who) (?P<verb>(?:is|are|was|were|has|have|had)\b)?|at|with|in|on"
    r"|rated|by|paid|marked|judged|under|over|from)(?P<rest>\b.*)$",
    re.IGNORECASE,
)
_LOW = ("lowest", "smallest", "least")


def ranked_shares(text: str, link: Callable[[str], Sequence[Mention]]) -> Iterator[Reworded]:
    """The question as the share for each group; those with the largest (or smallest) are told first."""
    met = _SAID.fullmatch(text)
    if met is None:
        return
    rows = number_said(met["n"].strip()) if met["n"] else 1
    tail = Tail("first", rows, falling=met["way"].lower() in _LOW)
    yield Reworded(f"{met['share']} of {met['of']} per {met['group']}", (tail,))
    if (split := _THAT.match(met["of"])) is None:
        parts = _modified(met["of"], link)
        if parts is not None:
            yield Reworded(f"{met['share']} of {parts[1]} that are {parts[0]} per {met['group']}", (tail,))
        return
    how, rest = split["how"].lower(), split["rest"]
    things = split["things"].strip()
    if how == "with":
        verb, said = "that have", rest.strip()
    else:
        verb = "" if how.startswith(("that", "which", "who")) else "that are"
        said = f"{split['how']}{rest}"
    yield Reworded(f"{met['share']} of {things} {verb} {said} per {met['group']}".replace("  ", " "), (tail,))
    yield Reworded(f"{met['share']} of {things} {said} per {met['group']}", (tail,))


def _modified(said: str, link: Callable[[str], Sequence[Mention]]) -> tuple[str, str] | None:
    """`electric vehicles`: a cell, and the rows that may hold it."""
    found = list(link(said))
    kinds = [m.links[0].kind for m in found if m.links]
    if len(found) != 2 or kinds != ["value", "table"]:
        return None
    return found[0].text, found[1].text
