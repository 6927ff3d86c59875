"""The ON of a join matches what discovery counted, whatever types and spellings the two files have."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from core.ask.state import SchemaView
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col, Item, Query, Related, all_tables
from core.ask.translators.rules.sql.render import render
from core.ask.trees import connect
from core.config import Settings
from core.index.embed import NgramEmbedder
from core.model import Answer, Join
from core.workspace import Workspace, open_workspace
from tests.ask.schemas import join, table


def on(view: SchemaView) -> str:
    """The condition after ON, on one line."""
    query = Query((Item(Col("visits", "day")), Item(Col("sites", "name"))))
    tree = connect(view, all_tables(query))
    assert tree is not None
    return " ".join(render(query, tree, Facts(view)).partition(" ON ")[2].split())


def world(child: str, parent: str, made: Join) -> SchemaView:
    return SchemaView((table("visits", "day", child), table("sites", "name", parent)), (made,))


@pytest.mark.parametrize(
    ("child", "parent", "expected"),
    [
        ("site:integer", "id:integer", '"visits"."site" = "sites"."id"'),
        ("site:real", "id:integer", '"visits"."site" = "sites"."id"'),
        ("site", "id", '"visits"."site" = "sites"."id"'),
        ("site", "id:integer", '"visits"."site" = CAST("sites"."id" AS TEXT)'),
        ("site:integer", "id", 'CAST("visits"."site" AS TEXT) = "sites"."id"'),
    ],
)
def test_a_number_meets_a_text_as_text(child: str, parent: str, expected: str) -> None:
    assert on(world(child, parent, join("visits.site", "sites.id"))) == expected


def test_texts_that_agree_but_for_case_are_compared_so() -> None:
    made = join("visits.site", "sites.id")
    loose = replace(made, evidence=replace(made.evidence, as_written=0.9))
    assert on(world("site", "id", loose)) == '"visits"."site" = "sites"."id" COLLATE NOCASE'
    strict = replace(made, evidence=replace(made.evidence, as_written=1.0))
    assert on(world("site", "id", strict)) == '"visits"."site" = "sites"."id"'


def test_rows_without_others_are_looked_up_in_any_case_too() -> None:
    made = join("visits.site", "sites.id")
    loose = replace(made, evidence=replace(made.evidence, as_written=0.9))
    for joined_by, mine in ((made, '"id"'), (loose, '( "id" ) COLLATE NOCASE')):
        view = world("site", "id", joined_by)
        query = Query((Item(Col("sites", "name")),), (Related("sites", ("visits",), (), True),))
        tree = connect(view, all_tables(query))
        assert tree is not None
        said = " ".join(render(query, tree, Facts(view)).partition("WHERE")[2].split())
        lacking = f'NOT {mine} IN ( SELECT "site" FROM "visits" WHERE NOT "site" IS NULL )'
        assert said == f'( "id" IS NULL OR {lacking} )'  # NULL NOT IN (…) would be unknown


def test_every_pair_of_a_join_over_several_columns_is_compared() -> None:
    view = SchemaView(
        (table("visits", "day", "land", "year:integer"), table("sites", "name", "land", "year")),
        (join("visits.land+year", "sites.land+year"),),
    )
    assert on(view) == ('"visits"."land" = "sites"."land" AND CAST("visits"."year" AS TEXT) = "sites"."year"')


def loaded(folder: Path, sites: list[str], visits: list[str]) -> Workspace:
    (folder / "sites.csv").write_text("\n".join(["site_code,name", *sites]) + "\n", encoding="utf-8")
    (folder / "visits.csv").write_text("\n".join(["visit_no,site_code,hours", *visits]) + "\n", encoding="utf-8")
    ws = open_workspace(Settings(workspace=folder / "ws"), embedder=NgramEmbedder())
    ws.tables.load([folder / "sites.csv", folder / "visits.csv"])
    return ws


def joined(ws: Workspace) -> tuple[tuple[object, ...], ...]:
    *_, answer = ws.questions.ask("List the hours and name of all visits")
    assert isinstance(answer, Answer)
    assert answer.sql is not None
    assert "JOIN" in answer.sql
    return tuple(sorted(answer.rows, key=str))


@pytest.mark.slow
def test_no_row_is_lost_to_a_spelling(tmp_path: Path) -> None:
    sites = [f"AB{n},Site {n}" for n in range(20)]
    visits = [f"{100 + n},{'ab' if n % 2 else 'AB'}{n % 20},{n}.5" for n in range(40)]
    with loaded(tmp_path, sites, visits) as ws:
        (found,) = ws.joins.all()
        assert (found.evidence.containment, found.evidence.orphans) == (1.0, ())
        assert found.evidence.as_written == pytest.approx(0.5)
        assert joined(ws) == tuple(sorted(((n + 0.5, f"Site {n % 20}") for n in range(40)), key=str))


@pytest.mark.slow
def test_a_code_with_zeros_is_not_its_number(tmp_path: Path) -> None:
    sites = [f"{n},Site {n}" for n in range(30)]
    visits = [f"{100 + n},{n % 30},{n}.5" for n in range(60)] + ["900,007,1.25", "901,X,2.25"]
    with loaded(tmp_path, sites, visits) as ws:
        (found,) = ws.joins.all()
        assert found.evidence.orphans == ("007", "X")
        assert joined(ws) == tuple(sorted(((n + 0.5, f"Site {n % 30}") for n in range(60)), key=str))
