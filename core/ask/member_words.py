"""Words that name a file of a family: "in the season 2019/20", "on 04-12-2020", "the 116th congress".

What varies between the files is a column; a question may say its value as people write it, or as the file is called.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence

from core.ask.state import Link
from core.ask.tokens import Token, stem
from core.ingest.families.place_names import kind_of_places, places_among
from core.model import NUMERIC, Table
from core.text.words import words

_LONGEST = 6
_SHARED = 0.6
"""The share of a table's labels that a family has too, where the table is taken for an extract of it."""
_YEAR = re.compile(r"\d{4}")
_SPAN = re.compile(r"(\d{4})-(\d\d)")
_PREFIX = re.compile(r".*?\s[:–/-]\s")
"""What values begin with, up to the sign that parts it from the rest."""
_ORDINAL = re.compile(r"(\d+)(?:st|nd|rd|th)")


class MemberWords:
    """The links by which the words of a question lead to files of families."""

    def __init__(self, tables: Sequence[Table]) -> None:
        self._names: dict[str, dict[str, Link]] = defaultdict(dict)
        """By a name run together."""
        self._numbers: dict[tuple[str, str], dict[str, Link]] = defaultdict(dict)
        """By the stem of a column's label and a number."""
        self._years: dict[str, set[str]] = defaultdict(set)
        """By a year, the families that have a file of it."""
        self._varying: dict[str, set[tuple[str, str]]] = defaultdict(set)
        """By the stem of what varies, the families with the column."""
        self._tables = tables
        for table in tables:
            if table.family is not None:
                self._add(table)
        self._places: dict[str, list[tuple[str, str]]] = defaultdict(list)
        for table in (t for t in tables if t.published):
            for worded in (c for c in table.columns if c.type == "text"):
                said = [v for v, _ in worded.profile.common]
                self._add_tails(table.name, worded.name, said)
                kind = kind_of_places(places_among(said))
                if kind and not any(stem(kind) in map(stem, words(c.label)) for c in table.columns):
                    self._places[stem(kind)].append((table.name, worded.name))
        self.extracts = frozenset(_extracts(tables))
        """Tables that hold again what a family holds: merged files, parts of it."""

    def _add(self, table: Table) -> None:
        family = table.family
        columns = [table.column(name) for name in family.varies] if family else []
        for label, name in ((c.label, c.name) for c in columns if c):
            self._varying[stem(words(label)[-1])].add((table.name, name))
        for member in family.members if family else ():
            for column, value in zip(columns, member.values, strict=False):
                if column is None or not value:
                    continue
                link = Link("value", table.name, column.name, value, 1.0, "member")
                if _YEAR.fullmatch(value):
                    self._years[value].add(table.name)
                if column.type in NUMERIC and not _YEAR.fullmatch(value):
                    self._numbers[stem(words(column.label)[-1]), value][link.id] = link
                for name in _spelt(value):
                    if not name.isdigit() or len(name) > 4:
                        self._names[name][link.id] = link
            own = "".join(words(member.label.rpartition("/")[2]))
            named = [n for n, place in enumerate(family.places if family else ()) if place == "file name"]
            column = columns[named[0]] if len(named) == 1 else None
            if column is not None and not (own.isdigit() and len(own) <= 4):
                link = Link("value", table.name, column.name, member.values[named[0]], 1.0, "member")
                self._names[own][link.id] = link

    def _add_tails(self, table: str, column: str, said: Sequence[str]) -> None:
        """What is left of values that all begin alike, as `Norland : coal` and `Norland : wind`, by itself."""
        hit = _PREFIX.match(min(said)) if len(said) > 1 else None
        prefix = hit[0] if hit and all(value.startswith(hit[0]) for value in said) else ""
        for value in said if prefix else ():
            name = "".join(words(value[len(prefix) :]))
            if len(name) > 2:
                link = Link("value", table, column, value, 1.0, "member")
                self._names[name][link.id] = link

    def has_year(self, text: str) -> bool:
        """Some family has a file of that year."""
        return text in self._years

    def of_years(self, tokens: Sequence[Token]) -> str:
        """The one family that has a file of every year said; "" if no year is said, or several have."""
        said = [self._years.get(t.text, set()) for t in tokens if t.number is not None]
        both = set.intersection(*said) if said else set()
        return next(iter(both)) if len(both) == 1 else ""

    def places(self, word: str) -> Collection[tuple[str, str]]:
        """(table, column) that hold places of that kind: country, state, province."""
        return self._places.get(word, ())

    def only_name(self) -> tuple[str, str] | None:
        """(table, column) of the only words that the only table's rows are told apart by; None where there are more."""
        loaded = [t for t in self._tables if not t.derived_from]
        named = [(t.name, c.name) for t in loaded for c in t.columns if c.type == "text"]
        return named[0] if len(loaded) == 1 and len(named) == 1 else None

    def varies(self, word: str) -> Collection[tuple[str, str]]:
        """(table, column) of the families between whose files that varies: there the word names the column and not the
        table."""
        return self._varying.get(word, ())

    def links(self, tokens: Sequence[Token]) -> Iterator[tuple[int, int, Link]]:
        """Spans of tokens with what they name."""
        for start in range(len(tokens)):
            flat = ""
            for end in range(start + 1, min(len(tokens), start + _LONGEST) + 1):
                if tokens[end - 1].kind in ("punct", "quoted") and tokens[end - 1].text not in "-/.":
                    break
                flat += "".join(words(tokens[end - 1].text))
                for link in self._names.get(flat, {}).values():
                    yield start, end, link
        for i in range(len(tokens) - 1):
            one, two = tokens[i], tokens[i + 1]
            for number, noun in ((one, two), (two, one)):
                said = _ORDINAL.fullmatch(number.lower)
                digits = said[1] if said else number.text if number.kind == "number" else ""
                for link in self._numbers.get((noun.stem, digits), {}).values():
                    yield i, i + 2, link


def _extracts(tables: Sequence[Table]) -> Iterator[str]:
    families = [frozenset("".join(words(c.label)) for c in t.columns) for t in tables if t.family]
    for table in tables:
        own = frozenset("".join(words(c.label)) for c in table.columns)
        if table.family is None and any(len(own & f) >= max(2, _SHARED * len(own)) for f in families):
            yield table.name


def _spelt(value: str) -> Iterator[str]:
    """A value's spellings, run together."""
    yield "".join(words(value))
    if span := _SPAN.fullmatch(value):
        yield f"{span[1]}{int(span[1]) // 100 + (int(span[2]) < int(span[1]) % 100)}{span[2]}"
