"""Questions about the schema are answered by the graph; questions about the data never are."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from core.ask.tokens import tokenise
from core.ask.translators.rules.schema.patterns import shapes
from core.catalogue.chats import answer_from_dict, answer_to_dict
from core.model import Answer
from core.workspace import Workspace
from tests.ask.worlds import WORLDS, ask, cases, opened

Asked = Callable[[str, str], Answer]


@pytest.fixture(scope="module")
def temples(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    """Tables and columns that are called like tables and columns."""
    folder = tmp_path_factory.mktemp("temples")
    tables = {
        "tables": "table_id,seats,area,status\n1,4,Terrace,reserved\n2,2,Hall,free\n3,6,Hall,reserved\n",
        "temples": "temple_id,name,columns\n1,Parthenon,46\n2,Segesta,36\n3,Garni,24\n",
        "visits": "visit_id,temple_id,visitors\n1,1,900\n2,2,50\n3,1,800\n4,3,20\n5,2,70\n",
        "shops": "shop,street\nNorth,Mill Lane\nSouth,High Street\n",
        "stock": "item,kind,price\nOak desk,desk,120\nPine table,table,90\nLong table,table,250\n",
    }
    for name, text in tables.items():
        (folder / f"{name}.csv").write_text(text, encoding="utf-8")
    with opened(sorted(folder.glob("*.csv")), folder / "workspace") as workspace:
        yield workspace


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("What tables are there?", "There are 4 tables with 71 rows in all: `authors`, `books`, `loans` and `memb"),
        ("how many files do we have", "There are 4 tables with 71 rows in all."),
        ("How many rows are there in total?", "There are 4 tables with 71 rows in all: `loans`, `books`, `members` and "
         "`authors`."),
        ("How many columns does books have?", "`books` has 7 columns."),
        ("How many columns are there?", "There are 23 columns in 4 tables."),
        ("How many joins are there?", "There are 3 joins: 3 confirmed."),
        ("Which table is the largest?", "`loans` is the largest table, with 37 rows."),
        ("Which table has the most columns?", "`books` has the most columns: 7."),
        ("What joins books?", "`books` joins `authors` and `loans`."),
        ("Which tables have no joins?", "Every table joins at least one other."),
        ("Which columns hold dates?", "There are 3 columns of type date or datetime in 2 tables."),
        ("Which tables mention authors?", "2 tables mention “authors”: `authors` and `books`."),
        ("which tables mention unicorns", "No table mentions “unicorns”."),
        ("Where is the genre?", "“genre” stands in `books`.`genre`."),
        ("How does loans connect to authors?", "`loans` and `authors` connect through `books`: `loans`.`book_id` = "
         "`books`.`book_id`, then `books`.`author_id` = `authors`.`author_id`."),
        ("What columns are in the members table?", "`members` has 5 columns: `member_id`, `name`, `join_date`, `town` "
         "and `phone`."),
    ],
)  # fmt: skip
def test_the_graph_answers(question: str, sentence: str, asked: Asked) -> None:
    answer = asked("library", question)
    assert answer.answer.startswith(sentence.removesuffix("."))
    assert answer.sql is None
    assert (answer.cypher or "").startswith("MATCH")
    assert answer.confidence >= 0.75


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Which files did I load?", "There are 4 tables"),
        ("Give me an overview of the data", "There are 4 tables"),
        ("What's in this database?", "There are 4 tables"),
        ("How many tables are in the database?", "There are 4 tables"),
        ("How large is each table?", "There are 4 tables"),
        ("columns of books", "`books` has 7 columns"),
        ("Can you list all the fields of the books table, please?", "`books` has 7 columns"),
        ("Describe books", "`books` has 7 columns"),
        ("Which table has the fewest rows?", "`authors` is the smallest table"),
        ("Which tables have the most joins?", "`books` has the most joins: 2"),
        ("Which table has the town?", "1 table mentions “town”: `members`"),
        ("In which table is the town?", "“town” stands in `members`.`town`"),
        ("Is there any data about shipping?", "No table mentions “shipping”"),
        ("Which column is the primary key of loans?", "There are 2 columns without repeated values in `loans`"),
        ("Are there any missing values in books?", "There is 1 column with empty cells in `books`"),
        ("Are loans and members connected?", "`loans` and `members` connect directly"),
        ("How do I get from authors to members?", "`authors` and `members` connect through `books` and `loans`"),
        ("Which tables are between authors and members?", "`authors` and `members` connect through"),
        ("Which tables can be joined with loans?", "`loans` joins `books` and `members`"),
        ("Are there tables without any joins?", "Every table joins at least one other"),
        ("how are the tables connected", "There are 3 joins"),
    ],
)
def test_in_many_words(question: str, said: str, asked: Asked) -> None:
    answer = asked("library", question)
    assert answer.answer.startswith(said)
    assert answer.sql is None


def test_an_unknown_table_is_said(asked: Asked) -> None:
    answer = asked("library", "What columns does the zeppelin table have?")
    assert answer.answer == "There is no table called “zeppelin”. Ask “what tables are there?”."
    assert (answer.sql, answer.columns) == (None, ())


def test_its_rows_are_those_of_the_cypher(asked: Asked) -> None:
    answer = asked("library", "Which columns hold dates?")
    assert answer.columns == ("table", "column", "type")
    assert answer.rows == (
        ("loans", "loan_date", "date"),
        ("loans", "returned_on", "date"),
        ("members", "join_date", "date"),
    )


def test_a_way_between_tables_is_drawn(asked: Asked) -> None:
    answer = asked("library", "how are loans and authors related?")
    assert [e.join_id for e in answer.path] == ["loans.book_id=books.book_id", "books.author_id=authors.author_id"]
    assert answer.tables == ("loans", "authors", "books")
    assert answer.rows[0][0] == "loans.book_id=books.book_id, books.author_id=authors.author_id"


def test_a_missing_way_is_said(temples: Workspace) -> None:
    answer = ask(temples, "How does shops connect to temples?")
    assert answer.answer == "No join leads from `shops` to `temples`. Add one on the graph page."
    assert answer.path == ()


def test_a_table_without_joins_is_named(temples: Workspace) -> None:
    assert ask(temples, "What joins shops?").answer == "`shops` joins no other table."


def test_the_answer_is_kept_whole(asked: Asked) -> None:
    answer = asked("library", "How does loans connect to authors?")
    assert answer_from_dict(answer_to_dict(answer)).rows == answer.rows


@pytest.mark.parametrize(
    "question",
    [
        "Which tables are reserved?",
        "Which tables are there?",
        "How many columns does Parthenon have?",
        "How many tables are there?",
        "Which temples have the most columns?",
        "What is the largest table?",
        "How many visits are there?",
    ],
)
def test_data_that_speaks_of_tables_is_data(question: str, temples: Workspace) -> None:
    answer = ask(temples, question)
    assert answer.sql is not None or not answer.columns, answer.answer


def test_one_temple_is_no_table(temples: Workspace) -> None:
    tokens = tokenise("how many columns does the temple have?")
    assert [s.ask for s in shapes(tokens)] == ["count_columns"]
    answer = ask(temples, "how many columns does the temple have?")
    assert answer.sql is not None or not answer.columns


@pytest.mark.parametrize("name", WORLDS)
def test_no_question_about_data_has_such_a_shape(name: str) -> None:
    assert [c.question for c in cases(name) if shapes(tokenise(c.question))] == []
