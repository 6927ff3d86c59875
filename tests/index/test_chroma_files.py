"""Stores of Chroma whose files were damaged: told, where Chroma by itself would end the whole process."""

from __future__ import annotations

import random
import shutil
import struct
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from core.index.base import LabelEntry
from core.index.chroma import ChromaLabelIndex
from core.index.chroma_files import Damaged, check_files

LABELS = 1_100
"""Chroma writes its vectors' files from 1,000 on."""


class Lengths:
    """An embedder of eight numbers."""

    name = "lengths"
    dimensions = 8

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        made = [[1.0 + hash_of(text) % 7**n for n in range(1, 9)] for text in texts]
        out = np.array(made, dtype=np.float32).reshape(len(texts), 8)
        return out / np.linalg.norm(out, axis=1, keepdims=True)


def hash_of(text: str) -> int:
    return int.from_bytes(text.encode(), "big")


CHILD = """
import sys
from pathlib import Path
from core.errors import WorkspaceDamaged
from core.index.base import LabelEntry
from core.index.chroma import ChromaLabelIndex
from tests.index.test_chroma_files import Lengths
for line in sys.stdin:
    folder = Path(line.strip())
    try:
        index = ChromaLabelIndex(folder, Lengths())
        index.put([LabelEntry("t.new", "column", "t", "a new one")])
        list(index._asked(index._embedder.embed(["column 5", "a new one"]), 15, None))  # by Chroma, not from memory
        index.close()
        print("ok", flush=True)
    except WorkspaceDamaged:
        print("told", flush=True)
"""


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("store") / "chroma"
    index = ChromaLabelIndex(folder, Lengths())
    index.put([LabelEntry(f"t.c{n}", "column", "t", f"column {n}") for n in range(LABELS)])
    index.close()
    return folder


@pytest.fixture
def copied(store: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(store, tmp_path / "chroma"))


def changed(path: Path, at: int, data: bytes) -> None:
    whole = bytearray(path.read_bytes())
    whole[at : at + len(data)] = data
    path.write_bytes(whole)


def test_a_store_as_it_was_written_is_in_order(store: Path, tmp_path: Path) -> None:
    check_files(store)
    check_files(tmp_path / "absent")


@pytest.mark.parametrize(
    ("name", "at", "data", "told"),
    [
        ("header.bin", 12, struct.pack("<Q", 1 << 40), "the room for elements"),
        ("header.bin", 56, struct.pack("<I", LABELS), "where searches begin"),
        ("header.bin", 52, struct.pack("<i", 9), "the highest level"),
        ("header.bin", 60, struct.pack("<Q", 17), "the number of links"),
        ("header.bin", 28, struct.pack("<Q", 12), "the header's places"),
        ("data_level0.bin", 0, b"\x21\x00", "an element of too many links"),
        ("data_level0.bin", 4, struct.pack("<I", LABELS), "a link to an element that is not there"),
        ("index_metadata.pickle", 0, b"cos\nsystem\n(S'true'\ntR.", "the labels' names: os.system"),
        ("index_metadata.pickle", 0, b"\x80\x02" + b"]" * 500 + b"a" * 499 + b".", "the labels' names"),
        ("chroma.sqlite3", 100, b"\xff", "chroma.sqlite3"),
    ],
)
def test_each_damage_is_named(copied: Path, name: str, at: int, data: bytes, told: str) -> None:
    (path,) = copied.rglob(name)
    changed(path, at, data)
    with pytest.raises(Damaged) as fault:
        check_files(copied)
    assert str(fault.value).startswith(told)


def test_what_an_sqlite_file_may_do_by_itself_is_damage(copied: Path) -> None:
    import sqlite3

    with sqlite3.connect(copied / "chroma.sqlite3") as db:
        db.execute("CREATE TRIGGER t AFTER INSERT ON embeddings BEGIN DELETE FROM collections; END")
    with pytest.raises(Damaged, match="triggers or views"):
        check_files(copied)


def test_a_write_that_was_broken_off_is_taken_back(copied: Path, tmp_path: Path) -> None:
    import sqlite3
    from contextlib import closing

    with closing(sqlite3.connect(copied / "chroma.sqlite3", isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode = DELETE")
        known = db.execute("SELECT count(*) FROM collections").fetchone()
        db.execute("PRAGMA cache_size = 1")
        db.execute("BEGIN IMMEDIATE")
        db.execute("CREATE TABLE half (text)")
        db.executemany("INSERT INTO half VALUES (?)", [("x" * 1000,)] * 100)
        db.execute("DELETE FROM collections")
        left = shutil.copytree(copied, tmp_path / "left")
    assert (left / "chroma.sqlite3-journal").stat().st_size
    check_files(left)
    with closing(sqlite3.connect(left / "chroma.sqlite3")) as db:
        assert db.execute("SELECT count(*) FROM collections").fetchone() == known
        assert db.execute("SELECT 1 FROM sqlite_master WHERE name = 'half'").fetchone() is None


def damages(path: Path, number: int, draw: random.Random) -> Iterator[bytes]:
    """The file with bits flipped, cut off, or with a stretch of one byte, in turn."""
    whole = path.read_bytes()
    for n in range(number):
        made = bytearray(whole)
        at = draw.randrange(len(made))
        if n % 4 == 0:
            for _ in range(8):
                made[draw.randrange(len(made))] ^= 1 << draw.randrange(8)
        elif n % 4 == 1:
            del made[at:]
        else:
            made[at : at + 64] = (b"\0" if n % 4 == 2 else b"\xff") * len(made[at : at + 64])
        yield bytes(made)


@pytest.mark.slow
def test_whatever_file_is_damaged_the_process_goes_on(store: Path, tmp_path: Path) -> None:
    """In a process of its own, which would be the one to end."""
    draw = random.Random(18)
    child = subprocess.Popen([sys.executable, "-c", CHILD], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert child.stdin is not None
    assert child.stdout is not None
    answers: dict[str, list[str]] = {}
    for file in sorted(p for p in store.rglob("*") if p.is_file()):
        for n, data in enumerate(damages(file, 6, draw)):
            folder = Path(shutil.copytree(store, tmp_path / f"{file.name}-{n}"))
            (folder / file.relative_to(store)).write_bytes(data)
            child.stdin.write(f"{folder}\n")
            child.stdin.flush()
            answers.setdefault(file.name, []).append(child.stdout.readline().strip() or "the process ended")
            shutil.rmtree(folder)
    child.stdin.close()
    assert child.wait(20) == 0
    assert {answer for some in answers.values() for answer in some} == {"ok", "told"}
    told = {name: some.count("told") for name, some in answers.items()}
    assert told["header.bin"] >= 4, told
    assert told["chroma.sqlite3"] >= 1, told
