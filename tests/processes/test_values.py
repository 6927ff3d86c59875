"""What comes from a process that reads files makes records, and nothing else."""

from __future__ import annotations

import os
import pickle
from pathlib import Path

import pytest

from core.errors import NotATable, StoreRefused, UnknownName
from core.ingest.layout.grid import Grid
from core.ingest.looking import looked_into
from core.ingest.parts import Part
from core.processes.faults import heard, written
from core.processes.values import pack, unpack


class Runs:
    """Pickled, it is a call."""

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return os.system, ("true",)


def test_records_come_through_as_they_are(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("Report of 2020\n\ncode,figure\na,1\nb,2\nTotal,3\n", encoding="utf-8")
    parts = looked_into(Part(path))
    again = unpack(pack(parts), also=lambda kind: kind is Grid)
    assert again == parts
    assert again[0].look.grid.records == parts[0].look.grid.records  # type: ignore[union-attr]
    assert again[0].look.tables == parts[0].look.tables  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "data",
    [
        pickle.dumps(Runs()),
        pickle.dumps([1, {"a": Runs()}]),
        b"cos\nsystem\n(S'true'\ntR.",
        b"cbuiltins\neval\n(S'1'\ntR.",
        b"cbuiltins\ngetattr\n(S'1'\nS'a'\ntR.",
        b"ccore.config\nos.system\n(S'true'\ntR.",
        b"ccore.ingest.duckdb_session\nDuckDbSession\n.",
        b"ccore.processes.pool\nsubprocess.Popen\n.",
        b"not a pickle",
        b"",
    ],
)
def test_anything_else_is_refused(data: bytes) -> None:
    with pytest.raises(StoreRefused):
        unpack(data)


@pytest.mark.parametrize(
    "fault", [NotATable("a.csv", "a picture"), UnknownName("x", ("y", "z"), "column")], ids=lambda f: type(f).__name__
)
def test_faults_come_through_as_they_are(fault: NotATable | UnknownName) -> None:
    again = heard(written(fault))
    assert (type(again), vars(again), str(again)) == (type(fault), vars(fault), str(fault))


def test_a_fault_of_no_known_kind_is_one_of_ours() -> None:
    assert type(heard({"kind": "Sequence", "carries": {"message": "x"}})).__name__ == "JoineryError"
