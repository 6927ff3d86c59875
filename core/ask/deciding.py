"""Words that decide what a question asks, and had no part in its reading: then its rows answer another question.

A word decides when it stands where a condition or a measure stands: a number or a name; behind a word that opens a
condition (“customers in Atlantis”); behind a word that measures (“the total turnover”); right before the things it
tells from others (“premium customers”); behind “how many”. Verbs and words for the data itself are small: without them
the question is the same (“templates used by a document”, “in the database”).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from core.ask.stop_words import DETERMINERS
from core.ask.tokens import Token
from core.model import Chip

LEFT = 0.45
"""The most confidence that is left: the rows are withheld."""
_OPENS = frozenset("in with without from at for over under during within outside near than".split())
_MEASURES = frozenset("total average mean median highest lowest largest smallest maximum minimum sum overall".split())
_DATA = frozenset(
    "data database dataset database file files table tables record records row rows list result results question "
    "information detail details value values column columns system case order descending ascending general".split()
)
_ANY = frozenset("people person individual thing one time item unit case different distinct other".split())
"""What is counted, said by a word that fits any rows (lemmas)."""
_SKIPPED = DETERMINERS | {"of"}


def deciding(tokens: Sequence[Token], ignored: Sequence[str], chips: Sequence[Chip]) -> tuple[str, ...]:
    """Of the words that had no part in a reading those that decide, in the question's order. `chips` say where what
    was understood stands."""
    lost = {w.casefold() for w in ignored}
    things = {c.start for c in chips if c.kind == "table"}
    free = [i for i, t in enumerate(tokens) if t.text.casefold() in lost]
    return tuple(dict.fromkeys(tokens[i].text for i in _deciding(tokens, free, things)))


def _deciding(tokens: Sequence[Token], free: Sequence[int], things: set[int]) -> Iterator[int]:
    for i in free:
        token = tokens[i]
        if token.kind in ("number", "quoted", "date"):
            yield i
        elif token.kind == "word" and token.lower not in _DATA and token.lemma not in _DATA:
            before = _before(tokens, i)
            alone = not token.lower.endswith(("ing", "ed"))
            opened = alone and before in _OPENS
            measured = alone and before in _MEASURES
            telling = alone and i + 1 in things and before not in _OPENS
            counted = before == "many" and token.lemma not in _ANY and i + 1 not in things
            if token.capital or opened or measured or telling or counted:
                yield i


def _before(tokens: Sequence[Token], i: int) -> str:
    """The word that leads to the `i`-th, articles aside."""
    j = i - 1
    while j >= 0 and tokens[j].lower in _SKIPPED:
        j -= 1
    return tokens[j].lower if j >= 0 else ""
