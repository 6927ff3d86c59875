"""Texts and bytes made up by the hundred: guards and readers end by a fault of ours or by an answer, and in time."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

import pytest

from core.errors import FileError, JoineryError
from core.graph.cypher import parse as parse_cypher
from core.graph.ladybug_dialect import LadybugDialect
from core.ingest.looking import looked_into
from core.ingest.parts import parts_in
from core.sql.guard import parse as parse_sql

pytestmark = pytest.mark.slow
SECONDS = 5.0
"""For one kind of text."""
ONE = 3.0
"""For one text."""
SQL = (
    "SELECT FROM WHERE ( ) , * + - || ' '' \" a t.a 1 1e400 NULL CASE WHEN THEN END WITH AS ( SELECT 1 ) UNION ALL "
    "CAST DATE( STRUCT( DECIMAL( [ ] { } ; -- /* */ \x00 \ud800 é LIKE IN EXISTS OVER PARTITION BY ORDER LIMIT"
).split(" ")
CYPHER = (
    "MATCH (t:Table) RETURN WITH UNWIND AS x [ ] ( ) { } tail( head( [0] [..1] CASE WHEN true THEN 1 END NOT - + "
    "'a' 'b \" ` $p 1 1e9 t.id -[:HAS_COLUMN]-> (c:Column) WHERE EXISTS COUNT { } | : , ; // /* */ \\u0041 \ud800 IN"
).split(" ")
BYTES = (
    b"a,b\n",
    b"1,2\n",
    b'"',
    b"\n",
    b"\r",
    b"\0",
    b"\xff",
    b"PK\x03\x04",
    b"\x1f\x8b",
    b"PAR1",
    b";",
    b"\t",
    b"{}",
)


def texts(words: Sequence[str], picked: random.Random) -> str:
    some = picked.choices(words, k=picked.randint(1, 60))
    if picked.random() < 0.3:  # one thing again and again
        some += [picked.choice(words)] * picked.randint(10, 400)
    return " ".join(some)


@pytest.mark.parametrize(
    ("words", "guard"),
    [
        pytest.param(SQL, lambda text: parse_sql(text, "sqlite"), id="sql"),
        pytest.param(CYPHER, lambda text: LadybugDialect().query(parse_cypher(text)), id="cypher"),
    ],
)
def test_a_guard_answers_or_refuses(words: Sequence[str], guard: Callable[[str], object]) -> None:
    picked, until = random.Random(7), time.monotonic() + SECONDS
    while time.monotonic() < until:
        text = texts(words, picked)
        begun = time.monotonic()
        with suppress(JoineryError):
            guard(text)
        assert time.monotonic() - begun < ONE, text


def test_a_reader_answers_or_refuses(tmp_path: Path) -> None:
    picked, until = random.Random(7), time.monotonic() + SECONDS
    while time.monotonic() < until:
        path = tmp_path / picked.choice(["a.csv", "a.txt", "a.xlsx", "a.zip", "a.parquet", "a.jsonl"])
        data = b"".join(picked.choices(BYTES, k=picked.randint(0, 80)))
        path.write_bytes(data)
        begun = time.monotonic()
        with suppress(FileError):
            for part in parts_in(path):
                looked_into(part)
        assert time.monotonic() - begun < ONE, data
