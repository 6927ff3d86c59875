"""A file that holds no table is told as what it seems to be."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.config import Settings
from core.errors import NotATable
from core.ingest.load import load_file
from core.sql.sqlite import SqliteEngine

LETTER = """Dear Mr Hill,

thank you for your letter of 3 May, in which you ask for the figures of all pools.
We have them for the years since 2015, but not for the ones before, as you know.

They will be sent to you, as soon as our colleague is back, by the end of the week.

Yours sincerely,
Ann Lee
"""


def load(folder: Path, content: str | bytes, name: str = "f.csv") -> None:
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    engine = SqliteEngine(folder / "data.sqlite")
    try:
        load_file(path, engine, label="t", name="t", settings=Settings(workspace=folder / "ws"))
    finally:
        engine.close()


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (LETTER, "a letter or other running text"),
        ("<!DOCTYPE html>\n<html><body>404, not found</body></html>\n", "a web page or XML"),
        ("From: a@b.org\nTo: c@d.org\nSubject: pools, and more\n\nsee, please, below\n", "an e-mail"),
        ("CREATE TABLE a (b int, c int);\nINSERT INTO a VALUES (1, 2);\n", "an SQL script"),
        (b"II*\0" + bytes(range(64)), "a picture"),
    ],
)
def test_what_is_no_table_is_named(tmp_path: Path, content: str | bytes, said: str) -> None:
    with pytest.raises(NotATable) as caught:
        load(tmp_path, content)
    assert caught.value.message == f"The file is not a table of text: it looks like {said}."


@pytest.mark.parametrize(
    "content",
    [
        "quote\nTo be, or not to be, that is the question.\nAll that glitters is not gold, as they say.\nI think.\n",
        "id,text\n1,It was the best of times.\n\n2,It was the worst of times.\n3,An age.\n4,And so on.\n",
        "from,to,subject\na@b.org,c@d.org,hello\n",
    ],
)
def test_tables_of_sentences_are_tables(tmp_path: Path, content: str) -> None:
    load(tmp_path, content)
