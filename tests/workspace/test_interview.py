"""Answers to questions back take effect on answers at once, are listed, and are taken back."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.__main__ import main
from core.errors import BadAnswer, BadTerm, UnknownName
from core.workspace import Workspace
from tests.ask.worlds import ask, office_of, opened


def rows() -> str:
    """Twelve visits: referred in 2023, seen in 2024 the last six; two waits are not known."""
    lines = ["visit_no,referred,seen,wait_days,sex"]
    for n in range(1, 13):
        year = 2024 if n > 6 else 2023
        wait = -1 if n < 3 else 10 * n
        lines.append(f"{n},2023-{n:02d}-05,{year}-{n:02d}-20,{wait},{'FM'[n % 2]}")
    return "\n".join(lines) + "\n"


@pytest.fixture
def visits(tmp_path: Path) -> Iterator[Workspace]:
    file = tmp_path / "visits.csv"
    file.write_text(rows(), encoding="utf-8")
    with opened([file], tmp_path / "w") as workspace:
        yield workspace


def test_answers_change_what_is_answered_and_are_taken_back(visits: Workspace) -> None:
    ids = [q.id for q in visits.interview.questions()]
    assert ids == ["date:visits", "unknown:visits.wait_days=-1", "code:visits.sex"]
    how_many, average = "How many visits are there in 2024?", "What is the average wait days?"
    women = "How many female visits are there?"
    before = (ask(visits, how_many).rows, ask(visits, average).rows)
    assert before == (((0,),), ((75.0,),))  # -1 alone below zero measures nothing
    assert "leave them out" in visits.interview.questions()[1].why
    visits.interview.answer("unknown:visits.wait_days=-1", 2)
    assert ask(visits, average).rows == (((75 * 10 - 2) / 12,),)
    visits.interview.undo("unknown:visits.wait_days=-1")
    assert ask(visits, average).rows == ((75.0,),)
    visits.interview.answer("date:visits", 2)
    visits.interview.answer("unknown:visits.wait_days=-1", 1)
    visits.interview.answer("code:visits.sex", 1)
    assert ask(visits, how_many).rows == ((6,),)
    assert ask(visits, average).rows == ((75.0,),)
    assert ask(visits, women).rows == ((6,),)
    assert visits.interview.questions() == ()
    assert [a.answer for a in visits.interview.answered()] == ["seen", "Yes, leave it out", "Yes"]
    for question in ids:
        visits.interview.undo(question)
    assert (ask(visits, how_many).rows, ask(visits, average).rows) == before
    assert [q.id for q in visits.interview.questions()] == ids


def test_what_letters_mean_is_said_in_words_and_taken_back(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = "".join(f"{n},{'WRL'[n % 3]},{n}\n" for n in range(1, 61))
    asked = "letters:loans.status"
    with office_of({"loans": "loan_no,status,days\n" + lines}, tmp_path) as workspace:
        assert workspace.interview.questions()[0].values == ("L", "R", "W")
        with pytest.raises(BadAnswer):
            workspace.interview.answer(asked, 1)
        with pytest.raises(BadAnswer):
            workspace.interview.mean(asked, {"R": " ", "Z": "lost"})
        workspace.interview.mean(asked, {"R": "renewed ", "L": ""})
        assert workspace.interview.answered()[0].answer == "R = renewed"
        assert ask(workspace, "How many renewed loans are there?").rows == ((20,),)
        workspace.interview.undo(asked)
        assert [q.id for q in workspace.interview.questions()] == [asked]
        folder = str(workspace.folder)
    assert main(["interview", "--workspace", folder, "--answer", asked, "W = waiting, L = late"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["questions"], found["answered"][0]["answer"]) == ([], "W = waiting, L = late")


RACES = {
    "drivers": "driver_id,name\n" + "".join(f"{n},Driver {'ABCDEFGH'[n - 1]}\n" for n in range(1, 9)),
    "races": "race_id,title\n" + "".join(f"{n},Race {'KLMNOPQR'[n - 11]}\n" for n in range(11, 19)),
    "results": "result_id,driver_id,race_id,points\n"
    + "".join(f"{100 + n},{n % 4 + 1},{11 + n % 8},{n}\n" for n in range(24)),
    "trials": "trial_id,driver_id,race_id,seconds\n"
    + "".join(f"{500 + n},{n % 8 + 1},{11 + n % 8},{60 + n}\n" for n in range(16)),
}


def test_the_way_between_two_tables_is_taken_as_answered(tmp_path: Path) -> None:
    """Half of the drivers have results, all have trials."""
    with office_of(RACES, tmp_path) as workspace:
        asked = next(q for q in workspace.interview.questions() if q.kind == "way")
        assert [o.text for o in asked.options] == ["results", "trials"]
        question = "How many races are there per driver?"
        for n, drivers in ((1, 4), (2, 8)):
            workspace.interview.answer(asked.id, n)
            assert len(ask(workspace, question).rows) == drivers
            assert len(workspace.joins.preferred()) == 1
            workspace.interview.undo(asked.id)
        assert workspace.joins.preferred() == ()
        assert asked in workspace.interview.questions()


def test_tables_apart_are_joined_and_amounts_named_by_a_click(tmp_path: Path) -> None:
    texts = {
        "makes": "make_id,make\n" + "".join(f"{n},{'ABCDEFGHIJ'[n % 10]}{n}\n" for n in range(1, 41)),
        "figures": "number,weight,price\n" + "".join(f"{n},{900 + n},{n * 2.5}\n" for n in range(40, 0, -1)),
        "payments": "payment_no,amount\n" + "".join(f"P{n},{n + 0.5}\n" for n in range(1, 31)),
    }
    with office_of(texts, tmp_path) as workspace:
        for join in workspace.joins.all():
            workspace.joins.review(join.id, "rejected")
        ids = {q.id: [o.text for o in q.options] for q in workspace.interview.questions()}
        at = ids["alone:figures"].index("figures.number = makes.make_id") + 1
        workspace.interview.answer("alone:figures", at)
        assert [j.state for j in workspace.joins.all()] == ["confirmed"]
        assert ask(workspace, "What is the weight of the make A40?").rows == ((940,),)
        workspace.interview.undo("alone:figures")
        assert workspace.joins.all() == ()
        workspace.interview.answer("amount:revenue", ids["amount:revenue"].index("payments.amount") + 1)
        assert ask(workspace, "What is the total revenue?").rows == ((sum(range(1, 31)) + 15.0,),)
        workspace.interview.undo("amount:revenue")
        assert workspace.glossary.terms() == ()


def test_a_skipped_question_is_not_asked_again_and_faults_are_told(visits: Workspace) -> None:
    visits.interview.skip("date:visits")
    assert "date:visits" not in [q.id for q in visits.interview.questions()]
    with pytest.raises(UnknownName):
        visits.interview.answer("date:visits", 1)
    with pytest.raises(BadAnswer):
        visits.interview.answer("code:visits.sex", 3)
    with pytest.raises(UnknownName):
        visits.interview.undo("code:visits.sex")


def test_the_command_line_asks_and_takes_answers(
    visits: Workspace, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    visits.close()
    folder = str(tmp_path / "w")
    assert main(["interview", "--workspace", folder]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["questions"][0]["answers"] == ["referred", "seen"]
    assert main(["interview", "--workspace", folder, "--answer", "date:visits", "2"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["answered"] == [
        {
            "id": "date:visits",
            "question": "Which date of visits counts, where a question names a year?",
            "answer": "seen",
        }
    ]
    assert main(["interview", "--workspace", folder, "--answer", "date:visits", "x"]) == 1
    assert json.loads(capsys.readouterr().out)["error"]["code"] == "unknown_name"


def test_a_glossary_line_without_quotes_is_read_and_one_that_says_nothing_here_is_refused(visits: Workspace) -> None:
    assert visits.questions.keep_term("ladies", "sex = F") == "where `sex` = 'F'"
    assert ask(visits, "How many ladies are there?").rows == ((6,),)
    with pytest.raises(BadTerm) as refused:
        visits.questions.keep_term("happy", "smiling a lot")
    assert "I cannot read" in refused.value.message
    assert [t.words for t in visits.glossary.terms()] == ["ladies"]


def test_a_refused_word_names_what_could_be_said(visits: Workspace) -> None:
    visits.tables.label_value("visits", "sex", "F", "female")
    with pytest.raises(BadTerm) as refused:
        visits.questions.keep_term("odd", "sex = 'X'")
    assert refused.value.message == "“X” is no value of sex in visits."
    assert set(refused.value.hint.removeprefix("It holds ").strip(".").split(", ")) == {"F (female)", "M"}
    assert visits.glossary.terms() == ()


def test_a_word_that_a_table_is_called_means_nothing_else(visits: Workspace) -> None:
    for word in ("visits", "Visit"):
        with pytest.raises(BadTerm, match="is what the table visits is called"):
            visits.questions.keep_term(word, "sex = F")
    assert visits.questions.keep_term("Visit", "visits") == "the rows of `visits`"


def test_a_row_is_called_by_a_word_of_ones_own(tmp_path: Path) -> None:
    (tmp_path / "department_stores.csv").write_text("no,town\n1,Ashford\n2,Brookham\n", encoding="utf-8")
    with opened([tmp_path / "department_stores.csv"], tmp_path / "w") as ws:
        (asked,) = (q for q in ws.interview.questions() if q.kind == "row")
        ws.interview.call(asked.id, " branch  office ")
        assert [t.row for t in ws.tables.all()] == ["branch office"]
        assert [a.answer for a in ws.interview.answered()] == ["branch office"]
        ws.interview.undo(asked.id)
        assert [t.row for t in ws.tables.all()] == [""]
        with pytest.raises(BadAnswer):
            ws.interview.call(asked.id, " ")


def test_the_command_line_takes_a_word_for_a_row(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "department_stores.csv").write_text("no,town\n1,Ashford\n2,Brookham\n", encoding="utf-8")
    with opened([tmp_path / "department_stores.csv"], tmp_path / "w"):
        pass
    capsys.readouterr()
    assert main(["interview", "--workspace", str(tmp_path / "w"), "--answer", "row:department_stores", "branch"]) == 0
    assert [d["answer"] for d in json.loads(capsys.readouterr().out)["answered"]] == ["branch"]
