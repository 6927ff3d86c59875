"""The workflow: steps in order while they happen, queries repaired or given up, Stop, and what is not understood.

The stores are the real ones of a small world; where a translator must err, a scripted one stands in for it.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

import pytest

from core.ask.link import Linker
from core.ask.services import Services
from core.ask.state import (
    Attempt,
    Clarify,
    Draft,
    JoinTree,
    Mention,
    NotUnderstood,
    Question,
    Reading,
    Run,
    SchemaView,
)
from core.ask.tokens import tokenise
from core.ask.top_rows import NONE, TopRows
from core.ask.translators.base import Translator
from core.ask.translators.rules.translator import RulesTranslator
from core.ask.vocabulary import Vocabulary
from core.ask.workflow import answer
from core.errors import Cancelled, QueryTimeout
from core.model import Answer, Rows, Step
from core.workspace import Workspace
from tests.ask.schemas import linker, shop
from tests.ask.worlds import DATA, answers, plain

World = Callable[[str], Workspace]

AUTHOR = "books.author_id=authors.author_id"
GOOD_CYPHER = Draft(
    "MATCH (b:Table {id: $b})-[:HAS_COLUMN]->(:Column)-[s:SAME_ATTRIBUTE]-(:Column)<-[:HAS_COLUMN]-(a:Table {id: $a})\n"
    "RETURN [s.join_id] AS joins",
    {"b": "books", "a": "authors"},
)
BAD_CYPHER = Draft("MATCH (t:Tabel) RETURN [t.id] AS joins")
GOOD_SQL = Draft(
    "SELECT title FROM books JOIN authors ON books.author_id = authors.author_id WHERE country = 'Japan' ORDER BY title"
)
BAD_SQL = Draft("SELECT titel FROM books")
READING = Reading("data", "titles", ("books", "authors"), confidence=0.8)
JAPANESE = (("Night Signals",), ("Orbit of Ash",), ("Paper Lanterns",))


@dataclass
class Scripted:
    """Drafts what it is told to, in turn, and keeps the faults that it was shown."""

    cyphers: Sequence[Draft | None] = (GOOD_CYPHER,)
    sqls: Sequence[Draft | None] = (GOOD_SQL,)
    reading: Reading | Clarify | NotUnderstood = READING
    name: str = "scripted"
    asked: list[str] = field(default_factory=list)
    shown: list[tuple[Attempt, ...]] = field(default_factory=list)
    tree: JoinTree | None = None

    def read(
        self, question: Question, mentions: Sequence[Mention], schema: SchemaView, run: Run
    ) -> Reading | Clarify | NotUnderstood:
        self.asked.append("read")
        return self.reading

    def cypher(self, reading: Reading, schema: SchemaView, failed: Sequence[Attempt], run: Run) -> Draft | None:
        self.asked.append("cypher")
        self.shown.append(tuple(failed))
        return self.cyphers[min(len(failed), len(self.cyphers) - 1)]

    def sql(self, reading: Reading, tree: JoinTree, failed: Sequence[Attempt], run: Run) -> Draft | None:
        self.asked.append("sql")
        self.shown.append(tuple(failed))
        self.tree = tree
        return self.sqls[min(len(failed), len(self.sqls) - 1)]

    def tell(self, reading: Reading, rows: Rows, run: Run, top: TopRows = NONE) -> Iterator[str]:
        self.asked.append("tell")
        yield f"{len(rows.rows)} "
        yield "rows."


def asking(
    workspace: Workspace,
    translator: Translator,
    question: str = "titles of books",
    *,
    stop: threading.Event | None = None,
    seconds: float = 60.0,
    limit: int = 1_000,
) -> Iterator[Step | Answer]:
    """The workflow over the workspace's stores, with this translator."""

    def make(emit: Callable[[Step], None]) -> Services:
        engine = workspace.stores.engine
        return Services(
            engine=engine,
            graph=workspace.stores.graph,
            tables=workspace.tables.all(),
            joins=workspace.joins.all(rejected=True),
            linker=Linker(Vocabulary(workspace.tables.all()), workspace.stores.values),
            translator=translator,
            run=Run(emit, engine.read, seconds, stop),
        )

    return answer(Question(question, limit=limit), make)


def finished(events: Iterator[Step | Answer]) -> tuple[list[tuple[str, str]], Answer]:
    """The steps as (name, state) but for "started", and the answer."""
    *steps, last = events
    assert isinstance(last, Answer)
    return [(s.name, s.state) for s in steps if isinstance(s, Step) and s.state != "started"], last


DONE = [("link", "done"), ("read", "done"), ("path", "done"), ("query", "done"), ("run", "done")]


def test_steps_come_in_order_and_the_answer_last(world: World) -> None:
    events = list(world("library").questions.ask("Which books were written by authors from Sweden?"))
    steps = [e for e in events if isinstance(e, Step) and e.state != "started"]
    assert [(s.name, s.state) for s in steps] == DONE
    assert all(s.text for s in steps)
    begun = [e.name for e in events if isinstance(e, Step) and e.state == "started"]
    assert begun == ["link", "read", "path", "query", "run", "tell"]
    last = events[-1]
    assert isinstance(last, Answer)
    assert last.steps == tuple(steps)
    assert (last.translator, last.model_calls, last.tokens) == ("rules", 0, 0)
    assert set(last.timings_ms) == {"link", "read", "path", "query", "run", "tell"}


def test_the_step_of_the_path_names_the_tree_that_the_cypher_puts_next(world: World) -> None:
    events = list(world("bikes").questions.ask("How many trips are there per station name?"))
    (step,) = [e for e in events if isinstance(e, Step) and (e.name, e.state) == ("path", "done")]
    first, _, rest = step.text.partition(" (the first of 2 trees that the Cypher proposes, before ")
    ways = [{"stations.station_code", f"trips.{end}"} for end in ("from_station", "to_station")]
    said = [set(way.split(" = ")) for way in (first, rest.rstrip(")"))]
    assert said in (ways, ways[::-1])


@dataclass
class Slow(Scripted):
    """Reads only when the step before has been seen."""

    seen: threading.Event = field(default_factory=threading.Event)

    def read(
        self, question: Question, mentions: Sequence[Mention], schema: SchemaView, run: Run
    ) -> Reading | Clarify | NotUnderstood:
        run.step(Step("read", "repaired", "asked again"))
        assert self.seen.wait(60)
        return super().read(question, mentions, schema, run)


def test_a_step_is_told_while_its_node_still_works(world: World) -> None:
    translator = Slow()
    names = []
    for event in asking(world("library"), translator):
        names.append(f"{event.name} {event.state}" if isinstance(event, Step) else "answer")
        if names[-1] == "read repaired":
            translator.seen.set()
    assert names[:5] == ["link started", "link done", "read started", "read repaired", "read done"]
    assert names[-1] == "answer"
    assert translator.asked == ["read", "cypher", "sql", "tell"]


def test_the_answer_holds_what_led_to_it(world: World) -> None:
    translator = Scripted()
    steps, last = finished(asking(world("library"), translator))
    assert steps == DONE
    assert (last.answer, last.columns, last.rows) == ("3 rows.", ("title",), JAPANESE)
    assert (last.cypher, last.cypher_parameters) == (GOOD_CYPHER.text, GOOD_CYPHER.parameters)
    assert (last.sql, last.enriched, last.tables) == (GOOD_SQL.text, "titles", ("books", "authors"))
    assert [(e.join_id, e.left_table, e.right_table) for e in last.path] == [(AUTHOR, "books", "authors")]
    assert translator.tree == JoinTree(("books", "authors"), last.path)
    assert last.runner_up_paths == ()
    assert last.confidence == 0.8


def test_a_failing_cypher_is_repaired_with_the_fault_in_hand(world: World) -> None:
    translator = Scripted(cyphers=(BAD_CYPHER, GOOD_CYPHER))
    steps, last = finished(asking(world("library"), translator))
    assert steps == [*DONE[:2], ("path", "repaired"), *DONE[2:]]
    assert last.cypher == GOOD_CYPHER.text
    assert last.rows == JAPANESE
    first, second, _ = translator.shown
    assert first == ()
    (attempt,) = second
    assert (attempt.draft, attempt.code, attempt.close) == (BAD_CYPHER, "unknown_name", ("Table",))
    assert "Tabel" in attempt.message


def test_rows_that_are_no_path_are_a_fault_too(world: World) -> None:
    wrong = Draft("MATCH (t:Table {id: $t}) RETURN [t.id] AS joins", {"t": "books"})
    translator = Scripted(cyphers=(wrong, GOOD_CYPHER))
    steps, last = finished(asking(world("library"), translator))
    assert ("path", "repaired") in steps
    assert translator.shown[1][0].message == "The Cypher's column joins must hold ids of joins that exist."
    assert last.rows == JAPANESE


@pytest.mark.slow
def test_a_writing_cypher_is_refused_and_changes_nothing(world: World) -> None:
    workspace = world("library")
    before = workspace.questions.cypher("MATCH (t:Table) RETURN t.id ORDER BY t.id").rows
    translator = Scripted(cyphers=(Draft("MATCH (t:Table) DETACH DELETE t"), GOOD_CYPHER))
    _, last = finished(asking(workspace, translator))
    assert translator.shown[1][0].code == "query_refused"
    assert last.rows == JAPANESE
    assert workspace.questions.cypher("MATCH (t:Table) RETURN t.id ORDER BY t.id").rows == before


def test_three_failing_cyphers_stop_with_the_reason(world: World) -> None:
    translator = Scripted(cyphers=(BAD_CYPHER,))
    steps, last = finished(asking(world("library"), translator))
    assert steps == [*DONE[:2], *[("path", "repaired")] * 3, ("path", "failed")]
    assert translator.asked == ["read", "cypher", "cypher", "cypher"]
    assert [len(failed) for failed in translator.shown] == [0, 1, 2]
    assert (last.sql, last.rows, last.confidence, last.path) == (None, (), 0.0, ())
    assert "Tabel" in last.answer


def test_a_failing_sql_is_repaired(world: World) -> None:
    translator = Scripted(sqls=(BAD_SQL, GOOD_SQL))
    steps, last = finished(asking(world("library"), translator))
    assert steps == [*DONE[:3], ("query", "repaired"), *DONE[3:]]
    (attempt,) = translator.shown[-1]
    assert (attempt.draft, attempt.code) == (BAD_SQL, "unknown_name")
    assert attempt.close[0] == "title"
    assert last.rows == JAPANESE


def test_three_failing_queries_stop_with_the_reason(world: World) -> None:
    translator = Scripted(sqls=(BAD_SQL,))
    steps, last = finished(asking(world("library"), translator))
    assert steps == [*DONE[:3], *[("query", "repaired")] * 3, ("query", "failed")]
    assert translator.asked == ["read", "cypher", "sql", "sql", "sql"]
    assert (last.sql, last.rows, last.confidence) == (None, (), 0.0)
    assert "titel" in last.answer
    assert last.cypher == GOOD_CYPHER.text


@pytest.mark.parametrize(
    "text", ["DELETE FROM books", "SELECT 1; SELECT 2", "WITH x AS (DELETE FROM books RETURNING *) SELECT * FROM x"]
)
def test_a_query_that_writes_is_refused_and_never_run(text: str, world: World) -> None:
    translator = Scripted(sqls=(Draft(text), None))
    _, last = finished(asking(world("library"), translator))
    assert translator.shown[-1][0].code in ("query_refused", "bad_syntax")
    assert last.sql is None
    assert world("library").questions.sql("SELECT COUNT(*) FROM books").rows == ((16,),)


def test_nothing_better_stops_at_once(world: World) -> None:
    steps, last = finished(asking(world("library"), Scripted(cyphers=(BAD_CYPHER, None))))
    assert steps[2:] == [("path", "repaired"), ("path", "failed")]
    assert "Tabel" in last.answer
    _, last = finished(asking(world("library"), Scripted(cyphers=(None,))))
    assert last.answer == "I found no way to connect the tables."
    _, last = finished(asking(world("library"), Scripted(sqls=(None,))))
    assert last.answer == "I could not put this into SQL."


def test_only_so_many_rows_are_given_and_it_is_said(world: World) -> None:
    _, last = finished(asking(world("library"), Scripted(), limit=2))
    assert (last.rows, last.truncated) == (JAPANESE[:2], True)
    assert ("truncated", "Only the first 2 rows are shown.") in [(c.code, c.message) for c in last.warnings]


def test_an_empty_answer_says_so(world: World) -> None:
    nothing = Draft("SELECT title FROM books WHERE price > 1000")
    _, last = finished(asking(world("library"), Scripted(sqls=(nothing,))))
    assert last.rows == ()
    assert last.sql == nothing.text
    assert [c.code for c in last.warnings] == ["empty"]


def test_a_question_back_is_the_answer(world: World) -> None:
    clarify = Clarify("Which name is meant?", ("members.name", "books.title"))
    steps, last = finished(asking(world("library"), Scripted(reading=clarify)))
    assert steps[0] == ("link", "done")
    assert last.answer == "Which name is meant? members.name · books.title"
    assert (last.sql, last.cypher, last.confidence) == (None, None, 0.0)


def test_stop_before_anything_runs(world: World) -> None:
    stop = threading.Event()
    stop.set()
    with pytest.raises(Cancelled):
        list(world("library").questions.ask("How many books are there?", stop=stop))


def test_stop_between_two_steps(world: World) -> None:
    stop, translator = threading.Event(), Slow()
    events = asking(world("library"), translator, stop=stop)
    while (event := next(events)) and not (isinstance(event, Step) and event.state == "repaired"):
        pass
    stop.set()
    translator.seen.set()
    with pytest.raises(Cancelled):
        list(events)
    assert translator.asked == ["read"]


def test_past_its_deadline_a_question_ends(world: World) -> None:
    with pytest.raises(QueryTimeout):
        list(asking(world("library"), Scripted(), seconds=0.0))


def test_words_that_nothing_knows_are_not_understood(world: World) -> None:
    steps, last = finished(world("library").questions.ask("purple elephants dance"))
    assert steps == [("link", "done"), ("read", "failed")]
    assert last.answer == "None of the words match a table, a column or a value."
    assert (last.sql, last.cypher, last.rows, last.confidence) == (None, None, (), 0.0)
    assert last.ignored == ("purple", "elephants", "dance")
    assert last.understood == ()


def test_not_understood_names_what_was_recognised(world: World) -> None:
    known = (("books", "`books`"), ("Leith", "`members`.`town` = 'Leith'"))
    reading = NotUnderstood("I found words that I know, but no way to connect them.", known, ("blithely",))
    steps, last = finished(asking(world("library"), Scripted(reading=reading)))
    assert steps == [("link", "done"), ("read", "failed")]
    assert last.answer == "I found words that I know, but no way to connect them."
    assert (last.understood, last.ignored) == (known, ("blithely",))
    assert (last.sql, last.cypher, last.confidence) == (None, None, 0.0)


@pytest.mark.parametrize(
    "text",
    [
        "Which customers in Oslo have no notes?",
        "How many notes are there for each customer?",
        "name of the customers with the text of their notes",
    ],
)
def test_tables_that_nothing_connects_are_not_answered_from_one_of_them(text: str) -> None:
    apart = SchemaView(tuple(t for t in shop().tables if t.name in ("customers", "notes")), ())
    mentions = linker(shop(), "customers.city=Oslo").link(tokenise(text))
    run = Run(lambda step: None, lambda sql: Rows((), ()))
    found = RulesTranslator().read(Question(text), mentions, apart, run)
    assert isinstance(found, NotUnderstood)
    assert {"`customers`", "`notes`"} <= {meaning for _, meaning in found.understood}


class Ordered(RulesTranslator):
    """The rules, but the graph is asked for one join by its id."""

    def __init__(self, join_id: str) -> None:
        self.join_id = join_id

    def cypher(self, reading: Reading, schema: SchemaView, failed: Sequence[Attempt], run: Run) -> Draft | None:
        return Draft(
            "MATCH (:Column)-[s:SAME_ATTRIBUTE {join_id: $id}]->(:Column) RETURN [s.join_id] AS joins",
            {"id": self.join_id},
        )


@pytest.mark.parametrize("role", ["from_station", "to_station"])
def test_the_sql_joins_along_the_rows_that_the_cypher_returned(role: str, world: World) -> None:
    join_id = f"trips.{role}=stations.station_code"
    question = "How many trips are there per station name?"
    _, last = finished(asking(world("bikes"), Ordered(join_id), question))
    assert [e.join_id for e in last.path] == [join_id]
    gold = (
        f"SELECT station_name, COUNT(*) FROM trips JOIN stations ON trips.{role} = stations.station_code "
        "GROUP BY station_name"
    )
    expected = plain(sorted((DATA / "bikes").glob("*.csv"))).execute(gold).fetchall()
    assert answers(last.rows, expected)
    assert last.sql is not None
    assert f'"trips"."{role}"' in last.sql


def test_the_best_row_is_followed_and_the_others_are_runners_up(world: World) -> None:
    _, last = finished(world("bikes").questions.ask("How many trips are there per station name?"))
    assert last.sql is not None
    (used,) = last.path
    ((other,),) = last.runner_up_paths
    assert {used.join_id, other.join_id} == {
        "trips.from_station=stations.station_code",
        "trips.to_station=stations.station_code",
    }
    column = (used.left if used.left_table == "trips" else used.right)[0]
    assert f'"trips"."{column}"' in last.sql


@pytest.mark.parametrize("name", ["library", "clinic"])
def test_every_join_of_the_path_is_in_the_sql(name: str, world: World) -> None:
    question = {
        "library": "Which members borrowed Winter Ferry?",
        "clinic": "Which medicines were prescribed to patients from Bruges?",
    }[name]
    _, last = finished(world(name).questions.ask(question))
    assert last.sql is not None
    assert len(last.path) == 2
    for edge in last.path:
        for column in (*edge.left, *edge.right):
            assert f'"{column}"' in last.sql
