"""Lists of codes in texts, whatever stands above them: a line for each code (`C0 = control`), or all on one line.

A list is known by its codes as a whole, as those of a code book are (`core.documents.code_lists`): the heading may be
in people's words (`Treatments` for `trt`). Where the lines alone tell as much, what they tell holds.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from core.documents.bare_lists import bare_lists, heading_list
from core.documents.code_lists import list_of
from core.documents.codes import Coded, codes, plain
from core.documents.match import Found, called
from core.model import Column, Table
from core.text.words import normalise, singular, words

_SIGN = r"(?:\s*(?:=>?|:|–|—|->|→)|\s+-)\s+"
_ITEM = re.compile(rf"[`\"'“*_]*(?P<code>[^:=;–—→]{{1,40}}?)[`\"'”*_]*{_SIGN}(?P<meaning>\S.*)", re.DOTALL)
_TITLED = re.compile(r"(?P<title>[^:=;]{1,80}?)\s*:\s+(?=[^:;]{1,40}=)")
_PARTED = (re.compile(r"\s*;\s+"), re.compile(r"\s*,\s+(?=[^,;=]{1,20}=)"))
"""Between the codes on one line: semicolons, else commas before the next code and its sign."""
_CODE = re.compile(r"\S{1,4}|[A-Z0-9_./+-]{1,12}|\S*[\d_]\S*")
"""What is a code and no word of every day, which a heading must name the column of."""
_MOST_WORDS = 14
"""Of the line above a list."""


@dataclass(frozen=True, slots=True)
class _Item:
    code: str
    meaning: str
    passage: Found


def codes_told(passages: Sequence[Found], tables: Sequence[Table]) -> tuple[Coded, ...]:
    """Every value with a meaning that these documents tell, line by line and by whole lists."""
    by_line = codes(passages, tables)
    taken: dict[tuple[str, str], Coded] = {}
    by_document: dict[str, list[Found]] = defaultdict(list)
    for p in passages:
        by_document[p.document].append(p)
    dropped: set[tuple[str, Found]] = set()
    for document, group in by_document.items():
        others = [t for t in tables if Path(t.source).name != document]
        for coded in _of_lists(list(_lists(group)), others):
            where, own = {c.passage for c in coded}, {c.about for c in coded}
            read = Counter(c.about for c in by_line if c.passage in where)
            if len(coded) > max(read.values(), default=0):
                dropped |= {(about, p) for about in read for p in where}
            elif len(coded) < max((n for about, n in read.items() if about in own), default=0):
                continue  # the lines tell more
            taken |= {(c.about, c.value): c for c in coded}
    for c in by_line:
        if (c.about, c.passage) not in dropped:
            taken.setdefault((c.about, c.value), c)
    return tuple(taken.values())


def _lists(passages: Sequence[Found]) -> Iterator[tuple[str, list[_Item]]]:
    """The lists of a document, each with what stands above it. An empty line ends one, unless all are apart."""
    run: list[_Item] = []
    gaps: set[int] = set()
    above, place, last = "", "", 0
    for p in passages:
        whole = _one_line(p)
        bare = list(bare_lists(p))
        if whole and len(whole[1]) <= max((len(one.items) for one in bare), default=0):
            whole = None  # a sign of another kind, behind the list
        if whole:  # `st C = open, X = closed. res P pass / F fail`: another list stands behind it
            told = {item.code for item in whole[1]}
            bare = [one for one in bare if one.head and told.isdisjoint(code for code, _ in one.items)]
        item = None if whole or bare else _item(p)
        gap = p.line - last if last and p.line else 0
        if run and (item is None or run[0].passage.place != p.place or (gaps and gap not in gaps)):
            yield above, run
            run = []
        if whole:
            yield whole
        if p.place != place and (titled := heading_list(place := p.place)):
            bare.append(titled)
        for one in bare:
            yield f"{p.place} {one.head}".strip(), [_Item(code, meaning, p) for code, meaning in one.items]
        if item is None:
            above = p.text if len(p.text.split()) <= _MOST_WORDS else ""
        elif run:
            run.append(item)
            gaps.add(gap)
        else:
            run, gaps = [item], set()
            above = f"{p.place} {above}".strip()
        last = p.line + len(p.breaks) if p.line else 0
    if run:
        yield above, run


def _item(p: Found) -> _Item | None:
    if p.cells:
        return _Item(p.cells[0], p.cells[1], p) if len(p.cells) == 2 and not p.place.startswith("row ") else None
    found = _ITEM.fullmatch(p.text)
    return _Item(found["code"].strip(), found["meaning"], p) if found else None


def _one_line(p: Found) -> tuple[str, list[_Item]] | None:
    """The list that one paragraph is: `Treatments: C0 = control; N1 = nitrogen`."""
    titled = _TITLED.match(p.text) if not p.cells else None
    title, text = (titled["title"], p.text[titled.end() :]) if titled else ("", p.text)
    for between in _PARTED if not p.cells else ():
        found = [_ITEM.fullmatch(part) for part in between.split(text)]
        items = [_Item(m["code"].strip(), m["meaning"], p) for m in found if m]
        if len(items) == len(found) > 1:
            return f"{p.place} {title}".strip(), items
    return None


def _of_lists(lists: Sequence[tuple[str, list[_Item]]], tables: Sequence[Table]) -> Iterator[list[Coded]]:
    """What each list says of the columns that hold its codes: those that its heading names, else one, or several of one
    label, and only of codes."""
    held = {
        f"{above} {n}": {normalise(i.code): (at, (above, i.code, i.meaning)) for at, i in enumerate(items)}
        for n, (above, items) in enumerate(lists)
        if len(items) > 1
    }
    plain_names = called(tables)
    fits = [
        (c, fit)
        for t in tables
        for c in (t.columns if held else ())
        if (fit := list_of(c, plain_names.get(t.name, t.label), held, 2)) is not None
    ]
    for n, (above, items) in enumerate(lists):
        own = [(c, fit) for c, fit in fits if fit.name == f"{above} {n}"]
        chosen = [c for c, fit in own if fit.alike]
        lone = all(len(i.code) == 1 or i.code.isdigit() for i in items)  # “The team: A: Ann Moor …” tells of no column
        if not chosen and all(_CODE.fullmatch(i.code) for i in items):
            heading = above.removeprefix(items[0].passage.place)
            of_table = [c for c, _ in own if _named(plain_names.get(c.table, c.table), heading)]
            some = of_table if lone and above.strip() else [c for c, _ in own]
            chosen = some if len({normalise(c.label) for c in some}) == 1 else []
            named = [] if chosen or lone else [t for t in tables if _named(plain_names.get(t.name, t.label), heading)]
            chosen = chosen or _in_part(items, named)
        for column in chosen:
            meant = {normalise(i.code): i for i in items}
            told = [(v, meant[normalise(v)]) for v, _ in column.profile.common if normalise(v) in meant]
            yield [
                Coded(column.id, v, means, i.passage)
                for v, i in told
                if any(map(str.isalpha, means := plain(i.meaning))) and normalise(means) != normalise(v)
            ]


def _in_part(items: Sequence[_Item], tables: Sequence[Table]) -> list[Column]:
    """The one column of a table named above that holds all of a list's codes, and hardly any other."""
    codes = {normalise(i.code) for i in items}
    few = [c for t in tables for c in t.columns if c.type == "text" and 1 < 2 * c.profile.distinct <= 3 * len(codes)]
    some = [c for c in few if codes <= {normalise(v) for v, _ in c.profile.common}]
    return some if len(some) == 1 else []


def _named(table: str, above: str) -> bool:
    """The heading is the table's name: `Contacts: I individual, O organisation`."""
    said = {singular(w) for w in words(above)}
    return bool(said) and said <= {singular(w) for w in words(table)}
