"""A DuckDB file that is attached: whatever runs there reads no other file, writes none and ends in time."""

from __future__ import annotations

import sys
import threading
import time
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import pytest

from core.errors import Cancelled, JoineryError, StoreError
from core.processes.pool import GRACE
from core.sql.remote.address import address
from core.sql.remote.duckdb_file import DuckDbFile
from core.sql.remote.opening import opened

ATTACKS: list[dict[str, Any]] = tomllib.loads((Path(__file__).parent / "duckdb.toml").read_text("utf-8"))["attack"]
LIMIT = 0.5
GROWN = 200_000
"""kB that the app's own process may grow by."""


@pytest.fixture(scope="module")
def attached(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DuckDbFile]:
    pytest.importorskip("duckdb_engine")
    folder = tmp_path_factory.mktemp("attacked")
    with duckdb.connect(str(folder / "words.duckdb")) as db:
        db.execute("CREATE TABLE words AS SELECT i::BIGINT AS n, 'word ' || i AS word FROM range(3000) t(i)")
    (folder / "beside.csv").write_text("word\nhush\n", encoding="utf-8")
    found = opened(address(f"duckdb:///{folder / 'words.duckdb'}")[0], "", {"words": ("main", "words")})
    assert isinstance(found, DuckDbFile)
    yield found
    found.close()


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "attack",
    [pytest.param(a, id=a["name"], marks=[pytest.mark.slow] if a.get("slow") else []) for a in ATTACKS],
)
def test_what_runs_in_the_file_stays_there(attached: DuckDbFile, attack: dict[str, Any]) -> None:
    folder = Path(attached.address.path).parent
    attached.run("SELECT 1", [("n", "integer")], 1, 20.0)  # the process has started
    before, begun = grown(), time.monotonic()
    with pytest.raises(JoineryError) as fault:
        attached.run(attack["sql"].format(folder=folder), [("n", "integer")], 10, LIMIT)
    assert time.monotonic() - begun < LIMIT + GRACE + 1.0
    assert "root:" not in str(fault.value)
    assert "hush" not in str(fault.value)
    assert grown() < before + GROWN
    assert {p.name for p in folder.iterdir()} == {"words.duckdb", "beside.csv"}
    assert attached.run("SELECT max(n) FROM words", [("n", "integer")], 1, 20.0).rows == ((2999,),)


def test_the_app_itself_never_opens_the_file(attached: DuckDbFile, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*args: object, **named: object) -> None:
        raise AssertionError("opened in the app's own process")

    monkeypatch.setattr(duckdb, "connect", refused)
    assert list(attached.there()) == [("main", "words")]
    assert attached.held() == ("words",)
    assert attached.references() == ()
    assert attached.kinds("words") == (("n", "integer"), ("word", "text"))


def test_a_file_that_is_none_is_told(tmp_path: Path) -> None:
    pytest.importorskip("duckdb_engine")
    (tmp_path / "torn.duckdb").write_bytes(b"\0" * 8 + b"DUCK" + b"\xff" * 9_000)
    torn = opened(address(f"duckdb:///{tmp_path / 'torn.duckdb'}")[0], "", {})
    with pytest.raises(StoreError, match=r"torn\.duckdb"):
        list(torn.there())
    torn.close()


def grown() -> int:
    """The most memory that this process has held, in kB."""
    if sys.platform != "linux":
        return 0
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def test_a_question_that_is_stopped_ends_at_once(attached: DuckDbFile) -> None:
    stop = threading.Event()
    threading.Timer(0.3, stop.set).start()
    begun = time.monotonic()
    with pytest.raises(Cancelled):
        attached.stopping(stop).run(
            "SELECT count(*) FROM words a, words b, words c, words d", [("n", "integer")], 1, 20.0
        )
    assert time.monotonic() - begun < 3.0
    assert attached.run("SELECT 2", [("n", "integer")], 1, 20.0).rows == ((2,),)
