"""What was found in a file, ready to be loaded: each table's labels and rows, and its Layout."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from core.ingest.layout.cells import kind
from core.ingest.layout.drafts import Draft
from core.ingest.layout.find import Finding
from core.ingest.layout.flatten import flatten
from core.ingest.layout.grid import Grid
from core.ingest.layout.parents import below, label_column
from core.ingest.layout.words import is_bare_total, is_source
from core.model import FileNote, Layout, LineRange, LineRole, TotalRow

LONGEST_TITLE = 60
"""Signs of a title that a table is called by."""
GROUP = "group"
"""What the column of group headings is called."""
_LONGEST_NOTE = 2_000
_MOST_NOTES = 200


@dataclass(frozen=True, slots=True)
class FoundTable:
    """One table of a file. `title` is what tells it from the file's other tables; "" where it is the only one."""

    title: str
    labels: tuple[str, ...]
    """The header's texts, of the group column too; `column1`… if there is no header."""
    has_header: bool
    layout: Layout
    draft: Draft
    plain: bool
    """Its rows are all lines below its header, one line deep: it can be read without the grid."""

    @property
    def rows(self) -> int:
        return len(self.draft.rows)


def tables_of(grid: Grid, finding: Finding, by_hand: bool = False) -> tuple[FoundTable, ...]:
    """The tables with their titles, each title once."""
    drafts = finding.tables
    titles = _titles(grid, drafts)
    alone = len(drafts) == 1
    return tuple(_table(grid, d, "" if alone else t, alone, by_hand) for d, t in zip(drafts, titles, strict=True))


def _table(grid: Grid, draft: Draft, title: str, alone: bool, by_hand: bool) -> FoundTable:
    width = draft.right + 1
    labels = flatten(grid, draft.header, width)[draft.left :]
    if not draft.header:
        used = {c for i in draft.rows for c in grid.filled(i)}
        labels = tuple(f"column{n}" if n - 1 + draft.left in used else "" for n in range(1, len(labels) + 1))
    grouped = _outer_and_inner(grid, draft)
    if draft.headings or draft.parents:
        labels = (GROUP, *labels) if not grouped else (GROUP, f"{GROUP} 2", *labels)
    cut = (
        bool(draft.carried)
        or draft.headings
        or draft.totals
        or draft.repeated
        or draft.units
        or draft.numbering
        or len(draft.header) > 1
    )
    plain = alone and not cut and not draft.notes and bool(draft.header)
    layout = Layout(
        lines=tuple(_ranges(grid, draft)),
        notes=tuple(_notes(grid, draft)),
        totals=tuple(_totals(grid, draft)),
        units=tuple(_units(grid, draft, labels)),
        group=GROUP if draft.headings or draft.parents else "",
        columns=(draft.left + 1, draft.right + 1) if draft.beside else None,
        by_hand=by_hand,
    )
    return FoundTable(title, labels, bool(draft.header), layout, draft, plain)


def rows_of(grid: Grid, draft: Draft) -> Iterator[list[str]]:
    """The cells of the table's rows, with the headings of their groups before them."""
    two = _outer_and_inner(grid, draft)
    heads = set(draft.headings)
    label = label_column(grid, draft.rows, draft.columns) if draft.parents else 0
    owner = below(grid, draft.rows, draft.parents, label) if draft.parents else {}
    outer = inner = ""
    held = [""] * draft.carried
    order = sorted({*draft.rows, *heads}) if heads else draft.rows
    for at, i in enumerate(order):
        if i in heads:
            text = " ".join(grid.text(i).split())
            following = order[at + 1] if at + 1 < len(order) else -1
            if two and following in heads:
                outer, inner = text, ""
            else:
                outer, inner = (outer, text) if two else (text, "")
            continue
        cells = grid.cells(i)
        cells = cells[draft.left : draft.right + 1] if draft.beside or not any(cells[draft.right + 1 :]) else cells
        if draft.carried:
            at = draft.columns.left - draft.left
            own = [*cells[at : at + draft.carried], *[""] * draft.carried]
            held = [new if new.strip() else old for new, old in zip(own, held, strict=False)]
            cells = [*cells[:at], *held, *cells[at + draft.carried :]]
        if heads:
            yield [outer, inner, *cells] if two else [outer, *cells]
        elif draft.parents:
            yield [grid.cell(owner[i], label).strip() if i in owner else "", *cells]
        else:
            yield list(cells)


def _outer_and_inner(grid: Grid, draft: Draft) -> bool:
    """Headings stand directly above headings: groups of groups."""
    heads = set(draft.headings)
    order = sorted({*draft.rows, *heads})
    return any(a in heads and b in heads for a, b in pairwise(order))


def _titles(grid: Grid, drafts: Sequence[Draft]) -> list[str]:
    """For each table the line above it that no other has, or the one nearest to it, made different by numbers."""
    lines = [[_title_line(grid, i, d) for i in d.title] for d in drafts]
    seen = [text for said in lines for text in dict.fromkeys(said)]
    titles: list[str] = []
    # A file's title stands above that of its first table.
    fewest = min((len(said) for said in lines if said), default=0)
    for n, whole in enumerate(lines, start=1):
        said = whole[-fewest:] if len(lines) > 1 and n == 1 else whole
        own = [t for t in said if t and seen.count(t) == 1]
        text = (own or [t for t in reversed(said) if t] or [f"table {n}"])[0]
        text = text if len(text) <= LONGEST_TITLE else text[:LONGEST_TITLE].rsplit(" ", 1)[0]
        title, k = text.replace("#", ""), 1
        while title in titles:
            k += 1
            title = f"{text} ({k})"
        titles.append(title)
    return titles


def _title_line(grid: Grid, i: int, draft: Draft) -> str:
    """A line of the title, of tables beside each other the part over this one."""
    if draft.beside:
        part = [grid.cell(i, c) for c in range(draft.left, draft.right + 1) if kind(grid.cell(i, c))]
        if part or len(grid.filled(i)) > 1:
            return " ".join(" ".join(part).split())
    return " ".join(grid.text(i).split())


def _roles(grid: Grid, draft: Draft) -> Iterator[tuple[int, LineRole]]:
    for i in draft.title:
        yield i, "title"
    for i in draft.notes:
        yield i, "source" if is_source(grid.text(i)) else "note"
    for i in draft.totals:
        yield i, "total" if is_bare_total(grid.cell(i, grid.filled(i)[0])) or i == max(draft.body) else "subtotal"
    for lines, role in (
        ((*draft.header, *draft.numbering, *draft.repeated), "header"),
        (draft.units, "units"),
        (draft.headings, "group"),
        (draft.comments, "comment"),
    ):
        for i in lines:
            yield i, role  # type: ignore[misc]


def _ranges(grid: Grid, draft: Draft) -> Iterator[LineRange]:
    """The table's lines by role, blank ones between them, runs of one role together."""
    roles: dict[int, LineRole] = dict(_roles(grid, draft))
    for i in draft.rows:
        roles[i] = "data"
    first = last = 0
    role: LineRole | None = None
    before = -1
    for i in sorted(roles):
        record, now = grid.records[i], roles[i]
        if role == now and before == i - 1:
            last = record.last
        else:
            if role is not None:
                yield LineRange(first, last, role)
            if 0 <= before < i - 1 and all(grid.blank(k) for k in range(before + 1, i)):
                yield LineRange(grid.records[before + 1].first, record.first - 1, "blank")
            first, last, role = record.first, record.last, now
        before = i
    if role is not None:
        yield LineRange(first, last, role)


def _notes(grid: Grid, draft: Draft) -> Iterator[FileNote]:
    lines = sorted(
        {i: role for i, role in _roles(grid, draft) if role in ("title", "note", "source", "units", "comment")}.items()
    )
    for i, role in lines[:_MOST_NOTES]:
        text = _title_line(grid, i, draft) if role == "title" else " ".join(grid.text(i).split())
        if text:
            yield FileNote(grid.records[i].first, text[:_LONGEST_NOTE], role)


def _totals(grid: Grid, draft: Draft) -> Iterator[TotalRow]:
    heads, roles = sorted(draft.headings), dict(_roles(grid, draft))
    for i in draft.totals:
        cells = grid.cells(i)
        cells = [*cells, *[""] * (draft.right + 1 - len(cells))][draft.left : draft.right + 1]
        label = next((c.strip() for c in cells if kind(c) in ("t", "d", "y")), "")
        group = next((grid.text(h) for h in reversed(heads) if h < i), "")
        line = grid.records[i].first
        yield TotalRow(line, label, tuple(c.strip() for c in cells), group, part=roles[i] == "subtotal")


def _units(grid: Grid, draft: Draft, labels: Sequence[str]) -> Iterator[tuple[str, str]]:
    """(place of the column among the labels, unit)."""
    offset = len(labels) - (draft.right + 1 - draft.left)
    for i in draft.units:
        filled = grid.filled(i)
        unit = ""
        for c in range(draft.left, draft.right + 1):
            if c in filled:
                unit = grid.cell(i, c).strip().strip("()[]").strip()
            elif len(filled) > 1 or filled[0] <= draft.left:
                unit = ""  # only a unit written once holds for the columns after it
            if unit:
                yield str(c - draft.left + offset), unit


def placed(layout: Layout, width: int, places: Sequence[int], names: Sequence[str]) -> tuple[Layout, list[str]]:
    """A layout whose totals and units are by the columns that a table kept, and the unit of each of them.

    `width`: columns that were read; `places`, `names`: which of them were kept, and what they are called.
    """
    units = {int(place): unit for place, unit in layout.units}

    def cells(total: TotalRow) -> Iterator[str]:
        before = width - len(total.cells)  # columns of group headings
        for p in places:
            yield total.cells[p - before] if 0 <= p - before < len(total.cells) else ""

    totals = tuple(replace(t, cells=tuple(cells(t))) for t in layout.totals)
    named = tuple((name, units[p]) for name, p in zip(names, places, strict=True) if p in units)
    return replace(layout, totals=totals, units=named), [units.get(p, "") for p in places]
