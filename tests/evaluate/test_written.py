"""Questions with answers in the forms that people write them in."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import openpyxl  # type: ignore[import-untyped]
import pytest

from core.errors import BadCase
from core.evaluate.answers import expected
from core.evaluate.cases import Case, read_cases
from core.evaluate.kept import Evaluations
from core.evaluate.score import score
from core.evaluate.written import records


def cases(tmp_path: Path, data: str | bytes, name: str = "q.txt") -> list[Case]:
    path = tmp_path / name
    path.write_bytes(data.encode("utf-8") if isinstance(data, str) else data)
    return list(read_cases(path))


def written(found: list[Case]) -> list[tuple[str, str, Any]]:
    return [(c.id, c.question, c.sql or [list(r) for r in c.rows or ()]) for c in found]


WANTED = [
    ("1", "How many trips are there?", [[50]]),
    ("2", "Which models are there?", [["Swift"], ["Volt"]]),
    ("3", "Trips?", "SELECT COUNT(*) FROM trips WHERE km = 3"),
]


@pytest.mark.parametrize(
    "text",
    [
        "How many trips are there? = 50\nWhich models are there? = Swift, Volt\n"
        "Trips? = SELECT COUNT(*) FROM trips WHERE km = 3;\n",
        "How many trips are there?;50\r\nWhich models are there? ; Swift, Volt\r\n"
        "Trips?\tselect COUNT(*) FROM trips WHERE km = 3\r\n".replace("select", "SELECT"),
        "How many trips are there? => 50\nWhich models are there?: Swift, Volt\n"
        "Trips? -> SELECT COUNT(*) FROM trips WHERE km = 3",
    ],
)
def test_plain_lines(tmp_path: Path, text: str) -> None:
    assert written(cases(tmp_path, text)) == WANTED


def test_a_remark_and_an_empty_line_are_passed_over_and_a_question_needs_no_mark(tmp_path: Path) -> None:
    text = "# mine\n\nNumber of trips = 50\nTrips where km = 3? = 2"
    assert written(cases(tmp_path, text)) == [("3", "Number of trips", [[50]]), ("4", "Trips where km = 3?", [[2]])]


def test_a_line_that_asks_nothing_beside_lines_with_answers_is_named(tmp_path: Path) -> None:
    path = tmp_path / "q.txt"
    with pytest.raises(BadCase, match="Line 3 of the questions cannot be used: it has no answer, and no question mark"):
        list(records(path, b"How many trips are there? = 50\nWho came?\nrubbish line\n"))
    questions = [f["question"] for _, f in records(path, b"number of trips\nnumber of bikes\n")]
    assert questions == ["number of trips", "number of bikes"]


TABLE: list[list[str | None]] = [
    ["Question", "Answer", "SQL", "Hint", "kind"],
    ["How many trips are there?", "50", "", "", "count"],
    ["Which models are there?", "Swift, Volt", None, "all of them", None],
    ["Trips?", "", "SELECT COUNT(*) FROM trips WHERE km = 3", "", ""],
]


def test_csv_with_any_of_its_signs(tmp_path: Path) -> None:
    for sign in (",", ";", "\t", "|"):
        rows = [sign.join(f'"{c or ""}"' for c in row) for row in TABLE]
        found = cases(tmp_path, "\n".join(rows), "q.csv")
        assert [(q, a) for _, q, a in written(found)] == [(q, a) for _, q, a in WANTED]
        assert [c.id for c in found] == ["2", "3", "4"]
        assert (found[0].features, found[1].hint) == (("count",), "all of them")


def test_a_csv_of_windows_and_one_with_a_cell_of_several_lines(tmp_path: Path) -> None:
    (found,) = cases(tmp_path, "question;answer\nWie viele Züge?;3\n".encode("cp1252"), "q.csv")
    assert found.question == "Wie viele Züge?"
    text = 'question,rows\n"Trips per model?","Swift,24\nVolt,22"\nBikes?,7\n'
    found, last = cases(tmp_path, text, "q.csv")
    assert (found.rows, last.id) == ((("Swift", 24), ("Volt", 22)), "4")


def test_a_workbook(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    for row in TABLE:
        book.active.append(row)
    book.active.append(["How long?", 3.5])
    held = io.BytesIO()
    book.save(held)
    found = cases(tmp_path, held.getvalue(), "q.xlsx")
    assert [(q, a) for _, q, a in written(found)] == [*((q, a) for _, q, a in WANTED), ("How long?", [[3.5]])]


@pytest.mark.parametrize(
    "body",
    [
        [
            {"question": "How many trips are there?", "answer": 50},
            {"question": "Which models are there?", "answer": ["Swift", "Volt"]},
            {"question": "Trips?", "sql": "SELECT COUNT(*) FROM trips WHERE km = 3"},
        ],
        {
            "How many trips are there?": 50,
            "Which models are there?": "Swift, Volt",
            "Trips?": "SELECT COUNT(*) FROM trips WHERE km = 3",
        },
        {
            "questions": [
                {"question": "How many trips are there?", "rows": [[50]]},
                {"question": "Which models are there?", "rows": [["Swift"], ["Volt"]]},
                {"question": "Trips?", "answer": "SELECT COUNT(*) FROM trips WHERE km = 3"},
            ]
        },
    ],
)
@pytest.mark.parametrize("indent", [None, 2])
def test_json(tmp_path: Path, body: Any, indent: int | None) -> None:
    assert written(cases(tmp_path, json.dumps(body, indent=indent), "q.json")) == WANTED


def test_json_lines_with_a_plain_answer(tmp_path: Path) -> None:
    lines = '{"question": "A?", "answer": "Swift, Volt"}\n{"question": "B?", "answer": 2}\n'
    assert written(cases(tmp_path, lines)) == [("1", "A?", [["Swift"], ["Volt"]]), ("2", "B?", [[2]])]
    one = json.dumps({"question": "A?", "answer": 2}, indent=1)
    assert written(cases(tmp_path, one)) == [("1", "A?", [[2]])]


@pytest.mark.parametrize(
    ("answer", "given"),
    [
        ("50", [[50]]),
        ("1,234", [[1234]]),
        ("1 234.5", [[1234.5]]),
        ("12 %", [[12]]),
        ("12 %", [[0.12]]),
        ("$1,200.50", [[1200.5]]),
        ("€ 7", [[7]]),
        ("007", [["007"]]),
        ("Bern", [["Bern"]]),
        ('"Bern, Oslo"', [["Bern, Oslo"]]),
        ("Bern, Oslo", [["Oslo"], ["Bern"]]),
        ("Bern, Oslo", [["Bern, Oslo"]]),
        ("Bern, 24", [["Bern", 24]]),
        ("Swift: 24, Volt: 22", [["Volt", 22], ["Swift", 24]]),
        ("Swift, 24; Volt, 22", [["Volt", 22], ["Swift", 24]]),
        ("Bern; Oslo", [["Bern"], ["Oslo"]]),
        ("yes", [[1]]),
        ("no", [["no"]]),
        ("none", []),
        ("[[1, 2], [3, 4]]", [[3, 4], [1, 2]]),
        ("2024-01-31", [["2024-01-31"]]),
    ],
)
def test_what_an_answer_may_mean(tmp_path: Path, answer: str, given: list[list[Any]]) -> None:
    (case,) = cases(tmp_path, json.dumps([{"question": "q", **expected(answer)}]))
    assert score(case, given)
    assert not score(case, [["something else"]])


@pytest.mark.parametrize(
    ("name", "text", "line", "what", "example"),
    [
        ("q.txt", "A? = 1\nHow many?\n", 2, "neither “sql” nor “rows”", "How many orders are there? = 50"),
        ("q.txt", "= 3", 1, "no question", "How many orders are there? = 50"),
        ("q.csv", "question,answer\nA?,1\n,2\n", 3, "no “question”", "How many orders are there? = 50"),
        ("q.csv", "question,answer\nA?,1\nB?,x,y\n", 3, "more cells than the headings", "quotes"),
        ("q.json", '[{"question": "A?", "answer": 1}, 7]', 2, "not a JSON object", '"answer": 50'),
        ("q.json", '[{"question": "A?",\n "answer" 1}]', 2, "not JSON", '"answer": 50'),
        ("q.jsonl", '{"question": "A?", "rows": [[1]]}\n{"question"', 2, "not JSON", '"rows": [[50]]'),
    ],
)
def test_the_line_is_named_with_an_example(
    tmp_path: Path, name: str, text: str, line: int, what: str, example: str
) -> None:
    with pytest.raises(BadCase) as caught:
        cases(tmp_path, text, name)
    assert caught.value.line == line
    assert what in caught.value.message
    assert example in caught.value.hint


def test_a_workbook_without_its_headings(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    book.active.append(["What?", "How much"])
    held = io.BytesIO()
    book.save(held)
    with pytest.raises(BadCase, match="must name the columns"):
        cases(tmp_path, held.getvalue(), "q.xlsx")
    with pytest.raises(BadCase, match="no Excel workbook"):
        cases(tmp_path, held.getvalue()[:200], "q.xlsx")


def test_every_form_is_kept_as_json_lines_that_say_the_same(tmp_path: Path) -> None:
    kept = Evaluations(tmp_path)
    kept.keep_set("mine", "How many trips are there? = 50\n\nWhich models are there? = Swift, Volt\n")
    assert [(c.id, c.question) for c in kept.cases("mine")] == [
        ("1", "How many trips are there?"),
        ("3", "Which models are there?"),
    ]
    first, second = kept.text("mine").splitlines()
    assert json.loads(first) == {"id": "1", "question": "How many trips are there?", "rows": [[50]], "typed": True}
    assert "alt_gold" in second
    with pytest.raises(BadCase, match="Line 2"):
        kept.keep_set("mine", "A? = 1\nB?\n")
    assert len(kept.cases("mine")) == 2


def test_a_question_is_put_into_a_set_once(tmp_path: Path) -> None:
    kept = Evaluations(tmp_path)
    assert kept.add("My questions", "How many?", "SELECT 1") == "My questions"
    kept.add("My questions", "Who?", "SELECT 2", "who is a name")
    kept.add("My questions", "How many?", "SELECT 3")
    assert [(c.id, c.question, c.sql, c.hint) for c in kept.cases("My questions")] == [
        ("2", "Who?", "SELECT 2", "who is a name"),
        ("3", "How many?", "SELECT 3", ""),
    ]
    kept.keep_set("old", "A? = 1")
    kept.add("old", "B?", "SELECT 2")
    assert [c.question for c in kept.cases("old")] == ["A?", "B?"]


def test_a_question_may_be_asked_without_an_answer() -> None:
    assert list(records(Path("q.txt"), b"How many trips?")) == [(1, {"question": "How many trips?"})]
