"""Reading questions, and judging answers to them."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from core.errors import BadCase, FileMissing
from core.evaluate.cases import Case, Matrix, read_cases
from core.evaluate.score import Tally, judge, score, summary
from core.model import Rows, Value

CITIES: Matrix = (("Oslo", 3, 0.5), ("Bergen", 2, None), ("Bergen", 2, 7.25))


def case(rows: Matrix = CITIES, **more: object) -> Case:
    return replace(Case("1", "?", rows=rows), **more)  # type: ignore[arg-type]


def both(expected: Case, rows: Matrix) -> tuple[bool, bool]:
    return score(expected, rows), score(expected, rows, lenient=True)


@pytest.mark.parametrize(
    ("rows", "result"),
    [
        (CITIES, (True, True)),
        (CITIES[::-1], (True, True)),
        (tuple(r[::-1] for r in CITIES), (True, True)),
        (tuple((i, *r) for i, r in enumerate(CITIES)), (False, True)),
        (tuple(r[:2] for r in CITIES), (False, False)),
        (CITIES[:2], (False, False)),
        ((*CITIES, CITIES[0]), (False, False)),
        ((CITIES[0], CITIES[1], CITIES[1]), (False, False)),
        ((("Oslo", 2, 0.5), ("Bergen", 3, None), ("Bergen", 2, 7.25)), (False, False)),
        ((), (False, False)),
    ],
    ids=["same", "order", "columns", "extra", "fewer", "lost row", "double", "other multiset", "crossed", "empty"],
)
def test_rows_are_a_multiset_and_columns_have_no_order(rows: Matrix, result: tuple[bool, bool]) -> None:
    assert both(case(), rows) == result


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (1, 1.0, True),
        (1, "1", True),
        ("1.50", 1.5, True),
        ("1e3", 1000, True),
        ("007", 7, True),
        (1_000_000, 1_000_000.9, True),
        (1_000_000, 1_000_002, False),
        (0, 1e-10, True),
        (0, 1e-8, False),
        (True, 1, True),
        (None, "", True),
        (None, float("nan"), True),
        ("NaN", None, True),
        (None, 0, False),
        ("2024-01-01", "2024-01-01 00:00:00", True),
        ("2024-01-01T00:00", "2024-01-01", True),
        ("2024-01-01", "2024-01-01 00:00:01", False),
        (" Oslo ", "Oslo", True),
        ("oslo", "Oslo", False),
        (float("inf"), float("inf"), True),
        ("1", "1a", False),
    ],
)
def test_cells(one: Value, other: Value, same: bool) -> None:
    assert score(case(((one,),)), ((other,),)) is same
    assert score(case(((other,),)), ((one,),)) is same


def test_order_counts_where_it_is_asked_for() -> None:
    rows: Matrix = (("a", 1), ("b", 1), ("c", 2))
    swapped: Matrix = (("b", 1), ("a", 1), ("c", 2))
    assert both(case(rows, ordered=True), rows) == (True, True)
    assert both(case(rows, ordered=True), swapped) == (False, False)
    assert both(case(rows, ordered=True, order_groups=(0, 0, 1)), swapped) == (True, True)
    assert both(case(rows, ordered=True, order_groups=(0, 0, 1)), rows[::-1]) == (False, False)
    assert both(case(rows, ordered=True), tuple((0, *r) for r in rows)) == (False, True)


def test_other_accepted_results_count_in_any_order() -> None:
    expected = case((("a",), ("b",)), ordered=True, alternatives=((("a", 1), ("b", 2)),))
    assert score(expected, (("b", 2), ("a", 1)))
    assert not score(expected, (("b", 1), ("a", 2)))


def test_rounding_that_upsets_the_sorting_is_forgiven() -> None:
    """Rounded for sorting, 0.9999949 comes before 1 but 0.9999951 is equal to it."""
    expected = case(((0.9999949, "y"), (1.0, "x")))
    assert score(expected, ((0.9999951, "y"), (1.0, "x")))


def test_columns_of_equal_values_are_told_apart_by_their_rows() -> None:
    expected: Matrix = ((1, 2, "a"), (2, 1, "b"))
    assert score(case(expected), ((2, 1, "a"), (1, 2, "b")))
    assert not score(case(expected), ((1, 1, "a"), (2, 2, "b")))


def test_expecting_nothing() -> None:
    assert score(case(()), ())
    assert not score(case(()), ((1,),))
    assert not score(case(()), None)


def test_a_case_without_rows_cannot_be_scored_until_its_sql_was_run() -> None:
    waiting = Case("q7", "?", sql="SELECT 1")
    with pytest.raises(ValueError, match="q7"):
        score(waiting, ((1,),))
    assert score(waiting.answered(Rows(("n",), ((1,),))), ((1,),))


def test_the_summary_counts_by_kind() -> None:
    easy = case(((1,),), difficulty="easy", features=("join", "group"), tables_joined=2)
    hard = case(((1,),), difficulty="hard", features=("join",), tables_joined=5)
    outcomes = [judge(easy, ((1,),)), judge(easy, ((1, 2),)), judge(hard, None), judge(hard, ((3,),))]
    assert summary(outcomes) == (
        Tally("all", 4, 3, 1, 2),
        Tally("easy", 2, 2, 1, 2),
        Tally("hard", 2, 1, 0, 0),
    )
    assert summary(outcomes, "features")[1:] == (Tally("group", 2, 2, 1, 2), Tally("join", 4, 3, 1, 2))
    assert [t.kind for t in summary(outcomes, "tables")] == ["all", "2", "3+"]
    assert [t.kind for t in summary(outcomes, "trap")] == ["all", "none"]
    assert summary([]) == (Tally("all", 0, 0, 0, 0),)
    with pytest.raises(ValueError, match="colour"):
        summary(outcomes, "colour")


def write(folder: Path, *lines: object) -> Path:
    path = folder / "questions.jsonl"
    text = "\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines)
    path.write_text(text, encoding="utf-8")
    return path


def test_the_short_form(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        "\ufeff" + json.dumps({"question": " How many? ", "rows": [[12]]}),
        "",
        {"question": "Which?", "sql": "SELECT name FROM boats", "hint": "boat = ship", "id": "which"},
        {"question": "Who?", "rows": [{"n": "Ann", "k": 1}, {"k": 2, "n": "Bo"}], "ordered": True},
        {"question": "Names?", "rows": ["Ann", None], "columns": ["n"]},
    )
    assert read_cases(path) == (
        Case("1", "How many?", rows=((12,),)),
        Case("which", "Which?", hint="boat = ship", sql="SELECT name FROM boats"),
        Case("4", "Who?", rows=(("Ann", 1), ("Bo", 2)), ordered=True),
        Case("5", "Names?", rows=(("Ann",), (None,)), columns=("n",)),
    )


def test_the_long_form(tmp_path: Path) -> None:
    line = {
        "id": "fleet-001",
        "db": "fleet",
        "question": "Boats by length?",
        "gold_sql": "SELECT name, m FROM boats ORDER BY m",
        "gold_columns": ["name", "m"],
        "gold_rows": [["Ada", 9.5], ["Brig", 9.5], ["Cog", None]],
        "n_tables_joined": 1,
        "features": ["order_limit"],
        "ordered": True,
        "order_groups": [0, 0, 1],
        "alt_questions": ["List boats"],
        "alt_gold": [{"columns": ["name"], "rows": [["Ada"], ["Brig"], ["Cog"]]}],
        "hint": None,
        "source": "own",
        "core": True,
        "difficulty": "easy",
        "trap": "fan_out",
    }
    assert read_cases(write(tmp_path, line)) == (
        Case(
            id="fleet-001",
            question="Boats by length?",
            db="fleet",
            sql="SELECT name, m FROM boats ORDER BY m",
            columns=("name", "m"),
            rows=(("Ada", 9.5), ("Brig", 9.5), ("Cog", None)),
            ordered=True,
            order_groups=(0, 0, 1),
            alternatives=((("Ada",), ("Brig",), ("Cog",)),),
            tables_joined=1,
            features=("order_limit",),
            difficulty="easy",
            source="own",
            trap="fan_out",
            core=True,
        ),
    )


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("{", "it is not JSON"),
        ("[1]", "it is not a JSON object"),
        ({"rows": [[1]]}, "it has no “question”"),
        ({"question": "  ", "rows": [[1]]}, "it has no “question”"),
        ({"question": 7, "rows": [[1]]}, "“question” must be of type str, not int"),
        ({"question": "?"}, "it has neither “sql” nor “rows”"),
        ({"question": "?", "rows": 3}, "“rows” must be a list of rows"),
        ({"question": "?", "rows": [[1], [1, 2]]}, "the rows of “rows” differ in length"),
        ({"question": "?", "gold_rows": [[1], []]}, "the rows of “gold_rows” differ in length"),
        ({"question": "?", "rows": [[[1]]]}, "a cell of “rows” is a list or an object"),
        ({"question": "?", "rows": [[1]], "order_groups": [0, 1]}, "“order_groups” needs one number per row"),
        ({"question": "?", "rows": [[1]], "features": [1]}, "“features” must be a list of str"),
        ({"question": "?", "rows": [[1]], "alt_gold": [{}]}, "an entry of “alt_gold” has no “rows”"),
        ({"id": "1", "question": "?", "rows": [[1]]}, "the id “1” is already that of line 1"),
    ],
)
def test_a_line_that_cannot_be_used_is_named(tmp_path: Path, line: object, what: str) -> None:
    path = write(tmp_path, {"question": "?", "rows": [[1]]}, line)
    with pytest.raises(BadCase) as caught:
        read_cases(path)
    assert caught.value.line == 2
    assert caught.value.message.startswith(f"Line 2 of the questions cannot be used: {what}")


def test_other_faults_of_the_file(tmp_path: Path) -> None:
    with pytest.raises(FileMissing):
        read_cases(tmp_path / "none.jsonl")
    path = tmp_path / "latin.jsonl"
    path.write_bytes('{"question": "Où ?", "rows": [[1]]}'.encode("latin-1"))
    with pytest.raises(BadCase, match="UTF-8"):
        read_cases(path)


@pytest.mark.parametrize(
    ("typed", "given", "same"),
    [
        ("3.14", 3.14159, True),
        ("3.14", 3.146, False),
        ("3", 3.1416, True),
        ("3", 3.6, False),
        ("3.0", 3.1416, False),
        ("12.5 %", 12.4999, True),
        ("12 %", 12.4, True),
        ("50", 50.4, True),
        ("50", 51, False),
        ("50", 50, True),
    ],
)
def test_a_typed_figure_is_compared_at_its_decimals(tmp_path: Path, typed: str, given: float, same: bool) -> None:
    (tmp_path / "set.txt").write_text(f"How long? = {typed}\n", encoding="utf-8")
    (found,) = read_cases(tmp_path / "set.txt")
    assert score(found, [(given,)]) is same


def test_a_typed_truth_is_no_figure(tmp_path: Path) -> None:
    (tmp_path / "set.txt").write_text("Both? = [[true, 3]]\n", encoding="utf-8")
    (found,) = read_cases(tmp_path / "set.txt")
    assert score(found, [(1, 3.2)])
    assert not score(found, [(0, 3.2)])


def test_typed_words_are_the_same_in_capitals_or_not(tmp_path: Path) -> None:
    (tmp_path / "set.txt").write_text("Which region? = north\n", encoding="utf-8")
    (found,) = read_cases(tmp_path / "set.txt")
    assert score(found, [("North",)])
    assert not score(found, [("South",)])
