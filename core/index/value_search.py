"""The searches behind the value index: whole values, values one word off, longer values that hold the words.

Each takes the index's connection and the question's tokens, split into folded words (`forms.value_words`), and returns
hits. `only` limits them to some columns, by id. The tables are described in `values.py`.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from rapidfuzz import fuzz, process

from core.index.forms import (
    COMMON_WORDS,
    FUNCTION_WORDS,
    HitKind,
    agreement,
    form_id,
    join_key,
    key,
    singulars,
    value_words,
)
from core.index.near import Near, near_words

LONGEST = 8
"""Most tokens of a run that is looked up as a value."""
LONGEST_MENDED = 4
"""The same, for runs in which one token is replaced by one near it."""
SAME_LETTERS = 0.98
"""From this score on a value differs from what was typed in case and accents at most."""
ALIKE = 75.0
"""Least likeness of letters, of 100, in `alike`."""
_PROBED = 2_000
_BOUND = 900

Said = Sequence[tuple[str, ...]]
"""For each token of a question its words; none for a bare mark."""
Spans = dict[int, list[tuple[int, int, str]]]
"""By the number of its form: where a run of tokens starts and ends, and how it was typed."""


@dataclass(frozen=True, slots=True)
class ValueHit:
    """Tokens `start` up to but not including `end` may name `value`, verbatim as stored, of `table`.`column`.

    `score` is 1 for the same letters and falls with what differs; `part` hits lie below 0.7. `count` is how many cells
    hold the value.
    """

    start: int
    end: int
    table: str
    column: str
    value: str
    score: float
    kind: HitKind
    count: int

    @property
    def column_id(self) -> str:
        return f"{self.table}.{self.column}"


@dataclass(frozen=True, slots=True)
class _Cell:
    table: str
    column: str
    value: str
    count: int

    def hit(self, start: int, end: int, score: float, kind: HitKind) -> ValueHit:
        return ValueHit(start, end, self.table, self.column, self.value, score, kind, self.count)


def spans(words: Sequence[str], said: Said) -> Spans:
    """Every run of at most LONGEST tokens that neither begins nor ends with a bare mark."""
    found: Spans = {}
    flat = [singulars(w) for w in said]
    for start in range(len(words)):
        if not flat[start]:
            continue
        run: list[str] = []
        for end in range(start + 1, min(len(words), start + LONGEST) + 1):
            run.extend(flat[end - 1])
            if flat[end - 1]:
                found.setdefault(form_id(join_key(run)), []).append((start, end, " ".join(words[start:end])))
    return found


def whole(db: sqlite3.Connection, runs: Spans, only: Collection[str] | None = None) -> list[ValueHit]:
    """Hits on whole values. A column that holds a run in the same letters shows no lesser hits for it."""
    best: dict[tuple[int, int, str, str], list[ValueHit]] = {}
    for form, cell in _cells(db, runs, only):
        for start, end, text in runs[form]:
            if not (agreed := agreement(text, cell.value)):
                continue
            hit = cell.hit(start, end, agreed[1], agreed[0])
            kept = best.setdefault((start, end, cell.table, cell.column), [])
            if kept and kept[0].score < SAME_LETTERS <= hit.score:
                kept.clear()
            if not kept or hit.score >= SAME_LETTERS or kept[0].score < SAME_LETTERS:
                kept.append(hit)
    return ranked(h for kept in best.values() for h in kept)


def meant(hit: ValueHit, said: Said) -> bool:
    """False for "in" that meets the value "IN": a function word alone must be spelled as stored."""
    return hit.kind == "exact" or not all(w in FUNCTION_WORDS for part in said[hit.start : hit.end] for w in part)


def mended(
    db: sqlite3.Connection, said: Said, loose: Iterable[int], only: Collection[str] | None = None
) -> list[ValueHit]:
    """Whole values named by a run of tokens in which one of the `loose` ones is replaced by a word near it."""
    forms: dict[int, list[tuple[int, int, Near, str]]] = {}
    flat = [singulars(w) for w in said]
    for i in loose:
        for near in near_words(db, flat[i][0]):
            for start in range(max(0, i - LONGEST_MENDED + 1), i + 1):
                for end in range(i + 1, min(len(said), start + LONGEST_MENDED) + 1):
                    if flat[start] and flat[end - 1]:
                        before = [w for part in flat[start:i] for w in part]
                        after = [w for part in flat[i + 1 : end] for w in part]
                        text = join_key([*before, *singulars(near.word.split()), *after])
                        forms.setdefault(form_id(text), []).append((start, end, near, text))
    hits: dict[tuple[int, int, _Cell], ValueHit] = {}
    for form, cell in _cells(db, forms, only):
        cell_key = key(cell.value)
        for start, end, near, text in forms[form]:
            place = (start, end, cell)
            if text == cell_key and (place not in hits or hits[place].score < near.score):
                hits[place] = cell.hit(start, end, near.score, near.kind)
    return list(hits.values())


def parts(
    db: sqlite3.Connection, said: Said, among: Sequence[int], per_span: int, only: Collection[str] | None = None
) -> list[ValueHit]:
    """Longer values that hold a run of the tokens as whole words in that order; score by the share of words covered.

    Only the shortest values of each word are looked at, unless two neighbouring words single out longer ones. A run
    holds at least one of the tokens `among`; at most `per_span` hits are returned for each run.
    """
    content = [(i, w) for i in among for w in singulars(said[i]) if w not in COMMON_WORDS]
    most = 3 * per_span if only is None else _PROBED
    forms: set[int] = set()
    sizes: dict[str, int] = {}
    for word in {w for _, w in content}:
        rows = db.execute("SELECT form FROM part WHERE word = ? ORDER BY size LIMIT ?", (word, most)).fetchall()
        sizes[word] = len(rows)
        forms.update(form for (form,) in rows)
    for (i, one), (j, two) in pairwise(content):
        if j - i <= 3 and one != two and min(sizes[one], sizes[two]) == most:  # else all its values are here already
            forms.update(_both(db, one, two, most))
    tokens = [(i, w) for i, part in enumerate(said) for w in singulars(part)]
    places = {i for i, _ in content}
    hits = []
    for _, cell in _cells(db, forms, only):
        words = singulars(value_words(cell.value))
        for start, end, covered in _runs(tokens, words):
            if covered < len(words) and not places.isdisjoint(range(start, end)):
                hits.append(cell.hit(start, end, round(0.7 * covered / len(words), 4), "part"))
    return _bounded(ranked(hits), per_span)


def alike(db: sqlite3.Connection, text: str, only: Collection[str], limit: int) -> list[ValueHit]:
    """Values of these columns by likeness of their letters, read one by one; a hit's span is the first token."""
    ids = list(only)[:_BOUND]
    rows = db.execute(
        f"SELECT tab, name, value, n FROM cell JOIN col ON col.no = cell.col WHERE id IN ({_marks(ids)})", ids
    )
    cells = [_Cell(*row) for row in rows]
    plain = [" ".join(value_words(c.value)) for c in cells]
    near = process.extract(text, plain, scorer=fuzz.ratio, score_cutoff=ALIKE, limit=limit)
    return [cells[at].hit(0, 1, round(0.8 * likeness / 100, 4), "typo") for _, likeness, at in near]


def ranked(hits: Iterable[ValueHit]) -> list[ValueHit]:
    """Best score first, then the longest run, then by place, column, and how often the value occurs."""
    return sorted(hits, key=lambda h: (-h.score, h.start - h.end, h.start, h.table, h.column, -h.count, h.value))


def _cells(db: sqlite3.Connection, forms: Iterable[int], only: Collection[str] | None) -> Iterator[tuple[int, _Cell]]:
    numbers = list(forms)
    for at in range(0, len(numbers), _BOUND):
        some = numbers[at : at + _BOUND]
        rows = db.execute(
            "SELECT form, id, tab, name, value, n FROM cell JOIN col ON col.no = cell.col "
            f"WHERE form IN ({_marks(some)})",
            some,
        )
        for form, column_id, table, name, value, n in rows:
            if only is None or column_id in only:
                yield form, _Cell(table, name, value, n)


def _marks(values: Sequence[object]) -> str:
    return ",".join("?" * len(values))


def _both(db: sqlite3.Connection, one: str, two: str, most: int) -> list[int]:
    """The forms that hold both words, among the first ones that hold `one`."""
    rows = db.execute(
        f"SELECT a.form FROM (SELECT size, form FROM part WHERE word = ? ORDER BY size LIMIT {_PROBED}) a "
        "WHERE EXISTS (SELECT 1 FROM part b WHERE b.word = ? AND b.size = a.size AND b.form = a.form) LIMIT ?",
        (one, two, most),
    )
    return [form for (form,) in rows]


def _runs(tokens: Sequence[tuple[int, str]], words: Sequence[str]) -> Iterator[tuple[int, int, int]]:
    """The longest runs of `tokens` (place, word) found in `words` in order: (start, end, words covered)."""
    at = 0
    while at < len(tokens):
        longest = 0
        for begin in range(len(words)):
            n = 0
            while at + n < len(tokens) and begin + n < len(words) and tokens[at + n][1] == words[begin + n]:
                n += 1
            longest = max(longest, n)
        if longest:
            yield tokens[at][0], tokens[at + longest - 1][0] + 1, longest
        at += max(longest, 1)


def _bounded(hits: Iterable[ValueHit], per_span: int) -> list[ValueHit]:
    seen: dict[tuple[int, int], int] = {}
    kept = []
    for hit in hits:
        seen[hit.start, hit.end] = seen.get((hit.start, hit.end), 0) + 1
        if seen[hit.start, hit.end] <= per_span:
            kept.append(hit)
    return kept
