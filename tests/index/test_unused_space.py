"""What hnswlib leaves in its files behind the last element is cleared; the elements stay."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from core.index.base import LabelEntry
from core.index.chroma import ChromaLabelIndex
from core.index.embed import NgramEmbedder
from core.index.unused_space import clear_unused

ROOM, ELEMENTS, SIZE = 10, 3, 20


@pytest.fixture
def segment(tmp_path: Path) -> Path:
    folder = tmp_path / "segment"
    folder.mkdir()
    (folder / "header.bin").write_bytes(struct.pack("<iQQQQ", 1, 0, ROOM, ELEMENTS, SIZE) + b"rest")
    (folder / "length.bin").write_bytes(b"\x07" * 4 * ROOM)
    (folder / "data_level0.bin").write_bytes(b"\x07" * SIZE * ROOM)
    return folder


def test_what_lies_behind_the_elements_is_cleared(segment: Path) -> None:
    clear_unused(segment.parent)
    assert (segment / "length.bin").read_bytes() == b"\x07" * 12 + bytes(28)
    assert (segment / "data_level0.bin").read_bytes() == b"\x07" * 60 + bytes(140)


def test_files_of_another_form_are_left_alone(segment: Path) -> None:
    (segment / "length.bin").write_bytes(b"\x07" * 41)
    (segment / "header.bin").write_bytes(struct.pack("<iQQQQ", 1, 0, ROOM, ROOM + 1, SIZE))
    clear_unused(segment.parent)
    assert (segment / "length.bin").read_bytes() == b"\x07" * 41
    assert (segment / "data_level0.bin").read_bytes() == b"\x07" * 200
    (segment / "header.bin").write_bytes(b"short")
    clear_unused(segment.parent)


def test_chromas_own_files_are_cleared_when_labels_are_put(tmp_path: Path) -> None:
    index = ChromaLabelIndex(tmp_path / "chroma", NgramEmbedder())
    index.put([LabelEntry("t.b", "column", "t", "another")])
    (file,) = (tmp_path / "chroma").glob("*/length.bin")
    file.write_bytes(b"key-4711".ljust(file.stat().st_size, b"k"))
    index.put([LabelEntry("t.a", "column", "t", "a name")])
    assert not file.read_bytes().strip(b"\0")
    assert [hit.id for hit in index.search(["a name"])[0]] == ["t.a", "t.b"]
    index.close()
