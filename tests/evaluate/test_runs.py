"""A workspace's own question sets: asked, judged, kept, compared."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from core.config import Settings
from core.errors import BadCase, Cancelled, UnknownName
from core.evaluate.cases import Case
from core.evaluate.example import Known, as_csv, as_lines, known
from core.evaluate.kept import Evaluations
from core.evaluate.labels import labelled
from core.evaluate.runs import EvaluationRun, Result, amended, ask_all, compare
from core.index.embed import NgramEmbedder
from core.model import Answer, Column, Profile, Table
from core.workspace import Workspace, open_workspace

BIKES = Path(__file__).parents[1] / "ask" / "data" / "bikes"
SET = """{"id": "a", "question": "How many trips are there?", "rows": [[50]], "features": ["count"]}
{"id": "b", "question": "How many bikes are there?", "rows": [[1]], "features": ["count"]}
{"id": "c", "question": "How many trips are there per bike model?", "features": ["group", "join"], "sql": "SELECT model, COUNT(*) FROM trips JOIN bikes USING (bike_id) GROUP BY model"}
{"id": "d", "question": "How many stations are there?", "sql": "SELECT COUNT(*) FROM nowhere"}
"""  # noqa: E501


@pytest.fixture(scope="module")
def ws(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    folder = tmp_path_factory.mktemp("evaluation")
    with open_workspace(Settings(workspace=folder / "ws"), embedder=NgramEmbedder()) as opened:
        opened.tables.load([BIKES])
        yield opened


@pytest.mark.slow
def test_a_set_is_asked_judged_kept_and_read_again(ws: Workspace) -> None:
    kept = Evaluations(ws.folder)
    assert kept.keep_set("My bikes/2024", SET) == "My bikes_2024"
    assert kept.sets() == ("My bikes_2024",)
    assert kept.text("My bikes_2024") == SET
    progress: list[tuple[int, int]] = []
    run = ask_all(ws, "My bikes_2024", kept.cases("My bikes_2024"), lambda n, of: progress.append((n, of)))
    assert progress == [(1, 4), (2, 4), (3, 4), (4, 4)]
    assert [r.verdict for r in run.results] == ["right", "wrong", "right", "unscored"]
    assert (run.scored, run.strict, run.lenient) == (3, 2 / 3, 2 / 3)
    assert run.by_kind() == (("count", 2, 1, 1), ("group", 1, 1, 1), ("join", 1, 1, 1))
    assert (run.results[1].expected, run.results[1].expected_count) == (((1,),), 1)
    assert "nowhere" in run.results[3].note
    assert run.asked_by == "rules"
    kept.keep_run(run)
    assert kept.runs() == (run,)
    kept.drop_run(run.id)
    kept.drop_set("My bikes_2024")
    assert (kept.sets(), kept.runs()) == ((), ())


@pytest.mark.slow
@pytest.mark.parametrize("form", [as_lines, as_csv])
def test_the_workspaces_own_questions_are_right_when_they_are_asked_again(
    ws: Workspace, tmp_path: Path, form: Callable[[Sequence[Known]], str]
) -> None:
    found = known(ws)
    assert found[0] == Known("How many trips are there?", "50")
    assert len(found) == 5
    kept = Evaluations(tmp_path)
    kept.keep_set("own", form(found))
    run = ask_all(ws, "own", kept.cases("own"))
    assert [r.verdict for r in run.results] == ["right"] * 5


def test_what_changed_between_two_runs_the_worse_first() -> None:
    def run(*verdicts: str) -> EvaluationRun:
        results = tuple(Result(str(i), f"q{i}", v) for i, v in enumerate(verdicts))  # type: ignore[arg-type]
        return EvaluationRun("x", "s", "2024-01-01T00:00:00+00:00", "rules", results)

    before, after = run("right", "wrong", "none", "right"), run("wrong", "lenient", "none", "right")
    assert [(c.after.id, c.better) for c in compare(before, after)] == [("0", False), ("1", True)]
    fresh = replace(after, results=(*after.results, Result("9", "new", "wrong")))
    assert len(compare(before, fresh)) == 2
    other = replace(after.results[1], expected=((7,),), expected_count=1)
    by_sql = [replace(r, expected_sql="SELECT 1", expected=((n,),)) for n, r in enumerate((after.results[0],) * 2)]
    then = replace(before, results=(by_sql[0], before.results[1]))
    assert amended(then, replace(after, results=(by_sql[1], other))) == ("q1",)


def test_a_set_that_cannot_be_read_changes_nothing(tmp_path: Path) -> None:
    kept = Evaluations(tmp_path)
    kept.keep_set("s", SET)
    for bad in ("", '{"question": "How many?"}', "no json"):
        with pytest.raises(BadCase):
            kept.keep_set("s", bad)
    assert kept.text("s") == SET
    assert [p.name for p in (tmp_path / "evaluation" / "sets").iterdir()] == ["s.jsonl"]
    with pytest.raises(UnknownName):
        kept.cases("../s/other")


def test_stop_ends_a_run(ws: Workspace, tmp_path: Path) -> None:
    kept = Evaluations(tmp_path)
    kept.keep_set("s", SET)
    stop = threading.Event()
    with pytest.raises(Cancelled):
        ask_all(ws, "s", kept.cases("s"), lambda n, of: stop.set(), stop)


def test_a_run_file_that_is_none_is_passed_over(tmp_path: Path) -> None:
    runs = tmp_path / "evaluation" / "runs"
    runs.mkdir(parents=True)
    (runs / "a.json").write_text("[1]", encoding="utf-8")
    (runs / "b.json").write_text('{"results": [{"id": 1}]}', encoding="utf-8")
    assert Evaluations(tmp_path).runs() == ()


def test_codes_that_are_expected_may_be_answered_with_their_labels() -> None:
    codes = (("ON", "online"), ("PH", "phone"))
    channel = Column("sales", "channel", "channel", "text", 0, Profile(9, 0, 2), codes=codes)
    tables = (Table("sales", "sales", "s.csv", 9, (channel,)),)
    told = labelled(Case("a", "sales per channel", rows=(("ON", 3), ("PH", 2), (None, 1))), tables)
    assert told is not None
    assert told.rows == (("online", 3), ("phone", 2), (None, 1))
    assert labelled(Case("b", "towns", rows=(("ON", 3), ("Ely", 2))), tables) is None
    assert labelled(Case("c", "none", rows=()), tables) is None


@pytest.mark.parametrize(("confidence", "verdict"), [(0.9, "wrong"), (0.2, "withheld")])
def test_a_wrong_answer_that_the_chat_does_not_show_is_withheld(confidence: float, verdict: str) -> None:
    asked = Answer("How many?", "2", sql="SELECT 2", columns=("n",), rows=((2,),), confidence=confidence)
    ws = SimpleNamespace(
        questions=SimpleNamespace(ask=lambda *_, **__: iter([asked])), tables=SimpleNamespace(all=lambda: ())
    )
    run = ask_all(cast(Workspace, ws), "set", [Case("a", "How many?", rows=((3,),)), Case("b", "How?", rows=((2,),))])
    assert [r.verdict for r in run.results] == [verdict, "right"]
