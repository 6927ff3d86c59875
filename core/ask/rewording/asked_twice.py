"""`how many lodges have we got, and how many tents?`: a question that is asked once more of another cell of the same
column is one question about two sides."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from core.ask.rewording.against import JOINTS
from core.ask.state import Link, Mention
from core.ask.stop_words import FUNCTION
from core.ask.tokens import Token, tokenise

_AGAIN = frozenset(("many", "much"))
_BEFORE = frozenset(("and", ",", "&"))
_LEADING = frozenset("for in of on at by from".split())
_FIRM = 0.6
_IDLE = JOINTS | FUNCTION | {"got", "there", "how"}
_LEAST = 3
"""Words of the first question at least."""


def asked_once_of_both(
    tokens: Sequence[Token], mentions: Sequence[Mention]
) -> tuple[Sequence[Token], Sequence[Mention]]:
    """The first question with both cells in it, the one against the other; as it stands where it is none."""
    at = _again(tokens) or _led_again(tokens, mentions)
    pair = _pair(mentions, at, len(tokens)) if at else None
    if pair is None:
        return tokens, mentions
    one, other = pair
    first = [t.lemma for t in tokens[:at]]
    held = range(other.start, other.end)
    rest = [i for i in range(at, len(tokens)) if i not in held and tokens[i].kind != "punct"]
    if not all(tokens[i].lemma in first or tokens[i].lower in _IDLE for i in rest):
        return tokens, mentions
    end = at
    while tokens[end - 1].lower in _BEFORE:
        end -= 1
    kept = [*range(one.end), *held, *range(one.end, end)]
    said = [tokens[i] for i in kept]
    said.insert(one.end, tokenise("versus")[0])
    return said, list(_moved(mentions, kept, one.end))


def _again(tokens: Sequence[Token]) -> int:
    """Where the second `how many` stands; 0 where there is none, or several."""
    lowers = [t.lower for t in tokens]
    asked = [i for i in range(len(lowers) - 1) if lowers[i] == "how" and lowers[i + 1] in _AGAIN]
    alike = len(asked) == 2 and lowers[asked[0] + 1] == lowers[asked[1] + 1]
    joined = alike and asked[1] >= asked[0] + _LEAST and lowers[asked[1] - 1] in _BEFORE
    return asked[1] if joined else 0


def _led_again(tokens: Sequence[Token], mentions: Sequence[Mention]) -> int:
    """Where the word stands that leads the second cell as it did the first one, of which alone it is said what it is:
    `for French classes and for Spanish`; 0 where there is none."""
    lowers = [t.lower for t in tokens]
    if not lowers or lowers[0] != "how":
        return 0
    led = {m.start for m in mentions if any(True for _ in _cells(m))}
    again = (i for i in range(_LEAST, len(lowers)) if lowers[i] in _LEADING and lowers[i - 1] == "and" and i + 1 in led)
    return next((i for i in again if lowers[i] in lowers[: i - 1]), 0)


def _pair(mentions: Sequence[Mention], at: int, end: int) -> tuple[Mention, Mention] | None:
    """Two cells of one column, one said before and one behind."""
    for other in (m for m in mentions if at <= m.start < end):
        for one in (m for m in mentions if m.end <= at):
            mine, theirs = (dict(_cells(m)) for m in (one, other))
            if any(theirs.get(column, value) != value for column, value in mine.items()):
                return one, other
    return None


def _cells(m: Mention) -> Iterator[tuple[tuple[str, str], str]]:
    best: Link | None = m.links[0] if m.links else None
    if best is not None and best.kind == "value" and best.score >= _FIRM:
        yield (best.table, best.column), best.value


def _moved(mentions: Sequence[Mention], kept: Sequence[int], joint: int) -> Iterator[Mention]:
    """The mentions where their words stand now, with one more word at the joint."""
    places = {old: new + (new >= joint) for new, old in enumerate(kept)}
    for m in mentions:
        own = [places.get(i, -1) for i in range(m.start, m.end)]
        if -1 not in own and own == list(range(own[0], own[-1] + 1)):
            yield replace(m, start=own[0], end=own[-1] + 1)
