"""A way that a person prefers: kept, first among the ways, and taken by questions."""

from __future__ import annotations

import itertools
from dataclasses import replace
from pathlib import Path

import pytest

from core.ask.filtering import schema_view
from core.ask.k_shortest_paths import ways
from core.ask.state import Role, SchemaView
from core.ask.trees import connect
from core.catalogue.preferred_paths import PreferredPaths, Way
from core.catalogue.store import Catalogue
from core.config import Settings
from core.index.embed import NgramEmbedder
from core.model import Answer, Join
from core.workspace import Workspace, open_workspace
from tests.graph.graphs import join, table

DIRECT = join("orders.region_id", "regions.id", state="confirmed")
FIRST, SECOND = (
    join("orders.customer_id", "customers.id", state="confirmed"),
    join("customers.region_id", "regions.id", state="confirmed"),
)
JOINS = (DIRECT, FIRST, SECOND)


def marked(*joins: Join) -> tuple[Join, ...]:
    return tuple(replace(j, preferred=True) for j in joins)


def test_one_way_between_two_tables_is_kept_and_let_go(tmp_path: Path) -> None:
    kept = PreferredPaths(Catalogue(tmp_path / "state.sqlite"))
    _short, long = ways(JOINS, "orders", "regions")
    kept.prefer(long)
    assert kept.all() == (Way(("orders", "regions"), (FIRST.id, SECOND.id)),)
    assert kept.mark(JOINS) == (DIRECT, *marked(FIRST, SECOND))
    assert kept.mark([DIRECT, FIRST]) == (DIRECT, FIRST)
    assert kept.mark([DIRECT, FIRST, replace(SECOND, state="rejected")])[1] == FIRST
    kept.prefer(ways(JOINS, "regions", "orders")[0])
    assert kept.all() == (Way(("orders", "regions"), (DIRECT.id,)),)
    kept.forget(("regions", "orders"))
    assert kept.all() == ()


def test_it_comes_first_among_the_ways() -> None:
    first, second = ways((DIRECT, *marked(FIRST, SECOND)), "orders", "regions")
    assert [e.join_id for e in first] == [FIRST.id, SECOND.id]
    assert [e.join_id for e in second] == [DIRECT.id]


def test_roles_that_a_question_names_go_before_it() -> None:
    home, away = join("games.home_id", "teams.id"), join("games.away_id", "teams.id")
    view = SchemaView((), (*marked(home), away))
    assert [e.join_id for e in connect(view, ["games", "teams"]).edges] == [home.id]  # type: ignore[union-attr]
    spoken = connect(view, ["games", "teams"], roles=[Role("games", "away_id", "teams")])
    assert spoken is not None
    assert [e.join_id for e in spoken.edges] == [away.id]


def test_its_tables_are_seen_with_the_ends_in_a_large_pile() -> None:
    tables = [table(f"t{n:02}", ["id!"]) for n in range(40)]
    names = ["t00", "t01", "t02", "t03", "t04", "t05"]
    chain = [join(f"{a}.id", f"{b}.id") for a, b in itertools.pairwise(names)]
    seen = schema_view(tables, [join("t00.id", "t05.id"), *marked(*chain)], (), ["t00", "t05"])
    assert [t.name for t in seen.tables] == names
    plain = schema_view(tables, [join("t00.id", "t05.id"), *chain], (), ["t00", "t05"])
    assert [t.name for t in plain.tables] == ["t00", "t05"]


def asked(ws: Workspace) -> tuple[list[str], str]:
    *_, answer = ws.questions.ask("How many orders are there per region name?")
    assert isinstance(answer, Answer)
    return sorted({t for e in answer.path for t in (e.left_table, e.right_table)}), answer.sql or ""


@pytest.mark.slow
def test_questions_take_it(tmp_path: Path) -> None:
    (tmp_path / "regions.csv").write_text("region_id,region name\nR1,North\nR2,South\nR3,East\n")
    (tmp_path / "customers.csv").write_text(
        "customer_id,region_id\n" + "".join(f"C{n},R{1 + n % 3}\n" for n in range(12))
    )
    (tmp_path / "orders.csv").write_text(
        "order_id,customer_id,region_id\n" + "".join(f"O{n},C{n % 12},R{1 + n % 2}\n" for n in range(40))
    )
    with open_workspace(Settings(workspace=tmp_path / "ws"), embedder=NgramEmbedder()) as ws:
        ws.tables.load(sorted(tmp_path.glob("*.csv")))
        assert asked(ws)[0] == ["orders", "regions"]
        long = next(w for w in ways(ws.joins.all(), "orders", "regions") if len(w) == 2)
        ws.joins.prefer(long)
        path, sql = asked(ws)
        assert path == ["customers", "orders", "regions"]
        assert '"customers"' in sql
        ws.joins.forget_preference(("orders", "regions"))
        assert asked(ws)[0] == ["orders", "regions"]
