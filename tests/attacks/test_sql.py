"""Queries that hurt whoever runs them: each ends in time, by a sentence, and the next query is answered."""

from __future__ import annotations

import os
import re
import sys
import threading
import time
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from core.errors import QueryError, QueryFailed, QueryRefused, QueryTimeout, UnknownName
from core.model import Rows
from core.processes.pool import GRACE, Pool
from core.processes.queries import ask
from core.sql.confined import ConfinedEngine, ConfinedQueries
from core.sql.guard import parse
from core.sql.remote.confined import ConfinedTranslation
from core.sql.sqlite import SqliteEngine

ATTACKS: list[dict[str, Any]] = tomllib.loads((Path(__file__).parent / "sql.toml").read_text("utf-8"))["attack"]
LIMIT = 0.5


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ConfinedEngine]:
    folder = tmp_path_factory.mktemp("attacked")
    inner = SqliteEngine(folder / "data.sqlite")
    inner.write("words", pa.table({"n": list(range(3000)), "word": [f"word {n}" for n in range(3000)]}).to_reader())
    inner.write("secret", pa.table({"word": ["hush"]}).to_reader())
    inner.show_only(["words"])
    queries = ConfinedQueries(folder / "data.sqlite")
    yield ConfinedEngine(inner, queries)
    queries.close()
    inner.close()


def written(attack: dict[str, Any]) -> str:
    """The query in full."""
    sql = re.sub(r"\{([^{}*]*(?:\*(?!\d)[^{}*]*)*)\*(\d+)\}", lambda m: m[1] * int(m[2]), attack["sql"])
    sql = re.sub(r"\{([^{}]*)\*(\d+)\}", lambda m: m[1] * int(m[2]), sql)
    return sql.replace("\\ud800", "\ud800") if attack.get("surrogate") else sql


@pytest.mark.sampled(20)
@pytest.mark.parametrize(
    "attack",
    [pytest.param(a, id=a["name"], marks=[pytest.mark.slow] if a.get("slow") else []) for a in ATTACKS],
)
def test_an_attack_ends_in_time_and_hurts_nobody(engine: ConfinedEngine, attack: dict[str, Any]) -> None:
    engine.read("SELECT 1")  # the process has started
    begun = time.monotonic()
    try:
        engine.read(written(attack), seconds=LIMIT)
        ended = "rows"
    except QueryError as fault:
        ended = fault.code
    assert time.monotonic() - begun < LIMIT + GRACE + 1.0
    assert ended in attack["ends"]
    assert engine.read("SELECT max(n) FROM words").rows == ((2999,),)


@pytest.fixture(scope="module")
def translation() -> Iterator[Pool]:
    made = ConfinedTranslation()
    yield made.pool
    made.close()


@pytest.mark.sampled(10)
@pytest.mark.parametrize(
    "attack",
    [pytest.param(a, id=a["name"], marks=[pytest.mark.slow] if a.get("slow") else []) for a in ATTACKS],
)
@pytest.mark.parametrize("target", ["duckdb", "postgresql"])
def test_an_attack_does_not_reach_a_database(translation: Pool, attack: dict[str, Any], target: str) -> None:
    """It is refused, or what is sent names the shown table alone and has no remark that a server might run."""
    columns = [["n", "integer"], ["word", "text"]]
    request = {"tables": [("words", "public", "words", columns, "")], "parameters": [], "target": target}
    sql = ""
    begun = time.monotonic()
    try:
        sql = str(ask(translation, {"sql": written(attack), **request}, 5.0)["sql"])
        ended = "rows"
    except QueryError as fault:
        ended = fault.code
    assert time.monotonic() - begun < 5.0 + GRACE + 1.0
    assert target != "postgresql" or ended in attack.get("remote", [ended])
    plain = re.sub(r"'(?:[^']|'')*'|\"(?:[^\"]|\"\")*\"", "x", sql)  # texts and names are only that
    assert not re.search(r"--|/\*|;|\b(?:INTO|SET|COPY|CALL|DO)\b", plain)
    assert set(re.findall(r'(?:FROM|JOIN) "public"\."([^"]*)"', sql)) <= {"words"}
    assert "secret" not in plain


@pytest.mark.parametrize("attack", [a for a in ATTACKS if "nested" in a["name"]], ids=lambda a: str(a["name"]))
def test_the_parser_is_not_kept_busy(attack: dict[str, Any]) -> None:
    begun = time.monotonic()
    with pytest.raises(QueryError):
        parse(written(attack), "sqlite")
    assert time.monotonic() - begun < 10.0  # kept busy it takes a minute


def test_what_the_parser_must_guess_twice_is_still_read() -> None:
    many = ", ".join(["CAST(DATE(n) AS DECIMAL(10, 2))"] * 200)
    assert len(parse(f"SELECT {many}, ARRAY(1), DATE(DATE(DATE(n))) FROM words", "sqlite").expressions) == 202


def test_rows_and_faults_are_those_of_the_engine(engine: ConfinedEngine) -> None:
    found = engine.read("SELECT n, word, n / 2.0 AS half, NULL AS z, x'00' AS b FROM words WHERE n > ?", (7,), limit=2)
    columns = ("n", "word", "half", "z", "b")
    assert found == Rows(columns, ((8, "word 8", 4.0, None, "<1 bytes>"), (9, "word 9", 4.5, None, "<1 bytes>")), True)
    with pytest.raises(UnknownName) as unknown:
        engine.check("SELECT wort FROM words")
    assert (unknown.value.message, unknown.value.close) == ("There is no column “wort”.", ("word",))
    assert str(unknown.value) == unknown.value.message
    for refused in ("SELECT * FROM secret", "DELETE FROM words", "SELECT load_extension('x')"):
        with pytest.raises((QueryRefused, UnknownName)):
            engine.read(refused)
    with pytest.raises(QueryTimeout) as late:
        engine.read("SELECT count(*) FROM words a, words b, words c, words d", seconds=0.2)
    assert late.value.message == "The query was stopped after 0.2 seconds."
    engine.check("SELECT word FROM words")


def test_a_process_that_dies_is_one_sentence(engine: ConfinedEngine) -> None:
    engine.read("SELECT 1")
    worker = next(w for w in engine._queries.pool._idle if w.started)
    timer = threading.Timer(0.3, worker._process.kill)
    timer.start()
    with pytest.raises(QueryFailed, match="it took more than a query may"):
        engine.read("SELECT count(*) FROM words a, words b, words c, words d", seconds=20.0)
    assert engine.read("SELECT 2").rows == ((2,),)


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_the_process_sees_no_key_and_has_limits(engine: ConfinedEngine, monkeypatch: pytest.MonkeyPatch) -> None:
    engine.read("SELECT 1")
    worker = next(w for w in engine._queries.pool._idle if w.started)
    proc = Path(f"/proc/{worker.pid}")
    names = {line.split(b"=")[0].decode() for line in (proc / "environ").read_bytes().split(b"\0")} - {""}
    assert names & set(os.environ) <= set("PATH TEMP TMP TMPDIR SQLITE_TMPDIR LANG LC_ALL LD_LIBRARY_PATH".split())
    limits = {line[:26].strip(): line[26:].split()[0] for line in (proc / "limits").read_text().splitlines()}
    assert limits["Max address space"] == str(1024 << 20)
    assert limits["Max file size"] == str(512 << 20)


def test_a_question_pays_little(engine: ConfinedEngine) -> None:
    engine.read("SELECT 1")
    took = []
    for n in range(20):
        begun = time.monotonic()
        assert engine.read("SELECT ?", (n,)).rows == ((n,),)
        took.append(time.monotonic() - begun)
    assert sorted(took)[5] < 0.01
