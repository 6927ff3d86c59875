"""Where files are made into tables: how far a long reading is, is told."""

from __future__ import annotations

import threading
from pathlib import Path

from core.config import Settings
from core.ingest.duckdb_session import DuckDbSession


class Halfway:
    """A DuckDB in the middle of a query."""

    def query_progress(self) -> float:
        return 50.0

    def close(self) -> None:
        pass


def test_how_far_a_reading_is_is_told_while_it_lasts(tmp_path: Path) -> None:
    told: list[float] = []
    heard = threading.Event()

    def tell(share: float) -> None:
        told.append(share)
        heard.set()

    with DuckDbSession(Settings(workspace=tmp_path)) as session:
        session._con = Halfway()  # type: ignore[assignment]
        with session.telling(tell):
            assert heard.wait(60)
        assert set(told) == {0.5}
        assert "joinery-reading" not in [t.name for t in threading.enumerate()]


def test_duckdb_counts_how_far_it_is_and_prints_nothing(tmp_path: Path) -> None:
    with DuckDbSession(Settings(workspace=tmp_path)) as session:
        set_to = session.con.execute(
            "SELECT current_setting('enable_progress_bar'), current_setting('enable_progress_bar_print')"
        ).fetchone()
    assert set_to == (True, False)
