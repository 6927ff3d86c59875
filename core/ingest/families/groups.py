"""Which tables are of one form: the same header, or nearly, and names of one pattern.

Three kinds of names show a series: those with a year, day or number in the same place; titles of one wording with
another year; and, in a folder of little else, one word or place in the same place. What only looks alike stays out:
a table that holds the others together, lists with the same two labels, copies of one file.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace

from core.ingest.families.drift import at_odds, likeness, own_year
from core.ingest.families.forms import Form
from core.ingest.families.place_names import places_among
from core.ingest.families.year_names import (
    EDITIONS,
    PLAIN,
    STAGES,
    archived,
    called_by_year,
    disjoint,
    same_list,
    sheet_mark,
)
from core.ingest.name_parts import TYPED, Piece, pieces

_NEAR = 0.6
"""The share of columns that editions named by a year have in common at least."""
_NEARER = 0.8
"""The same where the names have a running number only."""
_NUMBERING = frozenset("table tables tab sheet figure fig chart t s no".split())
"""Words before a number that say no more than that it is one of several."""
_LEAST_COLUMNS = 3
LEAST_WORDS = 3
"""Files told apart by a word, where their names share another word."""
_ALONE = 4
"""The same, and columns, where they share none."""
_MOST_OF_FOLDER = 0.6

Apart = Callable[[Collection[str]], bool]
"""Whether a person keeps some of these sources apart."""


Bond = tuple[int, int]
"""The places of two tables that are of one form."""


def grouped(
    forms: Sequence[Form], apart: Apart = lambda sources: False, bonds: Iterable[Bond] = ()
) -> list[list[Form]]:
    """The forms by family; most groups have one member. `bonds` hold in any case."""
    up = list(range(len(forms)))

    def root(i: int) -> int:
        while up[i] != i:
            up[i] = i = up[up[i]]
        return i

    for one, other in (*bonds, *_bonds(forms)):
        a, b = sorted((root(one), root(other)))
        up[b] = a
    groups: dict[int, list[Form]] = defaultdict(list)
    for i, form in enumerate(forms):
        groups[root(i)].append(form)
    return [part for group in groups.values() for part in _parted(group, apart)]


def _parted(group: list[Form], apart: Apart) -> Iterator[list[Form]]:
    """A group as it is, unless a person wants some of it apart."""
    if len(group) > 1 and apart([f.source for f in group]):
        yield from ([form] for form in group)
    else:
        yield group


def _bonds(forms: Sequence[Form]) -> Iterator[Bond]:
    by_name: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for i, form in enumerate(forms):
        by_name[pattern(form)].append(i)
    for marks, some in by_name.items():
        if any(m.startswith("<") for m in marks):
            some = [*some, *_first_of_numbered(marks, by_name)]
            for alike in _titled_alike(forms, some):
                yield from _similar(forms, alike, _NEAR if _in_time(marks) else _NEARER)
    yield from _by_year(forms)
    by_header: dict[frozenset[str], list[int]] = defaultdict(list)
    for i, form in enumerate(forms):
        if form.named and form.columns:
            by_header[form.header].append(i)
    for some in by_header.values():
        if len(some) > 1:
            yield from _by_title(forms, some)
            yield from _by_word(forms, some)
            yield from _by_start(forms, some)


def pattern(form: Form) -> tuple[str, ...]:
    """What names of one series share: its own words, and the kind of each number and date; of folders dates alone."""
    folders = (p.mark for p in pieces(form.folders) if p.kind in TYPED)
    return (*folders, "/", *(p.mark for p in form.inside))


def _in_time(marks: Iterable[str]) -> bool:
    return any(m.startswith("<") and m != "<number>" for m in marks)


def _titled_alike(forms: Sequence[Form], some: Sequence[int]) -> Iterator[list[int]]:
    """Tables whose names only number them (`Table_1`, `Table_2`) by what their titles say, numbers aside: of the same
    ports one may hold tonnes and one pounds."""
    if not all(_only_numbered(forms[i]) for i in some):
        yield list(some)
        return
    titles: dict[frozenset[str], list[int]] = defaultdict(list)
    for i in some:
        said = frozenset(p.value for p in pieces(forms[i].titles[:1]) if p.kind == "word")
        titles[said - _NUMBERING].append(i)
    yield from titles.values()


def _only_numbered(form: Form) -> bool:
    """A sheet called by a number and no word of its own."""
    last = pieces(form.own[-1:])
    said = {p.value for p in last if p.kind == "word"}
    return len(form.own) > 1 and bool(form.titles) and said <= _NUMBERING and not any(p.kind in TYPED for p in last)


def _first_of_numbered(marks: tuple[str, ...], by_name: dict[tuple[str, ...], list[int]]) -> list[int]:
    """`report` beside `report (1)` and `report-2`: the first copy of a numbered series has no number."""
    return by_name.get(marks[:-1], []) if marks[-1] == "<number>" and len(marks) > 2 else []


def _similar(forms: Sequence[Form], some: Sequence[int], near: float) -> Iterator[Bond]:
    """Bonds between tables whose names are of one pattern, by their headers."""
    kinds: dict[frozenset[str], list[int]] = defaultdict(list)
    plain = {i: replace(forms[i], columns=own_year(forms[i].columns, year_of(forms[i]))) for i in some}
    for i in some:
        kinds[plain[i].header].append(i)
    heads = [same[0] for same in kinds.values()]
    for same in kinds.values():
        yield from ((same[0], i) for i in same[1:] if not at_odds(forms[same[0]], forms[i]))
    if len(heads) > 1 and (bonds := list(_one_header_cell(forms, heads))):
        yield from bonds
        return
    classes = [(same[0], same[len(same) // 2], same[-1]) for same in kinds.values()]
    for n, ones in enumerate(classes):
        for others in classes[n + 1 :]:
            pairs = ((i, j) for i in dict.fromkeys(ones) for j in dict.fromkeys(others))
            if any(_near(plain[i], plain[j], near) for i, j in pairs):
                yield ones[0], others[0]


def _near(one: Form, other: Form, near: float) -> bool:
    """Two headers are of one form: enough columns are the same, and no kinds speak against it. Where no label is the
    same, four columns at least must have a partner that follows from labels, values and places."""
    least = min(len(one.columns), len(other.columns))
    if least < 2 or not (one.named and other.named) or at_odds(one, other):
        return False
    same = bool(one.header & other.header)
    if not same and (near > _NEAR or least < _ALONE):
        return False
    like = likeness(one, other, placed=near == _NEAR)
    return like >= near and (same or round(like * least) >= _ALONE)


def _one_header_cell(forms: Sequence[Form], heads: Sequence[int]) -> Iterator[Bond]:
    """Headers that are the same but for one cell, which is another in every file: what the column is of."""
    first = forms[heads[0]]
    place = varying_cell([forms[i] for i in heads])
    if place is None or len(heads) < LEAST_WORDS:
        return
    for i in heads[1:]:
        if not at_odds(first, forms[i]):
            yield heads[0], i


def varying_cell(forms: Sequence[Form]) -> int | None:
    """The place of the one header cell in which all headers differ; None if there is no such."""
    rows = [[c.key for c in f.columns] for f in forms]
    width = len(rows[0])
    if width < 2 or len(rows) < 2 or any(len(r) != width for r in rows) or not all(f.named for f in forms):
        return None
    other = [i for i in range(width) if len({r[i] for r in rows}) > 1]
    if len(other) != 1 or len({r[other[0]] for r in rows}) < len(rows):
        return None
    kinds = {f.columns[other[0]].kind for f in forms} - {""}
    return other[0] if len(kinds) <= 1 else None


def _by_title(forms: Sequence[Form], some: Sequence[int]) -> Iterator[Bond]:
    """Bonds between tables of one header whose titles are worded alike and have another year each."""
    titles: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for i in some:
        marks = tuple(p.mark for p in forms[i].titled)
        if _in_time(marks) and any(not m.startswith("<") for m in marks):
            titles[marks].append(i)
    for same in titles.values():
        first = forms[same[0]]
        for i in same[1:]:
            if forms[i].titles != first.titles and not at_odds(first, forms[i]):
                yield same[0], i


def _by_word(forms: Sequence[Form], some: Sequence[int]) -> Iterator[Bond]:
    """Bonds between tables of one header told apart by a word or a place in their names."""
    if len(forms[some[0]].columns) < 2:
        return
    beside: dict[tuple[object, ...], list[int]] = defaultdict(list)
    for i in some:
        form = forms[i]
        numbers = tuple(p.mark for p in form.inside if p.kind != "word")
        beside[("file", form.folders, len(form.own), numbers)].append(i)
        if form.folders:
            beside[("folder", form.folders[:-1], form.own, numbers)].append(i)
    for (where, *_), near in beside.items():
        names = {i: _words_of(forms[i], str(where)) for i in near}
        middle = middles([names[i] for i in near])
        said_by = {i: " ".join(m) for i, m in zip(near, middle, strict=True) if m and not STAGES & set(m)}
        if known := places_among(list(said_by.values())):
            said_by = {i: said for i, said in said_by.items() if said in known}
        kept = list(said_by)
        if len(set(said_by.values())) < 2:
            continue
        affix = len(names[kept[0]]) - len(middle[near.index(kept[0])])
        shared = affix and any(len(w) > 2 and w not in PLAIN for w in set.intersection(*(set(names[i]) for i in kept)))
        if known or _may_unite(forms, kept, len(set(said_by.values())), bool(shared) or where == "folder"):
            yield from ((kept[0], i) for i in kept[1:] if not at_odds(forms[kept[0]], forms[i]))


def _by_start(forms: Sequence[Form], some: Sequence[int]) -> Iterator[Bond]:
    """Bonds between tables of one header whose files begin alike and have another number each, whatever follows and
    in whichever format: `visits 25.xlsx`, `visits 26 (to May).csv`."""
    if len(forms[some[0]].columns) < _ALONE:
        return
    begun: dict[tuple[object, ...], list[int]] = defaultdict(list)
    for i in some:
        if (start := start_of(forms[i])) is not None:
            begun[(forms[i].folders, start[0])].append(i)
    for near in begun.values():
        numbers = {start_of(forms[i])[1].value for i in near}  # type: ignore[index]
        if len(numbers) == len(near) > 1:
            yield from ((near[0], i) for i in near[1:] if not at_odds(forms[near[0]], forms[i]))


def _by_year(forms: Sequence[Form]) -> Iterator[Bond]:
    """Bonds between tables of nearly one header whose files are called alike but for the year, whatever else stands
    behind: `jobs_2023`, `Jobs 2024 DM`, `2025 jobs`, or by their initials: `WO 2022`, `work_orders_2023`; of workbooks
    the sheets too."""
    begun: dict[tuple[object, ...], list[int]] = defaultdict(list)
    named = {i: called for i, form in enumerate(forms) if (called := called_by_year(form)) is not None}
    cores = dict.fromkeys(core for core, _ in named.values())
    for i, (core, year) in named.items():
        if len(forms[i].columns) >= _LEAST_COLUMNS:
            full = next(c for c in cores if same_list(core, c))
            begun[(forms[i].folders, full, *sheet_mark(forms[i], year, core))].append(i)
    for some in begun.values():
        each = {(called_by_year(forms[i]), forms[i].own[1:]) for i in some}
        times = [named[i][1] for i in some]
        if len(each) == len(some) > 1 and (disjoint(times) or not any(archived(forms[i]) for i in some)):
            yield from _similar(forms, some, _NEAR)


def start_of(form: Form) -> tuple[tuple[str, ...], Piece] | None:
    """The words that the file's name begins with, and the number or year behind them."""
    named = pieces(form.own[:1])
    at = next((i for i, p in enumerate(named) if p.kind != "word"), 0)
    said = tuple(p.value for p in named[:at])
    if not said or named[at].kind not in ("number", "year") or (STAGES - EDITIONS) & {p.value for p in form.inside}:
        return None
    return said, named[at]


def _may_unite(forms: Sequence[Form], some: Sequence[int], distinct: int, shared: bool) -> bool:
    """Whether a word is enough to tell tables apart; `shared`: their names have other words in common."""
    width = len(forms[some[0]].columns)
    if shared:
        return distinct >= LEAST_WORDS and width >= _LEAST_COLUMNS
    folder = forms[some[0]].folders
    there = sum(f.folders == folder for f in forms)
    return distinct >= _ALONE and width >= _ALONE and len(some) >= _MOST_OF_FOLDER * there


def _words_of(form: Form, where: str) -> list[str]:
    if where == "file":
        return [p.value for p in form.inside if p.kind == "word"]
    return [p.value for p in pieces(form.folders[-1:]) if p.kind == "word"]


def middles(names: Sequence[Sequence[str]]) -> list[tuple[str, ...]]:
    """What is left of each name without the words that all begin and end with."""
    distinct = {tuple(n) for n in names}
    if len(distinct) < 2:
        return [() for _ in names]
    shortest = min(map(len, distinct))
    head = next((k for k in range(shortest) if len({n[k] for n in distinct}) > 1), shortest)
    rest = shortest - head
    tail = next((k for k in range(rest) if len({n[len(n) - 1 - k] for n in distinct}) > 1), rest)
    return [tuple(n[head : len(n) - tail]) for n in names]


def year_of(form: Form) -> str:
    """The year that a form's name has."""
    return next((p.value for p in form.inside if p.kind == "year"), "")
