"""What every `SqlEngine` does, run on each of them."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from uuid import uuid4

import pyarrow as pa
import pytest

from core.errors import BadSyntax, FileError, QueryRefused, QueryTimeout, UnknownName
from core.model import Rows
from core.sql.base import SqlEngine
from core.sql.remote.address import address
from core.sql.remote.loaded import LoadedPostgresql
from core.sql.remote.loaded_trino import LoadedTrino
from core.sql.sqlite import SqliteEngine


def sqlite(folder: Path, uri: str) -> SqlEngine:
    return SqliteEngine(folder / "data.sqlite")


def postgresql(folder: Path, uri: str) -> SqlEngine:
    place, password = address(uri)
    made = LoadedPostgresql(place, password, f"Test {uuid4().hex[:8]}", "me", folder)
    made.make()
    return made


def trino(folder: Path, uri: str) -> SqlEngine:
    place, password = address(uri)
    made = LoadedTrino(place, password, f"test_{uuid4().hex[:8]}", "me", folder)
    made.make()
    return made


ENGINES: dict[str, Callable[[Path, str], SqlEngine]] = {"sqlite": sqlite, "postgresql": postgresql, "trino": trino}
OTHERWISE = {
    "test_a_view_shows_no_table_that_is_hidden[postgresql]": "the view is unknown then, and not refused",
    "test_a_view_shows_no_table_that_is_hidden[trino]": "the view is unknown then, and not refused",
    "test_unknown_names_come_with_close_ones[trino-SELECT t.tons FROM trips t-t.tons-close3]": "other tables are not "
    "searched for the name",
    "test_keys_are_found_without_walking_through_the_table[trino]": "Trino has no indexes",
    "test_unknown_names_come_with_close_ones[postgresql-SELECT t.tons FROM trips t-t.tons-close3]": "other tables are "
    "not searched for the name",
    "test_keys_are_found_without_walking_through_the_table[postgresql]": "effort is a time there; the indexes have a "
    "test of their own",
}
"""Where another engine keeps to the contract in another way."""
OURS = {
    "test_what_is_not_one_plain_query_is_refused",
    "test_bad_syntax_is_named",
    "test_unknown_names_come_with_close_ones",
}

ODD = 'Dépôts "2024" / v1.0'
ODD_QUOTED = '"Dépôts ""2024"" / v1.0"'
ODD_COLUMN = 'Étage / "Floor" no.1'


@pytest.fixture(
    params=[
        "sqlite",
        pytest.param("postgresql", marks=pytest.mark.postgresql),
        pytest.param("trino", marks=pytest.mark.trino),
    ]
)
def engine(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[SqlEngine]:
    if (why := OTHERWISE.get(request.node.name)) is not None:
        request.applymarker(pytest.mark.xfail(reason=why, strict=True))
    if request.param == "trino" and request.node.originalname in OURS and not request.config.getoption("--slow"):
        pytest.skip("it is refused before a server is asked; with --slow it runs there too")
    if request.node.name == "test_a_query_without_end_is_stopped[trino]":
        pytest.skip("WITH RECURSIVE takes ten steps there at most; what is attached is asked something slow")
    folder = tmp_path / "wörk space #1%20"
    folder.mkdir()
    uri = "" if request.param == "sqlite" else str(request.config.getoption(f"--{request.param}"))
    made = ENGINES[request.param](folder, uri)
    yield made
    if isinstance(made, LoadedPostgresql | LoadedTrino):
        made.leave()
    made.close()


@pytest.fixture
def filled(engine: SqlEngine) -> SqlEngine:
    """Three ferries, their five trips, and a table that is not shown."""
    engine.write("ferries", table(id=[1, 2, 3], name=["Ada", "Brig", None], tons=[10.5, 20.0, None]))
    engine.write("trips", table(id=[1, 2, 3, 4, 5], ferry=[1, 1, 2, 2, 9], cars=[4, 6, 0, 8, 1]))
    engine.write("secret", table(id=[1], word=["hush"]))
    engine.show_only(["ferries", "trips", "not there"])
    return engine


def table(**columns: list[object]) -> pa.RecordBatchReader:
    return pa.table(columns).to_reader()


def test_values_come_back_as_they_were_written(engine: SqlEngine) -> None:
    written = pa.table(
        {
            "whole": pa.array([2**63 - 1, -1, None]),
            "real": pa.array([0.1, float("inf"), None]),
            "text": pa.array(["007", "", None]),
            "large": pa.array(["ünï", "line\nbreak", "'\""], type=pa.large_string()),
            "yes": pa.array([True, False, None]),
            "sort": pa.array(["b", "a", "b"]).dictionary_encode(),
        }
    )
    assert engine.write("t", written.to_reader()) == 3
    engine.show_only(["t"])
    assert engine.read("SELECT * FROM t ORDER BY whole DESC") == Rows(
        ("whole", "real", "text", "large", "yes", "sort"),
        (
            (2**63 - 1, 0.1, "007", "ünï", "true", "b"),
            (-1, None, "", "line\nbreak", "false", "a"),
            (None, None, None, "'\"", None, "b"),
        ),
    )


def test_a_view_is_read_like_a_table_and_follows_its_rows(filled: SqlEngine) -> None:
    filled.view(ODD, "SELECT ferry, sum(cars) AS cars FROM trips GROUP BY ferry")
    with pytest.raises(UnknownName):
        filled.read(f"SELECT * FROM {ODD_QUOTED}")
    filled.show_only(["trips", ODD])
    assert filled.tables() == {"trips": ("id", "ferry", "cars"), ODD: ("ferry", "cars")}
    assert filled.read(f"SELECT cars FROM {ODD_QUOTED} WHERE ferry = 1").rows == ((10,),)
    filled.write("trips", table(id=[1], ferry=[1], cars=[3]))
    filled.show_only(["trips", ODD])
    assert filled.read(f"SELECT cars FROM {ODD_QUOTED}").rows == ((3,),)


def test_a_view_is_replaced_and_dropped(filled: SqlEngine) -> None:
    filled.view("v", "SELECT id FROM trips")
    filled.view("v", "SELECT name FROM ferries WHERE id = 1")
    filled.show_only(["ferries", "v"])
    assert filled.read("SELECT * FROM v").rows == (("Ada",),)
    filled.drop("v")
    filled.show_only(["ferries", "v"])
    assert tuple(filled.tables()) == ("ferries",)
    with pytest.raises(UnknownName):
        filled.read("SELECT * FROM v")


def test_a_view_cannot_be_written_through(filled: SqlEngine) -> None:
    filled.view("v", "SELECT * FROM ferries")
    filled.show_only(["ferries", "v"])
    with pytest.raises(QueryRefused):
        filled.read("DELETE FROM v")
    assert filled.read("SELECT count(*) FROM v").rows == ((3,),)


def test_a_view_shows_no_table_that_is_hidden(filled: SqlEngine) -> None:
    filled.view("v", "SELECT word FROM secret")
    filled.show_only(["ferries", "v"])
    with pytest.raises(QueryRefused):
        filled.read("SELECT * FROM v")


def test_many_batches_make_one_table(engine: SqlEngine) -> None:
    batches = [pa.record_batch({"n": [i, i + 1]}) for i in range(0, 10, 2)]
    assert engine.write("t", pa.RecordBatchReader.from_batches(batches[0].schema, batches)) == 10
    engine.show_only(["t"])
    assert engine.read("SELECT count(*), sum(n) FROM t").rows == ((10, 45),)


def test_a_table_without_rows_has_its_columns(engine: SqlEngine) -> None:
    empty = pa.schema([("a", pa.int64()), ("b", pa.string())]).empty_table()
    assert engine.write("t", empty.to_reader()) == 0
    engine.show_only(["t"])
    assert engine.tables() == {"t": ("a", "b")}
    assert engine.read("SELECT b, a FROM t") == Rows(("b", "a"), ())


def test_writing_again_replaces(filled: SqlEngine) -> None:
    assert filled.write("ferries", table(code=["x"])) == 1
    assert filled.tables()["ferries"] == ("code",)
    assert filled.read("SELECT * FROM ferries") == Rows(("code",), (("x",),))


def test_some_rows_are_taken_out_and_others_added(filled: SqlEngine) -> None:
    filled.write("seen", table(n=[1, 2, 3, 4], share=[0.5, 1.5, 2.5, 3.5], file=["a", "b", "b", "c"]))
    filled.show_only(["seen"])
    more = table(n=[5, 6], share=[7, None], file=["d", "b"])
    assert filled.amend("seen", more, "file", ["b", "not there"]) == (2, 2)
    assert filled.read("SELECT n, share, file FROM seen ORDER BY n").rows == (
        (1, 0.5, "a"),
        (4, 3.5, "c"),
        (5, 7.0, "d"),
        (6, None, "b"),
    )


def test_an_amendment_that_fails_changes_nothing(filled: SqlEngine) -> None:
    def broken() -> Iterator[pa.RecordBatch]:
        yield pa.record_batch({"id": [6], "ferry": [1], "cars": [1]})
        raise KeyError("no more")

    schema = pa.schema([("id", pa.int64()), ("ferry", pa.int64()), ("cars", pa.int64())])
    before = filled.read("SELECT * FROM trips").rows
    with pytest.raises(KeyError):
        filled.amend("trips", pa.RecordBatchReader.from_batches(schema, broken()), "ferry", ["1"])
    with pytest.raises(FileError):
        filled.amend("trips", table(id=[1], other=[2]), "ferry", ["1"])
    assert filled.read("SELECT * FROM trips").rows == before


def test_a_write_that_fails_leaves_the_old_table(filled: SqlEngine) -> None:
    def breaking() -> Iterator[pa.RecordBatch]:
        yield pa.record_batch({"id": [7]})
        raise KeyError("the file broke off")

    reader = pa.RecordBatchReader.from_batches(pa.schema([("id", pa.int64())]), breaking())
    with pytest.raises(KeyError, match="broke off"):
        filled.write("ferries", reader)
    assert filled.read("SELECT id FROM ferries ORDER BY id").rows == ((1,), (2,), (3,))


def test_names_of_any_kind_can_be_quoted(engine: SqlEngine) -> None:
    engine.write(ODD, pa.table({ODD_COLUMN: [3], "select": [4]}).to_reader())
    engine.show_only([ODD])
    assert engine.tables() == {ODD: (ODD_COLUMN, "select")}
    read = engine.read(
        'SELECT d."Étage / ""Floor"" no.1", d."SELECT" FROM "Dépôts ""2024"" / v1.0" AS d '
        'WHERE "Étage / ""Floor"" no.1" = 3'
    )
    assert read.rows == ((3, 4),)


def test_only_shown_tables_are_there(filled: SqlEngine) -> None:
    assert filled.tables() == {"ferries": ("id", "name", "tons"), "trips": ("id", "ferry", "cars")}
    with pytest.raises(UnknownName):
        filled.read("SELECT word FROM secret")
    filled.show_only(["secret"])
    assert filled.read("SELECT word FROM secret").rows == (("hush",),)
    with pytest.raises(UnknownName):
        filled.check("SELECT id FROM ferries")


def test_nothing_is_readable_until_it_is_shown(engine: SqlEngine) -> None:
    engine.write("t", table(a=[1]))
    assert engine.tables() == {}
    with pytest.raises(UnknownName):
        engine.read("SELECT a FROM t")


def test_dropping(filled: SqlEngine) -> None:
    filled.drop("trips")
    filled.drop("trips")
    assert list(filled.tables()) == ["ferries"]
    with pytest.raises(UnknownName):
        filled.read("SELECT id FROM trips")


def test_parameters_are_bound(filled: SqlEngine) -> None:
    sql = "SELECT id FROM ferries WHERE name = ? OR id = ? ORDER BY id"
    filled.check(sql)
    assert filled.read(sql, ["Ada", 2]).rows == ((1,), (2,))
    assert filled.read(sql, ["x' OR 1=1 --", None]).rows == ()


@pytest.mark.parametrize(("limit", "rows", "truncated"), [(4, 4, True), (5, 5, False), (6, 5, False)])
def test_the_limit_says_when_there_was_more(filled: SqlEngine, limit: int, rows: int, truncated: bool) -> None:
    read = filled.read("SELECT id FROM trips", limit=limit)
    assert (len(read.rows), read.truncated) == (rows, truncated)


READABLE = {
    "join": (
        "SELECT f.name, sum(t.cars) AS n FROM trips t JOIN ferries f ON t.ferry = f.id GROUP BY f.name ORDER BY n",
        2,
    ),
    "left join": ("SELECT t.id FROM trips t LEFT JOIN ferries f ON f.id = t.ferry WHERE f.id IS NULL", 1),
    "cte": ("WITH busy AS (SELECT ferry, count(*) AS n FROM trips GROUP BY ferry) SELECT max(n) FROM busy", 1),
    "recursive": ("WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 4) SELECT n FROM r", 4),
    "correlated": ("SELECT id FROM ferries f WHERE EXISTS (SELECT 1 FROM trips WHERE ferry = f.id)", 2),
    "union": ("SELECT id FROM ferries UNION SELECT ferry FROM trips ORDER BY id", 4),
    "window": ("SELECT id, row_number() OVER (PARTITION BY ferry ORDER BY cars) AS k FROM trips", 5),
    "self join": ("SELECT a.id FROM trips a JOIN trips b ON a.ferry = b.ferry AND a.id < b.id", 2),
    "semicolon": ("SELECT 1; ", 1),
    "case": ("select ID from FERRIES where Name = 'Ada'", 1),
}


@pytest.mark.parametrize("kind", READABLE)
def test_ordinary_queries_run(filled: SqlEngine, kind: str) -> None:
    sql, rows = READABLE[kind]
    filled.check(sql)
    assert len(filled.read(sql).rows) == rows


REFUSED = [
    "DELETE FROM ferries",
    "DROP TABLE ferries",
    "INSERT INTO ferries VALUES (1, 'x', 2)",
    "UPDATE ferries SET name = 'x'",
    "CREATE TABLE x AS SELECT 1",
    "SELECT * INTO x FROM ferries",
    "WITH x AS (DELETE FROM ferries RETURNING *) SELECT * FROM x",
    "SELECT 1; DROP TABLE ferries",
    "ATTACH '/tmp/other' AS other",
    "PRAGMA query_only",
    "VACUUM",
    "BEGIN",
    "EXPLAIN SELECT 1",
    "SELECT * FROM read_csv('x.csv')",
    "SELECT * FROM elsewhere.ferries",
    "SELECT " + "(" * 20_000 + "1" + ")" * 20_000,
    "SELECT '" + "x" * 200_000 + "'",
]


@pytest.mark.parametrize("sql", REFUSED, ids=[s[:30] for s in REFUSED])
def test_what_is_not_one_plain_query_is_refused(filled: SqlEngine, sql: str) -> None:
    with pytest.raises(QueryRefused):
        filled.check(sql)
    with pytest.raises(QueryRefused):
        filled.read(sql)
    assert filled.read("SELECT count(*) FROM ferries").rows == ((3,),)


@pytest.mark.parametrize(
    "sql", ["", "-- nothing", "SELCT 1", "SELECT (1", "SELECT 'a", "SELECT FROM WHERE", "SELECT 1\0"]
)
def test_bad_syntax_is_named(filled: SqlEngine, sql: str) -> None:
    with pytest.raises(BadSyntax):
        filled.check(sql)


@pytest.mark.parametrize(
    ("sql", "name", "close"),
    [
        ("SELECT 1 FROM feries", "feries", ("ferries",)),
        ("SELECT nmae FROM ferries", "nmae", ("name",)),
        ('SELECT "nmae" FROM ferries', "nmae", ("name",)),
        ("SELECT t.tons FROM trips t", "t.tons", ("ferries.tons",)),
        ('SELECT id FROM ferries WHERE name = "Ada"', "Ada", ()),
    ],
)
def test_unknown_names_come_with_close_ones(filled: SqlEngine, sql: str, name: str, close: tuple[str, ...]) -> None:
    with pytest.raises(UnknownName) as caught:
        filled.read(sql)
    assert (caught.value.name, caught.value.close) == (name, close)


def test_a_query_without_end_is_stopped(filled: SqlEngine) -> None:
    endless = "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT count(*) FROM r"
    filled.check(endless)
    with pytest.raises(QueryTimeout):
        filled.read(endless, seconds=0.1)
    assert filled.read("SELECT count(*) FROM ferries", seconds=5).rows == ((3,),)


def test_effort_ends_a_query_at_the_same_place_however_much_time_there_is(engine: SqlEngine) -> None:
    engine.write("t", table(n=list(range(50_000))))
    engine.show_only(["t"])
    pairs = "SELECT COUNT(*) FROM t AS a JOIN t AS b ON a.n < b.n"
    for _ in range(2):
        with pytest.raises(QueryTimeout):
            engine.read(pairs, seconds=3_600.0, effort=1.0)
        assert engine.read("SELECT COUNT(*) FROM t", effort=1.0).rows == ((50_000,),)


def test_keys_are_found_without_walking_through_the_table(engine: SqlEngine) -> None:
    engine.write("t", table(n=list(range(50_000)), other=[i % 7 for i in range(50_000)]))
    engine.show_only(["t"])
    one = "SELECT other FROM t WHERE n = 49999"
    with pytest.raises(QueryTimeout):
        engine.read(one, effort=0.05)
    engine.index({"t": [("n",), ("n", "other")]})
    engine.index({"t": [("n",)]})
    assert engine.read(one, effort=0.05).rows == ((49_999 % 7,),)
    assert engine.tables() == {"t": ("n", "other")}
    engine.index({})
    with pytest.raises(QueryTimeout):
        engine.read(one, effort=0.05)


def test_threads_read_while_a_table_is_replaced(filled: SqlEngine) -> None:
    """Every reader sees one version whole: all its 500 rows bear the same number."""
    filled.write("t", table(version=[0] * 500))
    filled.show_only(["t"])
    seen: list[tuple[object, ...]] = []
    done = threading.Event()

    def read() -> None:
        while not done.is_set():
            seen.extend(filled.read("SELECT count(*), min(version) = max(version) FROM t").rows)

    readers = [threading.Thread(target=read) for _ in range(4)]
    for reader in readers:
        reader.start()
    for version in range(1, 11):
        filled.write("t", table(version=[version] * 500))
    done.set()
    for reader in readers:
        reader.join()
    assert set(seen) == {(500, 1)}
    assert filled.read("SELECT DISTINCT version FROM t").rows == ((10,),)


def test_staged_rows_are_seen_once_they_are_put_in_place(engine: SqlEngine) -> None:
    engine.write("t", table(a=[1]))
    engine.show_only(["t"])
    first = engine.version("t")
    staged = engine.stage("t", table(a=[2, 3]))
    assert (engine.read("SELECT a FROM t").rows, engine.version("t")) == (((1,),), first)
    engine.put_in_place(staged, "t", "second")
    assert (engine.read("SELECT a FROM t").rows, engine.version("t")) == (((2,), (3,)), "second")
    engine.drop("t")
    assert (first != "", engine.version("t")) == (True, "")
