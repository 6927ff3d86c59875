"""The drafts of the path query: one MATCH for each join, and what the embedded graph gives for them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from core.ask.state import JoinTree, SchemaView
from core.ask.translators.rules.cypher import columns_of, join_path
from core.ask.trees import connect
from core.graph.base import GraphRows
from core.workspace import Workspace

World = Callable[[str], Workspace]

AUTHOR, BOOK, MEMBER = (
    "books.author_id=authors.author_id",
    "loans.book_id=books.book_id",
    "loans.member_id=members.member_id",
)
FROM, TO = "trips.from_station=stations.station_code", "trips.to_station=stations.station_code"


def view(workspace: Workspace) -> SchemaView:
    return SchemaView(workspace.tables.all(), workspace.joins.all())


def tree(workspace: Workspace, *tables: str) -> JoinTree:
    found = connect(view(workspace), tables)
    assert found is not None
    return found


def drafted(workspace: Workspace, tables: Sequence[str], required: Sequence[str]) -> GraphRows:
    draft = join_path(tree(workspace, *tables), required)
    workspace.stores.graph.check(draft.text, draft.parameters)
    return workspace.stores.graph.read(draft.text, draft.parameters)


@pytest.mark.parametrize(
    ("tables", "joins"),
    [(("books", "authors"), 1), (("loans", "authors"), 2), (("members", "authors"), 3)],
)
def test_one_match_for_each_join(tables: tuple[str, str], joins: int, world: World) -> None:
    text = join_path(tree(world("library"), *tables), tables).text
    lines = text.splitlines()
    assert [line.split()[0] for line in lines if line.startswith("MATCH")] == ["MATCH"] * joins
    assert text.count("MATCH") == text.count("WITH") == text.count("SAME_ATTRIBUTE") == joins
    assert lines[-2].startswith("RETURN DISTINCT joins")
    assert lines[-1].startswith("ORDER BY unconfirmed, similarity DESC, joins LIMIT")


def test_no_name_stands_in_the_text(world: World) -> None:
    draft = join_path(tree(world("library"), "members", "authors"), ("members", "authors"))
    assert not [t for t in ("members", "authors", "loans", "books") if t in draft.text]
    assert set(draft.parameters.values()) == {"members", "authors"}


def test_the_graph_finds_the_join(world: World) -> None:
    found = drafted(world("library"), ("books", "authors"), ("books", "authors"))
    at = found.columns.index("joins")
    assert [row[at] for row in found.rows] == [(AUTHOR,)]


def test_the_graph_finds_the_tables_in_between(world: World) -> None:
    found = drafted(world("library"), ("members", "authors"), ("members", "authors"))
    assert found.columns[0] == "joins"
    assert [set(row[0]) for row in found.rows] == [{MEMBER, BOOK, AUTHOR}]  # type: ignore[arg-type]


def test_with_every_table_named_the_way_is_the_same(world: World) -> None:
    all_named = tree(world("library"), "members", "authors").tables
    found = drafted(world("library"), ("members", "authors"), all_named)
    assert [set(row[0]) for row in found.rows] == [{MEMBER, BOOK, AUTHOR}]  # type: ignore[arg-type]


def test_two_roles_are_two_rows_the_likelier_first(world: World) -> None:
    found = drafted(world("bikes"), ("trips", "stations"), ("trips", "stations"))
    assert {row[0] for row in found.rows} == {(FROM,), (TO,)}
    likeness = [row[found.columns.index("similarity")] for row in found.rows]
    assert likeness == sorted(likeness, reverse=True)  # type: ignore[type-var]


def test_a_table_of_its_own_gives_its_columns_in_order(world: World) -> None:
    graph, draft = world("clinic").stores.graph, columns_of("Visits")
    graph.check(draft.text, draft.parameters)
    assert graph.read(draft.text, draft.parameters).rows == (
        ("Visits.Visit ID", "Visit ID", "text"),
        ("Visits.Patient No", "Patient No", "text"),
        ("Visits.Doctor Code", "Doctor Code", "text"),
        ("Visits.Visit Date", "Visit Date", "date"),
        ("Visits.Diagnosis", "Diagnosis", "text"),
        ("Visits.Cost", "Cost", "real"),
    )
