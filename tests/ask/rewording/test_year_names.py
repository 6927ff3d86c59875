"""Years of twelve months as people say them and as cells write them."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.ask.rewording.year_names import years_as_written
from core.ask.state import SchemaView
from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture, office_of

YEARS = ("2022/23", "2023/24", "2024/25")
FILES = {
    "budgets": "Dept,Year,Budget\n" + "".join(f"D{n},{y},{1000 + n}\n" for n in range(8) for y in YEARS),
    "posts": "Post,FY,Grade\n" + "".join(f"P{n},{2022 + n % 3},G{n % 4}\n" for n in range(30)),
}
BUDGETS = {"budgets": FILES["budgets"]}
POSTS = {"posts": FILES["posts"]}


budgets = office_fixture(BUDGETS)


posts = office_fixture(POSTS)


def _view(ws: Workspace) -> SchemaView:
    return SchemaView(tuple(ws.tables.all()), tuple(ws.joins.all()))


@pytest.mark.parametrize(
    ("said", "written"),
    [
        ("budget in FY2025", "budget in “2024/25”"),
        ("budget for FY 24/25?", "budget for “2024/25”?"),
        ("budget in the financial year 2023-24", "budget in the “2023/24”"),
        ("budget in 2023/24", "budget in 2023/24"),
        ("budget in FY2031", "budget in FY2031"),
        ("budget in FY2023/25", "budget in FY2023/25"),
    ],
)
def test_a_year_is_said_as_the_cells_write_it(budgets: Workspace, said: str, written: str) -> None:
    assert years_as_written(said, _view(budgets)) == written


def test_a_year_of_numbers_is_the_one_in_which_it_ends(posts: Workspace) -> None:
    assert years_as_written("posts in FY24", _view(posts)) == "posts in 2024"
    assert ask(posts, "how many posts were there in FY2024?").rows == ((10,),)
    assert years_as_written("posts in FY2023/24", _view(posts)) == "posts in FY2023/24"  # 2023 or 2024


def test_columns_that_write_it_apart_leave_it_as_it_is(tmp_path: Path) -> None:
    with office_of(FILES, tmp_path) as ws:
        assert years_as_written("all of FY2024", _view(ws)) == "all of FY2024"
