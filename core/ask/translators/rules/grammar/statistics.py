"""How people ask for the figures of published statistics: "how many guilty pleas were there", "how much rain fell".

There a row is a cell of a table and no thing, so that a figure is meant and never the number of rows. Each pass takes
a question's chunks and gives them with the figure in its place.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from core.ask.label_stems import stems
from core.ask.state import Link
from core.ask.tokens import stem
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.chunk import Chunk
from core.ask.translators.rules.lexicon.words import lexicon
from core.ask.translators.rules.main_figures import count_figure, only_measure, own_figure
from core.ask.translators.rules.query import Col
from core.text.words import words

Pass = Callable[[list[Chunk], Facts], list[Chunk]]

_BARE = {stem("total")}
_TOTAL = frozenset(stem(w) for w in ("total", "overall", "all"))
_TOTALLED = frozenset(("total", "Total"))
_OF_COUNT = frozenset(stem(w) for w in ("number", "count", "of", "no", "sum"))
_CASES = frozenset(("case", "cases"))
_HELPING = frozenset("did does do was were is are has have had been be there get got".split())
_NOW = frozenset("is are does do cost costs".split())
_MOST = frozenset(("most", "least", "fewest"))
_BEHIND_MOST = frozenset(("in", "on", "during", "over", "between", "for", "at", "of"))
_GUESSED = 0.6
"""A link to a column up to here says little."""
_LIKELY = 0.75
_PLACED = frozenset(("in", "for", "of", "at", "on", "did", "among"))
_WHAT_IS = frozenset(("was", "is", "were", "are"))


def about_figures(chunks: list[Chunk], facts: Facts) -> list[Chunk]:
    """The chunks after every pass."""
    for change in PASSES:
        chunks = change(chunks, facts)
    return chunks


def with_cases(chunks: list[Chunk], facts: Facts) -> list[Chunk]:
    """`How many confirmed cases`: behind a figure the word says what it counts, and not the rows."""
    return [
        c
        for i, c in enumerate(chunks)
        if not (i and c.kind == "word" and c.text.lower() in _CASES and _measure(chunks[i - 1], facts) is not None)
    ]


def with_totals(chunks: list[Chunk], facts: Facts) -> list[Chunk]:
    """`How many votes were there in total`, where there is `TotalVotes`: the total that the table has."""
    at = next((i for i, c in enumerate(chunks) if c.has("agg:sum", "count") and _TOTALLED & set(c.text.split())), None)
    if at is None:
        return chunks
    for start in range(len(chunks)):
        if start == at or not _names(chunks[start]):
            continue
        end = start + 1
        while end < len(chunks) and end != at and chunks[end].kind == "word" and _names(chunks[end]):
            end += 1
        said = [s for c in chunks[start:end] for s in stems(c.text)]
        if (column := _total_of(said, chunks, facts, all(c.kind == "word" for c in chunks[start:end]))) is not None:
            made = _column(chunks[start], column, chunks[end - 1].end)
            kept = [_unlinked(c, column) for i, c in enumerate(chunks) if i != at and not start <= i < end]
            before = sum(i < start and i != at for i in range(len(chunks)))
            return [*kept[:before], made, *kept[before:]]
    return chunks


def with_amounts(chunks: list[Chunk], facts: Facts) -> list[Chunk]:
    """`How much rain fell in 2002`: what was there in all; `how much is a ticket` asks for no sum."""
    first = next((i for i, c in enumerate(chunks) if c.kind != "stop"), None)
    if first is None or chunks[first].text.lower() != "how much" or any(c.text.lower() in _NOW for c in chunks):
        return chunks
    figures = [c for c in chunks if _measure(c, facts) is not None]
    if len({c.link.column for c in figures if c.link}) != 1 or any(c.starts("agg:") for c in chunks):
        return chunks
    column = _measure(figures[0], facts)
    if column is None or facts.speaks(column, lexicon().averaged):
        return chunks
    opening, figure = chunks[first], max(figures, key=lambda c: c.link.score if c.link else 0.0)
    rest = [c for i, c in enumerate(chunks) if i != first and c not in figures and c.text.lower() not in _HELPING]
    cue = Chunk("cue", opening.start, opening.end, opening.text, tags=("agg:sum",))
    return [*chunks[:first], cue, _column(figure, column, figure.end), *_without_joints(rest, figure)]


def with_cell(chunks: list[Chunk], facts: Facts) -> list[Chunk]:
    """`How many visitors were there in Texas in May`, where Texas is a column: its figure is how many."""
    at = next((i for i, c in enumerate(chunks) if c.text.lower() == "how many"), None)
    if at is None or at + 1 >= len(chunks) or chunks[at + 1].kind != "word":
        return chunks
    figures = [i for i, c in enumerate(chunks) if i > at + 1 and _measure(c, facts) is not None]
    column = _measure(chunks[figures[0]], facts) if len(figures) == 1 else None
    if column is None or not facts.tables[column.table].published:
        return chunks
    where = figures[0]
    gone = {where, where - 1} if chunks[where - 1].text.lower() in _PLACED else {where}
    if any(c.starts("cmp:") or c.starts("sup:") for c in chunks[at:where]):
        return chunks
    made = _column(chunks[where], column, chunks[where].end)
    return [*chunks[: at + 1], made, *(c for i, c in enumerate(chunks) if i > at + 1 and i not in gone)]


def with_counted(chunks: list[Chunk], facts: Facts) -> list[Chunk]:
    """`How many guilty pleas were there`, pleas being rows and `Volume` how many there were."""
    at = next((i for i, c in enumerate(chunks) if c.text.lower() in ("how many", "number of")), None)
    if at is None or at + 1 >= len(chunks) or any(_measure(c, facts) is not None for c in chunks[at + 1 :]):
        return chunks
    tables = {c.link.table for c in chunks if c.link}
    figure = count_figure(facts, next(iter(tables))) if len(tables) == 1 else None
    if figure is None:
        return chunks
    found = with_each(_without_sort(chunks, at), facts)
    after, behind = found[at + 1], found[at + 2 : at + 3]
    if behind and behind[0].kind == "column" and behind[0].start == after.end:
        return chunks  # `how many search terms`
    cue = found[at]
    if cue.text.lower() != "how many":
        cue = Chunk("cue", cue.start, cue.end, "total", tags=("agg:sum",))
    guessed = after.kind == "column" and bool(facts.tables[figure.table].derived_from)
    sure = {"table": 0.95, "column": _LIKELY if guessed else 0.0}.get(after.kind, 0.0)
    if after.kind == "word" or (after.link is not None and after.link.score < sure):
        return [*found[:at], cue, _column(after, figure, after.end), *found[at + 2 :]]
    made = Chunk("column", after.start, after.start, after.text, _link(figure))
    return [*found[:at], cue, made, *found[at + 1 :]] if after.kind == "value" else chunks


def with_each(chunks: list[Chunk], facts: Facts) -> list[Chunk]:
    """`cases of thyroid cancer and of prostate cancer`: with "of" said again, a figure for each."""
    for i, c in enumerate(chunks[:-1]):
        if not c.has("and") or chunks[i + 1].text.lower() not in ("of", "in", "for"):
            continue
        one = next((d.link for d in reversed(chunks[:i]) if d.kind == "value"), None)
        other = next((d.link for d in chunks[i + 2 :] if d.kind == "value"), None)
        if one and other and (one.table, one.column) == (other.table, other.column) and one.value != other.value:
            last = chunks[-1]
            cue = Chunk("cue", last.end, last.end, "for each", tags=("group",))
            column = Chunk("column", last.end, last.end, "", _link(Col(one.table, one.column)))
            return [*(d for d in chunks if d.kind != "stop"), cue, column]
    return chunks


def with_verb(chunks: list[Chunk], facts: Facts) -> list[Chunk]:
    """`Which state spent the most in 2014`: of the one thing that the table gives figures of."""
    at = next((i for i, c in enumerate(chunks) if c.text.lower() in _MOST and c.starts("sup:")), None)
    if at is None or any(_measure(c, facts) is not None for c in chunks):
        return chunks
    follows = chunks[at + 1] if at + 1 < len(chunks) else None
    if follows is not None and follows.kind != "stop" and follows.text.lower() not in _BEHIND_MOST:
        return chunks
    before = [c for c in chunks[:at] if c.kind == "word" and c.text.lower() not in _HELPING]
    tables = {c.link.table for c in chunks if c.link}
    figure = only_measure(facts, next(iter(tables))) if len(tables) == 1 and before else None
    if figure is None:
        return chunks
    made = Chunk("column", chunks[at].end, chunks[at].end, before[-1].text, _link(figure))
    rest = [c for c in chunks[: at + 1] if c is not before[-1]]
    return [*rest, made, *chunks[at + 1 :]]


def with_most_of(chunks: list[Chunk], facts: Facts) -> list[Chunk]:
    """`Which region had the most women`, women being rows: by the figures of these."""
    at = next((i for i, c in enumerate(chunks) if c.text.lower() in _MOST and c.starts("sup:")), None)
    follows = chunks[at + 1] if at is not None and at + 1 < len(chunks) else None
    if at is None or follows is None or follows.kind != "value" or follows.link is None:
        return chunks
    figure = own_figure(facts, follows.link.table)
    if figure is None or any(_measure(c, facts) is not None for c in chunks):
        return chunks
    made = Chunk("column", follows.start, follows.start, "figure", _link(figure))
    return [*chunks[: at + 1], made, *chunks[at + 1 :]]


def with_asked(chunks: list[Chunk], facts: Facts) -> list[Chunk]:
    """`What was the GDP of Albania in 2019`, where the table gives figures of nothing else."""
    words_said = [c.text.lower() for c in chunks]
    if words_said[:1] != ["what"] or words_said[1:2] == [] or words_said[1] not in _WHAT_IS:
        return chunks
    cues = any(c.starts("agg:") or c.starts("sup:") or c.has("count", "top", "bottom", "group") for c in chunks)
    held = {c.link.table for c in chunks if c.link and c.kind == "value"}
    if cues or len(held) != 1 or any(_measure(c, facts) is not None for c in chunks):
        return chunks
    figure = only_measure(facts, next(iter(held)))
    of = next((i for i, c in enumerate(chunks) if i > 2 and c.text.lower() in ("of", "in", "for", "at")), None)
    years = set(words(facts.spelt_whole(figure))) if figure else set()
    timed = any(c.kind == "number" and c.text in years for c in chunks)
    if figure is None or of is None or not (timed or facts.tables[figure.table].published):
        return chunks
    before = [c for c in chunks[:of] if c.link and c.link.score > _GUESSED]
    values = [c for c in before if c.kind == "value" and c.link and c.link.table == figure.table]
    if any(c.kind in ("value", "column") and c not in values for c in before):
        return chunks
    start = 3 if chunks[2].has("all") else 2
    if start + len(values) >= of:
        return chunks
    made = _column(next(c for c in chunks[start:of] if c not in values), figure, chunks[of - 1].end)
    rest = chunks[of:]
    for i, c in enumerate(rest):  # the time is in the figure's label
        if c.kind == "number" and c.text in years:
            rest = [*rest[: max(0, i - 1)], *rest[i + 1 :]]
            break
    return [*chunks[:start], *values, made, *rest]


PASSES: tuple[Pass, ...] = (
    with_cases,
    with_totals,
    with_amounts,
    with_cell,
    with_counted,
    with_verb,
    with_most_of,
    with_asked,
)


def _without_sort(chunks: list[Chunk], at: int) -> list[Chunk]:
    """`new cases` as one word, an adjective before its noun."""
    one, two = chunks[at + 1], chunks[at + 2] if at + 2 < len(chunks) else None
    if one.kind == "word" and two is not None and two.kind == "word" and two.text.lower() in _CASES:
        return [*chunks[: at + 1], Chunk("word", one.start, two.end, f"{one.text} {two.text}"), *chunks[at + 3 :]]
    return chunks


def _names(c: Chunk) -> bool:
    """It may say what there is a total of."""
    return c.kind in ("column", "table", "word") and c.text.lower() not in _HELPING and c.text[:1].isalpha()


def _total_of(said: Sequence[str], chunks: Sequence[Chunk], facts: Facts, unknown: bool) -> Col | None:
    """The figure labelled as the total of what is said; else one labelled as nothing but the total, where that is a
    published figure or nothing is called so (`unknown`: "the total score").
    """
    bare = None
    for table in dict.fromkeys(c.link.table for c in chunks if c.link):
        for column in facts.tables[table].columns if table in facts.tables else ():
            own = set(stems(column.label))
            rest = own - _TOTAL - _OF_COUNT
            whole = said[-1:] and own & _TOTAL and rest and rest <= set(said) and said[-1] in rest
            if whole and facts.measure(Col(table, column.name)):
                return Col(table, column.name)
            scored = unknown and _behind(chunks, said)
            published = facts.tables[table].published and not any(_measure(c, facts) for c in chunks)
            if own == _BARE and (published or scored) and facts.numeric(Col(table, column.name)):
                bare = bare or Col(table, column.name)
    return bare


def _behind(chunks: Sequence[Chunk], said: Sequence[str]) -> bool:
    """The words stand right behind "total"."""
    follows = (b for a, b in pairwise(chunks) if a.has("agg:sum"))
    return any(stems(c.text)[:1] == tuple(said[:1]) for c in follows)


def _measure(c: Chunk, facts: Facts) -> Col | None:
    if c.kind != "column" or c.link is None:
        return None
    column = Col(c.link.table, c.link.column)
    return column if facts.measure(column) and not facts.year(column) else None


def _without_joints(rest: list[Chunk], figure: Chunk) -> list[Chunk]:
    """Less the "on … and …" around the words that spoke of the figure."""
    near = [c for c in rest if abs(c.start - figure.start) <= 3 and c.text.lower() in ("on", "and", "spent")]
    return [c for c in rest if c not in near]


def _unlinked(c: Chunk, column: Col) -> Chunk:
    """The chunk, a mere word where nothing but its sense led to a column that is spoken of elsewhere."""
    guessed = c.link is not None and c.link.how == "meaning" and c.link.column == column.name
    return Chunk("word", c.start, c.end, c.text) if guessed else c


def _column(c: Chunk, column: Col, end: int) -> Chunk:
    c.claimed = c.claimed or "wanted"
    return Chunk("column", c.start, end, c.text, _link(column))


def _link(column: Col) -> Link:
    return Link("column", column.table, column.name, "", 1.0, "only figure")
