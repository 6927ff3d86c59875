"""The drafts of the path query: one MATCH for each join, and what the embedded graph gives for them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from core.ask.state import Draft, Role, SchemaView
from core.ask.translators.rules.cypher import columns_of, join_path
from core.graph.base import GraphRows
from core.workspace import Workspace
from tests.ask.schemas import join, table

World = Callable[[str], Workspace]

AUTHOR, BOOK, MEMBER = (
    "books.author_id=authors.author_id",
    "loans.book_id=books.book_id",
    "loans.member_id=members.member_id",
)
FROM, TO = "trips.from_station=stations.station_code", "trips.to_station=stations.station_code"


def draft(workspace: Workspace, tables: Sequence[str], roles: Sequence[Role] = ()) -> Draft:
    found = join_path(SchemaView(workspace.tables.all(), workspace.joins.all()), tables, roles)
    assert found is not None
    return found


def rows(workspace: Workspace, tables: Sequence[str], roles: Sequence[Role] = ()) -> GraphRows:
    made = draft(workspace, tables, roles)
    workspace.stores.graph.check(made.text, made.parameters)
    return workspace.stores.graph.read(made.text, made.parameters)


@pytest.mark.parametrize(
    ("tables", "joins"),
    [(("books", "authors"), 2), (("loans", "authors"), 3), (("members", "authors"), 4)],
)
def test_one_match_for_each_join_and_one_join_more_than_the_shortest_way(
    tables: tuple[str, str], joins: int, world: World
) -> None:
    text = draft(world("library"), tables).text
    assert text.count("MATCH") == text.count("SAME_ATTRIBUTE") == joins
    assert text.splitlines()[-1] == "ORDER BY repeating, unconfirmed, length, bridges, similarity DESC, joins LIMIT 5"


def test_no_name_stands_in_the_text(world: World) -> None:
    made = draft(world("library"), ("members", "authors"))
    assert not [t for t in ("members", "authors", "loans", "books") if t in made.text]
    assert made.parameters["t1"] == "members"
    assert made.parameters["g1"] == "authors"


def test_the_graph_finds_the_join(world: World) -> None:
    assert rows(world("library"), ("books", "authors")).rows[0][0] == (AUTHOR,)


def test_the_graph_finds_the_tables_in_between(world: World) -> None:
    found = rows(world("library"), ("members", "authors"))
    assert found.columns[0] == "joins"
    assert set(found.rows[0][0]) == {MEMBER, BOOK, AUTHOR}  # type: ignore[arg-type]


def test_two_roles_are_two_rows_the_likelier_first(world: World) -> None:
    found = rows(world("bikes"), ("trips", "stations"))
    assert {row[0] for row in found.rows[:2]} == {(FROM,), (TO,)}


@pytest.mark.parametrize(("column", "joined"), [("from_station", FROM), ("to_station", TO)])
def test_a_role_that_is_meant_is_in_the_where(column: str, joined: str, world: World) -> None:
    found = rows(world("bikes"), ("trips", "stations"), (Role("trips", column, "stations"),))
    assert [row[0] for row in found.rows] == [(joined,)]


def test_two_roles_at_once_are_one_row(world: World) -> None:
    both = (Role("trips", "from_station", "stations", "start"), Role("trips", "to_station", "stations", "end"))
    found = rows(world("bikes"), ("trips", "stations"), both)
    assert [row[0] for row in found.rows] == [(FROM, TO)]


def test_what_sorts_rows_is_no_way_between_them() -> None:
    view = SchemaView(
        (table("orders", "id!", "status_id"), table("tickets", "id!", "status_id"), table("statuses", "status_id!")),
        (join("orders.status_id", "statuses.status_id"), join("tickets.status_id", "statuses.status_id")),
    )
    made = join_path(view, ("orders", "tickets"))
    assert made is None or made.parameters["barred"] == [
        "orders.status_id",
        "statuses.status_id",
        "tickets.status_id",
    ]


def test_a_table_of_its_own_gives_its_columns_in_order(world: World) -> None:
    graph, made = world("clinic").stores.graph, columns_of("Visits")
    graph.check(made.text, made.parameters)
    assert graph.read(made.text, made.parameters).rows == (
        ("Visits.Visit ID", "Visit ID", "text"),
        ("Visits.Patient No", "Patient No", "text"),
        ("Visits.Doctor Code", "Doctor Code", "text"),
        ("Visits.Visit Date", "Visit Date", "date"),
        ("Visits.Diagnosis", "Diagnosis", "text"),
        ("Visits.Cost", "Cost", "real"),
    )
