"""Texts and bytes made up by Hypothesis: guards and readers end by a fault of ours or by an answer, and in time."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from core.documents.read import read_document
from core.errors import FileError, JoineryError
from core.graph.cypher import parse as parse_cypher
from core.graph.ladybug_dialect import LadybugDialect
from core.ingest.looking import looked_into
from core.ingest.parts import parts_in
from core.sql.guard import parse as parse_sql
from core.workspace.uploads import safe_name
from pages._ui.markup import literal
from tests.attacks.packed import word
from tests.documents.test_documents import pdf

pytestmark = pytest.mark.slow
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


EXAMPLES = settings(
    max_examples=300,
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture, HealthCheck.data_too_large],
)
DOCUMENTS = {
    "a.docx": word("<w:p><w:r><w:t>kind: A</w:t></w:r></w:p>" * 5),
    "a.pdf": pdf("kind: A means open."),
}
ENDINGS = ("a.csv", "a.txt", "a.xlsx", "a.zip", "a.parquet", "a.jsonl")


def queries(words: Sequence[str]) -> SearchStrategy[str]:
    """Words of a language in any order, one of them again and again, and texts of any signs between them."""
    known = st.sampled_from(words)
    again = st.builds(lambda word, n: " ".join([word] * n), known, st.integers(10, 400))
    odd = st.text(max_size=12)
    return st.lists(st.one_of(known, known, known, again, odd), max_size=40).map(" ".join)


@pytest.mark.parametrize(
    ("words", "guard"),
    [
        pytest.param(SQL, lambda text: parse_sql(text, "sqlite"), id="sql"),
        pytest.param(CYPHER, lambda text: LadybugDialect().query(parse_cypher(text)), id="cypher"),
    ],
)
def test_a_guard_answers_or_refuses(words: Sequence[str], guard: Callable[[str], object]) -> None:
    @EXAMPLES
    @given(queries(words))
    def tried(text: str) -> None:
        begun = time.monotonic()
        with suppress(JoineryError):
            guard(text)
        assert time.monotonic() - begun < ONE

    tried()


@EXAMPLES
@given(
    name=st.sampled_from(ENDINGS),
    data=st.lists(st.one_of(st.sampled_from(BYTES), st.sampled_from(BYTES), st.binary(max_size=30)), max_size=80),
)
def test_a_reader_answers_or_refuses(tmp_path: Path, name: str, data: list[bytes]) -> None:
    path = tmp_path / name
    path.write_bytes(b"".join(data))
    begun = time.monotonic()
    with suppress(FileError):
        for part in parts_in(path):
            looked_into(part)
    assert time.monotonic() - begun < ONE


@EXAMPLES
@given(
    name=st.sampled_from(("a.docx", "a.pdf", "a.html", "a.md", "a.txt", "a.csv")),
    changes=st.lists(st.tuples(st.integers(0, 1 << 12), st.one_of(st.sampled_from(BYTES), st.binary(max_size=4)))),
    again=st.integers(1, 60),
)
def test_a_reader_of_documents_answers_or_refuses(
    tmp_path: Path, name: str, changes: list[tuple[int, bytes]], again: int
) -> None:
    """A whole one, bytes of it changed here and there; also where they are packed."""
    path = tmp_path / name
    data = bytearray(DOCUMENTS.get(name, b"# Kinds\n\n| kind | means |\n|--|--|\nA = <b>open</b>, B: [x](y) (z)\n"))
    inner = bytearray(b"<w:p><w:r><w:t>kind: A</w:t></w:r></w:p>") if again % 2 and name == "a.docx" else data
    for at, put in changes:
        inner[at % len(inner) : at % len(inner) + len(put)] = put
    path.write_bytes(word((inner * again).decode("latin-1")) if inner is not data else bytes(data))
    begun = time.monotonic()
    with suppress(FileError):
        read_document(path)
    assert time.monotonic() - begun < ONE


@EXAMPLES
@given(st.text(max_size=60))
def test_no_text_is_more_than_itself_on_a_page(text: str) -> None:
    shown = literal(text)
    assert re.findall(r"[<>\[\]()*_`$~|!&#]", re.sub(r"\\[^a-zA-Z0-9\s]", "", shown)) == []
    assert len(shown.splitlines()) < 2


@EXAMPLES
@given(st.text(max_size=60), st.booleans())
def test_the_name_of_an_upload_is_one_name(text: str, windows: bool) -> None:
    name = safe_name(text, windows)
    assert 0 < len(name.encode("utf-8", "replace")) <= 240
    assert not {"/", "\0", "\n"} & set(name)
    assert name not in (".", "..")
