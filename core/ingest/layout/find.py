"""From the records of a file to its tables: segments between blank lines, each a table, a part of one, or text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from core.ingest.layout.beside import side_by_side
from core.ingest.layout.body import part_body
from core.ingest.layout.drafts import Draft
from core.ingest.layout.grid import Columns, Grid, columns_of, fit
from core.ingest.layout.heads import DEEPEST, Head, head_of
from core.ingest.layout.words import is_continued, is_note, is_note_line, is_total

_FEW = 6
"""Most rows of a block without figures above the table that may be about the file."""


@dataclass(slots=True)
class Finding:
    """What was found: the tables in reading order, and the lines that belong to none."""

    tables: list[Draft] = field(default_factory=list)
    texts: list[int] = field(default_factory=list)
    report: bool = False
    """There are signs of a publication: titles, notes, blank lines, units, a header of several lines."""


def find(grid: Grid) -> Finding:
    """The tables of a file. None: it holds text alone."""
    segments = _segments(grid)
    finding = Finding()
    waiting: list[int] = []
    """Lines seen since the last table that may be its notes or the next one's title."""
    at = 0
    while at < len(segments):
        lines = segments[at]
        at += 1
        now = finding.tables[-1] if finding.tables else None
        if _is_text(grid, lines, now):
            waiting += lines
            continue
        head = head_of(grid, lines)
        while at < len(segments) and (joined := _joined(grid, head, segments[at])) is not None:
            head, at = joined, at + 1
        if now is not None and _is_legend(grid, head, waiting):
            waiting += lines
            continue
        if now is not None and _continues(grid, now, head, waiting):
            _go_on(grid, now, head, waiting)
            waiting = []
        elif _is_table(grid, head := _small(grid, head, waiting), now, segments[at:]):
            above = _divide(grid, waiting, now)
            finding.tables.append(_draft(grid, head, above))
            waiting = []
        else:
            waiting += [*head.lead, *head.header, *head.units, *head.numbering, *head.body]
    if finding.tables:
        finding.tables[-1].notes += waiting
    else:
        finding.texts = waiting
    return _finish(grid, finding, len(segments))


def _segments(grid: Grid) -> list[list[int]]:
    found: list[list[int]] = [[]]
    for i in range(len(grid)):
        if grid.blank(i):
            if found[-1]:
                found.append([])
        else:
            found[-1].append(i)
    return [s for s in found if s]


def _is_text(grid: Grid, lines: Sequence[int], now: Draft | None) -> bool:
    """No line has two cells to itself, or what has is a sentence cut at its commas."""
    if len(lines) > 50 and len(grid.filled(lines[len(lines) // 2])) > 1:
        return False
    if now is not None and len(lines) == 1 and len(grid.filled(lines[0])) == 1:
        only = grid.filled(lines[0])[0]
        wanted = now.columns.kinds[only] if only < now.columns.width else ""
        if wanted in ("n", "d", "y") and grid.kinds(lines[0])[only] == wanted and now.columns.width > 1:
            return False
    for at, i in enumerate(lines):
        filled = grid.filled(i)
        if len(filled) > 1 and not is_note_line(grid, i):
            return False
        if at and filled and filled[0] > 0 and len(grid.cells(i)) > 1 and grid.kinds(i)[filled[0]] == "n":
            return False
    return True


def _is_legend(grid: Grid, head: Head, waiting: Sequence[int]) -> bool:
    """Signs or numbers with what they mean, below a line such as `Symbols:` or `Footnotes:`."""
    above = [*waiting, *head.lead]
    said = grid.text(above[-1]) if above else ""
    rows = [*head.header, *head.body]
    return said.endswith((":", "：")) and is_note(said) and all(len(grid.filled(i)) <= 2 for i in rows)


def _joined(grid: Grid, head: Head, following: Sequence[int]) -> Head | None:
    """The block with the segment below it, where it is nothing but the first lines of that one's header."""
    above = [*head.header, *head.units, *head.body]
    if not above or len(above) > DEEPEST or any("n" in grid.kinds(i) for i in above):
        return None
    filled = [grid.filled(i) for i in above]
    if max(map(len, filled)) < 2 or any(is_note_line(grid, i) for i in above):
        return None
    if len(grid.filled(following[0])) < 2:
        return None
    both = head_of(grid, [*above, *following])
    if both.lead or not {*above} <= {*both.header, *both.units, *both.numbering}:
        return None
    alone = head_of(grid, following)
    width = max(len(grid.kinds(i)) for i in above)
    if not both.sure or (alone.header and alone.sure and len(alone.header) >= len(both.header)):
        return None
    if alone.sure and alone.header and {c for f in filled for c in f} >= set(grid.filled(alone.header[-1])):
        return None  # two headers, each whole
    if width < columns_of(grid, alone.body or list(following)).width - 1:
        return None
    return Head([*head.lead, *both.lead], both.header, both.units, both.numbering, both.body, both.sure)


def _continues(grid: Grid, now: Draft, head: Head, waiting: Sequence[int]) -> bool:
    """Whether a block goes on with the table above: its rows are alike, and it has no header of its own."""
    lines = [*head.header, *head.units, *head.numbering, *head.body]
    mine = {tuple(c.strip() for c in grid.cells(i)) for i in now.header}
    said = [grid.text(i) for i in (*waiting, *head.lead) if not is_note_line(grid, i)]
    before = {grid.text(i) for i in now.title}
    titled = any(text not in before for text in said) and not any(map(is_continued, said))
    if head.header and mine and tuple(c.strip() for c in grid.cells(head.header[-1])) in mine:
        return not titled
    if len(lines) <= 2 and any(is_total(grid.cell(i, grid.filled(i)[0])) for i in lines if grid.filled(i)):
        return all(len(grid.kinds(i)) <= now.columns.width for i in lines)
    if head.header and head.sure:
        return False
    own = columns_of(grid, lines)
    place = range(now.columns.left, max(now.columns.width, _header_width(grid, now)))
    if not own.used <= {*place} and not (len(lines) <= 3 and own.used >= now.columns.used and own.typed):
        return False
    typed = now.columns.typed & own.used
    if now.columns.typed and not typed and own.usual > 1:
        return False
    good = [fit(grid, i, now.columns, place.stop) for i in lines[:50]]
    figures = now.columns.kinds.count("n") and all(_has_figure(grid, i, now.columns) for i in lines[:50])
    least = 0.5 if figures and not titled else 0.75
    alike = sum(g >= least for g in good) >= 0.8 * len(good)
    if now.columns.typed:
        return alike and (own.usual * 2 >= now.columns.usual or len(lines) == 1)
    # All is words: only a table as wide goes on.
    named = max((len(grid.filled(i)) for i in now.header), default=0)
    as_wide = own.usual * 3 >= max(now.columns.usual, named) * 2 or own.used == now.columns.used
    return alike and not titled and as_wide


def _has_figure(grid: Grid, i: int, columns: Columns) -> bool:
    """Whether a record has a number in one of the columns of numbers."""
    return any(k in ("n", "y") and c < columns.width and columns.kinds[c] == "n" for c, k in enumerate(grid.kinds(i)))


def _header_width(grid: Grid, draft: Draft) -> int:
    return max((len(grid.kinds(i)) for i in draft.header), default=0)


def _go_on(grid: Grid, now: Draft, head: Head, waiting: Sequence[int]) -> None:
    """The block's lines, and what stood between, become part of the table's body."""
    gap = True
    for i in (*waiting, *head.lead, *head.header, *head.units, *head.numbering, *head.body):
        now.body.append(i)
        if gap:
            now.after_gap.add(i)
        gap = i in waiting
    now.columns = columns_of(grid, now.body)


def _is_table(grid: Grid, head: Head, now: Draft | None, later: Sequence[Sequence[int]]) -> bool:
    """Whether a block is a table by itself, and not words or keys about the file."""
    if not head.body:
        return False
    columns = columns_of(grid, head.body)
    if len(columns.used) < 2 and (len(head.header) != 1 or not columns.typed):
        lone = len(head.body) <= 2 and bool(later)  # `General election,6 November` over `Official results`
        return len(head.header) == 1 and len(grid.filled(head.header[0])) > 1 and not lone
    if head.sure:
        return len(head.body) > 2 or bool(head.lead) or not _is_key_block(grid, head, columns, later)
    if not head.header:
        if not columns.typed:
            return False
        return len(head.body) >= 3 and not (now is None and _is_key_block(grid, head, columns, later))
    if columns.usual < 2 or sum(len(grid.filled(i)) < 2 for i in head.body) * 2 > len(head.body):
        return False
    long = [len(grid.cell(i, c).strip()) > 60 for i in (*head.header, *head.body[:20]) for c in grid.filled(i)]
    if sum(long) * 4 > len(long) and (later or now):
        return False
    if any(is_note_line(grid, i) for i in head.header):
        return False
    return not _is_key_block(grid, head, columns, later)


def _small(grid: Grid, head: Head, waiting: Sequence[int]) -> Head:
    """A titled block of few lines of words: the first is its header if it is the widest, of short words that differ."""
    lines = [*head.header, *head.units, *head.numbering, *head.body]
    if head.sure or not 2 <= len(lines) <= _FEW or not (head.lead or waiting):
        return head
    first, *rest = (set(grid.filled(i)) for i in lines)
    labels = [grid.cell(lines[0], c).strip() for c in sorted(first)]
    if len(first) < 3 or len(set(labels)) < len(labels) or max(map(len, labels)) > 40 or "n" in grid.kinds(lines[0]):
        return head
    if any(len(r) < 2 or not r <= first for r in rest):
        return head
    return Head(head.lead, lines[:1], [], [], lines[1:], True)


def _is_key_block(grid: Grid, head: Head, columns: Columns, later: Sequence[Sequence[int]]) -> bool:
    """Keys with their values above a wider table: `Site code,RV-0117`."""
    lines = [*head.header, *head.body]
    widest = max((len(grid.filled(i)) for segment in later for i in segment[:DEEPEST]), default=0)
    longest = max((len(s) for s in later), default=0)
    wide = max(len(grid.filled(i)) for i in lines[:50])
    if wide <= 2 and len(lines) <= 20 and widest > 2 and longest >= 2:
        return True
    if wide <= 2 and not head.sure and len(lines) <= _FEW and longest > len(lines):
        return True
    return not columns.typed and not head.sure and len(lines) <= _FEW and longest > 2 * len(lines) and widest > wide


def _divide(grid: Grid, waiting: list[int], now: Draft | None) -> list[int]:
    """Of the lines between two tables give the notes to the one above; return the title of the one below."""
    if now is None:
        return waiting
    last = max((n for n, i in enumerate(waiting) if is_note_line(grid, i)), default=-1)
    now.notes += waiting[: last + 1]
    return waiting[last + 1 :]


def _draft(grid: Grid, head: Head, above: Sequence[int]) -> Draft:
    return Draft(
        columns_of(grid, head.body),
        title=[*above, *head.lead],
        header=list(head.header),
        units=list(head.units),
        numbering=list(head.numbering),
        body=list(head.body),
        sure=head.sure,
    )


def _finish(grid: Grid, finding: Finding, segments: int) -> Finding:
    """Tell each table's lines apart, and part tables that stand beside each other."""
    report = (
        len(finding.tables) > 1
        or segments > 1
        or any(d.title or d.notes or d.units or len(d.header) > 1 for d in finding.tables)
    )
    finding.report = report
    made: list[Draft] = []
    for draft in finding.tables:
        width = max(draft.columns.width, _header_width(grid, draft))
        draft.right = width - 1
        for view, one in side_by_side(grid, draft, width):
            part_body(view, one, report)
            made.append(one)
    finding.tables = [d for d in made if d.rows or d.totals]
    for d in made:
        if not (d.rows or d.totals):
            finding.texts += [*d.title, *d.header, *d.units, *d.headings, *d.notes]
    return finding
