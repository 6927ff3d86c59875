"""A question as tokens: words, numbers, quoted text and punctuation, with what each compares by."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from threading import Lock
from typing import TYPE_CHECKING, Literal

from core.ask.dates import spelt_out
from core.text.number_words import SMALL_NUMBERS
from core.text.words import fold, singular

if TYPE_CHECKING:
    import snowballstemmer

TokenKind = Literal["word", "number", "date", "clock", "quoted", "punct"]
"""`clock`: a time of the day, `18:30`."""

_PATTERN = re.compile(
    r"""
    (?P<quoted>"[^"]+"|“[^”]+”|‘[^’]+’|`[^`]+`|(?<![\w'])'[^']+(?:'(?=\w)[^']+)*'(?!\w))
  | (?P<date>\d{4}-(?:\d{2}-q[1-4]|[qh][1-4]|\d{1,2})(?![\w-])
      |\d{4}-\d{1,2}-\d{1,2}(?:[T ]\d{1,2}:\d{2}(?::\d{2})?)?)
  | (?P<clock>(?<![\w:.])(?:[01]?\d|2[0-3]):[0-5]\d(?![\w:])
      |(?<![\w:.])(?:1[0-2]|0?[1-9])(?:[:.][0-5]\d)?\ ?[ap]\.?m\b\.?)
  | (?P<number>[$€£]?\d{1,3}(?:,\d{3})+(?:\.\d+)?%?|[$€£]?\d+(?:\.\d+)?%?(?![\w]))
  | (?P<word>[^\W_]+(?:['’.&][^\W_]+)*[#+]*)
  | (?P<joint>(?<=\w)[-/_](?=\w))
  | (?P<punct>[<>!]=|=[<>]|<>|[^\w\s])
    """,
    re.VERBOSE | re.IGNORECASE,
)

_NUMBER_WORDS = SMALL_NUMBERS | {"hundred": 100, "thousand": 1000, "million": 1_000_000}
_NUMBER_WORDS |= {"dozen": 12, "twice": 2, "once": 1}


@dataclass(frozen=True, slots=True)
class Token:
    """`text` verbatim (quotes taken off), `lower` folded, `lemma` the singular, `stem` the Snowball stem."""

    text: str
    lower: str
    lemma: str
    stem: str
    kind: TokenKind
    number: float | None = None
    capital: bool = False
    """Begins with a capital although it does not begin a sentence."""


_APART = frozenset(("personal", "important", "university", "organization", "customs"))
"""Words whose stem would be that of another: `person`, `import`, `universe`, `organ`, `customer`."""


@lru_cache(maxsize=1)
def _stemmer() -> tuple[snowballstemmer.stemmer, Lock]:
    """The stemmer keeps the word it works on: one thread at a time."""
    import snowballstemmer  # all its languages, a tenth of a second

    return snowballstemmer.stemmer("english"), Lock()


@lru_cache(maxsize=65_536)
def stem(word: str) -> str:
    """The English Snowball stem of a folded word; its lemma's stem, so that irregular plurals agree."""
    stemmer, one = _stemmer()
    one_of = singular(word)
    if kept := _APART & {word, one_of}:
        return next(iter(kept))
    with one:
        return str(stemmer.stemWord(one_of))


def lemmas(tokens: Sequence[Token], start: int, end: int) -> tuple[str, ...]:
    """The lemmas of the tokens from one place to another."""
    return tuple(t.lemma for t in tokens[start:end])


def places_of(lowers: Sequence[str], phrase: Sequence[str]) -> list[tuple[int, int]]:
    """Where words stand in a row among others: start and end."""
    size, said = len(phrase), list(phrase)
    first = said[0] if said else None
    return [(i, i + size) for i, w in enumerate(lowers) if w == first and list(lowers[i : i + size]) == said]


def place_of(lowers: Sequence[str], phrase: Sequence[str]) -> int | None:
    """Where words first stand in a row among others; None where they do not."""
    return next((start for start, _ in places_of(lowers, phrase)), None)


def tokenise(text: str) -> tuple[Token, ...]:
    """The question's tokens in order, written dates as ISO. "n't" and possessive "'s" are split off words."""
    tokens: list[Token] = []
    begins = True
    for match in _PATTERN.finditer(spelt_out(text)):
        kind = match.lastgroup or "punct"
        raw = ONE_SIGN.get(match.group(), match.group())
        if kind == "joint":
            continue
        if kind == "quoted":
            body = raw[1:-1].strip()
            tokens.append(Token(body, fold(body), fold(body), fold(body), "quoted", _number(body)))
            begins = False
        elif kind == "word":
            for part in _split_word(raw):
                tokens.append(_word(part, begins))
                begins = False
        elif kind == "number":
            tokens.append(Token(raw, raw, raw, raw, "number", _number(raw)))
            begins = False
        elif kind == "clock":
            time = _clock(raw)
            tokens.append(Token(time, time, time, time, "clock"))
        else:
            tokens.append(Token(raw, raw, raw, raw, "date" if kind == "date" else "punct"))
            begins = raw in ".?!:"
    return tuple(tokens)


ONE_SIGN = {">=": "≥", "=>": "≥", "<=": "≤", "=<": "≤", "!=": "≠", "<>": "≠"}
"""Signs that are typed in two keys."""
_UNMARKED = frozenset("havent hasnt hadnt didnt dont doesnt isnt arent wasnt werent couldnt shouldnt wouldnt".split())
"""Written without its apostrophe."""


_CONTRACTED = {"'ve": "have", "'re": "are", "'ll": "will"}
"""Verbs without their beginning: `who've`."""


def _clock(raw: str) -> str:
    """A time of the day as `HH:MM`: "6 pm" is 18:00."""
    hour, _, minute = raw.lower().rstrip("apm. ").replace(".", ":").partition(":")
    half = next((h for h in "ap" if h in raw.lower()), "")
    said = int(hour) % 12 + (12 if half == "p" else 0) if half else int(hour)
    return f"{said:02}:{minute or '00'}"


def _split_word(raw: str) -> list[str]:
    low = raw.lower().replace("’", "'")
    if low.endswith("n't"):
        base = {"can't": "can", "won't": "will"}.get(low, raw[:-3])
        return [base, "not"]
    if low in _UNMARKED:
        return [raw[:-2], "not"]
    if low.endswith("'s"):
        return [raw[:-2]]
    for ending, verb in _CONTRACTED.items():
        if low.endswith(ending):
            return [raw[: -len(ending)], verb]
    return [raw]


def _word(raw: str, begins: bool) -> Token:
    lower = fold(raw)
    number = float(_NUMBER_WORDS[lower]) if lower in _NUMBER_WORDS else None
    return Token(raw, lower, singular(lower), stem(lower), "word", number, raw[:1].isupper() and not begins)


def _number(raw: str) -> float | None:
    try:
        return float(raw.strip("$€£%").replace(",", ""))
    except ValueError:
        return None
