"""Where what was done, or why, is told by something that tells of another thing: checks for contradictions.py."""

from __future__ import annotations

from collections.abc import Iterator

from core.ask.stop_words import PARTICIPLES
from core.ask.translators.rules.passes.reasons_given import says_why
from core.ask.translators.rules.query import Col, Filter
from core.ask.translators.rules.ranking.seen import Check, Seen, temporal

_NOTED = frozenset("note notes comment comments remark remarks explanation details".split())
_OVER = frozenset("expired expire expires lapsed lapse lapses ended end ends finished stopped".split())
_OUT = (("ran", "out"), ("runs", "out"), ("run", "out"), ("running", "out"))
_BEGUN = frozenset("joined join joining start started begin began begun enrolled registered reg since opened".split())
_GOT = frozenset("joined join joining enrolled registered reg acquired acq intake arrival arrived bought since".split())
"""What headers say of the day on which somebody came to us, or something became ours."""
_CAME = frozenset(
    "came come join joined enrol enrolled register registered acquire acquired arrive arrived buy bought purchase "
    "purchased get got take took taken give given gave receive received donated bequeathed lent admitted".split()
)
_TRIES = frozenset("time try attempt go".split())
_BEING = frozenset("was were been being are is got".split())
_DID = frozenset(("did", "have", "has"))


def why_unanswered(s: Seen) -> bool:
    """`why are dogs brought back`, and the dogs are listed: nothing is shown that says why."""
    if not s.tokens or s.tokens[0].lower != "why":
        return False
    shown = [*(i.column for i in s.query.select if i.column), *s.query.group]
    return not any(says_why(c, s.facts) or _says(c, _NOTED, s) for c in shown)


def end_by_beginning(s: Seen) -> bool:
    """`whose membership ran out before May`, by the day on which they joined."""
    lowers = [t.lower for t in s.tokens]
    over = bool(_OVER & set(lowers)) or any(tuple(lowers[i : i + 2]) in _OUT for i in range(len(lowers)))
    return over and not _BEGUN & set(lowers) and any(_says(c, _BEGUN, s) and not s.facts.ends(c) for c in _days(s))


def state_by_joining(s: Seen) -> bool:
    """`how many dogs did we home in 2023`, by the day on which they came in: a cell says what has become of them, and
    not when."""
    said = {t.lower for t in s.tokens}
    if said & _CAME or not any(_says(c, _GOT, s) for c in _days(s)):
        return False
    cells = {k.table for m, k in zip(s.mentions, s.links, strict=True) if k and k.kind == "value" and _deed(s, m.start)}
    return any(c.table in cells for c in _days(s))


def first_time_unread(s: Seen) -> bool:
    """`who passed first time`, and the word is taken for the header of the first names."""
    behind = {t.lower for t in s.tokens[1:]} & _TRIES
    for m, k in zip(s.mentions, s.links, strict=True) if behind else ():
        first = s.tokens[m.end - 1].lower == "first" and [t.lower for t in s.tokens[m.end : m.end + 1]][:1]
        if first and first[0] in _TRIES and k is not None and k.kind == "column":
            return True
    return False


def _deed(s: Seen, at: int) -> bool:
    """A verb that tells what was done stands there: `were sold`, `did we sell`."""
    lowers = [t.lower for t in s.tokens]
    done = lowers[at].endswith(PARTICIPLES) and lowers[at - 1 : at] != [] and lowers[at - 1] in _BEING
    return done or (at > 1 and lowers[at - 2] in _DID and lowers[at - 1] in ("we", "they", "you"))


def _days(s: Seen) -> Iterator[Col]:
    """The days that rows are restricted by."""
    for f in s.conditions:
        column = f.item.column if isinstance(f, Filter) and f.values and not f.item.aggregate else None
        if column is not None and temporal(s, column):
            yield column


def _says(column: Col, words: frozenset[str], s: Seen) -> bool:
    return not words.isdisjoint(w.lower() for w in s.facts.spelt(column))


CHECKS: tuple[Check, ...] = (why_unanswered, end_by_beginning, state_by_joining, first_time_unread)
