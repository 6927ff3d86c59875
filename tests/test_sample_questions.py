"""The samples' own questions get the rows of their gold queries, and the joins that are meant are found."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator

import pytest

from core.samples import SAMPLES, Sample, SampleQuestion
from core.workspace import Workspace
from tests.ask.worlds import STRICT, answers, ask, opened

WRONG: dict[str, str] = {}
"""Questions that are not answered rightly yet, and why."""

Loaded = Callable[[Sample], Workspace]


@pytest.fixture(scope="session")
def loaded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Loaded]:
    """The workspace of a sample, made at its first use."""
    made: dict[str, Workspace] = {}

    def get(sample: Sample) -> Workspace:
        if sample.key not in made:
            base = tmp_path_factory.mktemp(sample.key)
            made[sample.key] = opened(sample.write(base / "files"), base / "ws")
        return made[sample.key]

    yield get
    for workspace in made.values():
        workspace.close()


def questions() -> Iterator[object]:
    for sample in SAMPLES:
        for number, question in enumerate(sample.questions, start=1):
            why = WRONG.get(question.text)
            marks = [pytest.mark.xfail(reason=why, strict=STRICT)] if why else []
            yield pytest.param(sample, question, id=f"{sample.key}-{number}", marks=marks)


def joins() -> Iterator[object]:
    for sample in SAMPLES:
        for join in sample.joins:
            yield pytest.param(sample, *join, id=f"{sample.key}-{join[0]}")


@pytest.mark.parametrize(("sample", "question"), questions())
def test_a_question_gets_the_rows_of_its_gold_query(sample: Sample, question: SampleQuestion, loaded: Loaded) -> None:
    workspace = loaded(sample)
    with sqlite3.connect(workspace.folder / "data.sqlite") as db:
        gold = tuple(db.execute(question.sql).fetchall())
    answer = ask(workspace, question.text)
    right = answers(answer.rows, gold, ordered=question.ordered)
    assert right, f"{answer.sql or answer.answer}\n{answer.rows[:5]} instead of {gold[:5]}"


@pytest.mark.parametrize(("sample", "child", "parent"), joins())
def test_a_join_that_is_meant_is_found(sample: Sample, child: str, parent: str, loaded: Loaded) -> None:
    found = {
        frozenset((f"{j.child_table}.{a}", f"{j.parent_table}.{b}")): j.state
        for j in loaded(sample).joins()
        for a, b in zip(j.child, j.parent, strict=True)
    }
    assert found.get(frozenset((child, parent))) in ("confirmed", "probable")
