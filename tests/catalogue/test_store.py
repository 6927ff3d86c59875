"""The catalogue keeps what it is given, shows only what is ready, and lets people overrule the machine."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from core.catalogue.store import Catalogue
from core.errors import UnknownName, WorkspaceDamaged, WorkspaceMissing, WorkspaceUnwritable
from core.model import Column, Evidence, Join, Problem, Profile, Table


def a_table(name: str, *columns: str, rows: int = 2, source: str = "") -> Table:
    profile = Profile(
        rows=rows,
        nulls=1,
        distinct=1,
        minimum=1,
        maximum=2.5,
        mean_length=1.5,
        common=(("ä", 1),),
        missing=(("N/A", 1),),
        sketch=(0, 7, 2**64 - 1),
        sketch_complete=False,
    )
    made = tuple(Column(name, c, c.upper(), "real", i, profile) for i, c in enumerate(columns))
    return Table(name, name, source, rows, made, size=9, problems=(Problem(source, "ragged", "uneven", "look"),))


def a_join(child: str, parent: str) -> Join:
    (ct, cc), (pt, pc) = child.split("."), parent.split(".")
    evidence = Evidence(0.9, 0.5, 1.0, False, True, "n:1", 4, ("x",), (("length", 0.25),))
    return Join(Join.make_id(ct, (cc,), pt, (pc,)), ct, (cc,), pt, (pc,), 0.8, "probable", evidence, "because")


@pytest.fixture
def catalogue(tmp_path: Path) -> Iterator[Catalogue]:
    made = Catalogue(tmp_path / "state.sqlite")
    yield made
    made.close()


def load(catalogue: Catalogue, *tables: Table) -> None:
    for table in tables:
        catalogue.stage(table)
        catalogue.ready(table.name)


def test_a_table_comes_back_as_it_went_in_by_name(catalogue: Catalogue) -> None:
    orders, customers = a_table("orders", "id", "customer"), a_table("customers", "id")
    load(catalogue, orders, customers)
    assert catalogue.tables() == (customers, orders)
    assert catalogue.table("orders") == orders
    assert catalogue.table("nothing") is None


def test_a_staged_table_is_not_seen_and_leaves_the_ready_one_in_place(catalogue: Catalogue) -> None:
    old, new = a_table("t", "a"), a_table("t", "a", "b")
    load(catalogue, old)
    catalogue.stage(new)
    assert (catalogue.tables(), catalogue.unready(), catalogue.staged("t")) == ((old,), ("t",), new)
    catalogue.unstage("t")
    assert (catalogue.tables(), catalogue.unready()) == ((old,), ())
    catalogue.stage(new)
    catalogue.ready("t")
    assert (catalogue.tables(), catalogue.unready(), catalogue.staged("t")) == ((new,), (), None)


def test_tables_that_are_as_they_were_are_not_read_again(catalogue: Catalogue) -> None:
    load(catalogue, a_table("b", "id"), a_table("a", "id"))
    (old, gone) = catalogue.tables()
    catalogue.stage(a_table("c", "id"))
    catalogue.ready("c", ["b", "c"])
    kept, new = catalogue.tables()
    assert kept is old
    assert new == a_table("c", "id")
    assert gone.name == "b"


def test_ready_needs_a_staged_table(catalogue: Catalogue) -> None:
    with pytest.raises(UnknownName):
        catalogue.ready("t")


def test_remove_forgets_staged_and_ready(catalogue: Catalogue) -> None:
    load(catalogue, a_table("t", "a"))
    catalogue.stage(a_table("t", "a"))
    catalogue.remove("t")
    assert (catalogue.tables(), catalogue.unready()) == ((), ())


def test_a_description_is_kept_with_its_table(catalogue: Catalogue) -> None:
    load(catalogue, a_table("t", "a"))
    catalogue.describe("t", "All of it.")
    assert catalogue.tables() == (replace(a_table("t", "a"), description="All of it."),)
    with pytest.raises(UnknownName):
        catalogue.describe("u", "Nothing.")


def test_joins_of_ready_tables_come_back_as_put(catalogue: Catalogue) -> None:
    load(catalogue, a_table("orders", "customer"), a_table("customers", "id"))
    kept = a_join("orders.customer", "customers.id")
    catalogue.put_joins([a_join("orders.gone", "customers.id"), kept, a_join("gone.x", "customers.id")])
    assert catalogue.joins() == (kept,)
    catalogue.put_joins([])
    assert catalogue.joins() == ()


def test_a_review_wins_survives_a_new_match_and_can_be_taken_back(catalogue: Catalogue) -> None:
    load(catalogue, a_table("a", "x"), a_table("b", "x"))
    join = a_join("a.x", "b.x")
    catalogue.put_joins([join])
    catalogue.review(join, "rejected")
    catalogue.put_joins([join])
    assert catalogue.joins() == (replace(join, state="rejected", reviewed=True),)
    catalogue.review(join, None)
    assert catalogue.joins() == (join,)


def test_a_review_holds_when_the_machine_turns_the_join_round(catalogue: Catalogue) -> None:
    load(catalogue, a_table("a", "x"), a_table("b", "x"))
    there, back = a_join("a.x", "b.x"), a_join("b.x", "a.x")
    catalogue.review(there, "confirmed")
    catalogue.put_joins([back])
    assert catalogue.joins() == (replace(back, state="confirmed", reviewed=True),)


def test_a_join_added_by_hand_waits_for_its_tables(catalogue: Catalogue) -> None:
    join = a_join("a.x", "b.x")
    load(catalogue, a_table("a", "x"))
    catalogue.review(join, "confirmed")
    assert catalogue.joins() == ()
    load(catalogue, a_table("b", "x"))
    assert catalogue.joins() == (replace(join, state="confirmed", reviewed=True),)


def test_everything_is_there_after_reopening(catalogue: Catalogue) -> None:
    load(catalogue, a_table("t", "a"))
    catalogue.set_meta("graph", "v1")
    again = Catalogue(catalogue.path)
    assert (again.tables(), again.meta("graph"), again.meta("other")) == ((a_table("t", "a"),), "v1", None)
    again.close()


def test_a_reader_sees_what_another_connection_wrote(catalogue: Catalogue) -> None:
    load(catalogue, a_table("t", "a"))
    reader = Catalogue(catalogue.path, read_only=True)
    assert [t.name for t in reader.tables()] == ["t"]
    load(catalogue, a_table("u", "a"))
    assert [t.name for t in reader.tables()] == ["t", "u"]
    with pytest.raises(WorkspaceUnwritable):
        reader.set_meta("a", "b")
    reader.close()


def test_reads_are_parsed_once_until_something_is_written(catalogue: Catalogue) -> None:
    load(catalogue, a_table("t", "a"))
    first = catalogue.table("t")
    assert catalogue.table("t") is first
    catalogue.set_meta("a", "b")
    catalogue.put_joins([])
    assert catalogue.table("t") is first
    catalogue.describe("t", "")
    assert catalogue.table("t") is not first


def test_many_threads_may_write(catalogue: Catalogue) -> None:
    threads = [threading.Thread(target=load, args=(catalogue, a_table(f"t{i}", "a"))) for i in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [t.name for t in catalogue.tables()] == [f"t{i}" for i in range(8)]


def test_a_catalogue_of_another_version_is_refused(tmp_path: Path) -> None:
    made = Catalogue(tmp_path / "state.sqlite")
    made.set_meta("catalogue_version", "99")
    made.close()
    with pytest.raises(WorkspaceDamaged, match="version 99"):
        Catalogue(tmp_path / "state.sqlite")


def test_a_file_that_is_no_catalogue_is_refused(tmp_path: Path) -> None:
    (tmp_path / "state.sqlite").write_bytes(b"id,name\n1,a\n" * 500)
    with pytest.raises(WorkspaceDamaged):
        Catalogue(tmp_path / "state.sqlite")
    with pytest.raises(WorkspaceMissing):
        Catalogue(tmp_path / "missing.sqlite", read_only=True)
