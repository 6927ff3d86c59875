"""What every label index keeps to, and what is Chroma's own."""

from __future__ import annotations

import shutil
import socket
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from numpy.typing import NDArray

from core.errors import StoreRefused, StoreUnreachable, WorkspaceDamaged, WorkspaceUnwritable
from core.index import chroma as chroma_module
from core.index.base import Embedder, LabelEntry, LabelHit
from core.index.chroma import ChromaLabelIndex
from core.index.embed import NgramEmbedder
from core.index.labels import entries_for
from core.model import Column, Profile, Table


class Corners:
    """An embedder of three words, each on its own axis, so that every similarity is known."""

    name = "corners-1"
    dimensions = 3
    _AXES = ("red", "green", "blue")

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        rows = [[float(axis in text.split()) for axis in self._AXES] for text in texts]
        out = np.array(rows, dtype=np.float32).reshape(len(texts), 3)
        return out / np.maximum(np.linalg.norm(out, axis=1, keepdims=True), 1e-9)


ENTRIES = (
    LabelEntry("paints", "table", "paints", "red green"),
    LabelEntry("paints.one", "column", "paints", "red"),
    LabelEntry("paints.two", "column", "paints", "green"),
    LabelEntry("inks", "table", "inks", "blue"),
    LabelEntry("inks.one", "column", "inks", "blue green"),
)
HALF = 0.707107


@pytest.fixture(autouse=True)
def offline(monkeypatch: pytest.MonkeyPatch) -> None:
    """No network, and never an embedding function of Chroma's own."""
    from chromadb.utils.embedding_functions.onnx_mini_lm_l6_v2 import ONNXMiniLM_L6_V2

    def refuse(*args: object, **kwargs: object) -> None:
        raise AssertionError("the index reached for what it must not")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(ONNXMiniLM_L6_V2, "__init__", refuse)


@pytest.fixture(params=["in memory", "by Chroma"])
def index(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[ChromaLabelIndex]:
    if request.param == "by Chroma":
        monkeypatch.setattr(chroma_module, "MOST_IN_MEMORY", 0)
    index = ChromaLabelIndex(tmp_path / "chroma", Corners())
    yield index
    index.close()


def test_a_closed_index_finds_nothing(index: ChromaLabelIndex) -> None:
    index.put(ENTRIES)
    index.close()
    index.close()
    assert index.search(["red"], k=3) == [[]]


def test_the_nearest_come_first_and_ties_by_id(index: ChromaLabelIndex) -> None:
    index.put(ENTRIES)
    assert index.search(["red", "blue"], k=3) == [
        [
            LabelHit("paints.one", "column", "paints", 1.0),
            LabelHit("paints", "table", "paints", HALF),
            LabelHit("inks", "table", "inks", 0.0),
        ],
        [
            LabelHit("inks", "table", "inks", 1.0),
            LabelHit("inks.one", "column", "inks", HALF),
            LabelHit("paints", "table", "paints", 0.0),
        ],
    ]


def test_fewer_are_the_first_of_all(tmp_path: Path) -> None:
    """In memory; Chroma's own search is nearly right."""
    index = ChromaLabelIndex(tmp_path / "chroma", Corners())
    texts = ("red", "red green", "green", "blue green", "red blue", "none of them")
    index.put(
        [LabelEntry(f"inks.c{n}", "column", "inks", texts[(n + m) % 6]) for n in range(40) for m in range(1 + n % 3)]
    )
    found = index.search(["red", "green"], k=40)
    for k in (1, 2, 7, 39):
        assert index.search(["red", "green"], k=k) == [hits[:k] for hits in found]
    index.close()


def test_of_one_kind(index: ChromaLabelIndex) -> None:
    index.put(ENTRIES)
    assert index.search(["green"], k=9, kind="table") == [
        [LabelHit("paints", "table", "paints", HALF), LabelHit("inks", "table", "inks", 0.0)]
    ]
    assert [h.id for h in index.search(["green"], k=1, kind="column")[0]] == ["paints.two"]


def test_an_empty_index_and_an_empty_question(index: ChromaLabelIndex) -> None:
    assert index.search(["red", "blue"]) == [[], []]
    index.put(ENTRIES)
    assert index.search([]) == []
    assert index.search(["red"], k=0) == [[]]


def test_putting_again_replaces_by_id(index: ChromaLabelIndex) -> None:
    index.put(ENTRIES)
    assert index.count() == 5
    index.put([LabelEntry("paints.one", "column", "paints", "blue")])
    assert index.count() == 5
    assert [h.id for h in index.search(["red"], k=1)[0]] == ["paints"]


def test_several_texts_of_one_id_give_it_once_and_go_together(index: ChromaLabelIndex) -> None:
    index.put([*ENTRIES, replace(ENTRIES[1], text="blue")])
    assert index.count() == 6
    assert index.search(["blue"], k=2, kind="column") == [
        [LabelHit("paints.one", "column", "paints", 1.0), LabelHit("inks.one", "column", "inks", HALF)]
    ]
    index.put([ENTRIES[1]])
    assert index.count() == 5


def test_removing_tables(index: ChromaLabelIndex) -> None:
    index.put(ENTRIES)
    index.remove(["paints", "absent"])
    assert index.count() == 2
    assert [h.id for h in index.search(["red"], k=9)[0]] == ["inks", "inks.one"]
    index.remove([])
    assert index.count() == 2


def test_it_is_all_there_when_opened_again(tmp_path: Path) -> None:
    first = ChromaLabelIndex(tmp_path / "chroma", Corners())
    first.put(ENTRIES)
    first.close()
    again = ChromaLabelIndex(tmp_path / "chroma", Corners(), read_only=True)
    assert again.count() == 5
    assert again.search(["red"], k=1) == [[LabelHit("paints.one", "column", "paints", 1.0)]]
    with pytest.raises(StoreRefused):
        again.put(ENTRIES)
    with pytest.raises(StoreRefused):
        again.remove(["paints"])
    again.close()


def _held(folder: Path) -> list[str]:
    """Files under `folder` that this process has open, where the system tells."""
    found = []
    handles = Path("/proc/self/fd")
    for handle in list(handles.iterdir()) if handles.is_dir() else []:
        with suppress(OSError):
            found.append(str(handle.readlink()))
    return [name for name in found if name.startswith(str(folder))]


def test_closing_lets_go_of_the_files(tmp_path: Path) -> None:
    index = ChromaLabelIndex(tmp_path / "chroma", Corners())
    index.put(ENTRIES)
    index.search(["red"])
    index.close()
    until = time.monotonic() + 60
    while _held(tmp_path) and time.monotonic() < until:
        time.sleep(0.01)
    assert _held(tmp_path) == []
    shutil.rmtree(tmp_path / "chroma")


def test_a_copied_folder_serves_elsewhere(tmp_path: Path) -> None:
    first = ChromaLabelIndex(tmp_path / "chroma", Corners())
    first.put(ENTRIES)
    first.close()
    shutil.copytree(tmp_path / "chroma", tmp_path / "copy")
    copy = ChromaLabelIndex(tmp_path / "copy", Corners())
    assert copy.count() == 5
    copy.close()


def test_vectors_of_two_embedders_never_mix(tmp_path: Path) -> None:
    first = ChromaLabelIndex(tmp_path / "chroma", Corners())
    first.put(ENTRIES)
    first.close()
    beside = ChromaLabelIndex(tmp_path / "chroma", NgramEmbedder(), read_only=True)
    assert (beside.count(), beside.search(["red"])) == (0, [[]])
    beside.close()
    other = ChromaLabelIndex(tmp_path / "chroma", NgramEmbedder())
    other.put(ENTRIES[:2])
    assert other.count() == 2
    other.close()
    back = ChromaLabelIndex(tmp_path / "chroma", Corners())
    assert back.count() == 0
    back.close()


def test_nothing_to_read_something_else_and_damage_are_named(tmp_path: Path) -> None:
    with pytest.raises(StoreUnreachable):
        ChromaLabelIndex(tmp_path / "absent", Corners(), read_only=True)
    foreign = tmp_path / "foreign"
    foreign.mkdir()
    (foreign / "letter.txt").write_text("Dear reader")
    with pytest.raises(StoreRefused):
        ChromaLabelIndex(foreign, Corners())
    with pytest.raises(StoreRefused):
        ChromaLabelIndex.discard(foreign)
    assert (foreign / "letter.txt").read_text() == "Dear reader"


@pytest.mark.sampled(2)
@pytest.mark.parametrize("which", ["chroma.sqlite3", "*/*.bin"])
def test_a_damaged_folder_is_named_and_can_be_made_anew(
    tmp_path: Path, which: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "chroma"
    index = ChromaLabelIndex(folder, Corners())
    index.put(ENTRIES)
    index.put([LabelEntry(f"t.c{n}", "column", "t", "red") for n in range(1_100)])
    index.close()
    damaged = list(folder.glob(which))
    assert damaged
    for file in damaged:
        file.write_bytes(b"nothing of the kind " * 200)
    with pytest.raises(WorkspaceDamaged):
        ChromaLabelIndex(folder, Corners())
    with monkeypatch.context() as patch:
        patch.setattr("shutil.disk_usage", lambda folder: SimpleNamespace(free=0))
        with pytest.raises(WorkspaceUnwritable):  # on a full disk nobody knows
            ChromaLabelIndex(folder, Corners())
    ChromaLabelIndex.discard(folder)
    fresh = ChromaLabelIndex(folder, Corners())
    fresh.put(ENTRIES)
    assert fresh.search(["red"], k=1)[0][0].id == "paints.one"
    fresh.close()


def test_rebuilding_begins_empty_and_serves_at_once(index: ChromaLabelIndex) -> None:
    index.put(ENTRIES)
    index.rebuild()
    assert index.count() == 0
    index.put(ENTRIES[:1])
    assert [h.id for h in index.search(["red"])[0]] == ["paints"]


def test_real_labels_are_found_by_other_spellings(tmp_path: Path) -> None:
    embedder: Embedder = NgramEmbedder()
    index = ChromaLabelIndex(tmp_path / "chroma", embedder)
    index.put(entries_for(TABLE))
    index.warm()
    found = index.search(["order date", "pays", "customers"], k=1, kind="column")
    assert [[h.id for h in hits] for hits in found] == [["orders.OrderDate"], ["orders.c2"], ["orders.custId"]]
    index.close()


PROFILE = Profile(1, 0, 1)
TABLE = Table(
    "orders",
    "Customer Orders",
    "orders.csv",
    1,
    (
        Column("orders", "OrderDate", "OrderDate", "date", 0, PROFILE),
        Column("orders", "c2", "Country / Pays", "text", 1, PROFILE),
        Column("orders", "custId", "custId", "integer", 2, PROFILE),
        Column("orders", "column 4", "", "text", 3, PROFILE),
        Column("orders", "%", "%", "real", 4, PROFILE),
    ),
    description="What was bought,\nby whom.",
)


def test_entries_of_a_table() -> None:
    assert entries_for(TABLE) == [
        LabelEntry("orders", "table", "orders", "customer orders"),
        LabelEntry("orders", "table", "orders", "What was bought, by whom."),
        LabelEntry("orders.OrderDate", "column", "orders", "order date"),
        LabelEntry("orders.c2", "column", "orders", "country pays"),
        LabelEntry("orders.c2", "column", "orders", "country"),
        LabelEntry("orders.c2", "column", "orders", "pays"),
        LabelEntry("orders.custId", "column", "orders", "cust id"),
        LabelEntry("orders.column 4", "column", "orders", "column 4"),
        LabelEntry("orders.%", "column", "orders", "%"),
    ]
