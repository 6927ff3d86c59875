"""The last or the first of each, the first few of each group, and the top one of each by how many."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence

import pytest

from core.ask.edit import arranging
from core.ask.edit.portions import closed
from core.ask.form import Form
from core.workspace import Workspace
from tests.ask.marina import BOAT, BOATS, FILES, PIER, SKIPPER, SKIPPERS, TRIPS
from tests.ask.worlds import answers, ask, office_fixture

Cells = tuple[object, ...]


def by(key: Callable[[Cells], object], rows: Iterable[Cells]) -> Mapping[object, list[Cells]]:
    found: dict[object, list[Cells]] = defaultdict(list)
    for row in rows:
        found[key(row)].append(row)
    return found


def top(rows: Sequence[Cells], figure: Callable[[Cells], float], n: int) -> list[Cells]:
    """The rows with the largest figures, ties with the last one too."""
    least = sorted(map(figure, rows), reverse=True)[:n][-1]
    return [r for r in rows if figure(r) >= least]


OF_BOAT, OF_SKIPPER, AT_PIER = by(lambda t: t[1], TRIPS), by(lambda t: t[2], TRIPS), by(lambda b: b[2], BOATS)
LAST = tuple((BOAT[b], max(str(t[3]) for t in ts)) for b, ts in OF_BOAT.items())  # type: ignore[index]
FIRST = tuple((SKIPPER[s], min(str(t[3]) for t in ts)) for s, ts in OF_SKIPPER.items())  # type: ignore[index]
NEWEST = tuple((PIER[p], b[1]) for p, bs in AT_PIER.items() for b in top(bs, lambda b: b[3], 2))  # type: ignore
CHEAPEST = tuple((PIER[p], b[1]) for p, bs in AT_PIER.items() for b in top(bs, lambda b: -b[5], 1))  # type: ignore
GUESTS = tuple(
    (SKIPPER[s], BOAT[b])  # type: ignore[index]
    for s, ts in OF_SKIPPER.items()
    for b, _ in top([(b, sum(t[4] for t in ts if t[1] == b)) for b in {t[1] for t in ts}], lambda r: r[1], 2)  # type: ignore
)
MOST = tuple(
    (SKIPPER[s], BOAT[b])  # type: ignore[index]
    for s, ts in OF_SKIPPER.items()
    for b, n in Counter(t[1] for t in ts).items()
    if n == max(Counter(t[1] for t in ts).values())
)
DATES: tuple[tuple[str, tuple[Cells, ...]], ...] = (
    ("When did each boat last sail?", LAST),
    ("When was the last trip of each boat?", LAST),
    ("What is the date of the latest trip for each boat?", LAST),
    ("When was each skipper's first trip?", FIRST),
    ("the first trip date of every skipper", FIRST),
)
ROWS: tuple[tuple[str, tuple[Cells, ...]], ...] = (
    ("What was the most recent trip of each boat?", LAST),
    ("Show each skipper's first trip", FIRST),
    ("What are the two newest boats at each pier?", NEWEST),
    ("List the 2 newest boats per pier", NEWEST),
    ("Which boat has the lowest berth fee at each pier?", CHEAPEST),
    ("Which boat is sailed most by each skipper?", MOST),
    ("top 2 boats by guests for each skipper", GUESTS),
)

office = office_fixture(FILES)


@pytest.mark.parametrize(("question", "rows"), DATES, ids=[q for q, _ in DATES])
def test_the_last_day_of_each(office: Workspace, question: str, rows: tuple[Cells, ...]) -> None:
    got = ask(office, question)
    assert not got.unsure
    assert answers(got.rows, rows), (got.sql, got.rows)


@pytest.mark.parametrize(("question", "rows"), ROWS, ids=[q for q, _ in ROWS])
def test_the_first_rows_of_each(office: Workspace, question: str, rows: tuple[Cells, ...]) -> None:
    got = ask(office, question)
    assert not got.unsure
    cells = [set(map(str, r)) for r in got.rows]
    assert len(cells) == len(rows)
    assert all(any(set(map(str, r)) <= held for held in cells) for r in rows), (got.sql, got.rows)


def test_the_day_is_that_of_what_happened(office: Workspace) -> None:
    got = ask(office, "When did each skipper last sail?")
    assert got.unsure or "Sailed on" in (got.sql or "")
    assert "Joined on" not in (got.sql or "") or got.unsure
    assert len(SKIPPERS) > len(got.rows)


def test_ties_are_kept_and_told(office: Workspace) -> None:
    counts = [n for _, bs in by(lambda r: r[0], NEWEST).items() for n in (len(bs),)]
    said = ask(office, "What are the two newest boats at each pier?").answer
    assert said.startswith("Of each pier, the 2 boats with the latest year built: ")
    assert ("Some share a place." in said) == any(n > 2 for n in counts)


def test_the_groups_can_be_taken_out(office: Workspace) -> None:
    form = Form.of(ask(office, "What are the two newest boats at each pier?").form)
    assert form is not None
    assert form.query.of_each
    assert not closed(arranging.of_each(form.query, ())).of_each
    assert not closed(arranging.first(form.query, None)).each
