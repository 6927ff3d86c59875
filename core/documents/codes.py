"""What codes mean, as documents tell it: "B = bank transfer", a table of codes, a dictionary with a row for each value.

A pair of code and meaning counts only where the code is a value that the column holds, so prose is not taken for codes.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path

from core.documents.match import Found, called
from core.documents.mixed_codes import united
from core.model import Column, Table
from core.text.words import flat, normalise, words

MOST_VALUES = 60
"""A column with more different values is not taken to hold codes."""
LONGEST = 60
"""Characters of a meaning."""
_CODE = re.compile(r"[A-Z]{1,3}[0-9]{0,2}")
_YES = ("y", "yes", "true", "t", "1")
_NO = ("n", "no", "false", "f", "0")
_WORD = re.compile(r"[^\W\d_][\w.]*(?:[-/][\w.]+)*")
_SIGN = r"\s*(?:=>?|:|–|—|->|→|\s-\s|\bmeans\b|\bstands?\s+for\b|\bis\b|\bfor\b|\bif\b|\bwhere\b|\bwhen\b)\s*"
_OPENS = r"(?:^|[\s,;|(/\[])"
_QUOTES = "`'\"“”‘’*"
_LONGEST_MEANING = 1_000
"""Characters; what a code means is said in fewer."""
_LONGEST_TEXT = 20_000
"""Characters of a text in which codes are looked for: room for all that a column may have, with their meanings."""
_JOINTS = re.compile(r"(?:[\s,;|./(\[]|\b(?:and|or)\b)+$", re.IGNORECASE)
_IS = re.compile(r"^(?:is|are) (?=\S)")
_A_CODE = rf"[{_QUOTES}]?(?:[A-Z]{{1,4}}|\d{{1,3}})[{_QUOTES}]?"
_CODES_FOLLOW = re.compile(rf"(?:is|are)\s+{_A_CODE}\s+(?:for\s+|if\s+)?[a-z]")
"""`phase is PRI for primary`, `stat is C closed`."""
_CODES_BEHIND = re.compile(
    rf"(?:is|are|says?|tells?|holds?|gives?)\s[^.;:|]{{1,80}}:\s*{_A_CODE}(?:\s+[a-z]|\s*[=–—-]\s*[A-Za-z])"
)
"""`grade is that of the last inspection: 1 good, 2 poor`."""
_REMARK = re.compile(r"\s*(?:[;.(]\s|\.$|\s\|\s).*", re.DOTALL)
_OTHER = {
    True: re.compile(r",\s*(?:and\s+)?-?\d{1,3}(?:\s+[a-z]|\s*[=:–—]\s*[A-Za-z])"),
    False: re.compile(r",\s*(?:and\s+)?[A-Z]{1,3}(?:\s+[a-z]|\s*[=:–—]\s*[A-Za-z])"),
}
"""Where the next code begins in a list of them: of numbers a number, of letters capitals."""
_GENERAL = re.compile(_OPENS + r"([A-Z][A-Z0-9]{0,3}|\d{1,3})\s*(?:=|:|–|—|\s-\s)\s*(?=[A-Za-z])")


@dataclass(frozen=True, slots=True)
class Coded:
    """One value of a column (`table.column`), as it is stored, and what it means."""

    about: str
    value: str
    meaning: str
    passage: Found


def values_by_form(column: Column, texts: Iterable[str]) -> dict[str, str]:
    """Values of a column by how they are compared: as they are stored, but a real number as it is compared."""
    return {normalise(v): normalise(v) if column.type == "real" else v for v in texts}


@dataclass(slots=True)
class Held:
    """A column that may hold codes: the stored value of each normalised one."""

    column: Column
    values: dict[str, str]

    def stored(self, text: str) -> str | None:
        said = normalise(text.strip(_QUOTES + " "))
        if said in self.values:
            return self.values[said]
        for alike in (_YES, _NO) if self.column.type == "boolean" or self.values.keys() <= {*_YES, *_NO} else ():
            if said in alike:
                return next((self.values[v] for v in alike if v in self.values), None)
        return None


@dataclass(slots=True)
class _Reading:
    """What one document has said so far."""

    found: list[Coded] = field(default_factory=list)
    rows: dict[str, list[Coded]] = field(default_factory=lambda: defaultdict(list))
    """By column, what rows of tables say: taken when at least two agree that they are codes."""
    about: list[Held] = field(default_factory=list)
    """The columns spoken of last."""


def codes(passages: Sequence[Found], tables: Sequence[Table]) -> tuple[Coded, ...]:
    """Every value with a meaning, the first that is told of each; in the order of the documents. A document that is
    loaded as a table, too, tells of the other tables."""
    named = _Columns(tables)
    sources = {Path(t.source).name for t in tables}
    by_document: dict[str, list[Found]] = defaultdict(list)
    for p in passages:
        by_document[p.document].append(p)
    kept: dict[tuple[str, str], Coded] = {}
    for document, group in by_document.items():
        others = [t for t in tables if Path(t.source).name != document] if document in sources else []
        for coded in _of_document(group, _Columns(others) if others else named):
            kept.setdefault((coded.about, coded.value), coded)
    return tuple(kept.values())


def decoded(tables: Sequence[Table], found: Sequence[Coded]) -> tuple[Table, ...]:
    """The tables, their columns with what their values mean; what was known of other columns stays."""
    by_column: dict[str, list[Coded]] = defaultdict(list)
    for coded in found:
        by_column[coded.about].append(coded)
    return tuple(
        replace(t, columns=tuple(_with_codes(c, by_column[c.id]) if c.id in by_column else c for c in t.columns))
        if any(c.id in by_column for c in t.columns)
        else t
        for t in tables
    )


def _with_codes(column: Column, found: Sequence[Coded]) -> Column:
    coded = replace(
        column,
        codes=tuple((c.value, c.meaning) for c in found),
        code_sources=tuple((c.value, c.passage.source) for c in found),
    )
    return united(coded)


def _of_document(passages: Sequence[Found], named: _Columns) -> Iterator[Coded]:
    said = _Reading()
    place = None
    for p in passages:
        if p.place != place and not (p.cells and p.place.startswith("row ")):
            place, said.about = p.place, named.called(p.place, p)
        if p.cells:
            _row(p, named, said)
        else:
            _text(p, named, said)
    yield from said.found
    for rows in said.rows.values():
        if len({c.value for c in rows}) > 1 and len({c.meaning for c in rows}) > 1 and not _sorted_by(rows):
            yield from rows


def _sorted_by(rows: Sequence[Coded]) -> bool:
    """What stands beside names is the kind that many of them are of (`Otago Region`, `SI`), and no meaning."""
    longer = sum(len(c.value) > len(c.meaning) for c in rows)
    return 2 * longer > len(rows) and 2 * len({c.meaning for c in rows}) <= len({c.value for c in rows})


def _row(p: Found, named: _Columns, said: _Reading) -> None:
    """A row of a table: a column, a value and its meaning; or the codes in one cell; or a value and its meaning."""
    called_by = [named.called(cell, p) for cell in p.cells]
    at = next((i for i, about in enumerate(called_by) if about), None)
    if sum(map(bool, called_by)) > 1 and not any(
        held.stored(cell) is not None for held in called_by[at or 0] for i, cell in enumerate(p.cells) if i != at
    ):
        return  # an excerpt of a table, with its header; but `att,ATT,Attended` and `st,BK,Booked` tell of codes
    listed = not p.place.startswith("row ")
    about = named.called(p.cells[at], p) if at is not None else said.about if listed else []
    rest = [c for i, c in enumerate(p.cells) if i != at and c and not named.table(c)]
    for held in about:
        value = next(((i, v) for i, c in enumerate(rest) if (v := held.stored(c)) is not None), None)
        meanings = [c for i, c in enumerate(rest) if value and i != value[0] and any(x.isalpha() for x in c)]
        if value and meanings:
            meaning = max(meanings, key=len) if len(meanings[0]) < len(value[1]) else meanings[0]
            if _CODE.fullmatch(meaning) and len(meaning) < len(value[1]):
                continue  # the code of what the column says in full
            said.rows[held.column.id].append(Coded(held.column.id, value[1], plain(meaning), p))
        for cell in rest if value is None else ():
            said.found += [Coded(held.column.id, v, m, p) for v, m in pairs(cell, held)]
    if at is not None:
        said.about = about


def _text(p: Found, named: _Columns, said: _Reading) -> None:
    """A paragraph: the codes behind each column's name; those before the first belong to the column spoken of last."""
    parts = list(named.mentioned(p))
    starts = [*(start for start, _, _ in parts), len(p.text)]
    pieces = [(said.about, p.text[: starts[0]])]
    pieces += [(about, p.text[end:until]) for (_, end, about), until in zip(parts, starts[1:], strict=True)]
    for about, text in pieces:
        here = [Coded(h.column.id, v, m, p) for h in about for v, m in pairs(text, h)]
        if not here and (held := named.holding(text, p)):
            here = [Coded(held.column.id, v, m, p) for v, m in pairs(text, held)]
        said.found += here
    if parts:
        said.about = parts[-1][2]


@lru_cache(maxsize=1_024)
def _patterns(codes_: tuple[str, ...]) -> tuple[re.Pattern[str], ...]:
    """What tells that a meaning follows one of these codes: a sign, nothing but a word, or brackets; or
    that it stands before them."""
    quoted = f"[{_QUOTES}]?({'|'.join(map(re.escape, codes_))})[{_QUOTES}]?"
    bodies = (
        _OPENS + quoted + _SIGN,
        r"(?:^|[,;|(:]\s*)" + quoted + r"\s+(?=[a-z])",
        quoted + r"\s*[(\[]\s*([A-Za-z][^()\[\]]{1,60})[)\]]",
        r"([A-Za-z][\w' -]{1,40}?)\s*[(\[]" + quoted + r"[)\]]",
    )
    return tuple(re.compile(body, re.IGNORECASE) for body in bodies)


def pairs(text: str, held: Held) -> list[tuple[str, str]]:
    """The stored values that a text gives meanings to: "B = bank transfer, C: cash", "cash (C)", "D dry, R rain"."""
    known = {*held.values, *(_YES + _NO if held.column.type == "boolean" else ())} - {""}
    if not known:
        return []
    # Of blanks that stand together the patterns would try every number at every one of them.
    text = _IS.sub("", " ".join(text[:_LONGEST_TEXT].split()))
    with_sign, alone, in_brackets, behind = _patterns(tuple(sorted(known, key=lambda v: (-len(v), v))))
    signed = list(with_sign.finditer(text))
    bare = list(alone.finditer(text))
    starts = signed or (bare if len(bare) > 1 else [])
    found = []
    for m, after in zip(starts, [*(s.start() for s in starts[1:]), len(text)], strict=False):
        other = _OTHER[m[1].isdigit()].search(text, m.end(), after)  # a code that the column does not hold
        value, meaning = held.stored(m[1]), plain(text[m.end() : other.start() if other else after])
        if value is not None and any(c.isalpha() for c in meaning):
            found.append((value, meaning))
    if not found:
        matches = in_brackets.finditer(text)
        found = [
            (v, plain(m[2])) for m in matches if _stands_alone(text, m.start()) and (v := held.stored(m[1])) is not None
        ]
        found = found if len(found) > 1 else []
    if not found:
        for m in behind.finditer(text):
            if (value := held.stored(m[2])) is not None:
                found.append((value, plain(re.sub(r"^(?:(?:and|or|is|are|by|either|means)\s+)+", "", m[1]))))
        found = found if len(found) > 1 else []
    return found


def _stands_alone(text: str, at: int) -> bool:
    """No word goes on to the left of a place."""
    return at == 0 or not text[at - 1].isalnum()


def plain(meaning: str) -> str:
    """Without what follows a stop or a bracket, and the joints before the next pair."""
    text = _JOINTS.sub("", _REMARK.sub("", _JOINTS.sub("", " ".join(meaning.split())[:_LONGEST_MEANING]))).strip(
        _QUOTES + " "
    )
    for opens, closes in ("()", "[]"):
        while text.endswith(closes) and text.count(closes) > text.count(opens):
            text = text[:-1].rstrip(_QUOTES + " ")
    return text.lstrip(")] ")[:LONGEST].rstrip()


class _Columns:
    """The columns that may hold codes, by their labels, and the tables."""

    def __init__(self, tables: Sequence[Table]) -> None:
        self.tables: Mapping[str, str] = {flat(said): name for name, said in called(tables).items()} | {
            flat(spelt): t.name for t in tables for spelt in (t.name, f"{t.name}.csv", t.label, f"{t.label}.csv")
        }
        self.by_label: dict[str, list[Held]] = defaultdict(list)
        self.by_values: dict[frozenset[str], list[Held]] = defaultdict(list)
        self._inside: tuple[Found, frozenset[str]] | None = None
        """Of the passage asked for last: the tables that it names."""
        for t in tables:
            for c in t.columns:
                if not 0 < c.profile.distinct <= MOST_VALUES or c.type not in ("text", "integer", "boolean"):
                    continue
                held = Held(c, {normalise(v): v for v, _ in c.profile.common})
                self.by_values[frozenset(held.values)].append(held)
                for spelling in {flat(c.label), flat(c.name)} - {""}:
                    self.by_label[spelling].append(held)

    def table(self, text: str) -> str:
        return self.tables.get(flat(text), "")

    def called(self, text: str, p: Found) -> list[Held]:
        """The columns that a text names and nothing else, of the table that the passage names if it names one."""
        table, _, column = text.strip(_QUOTES + " :").rpartition(".")
        found = self.by_label.get(flat(column if table else text), [])
        if not found:
            return []
        inside = self._named_by(p) | {self.table(table)}
        return [h for h in found if h.column.table in inside] or found

    def _named_by(self, p: Found) -> frozenset[str]:
        """The tables that a passage names in its cells and its heading; asked for each of its words."""
        if self._inside is None or self._inside[0] is not p:
            said = (p.place, *p.cells, *_WORD.findall(p.place))
            self._inside = (p, frozenset(filter(None, map(self.table, said))))
        return self._inside[1]

    def mentioned(self, p: Found) -> Iterator[tuple[int, int, list[Held]]]:
        """Where columns are named (start, end, columns): by an everyday word only where a definition may begin."""
        spans = [(m.start(), m.end()) for m in _WORD.finditer(p.text)]
        past = 0
        for i, (start, _) in enumerate(spans):
            if start < past:
                continue
            for _, end in reversed(spans[i : i + 4]):
                said = p.text[start:end]
                if ". " in said:
                    continue  # the end of a sentence, and the beginning of another
                if not (about := self.called(said, p)) or not (_odd(said) or _opens(p.text, start, end)):
                    continue
                yield start, end, about
                past = end
                break

    def holding(self, text: str, p: Found) -> Held | None:
        """The one column that holds just the codes a text tells of; numbers need a word of its label besides."""
        codes = frozenset(normalise(c) for c in _GENERAL.findall(text))
        alike = self.by_values.get(codes, []) if len(codes) > 1 else []
        if not alike:
            return None
        spoken = set(words(f"{p.place} {text}"))
        near = [h for h in alike if spoken & {w for w in words(h.column.label) if len(w) > 2}] or [
            h for h in alike if h.column.type == "text"
        ]
        return near[0] if len(near) == 1 else None


def _odd(said: str) -> bool:
    """Not a word of everyday language: `pay_mthd`, `PayMethod`, `q2`."""
    return "_" in said or "." in said or any(c.isdigit() for c in said) or len(words(said)) > len(said.split())


def _opens(text: str, start: int, end: int) -> bool:
    """Where a definition may begin: alone on its line, at the start, in quotes, before a sign or a code, or in brackets
    at the end of a heading."""
    before, after = text[:start].rstrip(), text[end:].lstrip()
    if not before and after.rstrip(" :") == "":
        return True
    if before[-1:] == "(" and after.rstrip(" :") == ")":
        return True
    starts = not before or before[-1] in ".;|"
    if _CODES_FOLLOW.match(after) or (starts and _CODES_BEHIND.match(after)):
        return True
    quoted = before[-1:] in tuple(_QUOTES) and after[:1] in tuple(_QUOTES)
    return quoted or (starts and after[:1] in tuple(":=(–—-"))
