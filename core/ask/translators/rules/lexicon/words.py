"""The words that shape a query, read from lexicon.toml beside this file (which says what the tags mean)."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from core.ask.tokens import stem


def says_rows(words: Sequence[str]) -> bool:
    """Whether folded words speak of rows as such: `records`, and no police that did record something."""
    did = any(w in ("did", "do", "does") for w in words)
    return any(w in lexicon().rows and not (did and w == "record") for w in words)


_RANKS = ("sup:", "common:")
_WAYS = {"max": "desc", "min": "asc"}
"""Which order "largest first" means, "first" being said behind a superlative."""


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The lexicon's parts; lexicon.toml says what each is.

    `phrases`: words → (tags, the quantity they speak of). `labels`: quantity → label words, likeliest first.
    """

    phrases: dict[tuple[str, ...], tuple[tuple[str, ...], str]]
    labels: dict[str, tuple[str, ...]]
    asking: frozenset[str]
    date_parts: dict[str, str]
    rows: frozenset[str]
    missing: frozenset[str]
    counts: frozenset[str]
    quantities: frozenset[str]
    takings: frozenset[str]
    taking: frozenset[str]
    roles: dict[str, frozenset[str]]
    superiors: frozenset[str]
    people: frozenset[str]
    weekdays: dict[str, tuple[str, ...]]
    weekday_names: tuple[str, ...]
    averaged: frozenset[str]
    births: frozenset[str]
    begins: frozenset[str]
    ends: frozenset[str]
    lasting: frozenset[str]
    unended: frozenset[str]
    standing: frozenset[str]
    telling: frozenset[str]


@lru_cache(maxsize=1)
def lexicon() -> Lexicon:
    """The lexicon, read once."""
    raw = tomllib.loads((Path(__file__).parent / "lexicon.toml").read_text(encoding="utf-8"))
    phrases: dict[tuple[str, ...], tuple[tuple[str, ...], str]] = {}
    for tag, listed in raw["cues"].items():
        for phrase in listed:
            tags, quantity = phrases.get(tuple(phrase.split()), ((), ""))
            phrases[tuple(phrase.split())] = ((*tags, tag), quantity)
    for phrase, (tag, quantity) in raw["quantities"].items():
        tags, _ = phrases.get(tuple(phrase.split()), ((), ""))
        phrases[tuple(phrase.split())] = ((tag, *tags), quantity)
    for phrase, (tags, quantity) in list(phrases.items()):
        way = next((_WAYS[kind] for t in tags if (kind := t.partition(":")[2]) in _WAYS and t.startswith(_RANKS)), "")
        if way and quantity != "age":  # the oldest has the earliest date, or the largest number
            phrases.setdefault((*phrase, "first"), ((way,), quantity))
    labels = {quantity: tuple(words) for quantity, words in raw["quantity_labels"].items()}
    roles = {word: frozenset(stems) for word, stems in raw["roles"].items()}
    return Lexicon(
        phrases=phrases,
        labels=labels,
        asking=frozenset(raw["asking"]["words"]),
        date_parts=dict(raw["date_parts"]),
        rows=frozenset(raw["rows"]["words"]),
        missing=frozenset(raw["missing"]["words"]),
        counts=frozenset(stem(w) for w in raw["counts"]["words"]),
        quantities=frozenset(stem(w) for w in raw["quantity_words"]["words"]),
        takings=frozenset(raw["takings"]["words"]),
        taking=frozenset(raw["takings"]["verbs"]),
        roles=roles,
        people=frozenset(stem(w) for w in raw["people"]["words"]),
        weekday_names=tuple(raw["weekdays"]["names"]),
        weekdays=_weekdays(raw["weekdays"]["names"]),
        averaged=frozenset(stem(w) for w in raw["averaged"]["words"]),
        births=frozenset(stem(w) for w in raw["births"]["words"]),
        begins=frozenset(stem(w) for w in raw["begins"]["words"]),
        ends=frozenset(stem(w) for w in raw["ends"]["words"]),
        lasting=frozenset(stem(w) for w in raw["lasting"]["words"]),
        unended=frozenset(raw["unended"]["words"]),
        standing=frozenset(raw["standing"]["words"]),
        telling=frozenset(raw["telling"]["words"]),
        superiors=frozenset(stem(w) for w in raw["superiors"]["words"]),
    )


def _weekdays(names: list[str]) -> dict[str, tuple[str, ...]]:
    """Each day's name and plural; "weekend" and "weekday" for several."""
    days: dict[str, tuple[str, ...]] = {n.lower(): (n,) for n in names}
    days |= {"weekend": tuple(names[5:]), "weekday": tuple(names[:5])}
    return days | {f"{word}s": those for word, those in days.items()}
