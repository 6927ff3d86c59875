"""A power cut: of two files that were written one after the other, either may be older than the other afterwards."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from core.workspace.check import check
from tests.workspace.shop import NAMES, Open, write_customers

pytestmark = pytest.mark.slow
LATER = [f"{name}a" for name in NAMES]


@pytest.fixture
def moments(opened: Open, base: Path) -> tuple[Path, Path]:
    """The workspace's folder as it lies on disk, not closed: before a file is loaded anew, and after."""
    ws = opened(folder=base / "own")
    ws.tables.load([base / "files"])
    before, after = base / "before", base / "after"
    shutil.copytree(base / "own", before)
    write_customers(base / "files", LATER)
    ws.tables.load([base / "files" / "customers.csv"])
    shutil.copytree(base / "own", after)
    ws.close()
    return before, after


@pytest.mark.parametrize("lost", ["data.sqlite", "state.sqlite", "values.sqlite", "graph.lbug", "chroma"])
def test_what_was_not_yet_on_the_disk_is_missed_by_nobody(
    opened: Open, base: Path, moments: tuple[Path, Path], lost: str
) -> None:
    before, after = moments
    for path in after.glob(f"{lost}*"):
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    for path in before.glob(f"{lost}*"):
        (shutil.copytree if path.is_dir() else shutil.copy2)(path, after / path.name)
    ws = opened(folder=after)
    tables = {t.name for t in ws.tables.all()}
    assert tables == ({"orders"} if lost in ("data.sqlite", "state.sqlite") else {"customers", "orders"})
    if "customers" in tables:
        assert ws.questions.sql("SELECT min(name) FROM customers").rows == ((LATER[0],),)
        assert [h.table for h in ws.stores.values.find([LATER[0]])] == ["customers"] or lost == "values.sqlite"
    check(ws.stores)
    assert check(ws.stores) == ()
    ws.tables.load([base / "files"])
    assert ws.questions.sql("SELECT min(name) FROM customers").rows == ((LATER[0],),)
    assert check(ws.stores) == ()
