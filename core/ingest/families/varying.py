"""What varies between the files of a family: a year, a day, a state…, where it stands, and what to call it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from core.ingest.families.forms import Form
from core.ingest.families.groups import (
    LEAST_WORDS,
    middles,
    start_of,
    varying_cell,
    year_of,
)
from core.ingest.families.place_names import kind_of_places
from core.ingest.families.year_names import called_by_year, fullest
from core.ingest.name_parts import (
    TYPED,
    Kind,
    Piece,
    pieces,
    settled_days,
    settled_spans,
    short_spans,
)
from core.text.words import singular, words

Where = Literal["file name", "folder", "title", "header"]

_NAMES: Mapping[Kind, str] = {
    "date": "date",
    "span": "year",
    "month of year": "month",
    "quarter of year": "quarter",
    "year": "year",
    "month": "month",
    "quarter": "quarter",
    "season": "season",
}
_FINE: tuple[Kind, ...] = ("date", "month of year", "quarter of year", "span", "year", "month", "quarter", "season")
"""Finest first: what says most goes before."""
_SPORT = frozenset("team match game season goal home away club league round ft ht score player division".split())
_NO_NOUN = frozenset(
    "data file files csv table tables sheet part the of by in for and no nr vol v export report".split()
)
_KEEPING = frozenset("uploads upload downloads tmp temp raw input output clean processed desktop documents".split())
"""Folders called by what is done with files, not by what these are."""
_COUNTED = frozenset("table tab figure chart sheet page".split())
"""What is numbered as it comes."""
_LONGEST = 60
"""Characters of a value taken from a header or title."""


@dataclass(frozen=True, slots=True)
class Varying:
    """One thing that varies: its column's label and each file's value ("" where a file has none)."""

    label: str
    where: Where
    values: tuple[str, ...]
    """In the order of the family's forms."""
    fine: int = 0
    """How well it tells: lower goes before."""


def varying(forms: Sequence[Form]) -> list[Varying]:
    """What tells the forms apart, most telling first; what follows from those before is left out.

    Where nothing does, or two files still have the same, the files' own names are taken as well.
    """
    found = sorted(_candidates(forms), key=lambda v: (v.fine, -len(set(v.values))))
    kept: list[Varying] = []
    for one in found:
        if len(set(one.values)) > 1 and not _follows(one, kept):
            kept.append(one)
    if not kept or len(set(zip(*(v.values for v in kept), strict=True))) < len(forms):
        kept.append(Varying("file", "file name", tuple("/".join(f.own) for f in forms)))
    return _distinct_labels(kept)


def _follows(one: Varying, kept: Sequence[Varying]) -> bool:
    """Each combination of what is kept has a single value of this."""
    if not kept:
        return False
    seen: dict[tuple[str, ...], str] = {}
    before = zip(*(v.values for v in kept), strict=True)
    return all(seen.setdefault(key, value) == value for key, value in zip(before, one.values, strict=True))


def _distinct_labels(found: Sequence[Varying]) -> list[Varying]:
    taken: set[str] = set()
    out = []
    for one in found:
        label, n = one.label, 1
        while label.casefold() in taken:
            n += 1
            label = f"{one.label} {n}"
        taken.add(label.casefold())
        out.append(replace(one, label=label))
    return out


def _candidates(forms: Sequence[Form]) -> Iterator[Varying]:
    inside = [f.inside for f in forms]
    folders = _below(forms)
    yield from _in_pieces(forms, inside, "file name")
    yield from _in_pieces(forms, folders, "folder")
    yield from _in_titles(forms)
    place = varying_cell(forms)
    if place is not None and len(forms) >= LEAST_WORDS:
        yield Varying("series", "header", tuple(_shortened([f.columns[place].label for f in forms])), 20)


def _below(forms: Sequence[Form]) -> list[tuple[Piece, ...]]:
    """The pieces of the folders below the one that all lie in."""
    same = 0
    while all(len(f.folders) > same for f in forms) and len({f.folders[same] for f in forms}) == 1:
        same += 1
    return [pieces(f.folders[same:]) for f in forms]


def _in_pieces(forms: Sequence[Form], named: Sequence[tuple[Piece, ...]], where: Where) -> Iterator[Varying]:
    """What varies in names of one pattern, place by place; and in names that differ in a run of words."""
    folder = _noun_of_folder(forms) if where == "file name" else ""
    patterns = {tuple("" if p.kind == "word" else p.mark for p in n) for n in named}
    if len(patterns) == 1:
        words_before = where == "file name"
        worded = all(m for m in middles([[p.value for p in n if p.kind == "word"] for n in named]))
        for at in range(len(named[0])):
            column = [n[at] for n in named]
            counts = at and column[0].kind == "number" and named[0][at - 1].value in _COUNTED
            if counts and worded:
                continue  # `Table 2: Two bedrooms` is told by its words
            if len({p.value for p in column}) > 1 and column[0].kind != "word":
                yield _typed(forms, named, at, where, noun=words_before)
        if len({tuple(p.value for p in n if p.kind == "word") for n in named}) > 1:
            yield from _worded(named, where, folder)
    elif where == "file name" and (numbered := _numbered(forms, named)):
        yield numbered
    elif where == "file name" and (times := _of_one_kind(named)):
        yield from (_typed(forms, time, 0, where, noun=False) for time in times)
    elif where == "file name" and (begun := _begun(forms)):
        yield begun
    else:
        yield from _worded(named, where, folder)


def _numbered(forms: Sequence[Form], named: Sequence[tuple[Piece, ...]]) -> Varying | None:
    """`report`, `report (1)`, `report (2)`: a running number that the first file lacks."""
    short, long = sorted({len(n) for n in named})[:1], max(len(n) for n in named)
    if short[0] != long - 1 or any(len(n) == long and n[-1].kind != "number" for n in named):
        return None
    values = tuple(n[-1].value if len(n) == long else "" for n in named)
    return Varying("number", "file name", values, 40)


def _of_one_kind(named: Sequence[tuple[Piece, ...]]) -> list[list[tuple[Piece, ...]]]:
    """The years, seasons… of names that each have one such piece, wherever it stands, and not the same one. (A sheet
    may say its file's again.)"""
    found = []
    for kind in _FINE:
        time = [tuple({p.value: p for p in n if p.kind == kind}.values()) for n in named]
        if all(len(t) == 1 for t in time) and len({t[0].value for t in time}) > 1:
            found.append(time)
    return found


def _begun(forms: Sequence[Form]) -> Varying | None:
    """`visits 25`, `visits 26 (to May)`: the number behind the words that all begin with; a year where one name has it
    in full beside (`visits 25`, sheet `Log 2025`)."""
    starts = [start_of(f) for f in forms]
    if not all(starts) or len({s[0] for s in starts if s}) > 1:
        return None
    values = tuple(s[1].value for s in starts if s)
    full = {v: year_of(f) for v, f in zip(values, forms, strict=True) if year_of(f)}
    if full and all(len(v) in (2, 4) and y.endswith(v) for v, y in full.items()):
        century = next(iter(full.values()))[:2]
        return Varying(
            "year", "file name", tuple(v if len(v) == 4 else century + v for v in values), _FINE.index("year")
        )
    if all(len(v) == 2 and _dated(f, f"20{v}") for v, f in zip(values, forms, strict=True)):
        return Varying("year", "file name", tuple(f"20{v}" for v in values), _FINE.index("year"))
    return Varying("number", "file name", values, 40)


def _dated(form: Form, year: str) -> bool:
    """Most of the days that a column shows are of this year."""
    shown = [c.values for c in form.columns if c.kind == "date" and c.values]
    return any(2 * sum(year in v for v in values) > len(values) for values in shown)


def _typed(forms: Sequence[Form], named: Sequence[tuple[Piece, ...]], at: int, where: Where, *, noun: bool) -> Varying:
    column = [n[at] for n in named]
    values = [p.value for p in column]
    kinds = {p.kind for p in column}
    kind = column[0].kind
    if kinds == {"span", "month of year"}:
        kind, values = ("month of year", settled_spans(values) or values)
    if kind == "date":
        days = settled_days(values)
        values = days or [p.text for p in column]
    if kind == "year" and (spans := short_spans(values)):
        kind, values = "span", spans
    if kind in _NAMES:
        label = _NAMES[kind]
        if kind == "span" and _is_sport(forms):
            label = "season"
        if kind == "month of year":
            values = [f"{v}-01" if len(v) == 7 else v for v in values]
        return Varying(label, where, tuple(values), _FINE.index(kind))
    beside = _noun_beside(named[0], at) if noun else ""
    return Varying(beside or "number", where, tuple(values), 25 if beside else 40)


def _is_sport(forms: Sequence[Form]) -> bool:
    return len({w for c in forms[0].columns for w in words(c.label)} & _SPORT) >= 2


def _noun_beside(named: Sequence[Piece], at: int) -> str:
    """The word behind a number (`79_congress`), else the one before it (`eng.1`)."""
    for near in (at + 1, at - 1):
        if 0 <= near < len(named) and named[near].kind == "word" and named[near].value not in _NO_NOUN:
            if near < at and any(p.kind != "word" for p in named[at + 1 :]):
                continue
            return named[near].value
    return ""


def _worded(named: Sequence[tuple[Piece, ...]], where: Where, folder: str = "") -> Iterator[Varying]:
    """A run of words in the same place of every name; `folder` is what the folder's name says they are."""
    said = [[p.value for p in n if p.kind == "word"] for n in named]
    middle = middles(said)
    if any(not m for m in middle) or len(set(middle)) < 2:
        return
    values = tuple(_as_written(n, m) for n, m in zip(named, middle, strict=True))
    label = kind_of_places(values) or _noun_of(said[0], middle[0]) or (folder if len(said[0]) == len(middle[0]) else "")
    yield Varying(label or ("kind" if where != "folder" else "folder"), where, values, 10 if label else 30)


def _noun_of(said: Sequence[str], middle: Sequence[str]) -> str:
    """The word behind `by`: `sales_by_region_north` is told by its region."""
    head = said[: len(said) - len(middle)]
    for at, word in enumerate(head[:-1]):
        if word == "by" and list(said[: at + 2]) == list(head[: at + 2]):
            return singular(head[at + 1])
    return ""


def _noun_of_folder(forms: Sequence[Form]) -> str:
    """`stations/oslo.csv`: the folder's last word in the singular, where it is a plural."""
    folders = {f.folders[-1:] for f in forms}
    said = list(words(next(iter(folders))[0])) if len(folders) == 1 and forms[0].folders else []
    last = said[-1] if said else ""
    return singular(last) if last and last not in _NO_NOUN and singular(last) != last else ""


def _as_written(named: Sequence[Piece], middle: Sequence[str]) -> str:
    """The run of words in the files' own spelling."""
    spelt = [p for p in named if p.kind == "word"]
    for at in range(len(spelt) - len(middle) + 1):
        if tuple(p.value for p in spelt[at : at + len(middle)]) == tuple(middle):
            return " ".join(p.text for p in spelt[at : at + len(middle)])
    return " ".join(middle)


def _in_titles(forms: Sequence[Form]) -> Iterator[Varying]:
    """The year, day… that each title has; else what one title has in place of the others' words."""
    if not all(f.titles for f in forms):
        return
    titled = [f.titled for f in forms]
    # A title says first what it is about; the day on which it was made comes after.
    for kind in dict.fromkeys(p.kind for p in titled[0] if p.kind in TYPED):
        first = [[p for p in t if p.kind == kind] for t in titled]
        if all(first) and len({p[0].value for p in first}) > 1:
            yield replace(_typed(forms, [(p[0],) for p in first], 0, "title", noun=False), fine=_FINE.index(kind) + 8)
            return
    if any(p.kind in TYPED for p in titled[0]):
        return
    for found in _worded(titled, "title"):
        if max(map(len, found.values)) <= _LONGEST:
            yield replace(found, fine=22)


def _shortened(labels: Sequence[str]) -> list[str]:
    """Header cells without what all of them begin or end with."""
    head, tail = _shared(labels), _shared([x[::-1] for x in labels])[::-1]
    head = head[: _word_end(head)]
    tail = tail[len(tail) - _word_end(tail[::-1]) :]
    cut = [x[len(head) : len(x) - len(tail) if tail else None].strip() for x in labels]
    return cut if all(cut) else list(labels)


def _shared(texts: Sequence[str]) -> str:
    short = min(texts, key=len)
    size = next((i for i, c in enumerate(short) if any(t[i] != c for t in texts)), len(short))
    return short[:size]


def _word_end(text: str) -> int:
    """Where the last whole word of a shared beginning ends."""
    return max((i + 1 for i, c in enumerate(text) if not (c.isalnum() or c in "'’")), default=0)


def common_label(forms: Sequence[Form]) -> str:
    """What the files' names share, as written; else the folder they lie in; else what their titles share."""
    numbers = set.intersection(*({p.value for p in f.inside if p.kind == "number"} for f in forms))
    named = [[p for p in f.inside if p.kind == "word" or (p.kind == "number" and p.value in numbers)] for f in forms]
    middle = middles([[p.value for p in n] for n in named])
    size = len(middle[0])
    head = next(
        (k for k, p in enumerate(named[0]) if any(k >= len(n) or n[k].value != p.value for n in named)), len(named[0])
    )
    shared = named[0] if not size else [*named[0][:head], *named[0][head + size :]]
    text = _spelt(forms[0], shared)
    # The noun of what varies (`79_congress`) does not say what the rows are.
    nouns = {w for v in varying(forms) for w in words(v.label)}
    if any(len(p.value) > 2 and p.value not in _NO_NOUN and p.value not in nouns for p in shared):
        return text
    if whole := _in_full(forms):
        return whole
    folders = {f.folders for f in forms}
    for depth in range(min(map(len, folders)) - 1, -1, -1):
        level = {path[depth] for path in folders}
        if len(level) == 1 and len({path[:depth] for path in folders}) == 1:
            last = next(iter(level))
            telling = [p.value for p in pieces((last,)) if p.value not in _NO_NOUN | _KEEPING]
            if telling and all(p.kind == "word" for p in pieces((last,))):
                said = any(p.value not in _NO_NOUN for p in shared)
                return f"{last}/{text}" if said and text.casefold() not in last.casefold() else last
            break
    return text or f"files by {varying(forms)[0].label}"


def _in_full(forms: Sequence[Form]) -> str:
    """The name that says most, where all are called alike but for their years: `work_orders_2023`, `WO 2022`."""
    cores = [called[0] if (called := called_by_year(f)) else () for f in forms]
    at = fullest(cores)
    if at < 0:
        return ""
    return _spelt(forms[at], [p for p in forms[at].inside if p.kind == "word"][: len(cores[at])])


def _spelt(form: Form, shared: Sequence[Piece]) -> str:
    """Words as one name of the family has them, with what stands between them."""
    name = "/".join(form.own)
    if not shared:
        return ""
    begin, at = -1, 0
    out = ""
    for piece in shared:
        found = name.find(piece.text, at)
        if found < 0:
            return " ".join(p.text for p in shared)
        between = name[at:found] if begin >= 0 else ""
        out += (between if not any(c.isalnum() for c in between) else " ") + piece.text
        begin, at = found, found + len(piece.text)
    return out
