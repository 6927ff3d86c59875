"""The shapes of questions about the schema, from schema_questions.toml: which is asked, and the words in its slots."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from core.ask.tokens import Token

Span = tuple[int, int]
_SLOT = re.compile(r"<(table|other|words|type)>")


@dataclass(frozen=True, slots=True)
class Shape:
    """What is asked, and for each slot the tokens that fill it, as (start, end)."""

    ask: str
    slots: dict[str, Span]
    types: tuple[str, ...] = ()
    """The column types that the slot `type` names."""


@dataclass(frozen=True, slots=True)
class _Patterns:
    """Each pattern compiled, with what it asks, in the file's order; `polite` is what may stand before."""

    compiled: tuple[tuple[str, re.Pattern[str]], ...]
    types: dict[str, tuple[str, ...]]
    polite: re.Pattern[str]
    begins: re.Pattern[str]
    """A quick look at a whole question: only one that holds such a word can match at all."""


def shapes(tokens: Sequence[Token]) -> list[Shape]:
    """Every shape that the whole question has, in the order of the file; most questions have none."""
    patterns = _patterns()
    kept = [(i, t) for i, t in enumerate(tokens) if t.kind != "punct" and t.lower not in ("please",)]
    text = " ".join(t.lower.replace(" ", "\u00a0") for _, t in kept)
    if not patterns.begins.search(text):
        return []
    start = 0
    while (polite := patterns.polite.match(text, start)) and polite.end() > start:
        start = polite.end()
    found = []
    for ask, pattern in patterns.compiled:
        match = pattern.fullmatch(text, start)
        if match is None:
            continue
        slots: dict[str, Span] = {}
        for name in ("table", "other", "words"):
            if name in pattern.groupindex and match.group(name):
                first = text.count(" ", 0, match.start(name))
                last = first + match.group(name).count(" ")
                slots[name] = (kept[first][0], kept[last][0] + 1)
        said = match.group("type") if "type" in pattern.groupindex else ""
        found.append(Shape(ask, slots, patterns.types.get(said, ())))
    return found


@lru_cache(maxsize=1)
def meta_words() -> frozenset[str]:
    """Words for tables, columns, rows and joins as such: a schema that has one as a label may mean its own."""
    raw = _raw()["names"]
    listed = [raw[name] for name in ("TABLES", "TABLE", "COLUMNS", "COLUMN", "ROWS", "JOINS")]
    return frozenset(w for text in listed for phrase in text[3:-1].split("|") for w in phrase.split())


@lru_cache(maxsize=1)
def _raw() -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = tomllib.loads(
        (Path(__file__).parent / "questions.toml").read_text(encoding="utf-8")
    )
    return found


@lru_cache(maxsize=1)
def _patterns() -> _Patterns:
    raw = _raw()
    names = raw["names"]
    name = re.compile("|".join(sorted(names, key=len, reverse=True)))

    def spelt(pattern: str) -> str:
        while name.search(pattern):
            pattern = name.sub(lambda m: names[m.group()], pattern)
        return pattern.replace("what is ", "what (?:is )?")  # of "what's" the tokens keep "what"

    types = {words: tuple(kinds) for words, kinds in raw["types"].items()}
    slot = {k: rf"(?P<{k}>\S+(?: \S+){{0,5}}?)" for k in ("table", "other", "words")}
    slot["type"] = f"(?P<type>{'|'.join(sorted(types, key=len, reverse=True))})"
    compiled = tuple(
        (ask, re.compile(_SLOT.sub(lambda m: slot[m.group(1)], spelt(pattern))))
        for ask, listed in raw["ask"].items()
        for pattern in listed
    )
    polite = "|".join(sorted(raw["politeness"]["words"], key=len, reverse=True))
    quick = f"{spelt('TABLES|TABLE|COLUMNS|COLUMN|ROWS|JOINED|JOINS?|WHOLE')}|where|between|headers|schema|structure"
    more = "layout|key|keys|connects?|links?|relates?|refers?|references|points?|describe|explain|summari[sz]e|number"
    return _Patterns(
        compiled,
        types,
        re.compile(f"(?:(?:{polite}) )?"),
        re.compile(rf"\b(?:{quick}|{more}|information|together|get)\b"),
    )
