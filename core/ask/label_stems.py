"""The words of one label as stems: abbreviations spelt out, small words left out, short descriptions as names."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from core.ask.tokens import stem
from core.model import Column, Table
from core.text.abbreviations import everyday
from core.text.everyday import everyday as everyday_words
from core.text.key_words import KEY_WORDS
from core.text.words import fold, opening_words, words

_SHORT, _LONG = 5, 4
_ARTICLE = re.compile(r"^(?:the|an?|each|every|its|their|this)\s+", re.IGNORECASE)
_MARK = re.compile(r"[.,;:(]|\s-\s")
_BEHIND = re.compile(
    r"\s(?:at|in|from|for|on|during|per|by|with|(?<!\bof )(?:the|that|which|who|where))\s", re.IGNORECASE
)
_NO_LABEL = re.compile(r"column\d+")
FILLER = frozenset("of the a an in and or for to by on at de la le les du des d l et".split())
KEY_STEMS = frozenset(map(stem, KEY_WORDS))


def spell_out(word: str) -> tuple[str, ...]:
    """A folded word's stems, an abbreviation spelt out: `fname` gives (first, name)."""
    return tuple(stem(w) for w in everyday().get(word, (word,)))


@lru_cache(maxsize=65_536)
def stems(label: str) -> tuple[str, ...]:
    """A label's content stems in order."""
    said = whole(words(label))
    return content_stems(said) or tuple(stem(w) for w in said)


def content_stems(said: Sequence[str]) -> tuple[str, ...]:
    """The stems of a label's words, small ones left out; at its beginning `LA` is no article, but an authority."""
    return tuple(s for i, w in enumerate(said) if w not in FILLER or (i == 0 and w in everyday()) for s in spell_out(w))


def whole(said: Sequence[str]) -> Sequence[str]:
    """An abbreviation that is written in pieces put together: `LName` is last name."""
    joined = "".join(said)
    return (joined,) if joined in everyday() else said


def how_many(label: str) -> bool:
    """`n_outcomes`, `No of items`: how many there are, and no number that each has."""
    said = words(label)
    return len(said) > 1 and (said[0] == "n" or said[:2] in (("no", "of"), ("nr", "of"), ("num", "of")))


def spoken_name(column: Column) -> tuple[str, ...]:
    """A short description is another name for a column: what stands before its first mark, of up to five words."""
    return _name_in(_MARK.split(column.description, maxsplit=1)[0], column)


def plainly_described(column: Column) -> str:
    """What people call a column by its short description: the noun last where it is one word (`respondent sex`), else
    as it stands (`highest level of education completed`); of a long one what is described (`age`). "" for none."""
    whole = _MARK.split(column.description, maxsplit=1)[0]
    for head in (whole, _BEHIND.split(whole, maxsplit=1)[0]):
        if described_shortly(head, column):
            noun, of, rest = head.partition(" of ")
            last = of and len(words(noun)) == 1 and len(words(rest)) < _LONG and words(noun) != ("number",)
            return f"{_ARTICLE.sub('', rest)} {noun}" if last else head
    return ""


def thing_described(column: Column) -> tuple[str, ...]:
    """Of a column whose label is no word (`T2M`) what is described: “temperature at 2 metres” is a temperature."""
    if any(w in everyday_words() or len(w) > _LONG for w in words(column.plain_label)):
        return ()
    return _name_in(_BEHIND.split(_MARK.split(column.description, maxsplit=1)[0], maxsplit=1)[0], column)


def spoken_labels(column: Column) -> tuple[str, ...]:
    """What a column is called: its label, and what a short description says in the place of one that is no word."""
    return (column.label, *thing_described(column))


def _name_in(head: str, column: Column) -> tuple[str, ...]:
    if not described_shortly(head, column):
        return ()
    noun, of, rest = head.partition(" of ")
    return (f"{_ARTICLE.sub('', rest)} {noun}" if of else head,)  # "result of the test" is the test result


def described_shortly(head: str, column: Column) -> bool:
    """What begins a description is a name of up to five words, and tells no code."""
    coded = "=" in head or any(words(meaning)[-1:] == words(head)[-1:] for _, meaning in column.codes)
    return 0 < len(words(head)) <= _SHORT and not coded


def holds_years(column: Column) -> bool:
    """Whole numbers that people take for years: 1500 to 2200."""
    low, high = column.profile.minimum, column.profile.maximum
    return isinstance(low, int) and isinstance(high, int) and 1500 <= low <= high <= 2200


def six_figured_years(column: Column) -> bool:
    """Years that begin in one and end in the next, as `201819`."""
    ends = (column.profile.minimum, column.profile.maximum)
    held = [*(v for v, _ in column.profile.common), *map(str, ends)]
    return column.type == "integer" and ends[0] != ends[1] and all(map(six_figured, held))


def six_figured(text: str) -> bool:
    """`201819`: a year and the last figures of the next."""
    return len(text) == len("201819") and text.isdecimal() and int(text[4:]) == (int(text[:4]) + 1) % 100


def unlabelled_years(column: Column) -> bool:
    """A column without a label that holds years."""
    several = column.profile.minimum != column.profile.maximum
    numbered = column.type == "integer" and _NO_LABEL.fullmatch(column.name) is not None
    return numbered and several and holds_years(column)


def numbered_years(column: Column, said: Sequence[str]) -> bool:
    """A column of years whose label says that they tell its rows apart: `yearID`, `Year key`."""
    return holds_years(column) and len(said) > 1 and said[0] == "year" and {stem(w) for w in said[1:]} <= KEY_STEMS


def shared_prefix(labels: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    """The words with which at least 70 % of a table's columns begin (three columns or more)."""
    return opening_words(labels, 0.7)


def own_age(column: Column) -> bool:
    """`age`, `age of driver`, `driver_age`: how old one is, and no rate by age, nor how many there are of an age."""
    said = words(column.label)
    return (said[:1] == ("age",) and (len(said) == 1 or said[1] == "of")) or (
        said[-1:] == ("age",) and len(said) < _SHORT
    )


def longitude(table: Table, name: str) -> bool:
    """`long` beside `lat` is a place on the map, and nothing that is long."""
    return fold(name) == "long" and any(fold(c.name) in ("lat", "latitude") for c in table.columns)
