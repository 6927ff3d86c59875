"""A person's borders of the tables in a file: what the finder saw otherwise, told by lines.

Lines are kept with their text, so that they are found again in the next edition of the file, where they lie elsewhere.
"""

from __future__ import annotations

import json
from bisect import insort
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace

from core.errors import BadLayout
from core.ingest.layout.body import part_body
from core.ingest.layout.drafts import Draft
from core.ingest.layout.find import Finding, find
from core.ingest.layout.grid import Grid, columns_of
from core.model import LineRole

LONGEST_TEXT = 120
"""Signs of a line by which it is found again."""


@dataclass(frozen=True, slots=True)
class Painted:
    """Lines, counted from 1 and both ends included, that a person says are of one role.

    `text` is what the first of them begins with (`text_at`); `to_end`: they reach to the end of the file, however long.
    """

    first: int
    last: int
    role: LineRole
    text: str = ""
    to_end: bool = False


@dataclass(frozen=True, slots=True)
class LayoutOverride:
    """What a person says of a file's lines; of all others the finder's word holds.

    `starts`: a table of its own begins, with its title or header, at each of these lines. `one_table`: the file holds
    one table, whatever the finder sees. `borrowed`: it was said of another file of the same form; then only what is
    found by its text counts.
    """

    painted: tuple[Painted, ...] = ()
    starts: tuple[Painted, ...] = ()
    one_table: bool = False
    borrowed: bool = False

    def __bool__(self) -> bool:
        return bool(self.painted or self.starts or self.one_table)


def dump(override: LayoutOverride) -> str:
    return json.dumps(asdict(override), ensure_ascii=False)


def parse(text: str) -> LayoutOverride:
    """What `dump` wrote."""
    body = json.loads(text)
    return LayoutOverride(
        tuple(Painted(**p) for p in body["painted"]),
        tuple(Painted(**p) for p in body["starts"]),
        body["one_table"],
        body.get("borrowed", False),
    )


def text_at(grid: Grid, line: int) -> str:
    """What a line begins with, for `Painted.text`."""
    return next((grid.text(i)[:LONGEST_TEXT] for i, r in enumerate(grid.records) if r.first <= line <= r.last), "")


def fitting(grid: Grid, override: LayoutOverride) -> LayoutOverride:
    """What of a person's borders is about this file: all that was said of it, and of a borrowed one what is found."""
    if not override.borrowed:
        return override
    texts = {grid.text(i)[:LONGEST_TEXT] for i in range(len(grid))}
    return replace(
        override,
        painted=tuple(p for p in override.painted if p.text in texts),
        starts=tuple(p for p in override.starts if p.text in texts),
    )


def find_by(grid: Grid, override: LayoutOverride) -> Finding:
    """The tables under a person's borders. Raises BadLayout where one is left without rows."""
    starts = sorted({lines[0] for p in override.starts if (lines := _lines(grid, p))})
    if override.one_table:
        finding = _one(grid, find(grid), range(len(grid)))
    elif starts:
        ends = [*starts[1:], len(grid)]
        regions = [range(a, b) for a, b in zip([0, *starts[1:]], ends, strict=True)]
        finding = Finding(report=True)
        for region in regions:
            finding.tables += _one(grid, _shifted(grid, region), region).tables
    else:
        finding = find(grid)
    finding.report = True
    for painted in override.painted:
        if painted.role == "header":
            _set_header(grid, finding, _lines(grid, painted))
    for painted in override.painted:
        if painted.role != "header":
            _paint(grid, finding, _lines(grid, painted), painted.role)
    if not finding.tables or not all(d.rows for d in finding.tables):
        raise BadLayout("These borders leave a table without rows.", "Move the header up or the end down.")
    return finding


def _lines(grid: Grid, painted: Painted) -> list[int]:
    """The records that are meant, found by the text of the first one where the lines have moved."""
    first = next((i for i, r in enumerate(grid.records) if r.first <= painted.first <= r.last), None)
    if painted.text and (first is None or not grid.text(first).startswith(painted.text)):
        same = [i for i in range(len(grid)) if grid.text(i).startswith(painted.text)]
        if not same and painted.role not in ("header", "title"):
            return []
        if same:
            first = min(same, key=lambda i: abs(grid.records[i].first - painted.first))
    if first is None:
        return []
    last = grid.records[first].first + painted.last - painted.first
    return [
        i for i in range(first, len(grid)) if (painted.to_end or grid.records[i].first <= last) and not grid.blank(i)
    ]


def _shifted(grid: Grid, region: range) -> Finding:
    """What is found in some of the records, by their places in the whole."""
    found = find(Grid([grid.records[i] for i in region]))
    for draft in found.tables:
        for lines in _lists(draft):
            lines[:] = [i + region.start for i in lines]
        draft.after_gap = {i + region.start for i in draft.after_gap}
    return found


def _lists(draft: Draft) -> list[list[int]]:
    return [
        draft.title, draft.header, draft.units, draft.numbering, draft.body, draft.rows, draft.headings, draft.totals,
        draft.parents, draft.repeated, draft.notes,
    ]  # fmt: skip


def _one(grid: Grid, found: Finding, region: range) -> Finding:
    """One table of what was found in a region: the first one's title and header, all lines below."""
    if len(found.tables) == 1:
        return found
    lines = [i for i in region if not grid.blank(i)]
    first = found.tables[0] if found.tables else Draft(columns_of(grid, lines), header=lines[:1])
    return Finding([_redrawn(grid, first, first.header, lines)], report=True)


def _redrawn(grid: Grid, draft: Draft, header: Sequence[int], lines: Sequence[int]) -> Draft:
    """The table of these lines with this header: what stands above is its title, what stands below is told apart."""
    top = header[0] if header else -1
    under = [i for i in (*draft.units, *draft.numbering) if i > top and i not in header]
    body = [i for i in lines if i > (header[-1] if header else -1) and i not in under]
    columns = columns_of(grid, body)
    made = replace(
        draft,
        columns=columns,
        title=[i for i in lines if i < top],
        header=list(header),
        units=[i for i in draft.units if i in under],
        numbering=[i for i in draft.numbering if i in under],
        body=body,
        after_gap={i for i in body if i and grid.blank(i - 1)},
        rows=[],
        headings=[],
        totals=[],
        parents=[],
        repeated=[],
        notes=[],
        beside=False,
        left=0,
        right=max((len(grid.kinds(i)) for i in (*header, *body[:500])), default=1) - 1,
    )
    part_body(grid, made, report=True)
    return made


def _span(draft: Draft) -> list[int]:
    return sorted({i for lines in _lists(draft) for i in lines})


def _set_header(grid: Grid, finding: Finding, header: list[int]) -> None:
    """Make these lines the header of the table in whose lines they lie, or of the next one below."""
    if not header:
        return
    spans = [_span(d) for d in finding.tables]
    at = next((n for n, s in enumerate(spans) if s and s[0] <= header[0] <= s[-1]), None)
    if at is None:
        at = next((n for n, s in enumerate(spans) if s and s[0] > header[0]), None)
    if at is None:
        lines = [i for i in range(len(grid)) if not grid.blank(i)]
        finding.tables = [_redrawn(grid, Draft(columns_of(grid, lines)), header, lines)]
        return
    lines = sorted({*spans[at], *header})
    finding.tables[at] = _redrawn(grid, finding.tables[at], header, lines)


def _paint(grid: Grid, finding: Finding, lines: Sequence[int], role: LineRole) -> None:
    """Give these lines a role in the table in which, or below which, they lie."""
    for i in lines:
        owner = next((d for d in finding.tables if i in _span(d)), None)
        owner = owner or next((d for d in reversed(finding.tables) if (s := _span(d)) and s[0] < i), None)
        if owner is None:
            continue
        for kept in _lists(owner):
            if i in kept and kept is not owner.body:
                kept.remove(i)
        places: dict[str, list[int]] = {
            "data": owner.rows,
            "total": owner.totals,
            "subtotal": owner.totals,
            "group": owner.headings,
            "title": owner.title,
            "units": owner.units,
        }
        insort(places.get(role, owner.notes), i)
        if role in ("data", "total", "subtotal", "group") and i not in owner.body:
            insort(owner.body, i)
    for draft in finding.tables:
        if draft.rows:
            draft.columns = columns_of(grid, draft.rows)
