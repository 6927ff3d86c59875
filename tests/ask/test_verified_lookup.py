"""What a person verified is answered as verified; a like question is told of it and no more."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from core.config import Settings
from core.model import Answer
from core.workspace import Workspace, open_workspace
from tests.ask.worlds import DATA, ask

ASKED = "How many loans are there per genre?"
SQL = 'SELECT "genre", 1 AS "one" FROM "books" GROUP BY 1'


class Alike:
    """To this embedder all questions mean the same."""

    name = "minilm-of-the-tests"
    dimensions = 2

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return np.array([[1.0, 0.0]] * len(texts), dtype=np.float32)


@pytest.fixture(scope="module")
def loaded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace's folder, to be copied."""
    folder = tmp_path_factory.mktemp("library") / "w"
    with open_workspace(Settings(workspace=folder), embedder=Alike()) as workspace:
        workspace.tables.load(sorted((DATA / "library").glob("*.csv")))
    return folder


@pytest.fixture
def library(loaded: Path, tmp_path: Path) -> Iterator[Workspace]:
    shutil.copytree(loaded, tmp_path / "w")
    with open_workspace(Settings(workspace=tmp_path / "w"), embedder=Alike()) as workspace:
        yield workspace


@pytest.mark.slow
def test_the_same_question_gets_the_verified_sql(library: Workspace) -> None:
    first = ask(library, ASKED)
    library.verified.save(ASKED, SQL, enriched="one for each genre", tables=("books", "loans"))
    answer = ask(library, "how many loans are there per genre")
    assert answer.sql == SQL != first.sql
    assert (answer.verified, answer.translator, answer.confidence) == (ASKED, "verified", 0.98)
    assert {row[1] for row in answer.rows} == {1}
    assert [e.join_id for e in answer.path] == ["loans.book_id=books.book_id"]
    library.verified.delete(library.verified.all()[0].id)
    assert ask(library, ASKED).sql == first.sql


@pytest.mark.slow
def test_a_follow_up_changes_the_question_that_was_verified(library: Workspace) -> None:
    library.verified.save(ASKED, SQL, tables=("books", "loans"))
    *_, first = library.questions.ask(ASKED, chat="c")
    *_, second = library.questions.ask("and per town?", chat="c")
    assert isinstance(first, Answer)
    assert isinstance(second, Answer)
    assert (first.verified, second.verified) == (ASKED, "")
    assert second.rewritten == "How many loans are there for each town of members?"


@pytest.mark.slow
def test_a_try_passes_it_over(library: Workspace) -> None:
    first = ask(library, ASKED)
    library.verified.save(ASKED, SQL, tables=("books",))
    *_, answer = library.questions.ask(ASKED, verified=False)
    assert isinstance(answer, Answer)
    assert (answer.sql, answer.verified, answer.like) == (first.sql, "", ())


@pytest.mark.slow
def test_a_like_question_gets_its_own_sql(library: Workspace) -> None:
    plain = ask(library, "How many loans are there per title?")
    library.verified.save(ASKED, SQL, tables=("books",))
    answer = ask(library, "How many loans are there per title?")
    assert (answer.sql, answer.verified) == (plain.sql, "")
    assert answer.like == ((ASKED, SQL),)


@pytest.mark.slow
def test_other_values_are_another_question(library: Workspace) -> None:
    library.verified.save("How many books are Crime?", "SELECT COUNT(*) FROM books WHERE genre = 'Crime'")
    assert ask(library, "How many books are Poetry?").like == ()
    library.verified.save("Which books have more than 100 pages?", "SELECT title FROM books WHERE pages > 100")
    assert ask(library, "Which books have more than 200 pages?").like == ()


@pytest.mark.slow
def test_sql_that_no_longer_runs_is_said_and_read_anew(library: Workspace) -> None:
    library.verified.save(ASKED, SQL, tables=("books",))
    library.tables.remove(["books"])
    answer = ask(library, ASKED)
    assert answer.verified == ""
    assert "Your verified answer to" in answer.answer + "".join(w.message for w in answer.warnings)


@pytest.mark.slow
def test_sql_for_other_columns_is_read_anew(library: Workspace, tmp_path: Path) -> None:
    library.verified.save("How many members are there?", 'SELECT COUNT("phone") FROM "members"', tables=("members",))
    (tmp_path / "members.csv").write_text("member_id,name\n501,Ann\n502,Bo\n", encoding="utf-8")
    library.tables.remove(["members"])
    library.tables.load([tmp_path / "members.csv"])
    answer = ask(library, "How many members are there?")
    assert (answer.rows, answer.verified, answer.translator) == (((2,),), "", "rules")
    assert [w.code for w in answer.warnings][:1] == ["verified_stale"]


def test_a_saved_write_is_refused(library: Workspace) -> None:
    from core.errors import QueryError

    with pytest.raises(QueryError):
        library.verified.save(ASKED, 'DELETE FROM "books"')
    assert library.verified.all() == ()


def test_a_verified_answer_replays(library: Workspace) -> None:
    library.verified.save(ASKED, SQL, tables=("books", "loans"))
    answer = ask(library, ASKED)
    library.verified.delete(library.verified.all()[0].id)
    assert library.questions.replay(answer).differs == ()
