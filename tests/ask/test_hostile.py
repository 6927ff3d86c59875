"""Whatever is asked: the same answer every time, a named fault at worst, and at most one checked, reading query."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, replace
from pathlib import Path

import pytest
import sqlglot
from sqlglot import exp

from core.ask.link import Linker
from core.ask.services import Services
from core.ask.state import Question, Run
from core.ask.translators.rules.translator import RulesTranslator
from core.ask.vocabulary import Vocabulary
from core.ask.workflow import answer
from core.graph.base import GraphRows
from core.model import Answer, Rows, Step
from core.workspace import Workspace
from tests.ask.worlds import ask, cases

World = Callable[[str], Workspace]

NOTHING = ["", "   ", "\n", "?", "?!...,;:", "'", '"', "''''\"\"", "`", "((((", "🙂🙂🙂", "½ ² ٣", "or and but"]
SQL = [
    "SELECT * FROM books",
    "'; DROP TABLE books; --",
    "\"; DELETE FROM members WHERE '1'='1",
    "List books where title = 'x' OR 1=1 --",
    "books titled 'x' UNION SELECT sql FROM sqlite_master",
    "members named \"Ada' OR 'a'='a\"",
    "books; ATTACH DATABASE 'other.db' AS other",
    "MATCH (n) DETACH DELETE n",
    "books `title` = 'a`b\"c'",
]
ODD = [
    "📚 how many 📚 books 🙂?",
    "\x00 books \x00",
    "\u202e books",
    "\ud800 books",
    "books\r\nmembers\tloans",
    "%s %d {0} {} books",
    "books priced above 99999999999999999999999999999999",
    "top 0 books",
    "top 99999999999999999999 books",
    "books published between 1990 and",
    "How many loans were made in 2023-99-99?",
    "books where the title contains '%' or '_'",
    "average average price of of books",
    "not not never no books",
    "more than than 3 loans",
]
LONG = ["x" * 10_000, "1" * 10_000, "'" + "a" * 9_998 + "'", "books " * 1_666, "?" * 10_000]


class Watched:
    """A workspace's engine or graph, with what was checked and what was run."""

    def __init__(self, real: object) -> None:
        self._real = real
        self.checked: list[str] = []
        self.run: list[str] = []

    def __getattr__(self, name: str) -> object:
        return getattr(self._real, name)

    def check(self, query: str, *rest: object) -> None:
        self._real.check(query, *rest)  # type: ignore[attr-defined]
        self.checked.append(query)

    def read(self, query: str, *rest: object, **named: object) -> Rows | GraphRows:
        assert query in self.checked, f"run without a check: {query}"
        self.run.append(query)
        found: Rows | GraphRows = self._real.read(query, *rest, **named)  # type: ignore[attr-defined]
        return found


def watched(workspace: Workspace, question: str) -> tuple[Answer, Watched, Watched]:
    """The rules' answer, with what reached the engine and the graph (the translator's probes aside)."""
    engine, graph = Watched(workspace.stores.engine), Watched(workspace.stores.graph)

    def make(emit: Callable[[Step], None]) -> Services:
        probe = workspace.stores.engine
        return Services(
            engine=engine,  # type: ignore[arg-type]
            graph=graph,  # type: ignore[arg-type]
            tables=workspace.tables.all(),
            joins=workspace.joins.all(rejected=True),
            linker=Linker(Vocabulary(workspace.tables.all()), workspace.stores.values, workspace.stores.labels),
            translator=RulesTranslator(),
            run=Run(emit, lambda sql: probe.read(sql, limit=1_000, seconds=5.0)),
        )

    *_, last = answer(Question(question), make)
    assert isinstance(last, Answer)
    return last, engine, graph


def rows_on_disk(workspace: Workspace) -> str:
    return hashlib.sha256((workspace.folder / "data.sqlite").read_bytes()).hexdigest()


@pytest.fixture(scope="module")
def untouched(world: World) -> Iterator[Workspace]:
    """The library; at the end its rows are the bytes that they were."""
    workspace = world("library")
    before = rows_on_disk(workspace)
    yield workspace
    assert rows_on_disk(workspace) == before


@pytest.mark.sampled(3)
@pytest.mark.parametrize("text", [*NOTHING, *SQL, *ODD, *LONG], ids=lambda t: ascii(t)[:24])
def test_at_most_one_checked_reading_query_runs(text: str, untouched: Workspace) -> None:
    last, engine, graph = watched(untouched, text)
    assert len(engine.run) <= 1
    assert len(graph.run) <= 1
    assert engine.run == ([last.sql] if last.sql else [])
    for query in engine.run:
        (tree,) = sqlglot.parse(query, read="sqlite")
        assert isinstance(tree, exp.Select)
        assert not list(tree.find_all(exp.Insert, exp.Update, exp.Delete, exp.Drop, exp.Create, exp.Command))
        assert {t.name for t in tree.find_all(exp.Table)} <= {t.name for t in untouched.tables.all()}
    if last.sql is None:
        assert last.answer
        assert (last.rows, last.columns, last.confidence) == ((), (), 0.0)


@pytest.mark.parametrize("text", NOTHING, ids=lambda t: ascii(t)[:24])
def test_where_nothing_is_asked_nothing_is_answered(text: str, untouched: Workspace) -> None:
    last = ask(untouched, text)
    words = any(c.isalnum() for c in text)
    assert last.answer == ("None of the words match a table, a column or a value." if words else "Type a question.")
    assert (last.sql, last.cypher) == (None, None)


@pytest.mark.parametrize("text", ["Ada' OR 'a'='a", "x'; DROP TABLE members; --", 'a "b" c'])
def test_quoted_text_is_only_ever_a_value(text: str, untouched: Workspace) -> None:
    mark = "`" if "'" in text else "'"
    last, engine, _ = watched(untouched, f"Which members have the name {mark}{text}{mark}?")
    assert last.rows == ()
    (query,) = engine.run
    (tree,) = sqlglot.parse(query, read="sqlite")
    assert tree is not None
    assert [v.this for v in tree.find_all(exp.Literal) if v.is_string] == [text]


def timeless(found: Answer) -> Answer:
    """The answer without what the clock says."""
    return replace(found, timings_ms={}, steps=tuple(replace(s, ms=0.0) for s in found.steps))


def as_json(found: Answer) -> str:
    return json.dumps(asdict(timeless(found)), default=dict, ensure_ascii=True)


@pytest.mark.parametrize("name", ["landings", *(pytest.param(n, marks=pytest.mark.slow) for n in ("library", "bikes"))])
def test_asking_twice_gives_the_same_bytes(name: str, world: World, asked: Callable[[str, str], Answer]) -> None:
    for case in cases(name)[::3]:
        assert as_json(asked(name, case.question)) == as_json(ask(world(name), case.question))


_AGAIN = """
import sys
from pathlib import Path
from core.config import Settings
from core.index.embed import NgramEmbedder
from core.workspace import open_workspace
from tests.ask.test_hostile import as_json
from tests.ask.worlds import ask, cases
with open_workspace(Settings(workspace=Path(sys.argv[1])), read_only=True, embedder=NgramEmbedder()) as ws:
    for case in cases("clinic")[::3]:
        print(as_json(ask(ws, case.question)))
"""


@pytest.mark.slow
def test_another_process_with_another_hash_seed_gives_the_same_bytes(
    world: World, asked: Callable[[str, str], Answer], tmp_path: Path
) -> None:
    script = tmp_path / "again.py"
    script.write_text(_AGAIN, encoding="utf-8")
    root = Path(__file__).parents[2]
    environment: Mapping[str, str] = {**os.environ, "PYTHONHASHSEED": "7", "PYTHONPATH": str(root)}
    done = subprocess.run(
        [sys.executable, str(script), str(world("clinic").folder)],
        check=True,
        capture_output=True,
        text=True,
        cwd=root,
        env=environment,
    )
    here = [as_json(asked("clinic", case.question)) for case in cases("clinic")[::3]]
    assert done.stdout.splitlines() == here
