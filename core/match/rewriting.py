"""Keys that agree only after rewriting: `K-0417` and `0417`, `Leeds (LDS)` and `LDS`, `Smith, Ann` and `Ann Smith`.

Each column's distinct values suggest how it may be rewritten: a prefix that all share, zeros in front, a code in
brackets. The rewritten values of columns that no join takes are looked up among those of key-like columns. What meets
so is believed when nearly all of it is found, the parent stays unique, and it is no mere numbering: row numbers are met
by any code whose letters are left out, so there the names must agree.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from core.match.explain import why_rewritten
from core.match.keys import constant, key_like
from core.match.label_match import LabelMatch, compare
from core.match.pool import Candidate, Pool
from core.match.respelled import one_spelling
from core.model import TEMPORAL, Column, Evidence, Join
from core.sql.rewrites import Rewrite, apply
from core.text.label_words import NAMED_TIME
from core.text.words import MARKS

MOST_COLUMNS = 300
"""In a pile with more columns that could be rewritten only those are tried whose names are alike."""
MOST_VALUES = 20_000
"""Columns with more distinct values are left out."""
LEAST_VALUES = 4
LONGEST = 60.0
"""Longer texts on average are no codes and no names."""
CONTAINED = 0.9
"""The least share of the child's rewritten values that the parent holds."""
LOOSELY = 0.7
"""The same where marks alone are left out: what is found so is no chance, and lists lose rows."""
GAIN = 0.3
"""Rewriting finds at least so much more than the values as they are."""
SLIGHT = 0.1
"""The same where the names are alike and marks alone are left out: `#3` and `3 .` are misspellings of a number."""
LEAST_NAMED = 2
"""So many values in common are enough there."""
ALIKE = 0.5
TELLING = 8
"""How many values in common need no name beside them."""
MANY = 50
"""How many codes with letters in common need neither name nor all of them."""
DENSE = 0.2
"""Numbers of which a column holds this share or more of all up to its greatest are a numbering."""
RUNNING = 0.9
"""The share of all numbers between the least and the greatest of some that a running number has."""

_T = TypeVar("_T")
Values = Mapping[str, Sequence[str]]
"""Column id to its distinct values, normalised."""

_LOOSE = frozenset(("prefix", "suffix", "letters", "first", "rest", "cut"))
"""Steps that leave something out which may have told things apart."""
_SEPARATORS = (" - ", " – ", ": ", " | ", " / ", "_", "-", "/", ":")
_BRACKETS = re.compile(r"^(?:[^()]*\w[^()]*\([^()]+\)[^()]*|\([^()]+\)[^()]*\w[^()]*)$")
_LETTERED = re.compile(r"^[a-z]{1,4}[ -./_#]?\d+$", re.ASCII)
_PERSON = re.compile(r"^[^\W\d]+(?:[ '’.-]+[^\W\d]+)*, *[^\W\d]+(?:[ '’.-]+[^\W\d]*)*$")


@dataclass(frozen=True, slots=True)
class _Form:
    """A column under one rewriting."""

    column: Column
    rewrite: Rewrite
    values: frozenset[str]
    whole: int
    """How many distinct values were rewritten."""

    @property
    def injective(self) -> bool:
        return len(self.values) >= 0.99 * self.whole


@dataclass(frozen=True, slots=True)
class _Found:
    child: _Form
    parent: _Form
    label: LabelMatch
    held: float
    sure: bool

    @property
    def rank(self) -> tuple[float, float, int, int, str]:
        """Better ones come first."""
        steps = len(self.child.rewrite) + len(self.parent.rewrite)
        return -self.label.similarity, -round(self.held, 2), steps, len(self.parent.values), self.parent.column.id


def rewritten(
    pool: Pool, pairs: Sequence[Candidate], singles: Sequence[Join], values: Values, refused: Collection[str] = ()
) -> list[Join]:
    """Joins of columns that no kept join takes, by rewriting; `refused` are column ids that a person has settled."""
    taken = {f"{j.child_table}.{c}" for j in singles if j.state != "rejected" for c in j.child} | set(refused)
    tried = [c for c in pool.columns if _may(c)]
    if len(tried) > MOST_COLUMNS:
        named = [p for p in pairs if p.label.similarity >= ALIKE and p.overlap.forth < 1.0 - GAIN]
        kinds = [p for p in named if "text" in (p.child.type, p.parent.type) and p.child.id not in taken]
        wanted = {p.child.id for p in kinds[:MOST_COLUMNS]} | {p.parent.id for p in kinds[:MOST_COLUMNS]}
        tried = [c for c in tried if c.id in wanted]
    tried = _with_counterpart(tried, taken)
    forms = {c.id: list(_forms(c, values.get(c.id, ()))) for c in tried}
    index: dict[str, list[_Form]] = defaultdict(list)
    for column in tried:
        if key_like(column):
            for form in forms[column.id]:
                if form.injective:
                    for value in form.values:
                        index[value].append(form)
    one = {
        frozenset((f"{j.child_table}.{j.child[0]}", f"{j.parent_table}.{j.parent[0]}"))
        for j in singles
        if j.state == "confirmed" and j.evidence.cardinality == "1:1" and len(j.child) == 1
    }  # a list that is there twice is no rival of itself
    stated = {(j.child_table, f"{j.parent_table}.{j.parent[0]}") for j in singles if j.state == "confirmed"}
    joins = []
    for column in tried:
        if column.id not in taken:
            matches = (f for f in _matches(pool, forms[column.id], index) if not _in_its_name(f, stated))
            found = sorted(matches, key=lambda f: f.rank)
            if found:
                likeliest = found[0].parent.column.id
                others = (f for f in found[1:] if f.parent.column.id != likeliest)
                rival = next((f for f in others if frozenset((f.parent.column.id, likeliest)) not in one), None)
                clear = rival is None or rival.rank[:2] > found[0].rank[:2]
                joins.append(_join(found[0], used=clear and found[0].sure))
    return _one_way(joins)


def _in_its_name(found: _Found, stated: Collection[tuple[str, str]]) -> bool:
    """Whether a part of a name (`OAK-12`) says what a column beside it says that is joined as it is (`OAK`)."""
    part = any(kind in _LOOSE for kind, _ in found.child.rewrite)
    return part and (found.child.column.table, found.parent.column.id) in stated


def _with_counterpart(columns: Sequence[Column], taken: Collection[str]) -> list[Column]:
    """Those of the columns that another table's may meet: a key-like one, or where it is one itself, one not taken.

    The others' values need not be read, which takes a second for a column of a million rows.
    """
    keys = {c.table for c in columns if key_like(c)}
    free = {c.table for c in columns if c.id not in taken}
    return [c for c in columns if (c.id not in taken and keys - {c.table}) or (key_like(c) and free - {c.table})]


def _one_way(joins: Sequence[Join]) -> list[Join]:
    """Of two joins of the same columns the better one."""
    best: dict[frozenset[frozenset[tuple[str, str]]], Join] = {}
    for join in sorted(joins, key=lambda j: (j.state, -j.score, j.id)):
        best.setdefault(join.pairs, join)
    return list(best.values())


def _may(column: Column) -> bool:
    profile = column.profile
    several = LEAST_VALUES <= profile.distinct <= MOST_VALUES and not constant(column)
    return several and profile.mean_length <= LONGEST and column.type in ("text", "integer", "date", "datetime")


def _forms(column: Column, values: Sequence[str]) -> Iterator[_Form]:
    """The column as it is and under each rewriting that its values suggest."""
    texts = [v for v in values if v]
    if not texts:
        return
    seen: set[frozenset[str]] = set()
    for rewrite in _suggested(column, texts):
        made = frozenset(v for v in (apply(rewrite, t).strip().casefold() for t in texts) if v)
        if made and made not in seen:
            seen.add(made)
            yield _Form(column, rewrite, made, len(texts))


def _suggested(column: Column, texts: Sequence[str]) -> Iterator[Rewrite]:
    yield ()
    if column.type in TEMPORAL:
        yield (("cut", "7"),)
        yield (("cut", "4"),)
        return
    steps: list[Rewrite] = []
    if prefix := _shared_start(texts):
        steps.append((("prefix", _as_written(column, prefix)),))
    if suffix := _shared_start([t[::-1] for t in texts])[::-1]:
        steps.append((("suffix", suffix),))
        if prefix:
            steps.append((("prefix", _as_written(column, prefix)), ("suffix", suffix)))
    if _share(texts, lambda t: bool(_BRACKETS.match(t))) >= 0.8:
        steps += [(("bracket", ""),), (("before", ""),)]
    for mark in _SEPARATORS:
        inside = [t.count(mark) if not t.startswith(mark) and not t.endswith(mark) else 0 for t in texts]
        if inside.count(1) >= 0.9 * len(inside):
            steps += [(("first", mark),), (("rest", mark),)]
            break
        if _share(inside, bool) >= 0.9:  # `HR/2023/0417`: of several parts the first may be a key
            steps.append((("first", mark),))
            break
    if not prefix and _share(texts, lambda t: bool(_LETTERED.match(t))) >= 0.95:  # `A4711`, `B0815`: letters that vary
        steps.append((("letters", ""),))
    if _share(texts, lambda t: bool(_PERSON.match(t))) >= 0.8:
        steps.append((("name", ""),))
    if column.type == "text":
        steps += [r for r in one_spelling(texts) if r not in steps]
    for rewrite in [(), *steps]:
        made = [apply(rewrite, t) for t in texts]
        if rewrite:
            yield rewrite
        if any(m.startswith("0") and m != "0" for m in made) and _share(made, str.isdecimal) >= 0.9:
            yield (*rewrite, ("zeros", ""))


def _share(texts: Sequence[_T], test: Callable[[_T], bool]) -> float:
    return sum(map(test, texts)) / len(texts)


def _shared_start(texts: Sequence[str]) -> str:
    """What all texts begin with, if it is a mark of its own: it ends in punctuation, or digits follow it everywhere."""
    low, high = min(texts), max(texts)
    start = low[
        : next((n for n, (a, b) in enumerate(zip(low, high, strict=False)) if a != b), min(len(low), len(high)))
    ]
    start = start.rstrip("0123456789")
    if not start or any(len(t) == len(start) for t in texts):
        return ""
    if start[-1].isalnum() and not all(t[len(start)].isdigit() for t in texts):
        cut = max((n for n, c in enumerate(start) if not c.isalnum()), default=-1)
        start = start[: cut + 1]
    return start if any(not c.isdigit() for c in start) and len(start) <= 20 else ""


def _as_written(column: Column, start: str) -> str:
    """The start in the case that the file writes it."""
    for text, _ in column.profile.common:
        if text.casefold().startswith(start):
            return text[: len(start)]
    return start


def _matches(pool: Pool, forms: Sequence[_Form], index: Mapping[str, Sequence[_Form]]) -> Iterator[_Found]:
    for form in forms:
        hits: dict[int, int] = defaultdict(int)
        theirs: dict[int, _Form] = {}
        for value in form.values:
            for other in index.get(value, ()):
                hits[id(other)] += 1
                theirs[id(other)] = other
        for key, shared in hits.items():
            other = theirs[key]
            held = shared / len(form.values)
            if (
                held >= (LOOSELY if _marks_alone(form, other) else CONTAINED)
                and shared >= LEAST_NAMED
                and _allowed(form, other)
            ):
                found = _weighed(pool, form, other, held, shared)
                if found is not None:
                    yield found


def _allowed(child: _Form, parent: _Form) -> bool:
    """Another column, at least one side rewritten, and not letters left out on both, unless they are the same."""
    if child.column.id == parent.column.id or not (child.rewrite or parent.rewrite):
        return False
    if _one_mark(child, parent):
        return True
    loose = [any(kind in _LOOSE for kind, _ in f.rewrite) for f in (child, parent)]
    return not all(loose) and not (parent.rewrite and parent.rewrite[0][0] == "cut")


def _marks_alone(child: _Form, parent: _Form) -> bool:
    return {kind for kind, _ in (*child.rewrite, *parent.rewrite)} == {"plain"}


def _one_mark(child: _Form, parent: _Form) -> bool:
    """Both leave out the same start and differ in nothing but marks, case and zeros: `L1` and `l-001`."""
    starts = [{MARKS.sub("", text.casefold()) for kind, text in f.rewrite if kind in _LOOSE} for f in (child, parent)]
    prefixes = all(kind == "prefix" for f in (child, parent) for kind, _ in f.rewrite if kind in _LOOSE)
    return prefixes and len(starts[0]) == 1 and starts[0] == starts[1]


def _weighed(pool: Pool, child: _Form, parent: _Form, held: float, shared: int) -> _Found | None:
    """The match, if more speaks for it than chance."""
    pair = pool.candidate(child.column, parent.column)
    label = compare(pool.labels[child.column.id], pool.labels[parent.column.id])
    alike = label.similarity >= ALIKE
    lettered = shared >= MANY and all(_LETTERED.match(v) for v in child.values & parent.values)
    marks = _marks_alone(child, parent) and (alike or lettered)
    if shared < (LEAST_NAMED if marks and held >= CONTAINED else LEAST_VALUES) or (held < CONTAINED and not marks):
        return None
    gain = SLIGHT if marks else GAIN
    if pair.holds_figures or pair.overlap.forth > held - gain or child.column.table == parent.column.table:
        return None
    theirs = pool.labels[parent.column.id]
    if child.rewrite and child.rewrite[0][0] == "cut":
        if not theirs.first or not (theirs.time or parent.column.type in TEMPORAL):
            return None
        return _Found(child, parent, label, held, sure=bool(NAMED_TIME & set(theirs.table)))
    if child.column.type in TEMPORAL or parent.column.type in TEMPORAL:
        return None
    numbers = [int(v) for v in parent.values if v.isdecimal() and len(v) < 16]
    if _one_mark(child, parent):
        return _Found(child, parent, label, held, sure=True) if alike or shared >= TELLING else None
    if len(numbers) >= 0.9 * len(parent.values):
        width = max(numbers) - min(1, min(numbers)) + 1
        begins = len(numbers) / (max(numbers) - min(numbers) + 1)
        numbered = len(numbers) / width >= DENSE or begins >= 0.9 or _in_any_numbering(child, numbers)
        if _called_so(pool, child, parent) and held == 1.0 and shared >= MANY:
            return _Found(child, parent, label, held, sure=True)
        if not alike and (numbered or shared < TELLING):
            return None
        if numbered and not (label.same or theirs.owner >= ALIKE or label.similarity >= 0.75):
            return None
        return _Found(child, parent, label, held, sure=True)
    if not alike and (shared < TELLING or sum(map(len, parent.values)) < 3 * len(parent.values)):
        first = child.rewrite and child.rewrite[0][0] == "first" and held == 1.0 and theirs.first
        return _Found(child, parent, label, held, sure=False) if first else None
    return _Found(child, parent, label, held, sure=True)


def _in_any_numbering(child: _Form, numbers: Sequence[int]) -> bool:
    """Whether small whole numbers lie where hardly one is missing in the parent, that may have others far above: any
    running number holds them."""
    held = [int(v) for v in child.values if v.isdecimal() and len(v) < 16]
    if child.rewrite or len(held) < len(child.values):
        return False
    low, high = min(held), max(held)
    return sum(low <= n <= high for n in numbers) >= RUNNING * (high - low + 1)


def _called_so(pool: Pool, child: _Form, parent: _Form) -> bool:
    """The column is called what the other table's rows are: `Tree`, beside a register of trees."""
    theirs = set(pool.labels[parent.column.id].table)
    return any(r.entity and set(r.entity) <= theirs for r in pool.labels[child.column.id].readings)


def _join(found: _Found, used: bool) -> Join:
    a, b = found.child.column, found.parent.column
    missing = sorted(found.child.values - found.parent.values)[:5]
    back = len(found.child.values & found.parent.values) / len(found.parent.values)
    both = key_like(a)
    evidence = Evidence(
        containment=round(found.held, 4),
        containment_back=round(back, 4),
        label_similarity=found.label.similarity,
        child_unique=a.profile.unique and found.child.injective,
        parent_unique=b.profile.unique and len(found.parent.values) == found.parent.whole,
        cardinality="1:1" if both else "n:1",
        shared=len(found.child.values & found.parent.values),
        orphans=tuple(missing),
    )
    made = Join(
        id=Join.make_id(a.table, (a.name,), b.table, (b.name,)),
        child_table=a.table,
        child=(a.name,),
        parent_table=b.table,
        parent=(b.name,),
        score=round((0.6 + 0.3 * found.label.similarity) * found.held if used else 0.45 * found.held, 4),
        state="probable" if used else "rejected",
        evidence=evidence,
        offered=not used,
        rewrite=(found.child.rewrite, found.parent.rewrite),
    )
    return replace(made, why=why_rewritten(made))
