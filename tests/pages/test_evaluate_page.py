"""The evaluate page: a set added, asked, looked at, compared."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.documents.read import Passage
from core.errors import BadCase
from core.evaluate.example import as_csv
from core.evaluate.kept import Evaluations
from core.evaluate.runs import EvaluationRun, Result, compare
from core.evaluate.side_by_side import passages_of
from core.model import Answer, Citation, Told
from tests.pages.conftest import app, texts
from tests.pages.fake import FakeWorkspace

SET = '{"id": "a", "question": "How many people?", "rows": [[2]]}\n{"id": "b", "question": "Who?", "rows": [["Ann"]]}'


def test_nothing_loaded_is_said(ws: FakeWorkspace) -> None:
    assert [i.value for i in app("evaluate").info] == ["Nothing is loaded yet."]


def test_a_set_is_added_and_asked(ws: FakeWorkspace) -> None:
    ws.add("people", ("id", "name"), ((1, "Ann"), (2, "Bob")))
    ws.answers["How many people?"] = Answer("How many people?", "2.", sql="SELECT 2", columns=("n",), rows=((2,),))
    at = app("evaluate")
    at.text_input(key="set-name").input("Mine")
    at.text_area(key="set-text").input(SET)
    next(b for b in at.button if b.label == "Keep").click().run()
    assert not at.error
    assert at.selectbox(key="set").value == "Mine"
    assert "Its 2 questions" in [e.label for e in at.expander]
    assert at.dataframe[0].value.to_numpy().tolist() == [["How many people?", "2"], ["Who?", "Ann"]]
    at.button(key="ask-all").click().run()
    assert [m.value for m in at.metric] == ["50%", "50%", "2", "100%", at.metric[4].value]
    assert "**Who?**" in texts(at)
    (run,) = Evaluations(ws.folder).runs()
    assert [r.verdict for r in run.results] == ["right", "none"]


def test_a_bad_set_is_explained(ws: FakeWorkspace) -> None:
    ws.add("people", ("id", "name"), ((1, "Ann"),))
    at = app("evaluate")
    at.text_area(key="set-text").input('{"question": "How many?"}')
    next(b for b in at.button if b.label == "Keep").click().run()
    assert "sql" in at.error[0].title
    assert Evaluations(ws.folder).sets() == ()


def test_plain_lines_will_do(ws: FakeWorkspace) -> None:
    ws.add("people", ("id", "name"), ((1, "Ann"), (2, "Bob")))
    ws.answers["How many people?"] = Answer("How many people?", "2.", sql="SELECT 2", columns=("n",), rows=((2,),))
    at = app("evaluate")
    at.text_area(key="set-text").input("How many people? = 2\nWho? ; Ann, Bob")
    next(b for b in at.button if b.label == "Keep").click().run()
    assert not at.error
    assert at.selectbox(key="set").value == "My questions"
    at.button(key="ask-all").click().run()
    (run,) = Evaluations(ws.folder).runs()
    assert [r.verdict for r in run.results] == ["right", "none"]


def test_a_set_without_a_name_replaces_no_other(ws: FakeWorkspace) -> None:
    ws.add("people", ("id", "name"), ((1, "Ann"),))
    kept = Evaluations(ws.folder)
    kept.keep_set("My questions", "Who? = Ann")
    at = app("evaluate")
    at.text_area(key="set-text").input("How many people? = 1")
    next(b for b in at.button if b.label == "Keep").click().run()
    assert kept.sets() == ("My questions", "My questions 2")
    assert at.selectbox(key="set").value == "My questions 2"


def test_a_line_without_an_answer_is_named_with_an_example(ws: FakeWorkspace) -> None:
    ws.add("people", ("id", "name"), ((1, "Ann"),))
    at = app("evaluate")
    at.text_area(key="set-text").input("How many people? = 2\nWho?")
    next(b for b in at.button if b.label == "Keep").click().run()
    assert at.error[0].title.startswith("Line 2 of the questions cannot be used")
    assert "How many orders are there? \\= 50" in at.error[0].value


def test_the_box_begins_with_questions_of_the_workspace(ws: FakeWorkspace) -> None:
    ws.add("people", ("id", "name"), ((1, "Ann"), (2, "Bob")))
    ws.offers[""] = ("How many people?", "Everyone?", "Huh?", "People per city?")
    rows = (("Bern", 2), ("Oslo", 1.5))
    ws.answers["People per city?"] = Answer("q", "a", sql="SELECT 3", columns=("city", "n"), rows=rows)
    ws.answers["How many people?"] = Answer("How many people?", "2.", sql="SELECT 2", columns=("n",), rows=((2,),))
    many = tuple((f"P{i}",) for i in range(9))
    sql = "SELECT name\nFROM people"
    ws.answers["Everyone?"] = Answer("Everyone?", "9.", sql=sql, columns=("name",), rows=many)
    at = app("evaluate")
    at.button(key="begin-set").click().run()
    assert at.text_area(key="set-text").value == (
        "How many people? = 2\nEveryone? = SELECT name FROM people\nPeople per city? = Bern: 2, Oslo: 1.5\n"
    )
    assert as_csv(at.session_state["set-example"]) == (
        "\ufeffquestion,answer\r\nHow many people?,2\r\nEveryone?,SELECT name FROM people\r\n"
        'People per city?,"Bern: 2, Oslo: 1.5"\r\n'
    )
    next(b for b in at.button if b.label == "Keep").click().run()
    assert [c.question for c in Evaluations(ws.folder).cases("My questions")] == [
        "How many people?",
        "Everyone?",
        "People per city?",
    ]


def test_two_runs_are_compared_side_by_side(ws: FakeWorkspace) -> None:
    ws.add("people", ("id", "name"), ((1, "Ann"),))
    kept = Evaluations(ws.folder)
    kept.keep_set("Mine", SET)
    bad = Result(
        "a", "How *many*?", "wrong", "count of `people`", "SELECT 3", "SELECT 2", ("n",), ((3,),), ("n",), ((2,),), 1, 1
    )
    before = EvaluationRun("r1", "Mine", "2024-01-01T00:00:00+00:00", "rules", (bad,))
    kept.keep_run(before)
    kept.keep_run(replace(before, id="r2", began="2024-01-02T00:00:00+00:00", results=(replace(bad, verdict="right"),)))
    at = app("evaluate")
    at.selectbox(key="compare").set_value("r1").run()
    assert "**1 better, 0 worse**" in texts(at)
    assert at.metric[0].delta == "+100 points"
    at.selectbox(key="run").set_value("r1").run()
    assert r"**How \*many\*?**" in texts(at)
    assert "How I understood it: count of `people`" in texts(at)
    assert [c.value for c in at.code if c.language == "sql"] == ["SELECT 3", "SELECT 2"]


def test_of_two_runs_with_other_questions_it_is_said(ws: FakeWorkspace) -> None:
    ws.add("people", ("id", "name"), ((1, "Ann"),))
    kept = Evaluations(ws.folder)
    one, two, three = (Result(f"{n}", f"Question {n}?", "right") for n in (1, 2, 3))
    kept.keep_run(EvaluationRun("r1", "Mine", "2024-01-01T00:00:00+00:00", "rules", (one, two)))
    kept.keep_run(EvaluationRun("r2", "Mine", "2024-01-02T00:00:00+00:00", "rules", (three, replace(one, id="2"))))
    kept.keep_run(EvaluationRun("r3", "Mine", "2024-01-03T00:00:00+00:00", "rules", (replace(three, id="1"),)))
    at = app("evaluate")
    assert len(at.selectbox(key="compare").options) == 2
    at.selectbox(key="compare").set_value("r1").run()
    assert "No question was asked both times." in [i.value for i in at.info]
    at.selectbox(key="run").set_value("r2").run()
    assert len(at.selectbox(key="compare").options) == 1  # the earlier one
    at.selectbox(key="compare").set_value("r1").run()
    assert "1 question of then not asked now, 1 question of now not asked then" in texts(at)
    assert [s.value for s in at.success] == ["Every question of both went the same."]
    assert compare(*(next(r for r in kept.runs() if r.id == k) for k in ("r1", "r2"))) == ()


def test_a_question_that_has_moved_is_compared_too() -> None:
    one, two = Result("1", "How many?", "wrong"), Result("2", "Which?", "right")
    before = EvaluationRun("r1", "Mine", "2024-01-01T00:00:00+00:00", "rules", (one, two))
    moved = (replace(two, id="1"), replace(one, id="2", verdict="right"))
    (change,) = compare(before, replace(before, results=moved))
    assert (change.after.question, change.better) == ("How many?", True)


def test_ways_of_searching_the_documents_are_compared(ws: FakeWorkspace) -> None:
    ws.add("people", ("id", "name"), ((1, "Ann"),))
    assert [e.label for e in app("evaluate").expander if "documents" in e.label] == []
    ws.documents.put("notes.md", [Passage("line 3", "Children were left out. They have no vote.")])
    question = "Why were children left out?"
    said = "Children were left out."
    ws.answers[question] = Answer(question, "", told=(Told(said, (Citation("notes.md", said),)),))
    at = app("evaluate")
    at.text_area(key="passage-lines").input(f"{question} = Children were left")
    next(b for b in at.button if b.label == "Compare").click().run()
    assert not at.exception
    assert not at.error
    table = next(d.value for d in at.dataframe if "Faithful" in d.value)
    assert table.iloc[-1].tolist()[:5] == ["→ answers from documents", "1.000", "1.000", "1.000", "1.000"]
    assert table["Faithful"].tolist() == ["–"] * 8 + ["1.000"]


def test_a_line_without_a_passage_is_explained() -> None:
    with pytest.raises(BadCase, match="Line 2 of the questions cannot be used"):
        passages_of("Why? = so\nWho?")
    assert passages_of("Why? = so = it is\n\n")[0].passages == (("", "so = it is"),)


def test_a_wrong_answer_is_beside_what_a_person_typed_and_what_was_expected_then_is_told(ws: FakeWorkspace) -> None:
    ws.add("people", ("id", "name"), ((1, "Ann"),))
    kept = Evaluations(ws.folder)
    bad = Result("a", "How many?", "wrong", sql="SELECT 3", columns=("count",), rows=((3,),), rows_count=1)
    bad = replace(bad, expected=((2,),), expected_count=1)
    before = EvaluationRun("r1", "Mine", "2024-01-01T00:00:00+00:00", "rules", (bad,))
    kept.keep_run(before)
    kept.keep_run(
        replace(before, id="r2", began="2024-01-02T00:00:00+00:00", results=(replace(bad, expected=((4,),)),))
    )
    at = app("evaluate")
    assert [list(d.value.columns) for d in at.dataframe] == [["count"], ["count"]]
    assert [e.label for e in at.expander if e.label == "SQL"] == ["SQL"]
    assert "Something else was expected" not in texts(at)
    at.selectbox(key="compare").set_value("r1").run()
    assert not at.exception
    assert "Something else was expected then of 1 question: How many?" in texts(at)
