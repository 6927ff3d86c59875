"""The second largest, the third most often lent, the runner-up: one row by its place in an order."""

from __future__ import annotations

from collections import Counter

import pytest

from core.ask.edit import arranging
from core.ask.form import Form
from core.workspace import Workspace
from tests.ask.marina import BOAT, BOATS, FILES, PIER, PIERS, SKIPPER, SKIPPERS, TRIPS
from tests.ask.worlds import answers, ask, office_fixture

BY_LENGTH = [b[1] for b in sorted(BOATS, key=lambda b: -b[4])]
BY_AGE = [s[1] for s in sorted(SKIPPERS, key=lambda s: s[2])]
FEES = sorted((b[5] for b in BOATS), reverse=True)
SAILED = [BOAT[b] for b, _ in Counter(t[1] for t in TRIPS).most_common()]
LED = [SKIPPER[s] for s, _ in Counter(t[2] for t in TRIPS).most_common()]
LYING = [PIER[p] for p, _ in Counter(b[2] for b in BOATS).most_common()]
CASES: tuple[tuple[str, str], ...] = (
    ("What is the second longest boat?", BY_LENGTH[1]),
    ("Which boat has the third highest berth fee?", next(b[1] for b in BOATS if b[5] == FEES[2])),
    ("What is the 2nd highest berth fee?", str(FEES[1])),
    ("the third lowest berth fee", str(FEES[-3])),
    ("Who is the second oldest skipper?", BY_AGE[1]),
    ("Which skipper made the second most trips?", LED[1]),
    ("What is the second-longest boat?", BY_LENGTH[1]),
)

office = office_fixture(FILES)


@pytest.mark.parametrize(("question", "name"), CASES, ids=[q for q, _ in CASES])
def test_a_place_behind_the_first(office: Workspace, question: str, name: str) -> None:
    got = ask(office, question)
    assert not got.unsure
    assert answers(got.rows, ((name if not name.isdecimal() else int(name),),)), (got.sql, got.rows)


def test_the_sentence_says_the_place(office: Workspace) -> None:
    assert ask(office, "What is the second longest boat?").answer == "Kestrel has the second highest `Length m`: 12."


def test_those_that_share_the_place_are_told(office: Workspace) -> None:
    counts = Counter(b[2] for b in BOATS)
    assert len(set(counts.values())) == 1
    said = ask(office, "Which pier has the second most boats?").answer
    assert "comes second" in said
    assert all(p in said for _, p in PIERS)


def test_a_place_that_is_not_taken_is_not_shown(office: Workspace) -> None:
    assert ask(office, "How many trips did the boat with the second highest berth fee make?").unsure


def test_another_number_of_rows_forgets_the_place(office: Workspace) -> None:
    form = Form.of(ask(office, "What is the second longest boat?").form)
    assert form is not None
    assert (form.query.limit, form.query.offset) == (1, 1)
    assert arranging.first(form.query, 3).offset == 0
