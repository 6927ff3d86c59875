"""A file loaded into an engine of its own, its rows read back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from core.config import Settings
from core.ingest.load import load_file
from core.ingest.parts import Part
from core.sql.sqlite import SqliteEngine
from tests.ingest.files_made import Loaded


@pytest.fixture
def load(tmp_path: Path) -> Iterator[Callable[..., Loaded]]:
    """Load a file or a part of one, and read its rows back."""
    engine = SqliteEngine(tmp_path / "data.sqlite")

    def run(path: Path | Part, **how: Any) -> Loaded:
        settings = Settings(workspace=tmp_path / "workspace")
        table = load_file(path, engine, label="t", name="t", settings=settings, **how)
        engine.show_only(["t"])
        return table, list(engine.read('SELECT * FROM "t"').rows)

    yield run
    engine.close()
