"""The lines below a header told apart: rows, group headings, repeated headers, totals, notes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.ingest.layout.drafts import Draft
from core.ingest.layout.grid import Columns, Grid, columns_of, fit
from core.ingest.layout.parents import parents
from core.ingest.layout.total_lines import total_lines
from core.ingest.layout.words import is_note, is_note_line, is_total

LONG = 60
_MANY = 2_000
"""In tables of more rows no labels are carried down."""
_DEEPEST_CARRIED, _TWO = 3, 2
_LABELS = frozenset(("t", "y", "d"))
_LEAST_CARRIED = 6
"""Rows of a table whose first column may hold a label once for each group."""
_WIDE = 5
"""Columns of figures in a table in which a line without any figure is a heading."""
_FULL = 5
"""Cells of most rows of a table in which a day with a remark is no row."""
_ENOUGH_ROWS = 20
"""Rows of such a table at least, and for each such remark."""


def part_body(grid: Grid, draft: Draft, report: bool) -> None:
    """Fill the draft's rows, headings, totals, repeated headers and notes from its body.

    `report` says that the file shows signs of a publication: titles, notes, blank lines, headers of several lines.
    Without them a line is a row unless it surely is none.
    """
    body = draft.body
    tail = _tail(grid, draft, report)
    draft.notes += tail
    body = body[: len(body) - len(tail)]
    header = {tuple(c.strip() for c in grid.cells(i)) for i in draft.header}
    firsts = {grid.cell(i, 0).strip() for i in draft.header}
    titles = {grid.text(i) for i in draft.title}
    again = [i for i in body if len(grid.filled(i)) <= 2 and grid.text(i) in titles]
    draft.notes += again  # the title of each page
    body = [i for i in body if i not in set(again)] if again else body
    thin = {i for i in body if _thin(grid, i)}
    stubs = _stubs(grid, draft, body) if report else set[int]()
    headings = set(_headings(grid, draft, body, thin | stubs, report))
    for i in body:
        if i in headings:
            draft.headings.append(i)
        elif grid.cell(i, 0).strip() in firsts and tuple(c.strip() for c in grid.cells(i)) in header:
            draft.repeated.append(i)
        elif (report and _is_page_note(grid, i, draft.columns)) or (i in thin and _is_aside(grid, i, draft, report)):
            draft.notes.append(i)
        else:
            draft.rows.append(i)
    closed = _remarks_on_days(grid, draft)
    draft.notes += sorted(closed)
    draft.rows = [i for i in draft.rows if i not in closed]
    draft.columns = columns_of(grid, draft.rows) if draft.rows else draft.columns
    draft.parents = parents(grid, draft.rows, draft.columns) if report and not draft.headings else []
    heads = set(draft.parents)
    lines = draft.rows
    draft.rows = [i for i in lines if i not in heads]
    totals = {*total_lines(grid, draft, report), *heads}
    draft.totals = [i for i in lines if i in totals]
    draft.rows = [i for i in draft.rows if i not in totals]
    draft.carried = _carried(grid, draft) if report and not draft.headings and not draft.parents else 0
    draft.notes.sort()


def _is_aside(grid: Grid, i: int, draft: Draft, report: bool) -> bool:
    """A lone cell that is no row's: a remark, or a sign for no value."""
    return _is_remark(grid, i, draft.columns, report) or _is_nothing(grid, i, draft.columns)


def _remarks_on_days(grid: Grid, draft: Draft) -> set[int]:
    """`25/12/2024 | | | | CLOSED`: a day and a remark in a column that is hardly filled, among rows of many cells."""
    rows, columns = draft.rows, draft.columns
    if columns.usual < _FULL or len(rows) < _ENOUGH_ROWS:
        return set()
    found = set()
    for i in rows:
        filled = grid.filled(i)
        if len(filled) != _TWO or grid.kinds(i)[filled[0]] != "d" or grid.kinds(i)[filled[1]] != "t":
            continue
        if filled[1] >= columns.width or 2 * columns.fill[filled[1]] < 1:
            found.add(i)
    return found if _ENOUGH_ROWS * len(found) <= len(rows) else set()


def _is_page_note(grid: Grid, i: int, columns: Columns) -> bool:
    """`Printed 03/04/2023` and `Page 2` among rows of more cells."""
    filled = grid.filled(i)
    return len(filled) == 2 < columns.usual and is_note_line(grid, i) and fit(grid, i, columns) < 0.75


def _carried(grid: Grid, draft: Draft) -> int:
    """Of how many columns in front each group's label stands in its first row alone: within the group of the column
    before all labels differ, the next column is full of words or times, and the blanks are many. Below times in the
    first column alone the next one's come again from group to group."""
    rows = draft.rows
    if not _LEAST_CARRIED <= len(rows) <= _MANY:
        return 0
    columns = columns_of(grid, rows)
    left, depth = columns.left, 0
    begins = {rows[0]}
    for at in range(left, min(left + _DEEPEST_CARRIED, columns.width - 2)):
        labels = {i: text for i in rows if (text := grid.cell(i, at).strip())}
        if columns.kinds[at] not in _LABELS or 2 * len(labels) > len(rows) or not begins <= labels.keys():
            break
        if not _differ(rows, labels, begins if depth else {rows[0]}):
            break
        depth, begins = depth + 1, set(labels)
    if not depth or len(begins) < _TWO:
        return 0
    if depth == 1 and columns.kinds[left] != "t":  # years above their quarters, but no day that was left blank
        within = {i: grid.cell(i, left + 1).strip() for i in rows}
        if len(set(within.values())) * _TWO > len(rows) or not _differ(rows, within, begins):
            return 0
    full = columns.kinds[left + depth] in _LABELS and columns.fill[left + depth] >= 1
    return depth if full else 0


def _differ(rows: Sequence[int], labels: Mapping[int, str], begins: set[int]) -> bool:
    """Whether no label stands twice from one of the rows `begins` to the next."""
    seen: set[str] = set()
    for i in rows:
        if i in begins:
            seen = set()
        if (label := labels.get(i)) is not None:
            if label in seen:
                return False
            seen.add(label)
    return True


def _thin(grid: Grid, i: int) -> bool:
    """A record that fills a single cell."""
    filled = 0
    for cell in grid.cells(i):
        if cell and not cell.isspace():
            filled += 1
            if filled > 1:
                return False
    return True


def _lone(grid: Grid, i: int) -> str:
    """The text of a record's single filled cell."""
    filled = grid.filled(i)
    return grid.cell(i, filled[0]).strip() if filled else ""


def _tail(grid: Grid, draft: Draft, report: bool) -> list[int]:
    """The lines at the end that are no rows."""
    body, columns = draft.body, draft.columns
    at = len(body)
    while at > 0 and is_tail(grid, body[at - 1], columns, report):
        at -= 1
    # In a file that is otherwise plain, one line may as well be a row.
    return body[at:] if report or len(body) - at > 1 else []


def is_tail(grid: Grid, i: int, columns: Columns, report: bool) -> bool:
    filled = grid.filled(i)
    if len(filled) > 1:
        off = fit(grid, i, columns) < 0.5 and not any(grid.kinds(i)[c] in ("n", "d") for c in filled)
        return (is_note_line(grid, i) and (off or len(filled) == 2 < columns.usual)) or (
            off and bool(columns.typed) and len(grid.cell(i, filled[0]).strip()) > max(LONG, columns.longest)
        )
    if columns.width < 2:
        return False
    return _is_remark(grid, i, columns, report) or (
        report
        and columns.width > 2
        and filled[0] <= columns.left
        and grid.kinds(i)[filled[0]] == "t"
        and columns.usual >= 0.6 * len(columns.used)
    )


def _is_remark(grid: Grid, i: int, columns: Columns, report: bool) -> bool:
    """A lone cell that reads as a note, is far longer than labels are, or stands in a record cut short."""
    filled = grid.filled(i)
    if not filled:
        return True
    text, column = _lone(grid, i), filled[0]
    wanted = columns.kinds[column] if column < columns.width else ""
    if grid.kinds(i)[column] != "t" and wanted != "t":
        return False
    if column > columns.left:
        return is_note(text) and len(text) > LONG
    if is_note(text):
        return True
    if len(text) > max(LONG, 2 * columns.longest):
        return True
    ragged = report and len(grid.cells(i)) == 1 and columns.width > 1 and columns.usual > 1
    return ragged and (columns.width > 2 or wanted in ("n", "d", "y") or text.endswith((".", ":")))


def _headings(grid: Grid, draft: Draft, body: Sequence[int], thin: set[int], report: bool) -> list[int]:
    """The lines that head groups of rows: one cell in the first column, rows below."""
    columns = draft.columns
    if columns.width < 2 or not thin:
        return []
    found = []
    for n, i in enumerate(body[:-1]):
        if i not in thin:
            continue
        ragged = report and not _opens(grid, body, n) and not _between_totals(grid, body, n)
        if len(grid.filled(i)) == 1 and _is_remark(grid, i, columns, ragged) and not _lone(grid, i).endswith(":"):
            continue
        if (
            grid.filled(i)[0] <= columns.left + (columns.fill[columns.left] < 0.5)
            and grid.kinds(i)[grid.filled(i)[0]] in "tyd"
        ):
            found.append(i)
    rows = [i for i in body if i not in thin]
    if not found or not rows:
        return []
    places = {i: n for n, i in enumerate(body)}
    found = [i for i in found if _has_rows_below(grid, body[places[i] + 1 : places[i] + 5], thin)]
    if not found:
        return []
    first = found[0] == body[0]
    typed = columns.left in columns.typed and all(grid.kinds(i)[grid.filled(i)[0]] == "t" for i in found)
    gaps = sum(i in draft.after_gap for i in found) * 2 >= len(found)
    gaps = gaps and (columns.width > 2 or len(found) > 1)
    indented = _indented(grid, found, body, places)
    few = 2 * len(found) <= len(rows) and columns.width > 2 and len(thin) == len(found)
    if (
        ((typed or gaps or indented) and (report or len(found) > 1))
        or (first and 2 * len(found) <= len(body))
        or (report and few)
    ):
        return found
    return []


def _opens(grid: Grid, body: Sequence[int], n: int) -> bool:
    """Whether rows that begin further right stand below a lone cell, and above it such a row too, a total, or nothing:
    a record cut short heads rows there, and is no remark between them."""
    own, below = _indent(grid, body[n]), _indent(grid, body[n + 1])
    before = next((i for i in reversed(body[:n]) if not _thin(grid, i)), None)
    closed = before is None or is_total(grid.cell(before, 0)) or (_indent(grid, before) or 0) > (own or 0)
    return below is not None and below > (own or 0) and closed


def _indent(grid: Grid, i: int) -> int | None:
    """The blanks before the text of a record's first cell; None where that is empty."""
    text = grid.cell(i, 0)
    return len(text) - len(text.lstrip()) if text.strip() else None


def _stubs(grid: Grid, draft: Draft, body: Sequence[int]) -> set[int]:
    """The lines of a wide table of figures that hold words in its first columns and not one figure."""
    figures = {c for c, k in enumerate(draft.columns.kinds) if k == "n"}
    if len(figures) < _WIDE or 2 * len(figures) < draft.columns.width:
        return set()
    found = set()
    for i in body:
        cells = grid.cells(i)
        if 2 * cells.count("") >= len(cells) and len(filled := grid.filled(i)) == 2 and not figures & set(filled):
            found.add(i)
    return found


def _between_totals(grid: Grid, body: Sequence[int], n: int) -> bool:
    """Whether a lone cell opens the body or follows a total, and full rows up to another total stand below it."""
    above = n == 0 or _sums_up(grid, body[n - 1])
    below = next((i for i in body[n + 1 :] if len(grid.filled(i)) < 2 or _sums_up(grid, i)), None)
    return above and below is not None and below != body[n + 1] and _sums_up(grid, below)


def _sums_up(grid: Grid, i: int) -> bool:
    filled = grid.filled(i)
    return len(filled) > 1 and is_total(grid.cell(i, filled[0]))


def _has_rows_below(grid: Grid, below: Sequence[int], thin: set[int]) -> bool:
    """Whether a row follows a heading, at most two other headings between, and that row is no total."""
    first = next((i for i in below[:3] if i not in thin), None)
    return first is not None and not is_total(grid.cell(first, grid.filled(first)[0]))


def _is_nothing(grid: Grid, i: int, columns: Columns) -> bool:
    """A lone sign for "no value" in the first column of a table of several."""
    filled = grid.filled(i)
    return columns.width > 2 and filled == (columns.left,) and grid.kinds(i)[columns.left] == "m"


def _indented(grid: Grid, found: Sequence[int], body: Sequence[int], places: dict[int, int]) -> bool:
    """The rows below most headings begin further right."""
    deeper = 0
    for i in found:
        after = body[places[i] + 1 : places[i] + 2]
        if after and grid.filled(after[0]):
            label = grid.cell(after[0], grid.filled(i)[0])
            own = grid.cell(i, grid.filled(i)[0])
            deeper += len(label) - len(label.lstrip()) > len(own) - len(own.lstrip())
    return 2 * deeper > len(found)
