"""An SQLite file that is attached: whatever lies in it, the app itself never opens it, and every look ends in time."""

from __future__ import annotations

import sqlite3
import time
import tomllib
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from core.errors import JoineryError, StoreError
from core.processes.pool import GRACE
from core.sql.remote import sqlite_file
from core.sql.remote.address import address
from core.sql.remote.opening import opened
from core.sql.remote.sqlite_file import SqliteFile
from tests.attacks.test_duckdb import GROWN, grown

ATTACKS: list[dict[str, Any]] = tomllib.loads((Path(__file__).parent / "sqlite.toml").read_text("utf-8"))["attack"]
LIMIT = 0.4
BOUNDS = ("_LOOK_SECONDS", "_KINDS_SECONDS", "_CHECK_SECONDS")


def made(folder: Path, sql: str) -> SqliteFile:
    """A file of three thousand words, and whatever else."""
    with closing(sqlite3.connect(folder / "words.sqlite", isolation_level=None)) as db:
        db.execute(
            "CREATE TABLE words AS WITH RECURSIVE r(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM r WHERE n < 2999) "
            "SELECT n, 'word ' || n AS word FROM r"
        )
        db.executescript(sql)
    (folder / "beside.csv").write_text("word\nhush\n", encoding="utf-8")
    named = {name: ("main", name) for name in ("words", "trap")}
    found = opened(address(f"sqlite:///{folder / 'words.sqlite'}")[0], "", named)
    assert isinstance(found, SqliteFile)
    found.show_only(named)
    return found


def doubling(times: int) -> str:
    """Views of which each names the one before twice."""
    views = [f"CREATE VIEW v{n} AS SELECT a.n FROM v{n - 1} a JOIN v{n - 1} b ON a.n = b.n" for n in range(1, times)]
    last = f"CREATE VIEW trap AS SELECT * FROM v{times - 1}"
    return ";".join(["CREATE VIEW v0 AS SELECT n FROM words", *views, last])


@pytest.mark.parametrize(
    "attack",
    [pytest.param(a, id=a["name"], marks=[pytest.mark.slow] if a.get("slow") else []) for a in ATTACKS],
)
def test_what_lies_in_the_file_stays_there(
    attack: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sql = doubling(attack["doubling"]) if "doubling" in attack else attack["sql"].format(folder=tmp_path)
    file = made(tmp_path, sql)
    for name in BOUNDS:
        monkeypatch.setattr(sqlite_file, name, LIMIT)

    def refused(*args: object, **named: object) -> None:
        raise AssertionError("opened in the app's own process")

    monkeypatch.setattr(sqlite3, "connect", refused)
    before = grown()
    told = [
        ended(look)
        for look in (
            lambda: list(file.there()),
            lambda: file.references(),
            lambda: file.kinds("trap"),
            lambda: file.ask("SELECT count(*), max(n) FROM trap", [("n", "integer"), ("m", "text")], 10, LIMIT),
            lambda: file.read("SELECT * FROM trap", limit=10, seconds=LIMIT),
            lambda: file.check("SELECT * FROM trap"),
        )
    ]
    assert not any("hush" in t or "root:" in t for t in told)
    assert grown() < before + GROWN
    assert {p.name for p in tmp_path.iterdir()} == {"words.sqlite", "beside.csv"}
    for name in BOUNDS:  # a busy machine may take longer over the honest table
        monkeypatch.setattr(sqlite_file, name, 10.0)
    if attack.get("whole"):
        assert len(file.kinds("trap")) == 1
        assert file.read("SELECT * FROM trap").rows == ((1,),)
    if not attack.get("torn") and "doubling" not in attack:
        assert file.read("SELECT max(n) FROM words").rows == ((2999,),)
        assert ("trap" in file.held()) is not attack.get("gone", False)
    file.close()


def ended(look: Callable[[], object]) -> str:
    """What the look gives, or its fault; soon."""
    begun = time.monotonic()
    try:
        told = str(look())
    except JoineryError as fault:
        told = f"{fault.message} {fault.hint}"
    assert time.monotonic() - begun < LIMIT + GRACE + 2.0
    return told


def test_one_view_without_end_is_told_by_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite_file, "_KINDS_SECONDS", LIMIT)
    file = made(tmp_path, "CREATE VIEW trap AS SELECT a.n FROM words a, words b, words c WHERE a.n + b.n + c.n < 0")
    with pytest.raises(StoreError, match="trap"):
        file.kinds("trap")
    file.close()


def test_a_long_table_is_known_by_its_first_rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite_file, "_KINDS_SECONDS", 2.0)
    endless = "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT n, 'x' AS word FROM r"
    file = made(tmp_path, f"CREATE VIEW trap AS {endless}")
    assert file.kinds("trap") == (("n", "integer"), ("word", "text"))
    file.close()


def test_what_another_program_changes_is_seen(tmp_path: Path) -> None:
    file = made(tmp_path, "CREATE TABLE trap (n)")
    assert file.tables()["trap"] == ("n",)
    with closing(sqlite3.connect(tmp_path / "words.sqlite")) as db:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("ALTER TABLE trap ADD COLUMN more")
        assert file.tables()["trap"] == ("n", "more")
    file.close()


def test_a_file_that_is_none_is_told(tmp_path: Path) -> None:
    (tmp_path / "torn.sqlite").write_bytes(b"SQLite format 3\0" + b"\xff" * 9_000)
    torn = opened(address(f"sqlite:///{tmp_path / 'torn.sqlite'}")[0], "", {})
    with pytest.raises(StoreError, match=r"torn\.sqlite"):
        list(torn.there())
    torn.close()
