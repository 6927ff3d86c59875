"""Keys that agree only after rewriting: found from values, told, kept with the join, and written as SQL."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest
from sqlglot import exp

from core.ask.state import JoinTree, SchemaView
from core.ask.translators.chat.schema_text import join_lines
from core.ask.translators.chat.sql_checks import findings
from core.catalogue.serialise import dump_join, parse_join
from core.config import Settings
from core.index.embed import NgramEmbedder
from core.match import discover
from core.model import Answer, Join
from core.sql.rewrites import Rewrite, apply, as_sql, told
from core.workspace import open_workspace
from tests.match.rewriting_cases import PAIRS, TRAPS, Case, cases


def _used(case: Case, **more: object) -> list[Join]:
    return [j for j in discover(case.tables, values=case.values, **more) if j.state != "rejected"]  # type: ignore[arg-type]


def test_of_a_hundred_pairs_most_are_found_and_of_a_hundred_traps_hardly_any() -> None:
    right = wrong = 0
    missed = []
    for case in [*cases(PAIRS), *cases(TRAPS)]:
        said = {(f"{j.child_table}.{j.child[0]}", f"{j.parent_table}.{j.parent[0]}") for j in _used(case)}
        right += case.join in said
        wrong += len(said - {case.join})
        missed += [case.name] if case.join and case.join not in said else []
    assert right >= 85, missed
    assert right / (right + wrong) >= 0.97, wrong


REWRITES: list[tuple[Rewrite, str, str]] = [
    ((("prefix", "K-"), ("zeros", "")), "K-0417", "417"),
    ((("prefix", "K-"),), "0417", "0417"),
    ((("suffix", "-UK"),), "LDS-UK", "LDS"),
    ((("plain", ""),), "A-12/3 b's", "a123bs"),
    ((("bracket", ""),), "Leeds (LDS)", "LDS"),
    ((("before", ""),), "Leeds (LDS)", "Leeds"),
    ((("first", " - "),), "LDS - Leeds", "LDS"),
    ((("rest", " - "),), "LDS - Leeds", "Leeds"),
    ((("name", ""),), "Smith, Ann", "Ann Smith"),
    ((("cut", "7"),), "2021-03-09", "2021-03"),
    ((("prefix", "O'x"),), "o'x7", "7"),
]


@pytest.mark.parametrize(("rewrite", "value", "made"), REWRITES)
def test_a_value_is_rewritten_alike_by_the_program_and_by_sql(rewrite: Rewrite, value: str, made: str) -> None:
    cell = exp.Column(this=exp.to_identifier("x", quoted=True))
    sql = as_sql(rewrite, cell).sql(dialect="sqlite")
    db = sqlite3.connect(":memory:")
    assert apply(rewrite, value) == made
    assert db.execute(f"SELECT {sql} FROM (SELECT ? AS x)", (value,)).fetchone() == (made,)


def test_a_rewriting_is_told_in_words() -> None:
    assert told((("prefix", "K-"), ("zeros", ""))) == "leaving out “K-” and leaving out leading zeros"
    assert told((("cut", "7"),)) == "taking the first 7 characters"


def _one(name: str) -> tuple[Case, Join]:
    case = next(c for c in cases(PAIRS, 1) if c.name.startswith(name))
    (join,) = _used(case)
    return case, join


def test_a_join_carries_its_rewriting_and_says_so() -> None:
    _, join = _one("bracket")
    assert (join.id, join.state) == ("trips.start=stations.code", "probable")
    assert join.rewrite == ((("bracket", ""),), ())
    assert "after taking what stands in brackets in trips.start" in join.why
    assert parse_join(dump_join(join)) == join


def test_a_join_that_an_older_program_stored_can_be_read() -> None:
    _, join = _one("bracket")
    body = dump_join(replace(join, rewrite=((), ())))
    for field in (',"rewrite":[[],[]]', ',"asked":false', ',"offered":false'):
        assert field in body
        body = body.replace(field, "")
    assert parse_join(body) == replace(join, rewrite=((), ()))


def test_a_rejected_rewriting_stays_rejected_and_an_accepted_one_keeps_it() -> None:
    case, join = _one("prefix")
    rejected = replace(join, state="rejected", reviewed=True)
    assert _used(case, known=[rejected]) == []
    (kept,) = _used(case, known=[replace(join, state="confirmed", reviewed=True)])
    assert (kept.id, kept.state, kept.reviewed, kept.rewrite) == (join.id, "confirmed", True, join.rewrite)


def test_loading_one_by_one_finds_the_same() -> None:
    case, _ = _one("surname")
    together = discover(case.tables, values=case.values)
    for tables in (case.tables, case.tables[::-1]):
        known: tuple[Join, ...] = ()
        for n, new in enumerate(tables, start=1):
            known = discover(tables[:n], known=known, touched=[new.name], values=case.values)
        assert known == together


class _Asked(dict[str, tuple[str, ...]]):
    """Values that remember which columns' were asked for."""

    def __init__(self, values: dict[str, tuple[str, ...]]) -> None:
        super().__init__(values)
        self.columns: set[str] = set()

    def get(self, column: str, default: object = None) -> tuple[str, ...]:  # type: ignore[override]
        self.columns.add(column)
        return super().get(column, ())


def test_only_the_values_of_columns_that_may_meet_another_tables_are_read() -> None:
    case, join = _one("prefix")
    alone = _Asked(case.values)
    assert discover(case.tables[:1], values=alone) == ()
    assert alone.columns == set()
    both = _Asked(case.values)
    assert join in discover(case.tables, values=both)
    assert {f"{join.child_table}.{join.child[0]}", f"{join.parent_table}.{join.parent[0]}"} <= both.columns


def test_a_question_over_rewritten_keys_is_answered(tmp_path: Path) -> None:
    codes = [f"{n * 37 + 11:04}" for n in range(40)]
    files = tmp_path / "files"
    files.mkdir()
    towns = ["Oslo", "Rome", "Bonn", "Cork"]
    clients = "".join(f"{c},{towns[n % 4]}\n" for n, c in enumerate(codes))
    (files / "clients.csv").write_text("client_no,town\n" + clients)
    visits = "".join(f"V{n},K-{codes[(7 * n) % 40]},{n % 5}\n" for n in range(90))
    (files / "visits.csv").write_text("visit,client,boxes\n" + visits)
    expected: dict[str, int] = {}
    for n in range(90):
        town = towns[(7 * n) % 40 % 4]
        expected[town] = expected.get(town, 0) + 1
    with open_workspace(Settings(workspace=tmp_path / "ws"), embedder=NgramEmbedder()) as ws:
        ws.tables.load([files])
        (join,) = ws.joins.all()
        assert join.rewrite == ((("prefix", "K-"),), ())
        assert "after leaving out “K-” in visits.client" in join.why
        *_, answer = ws.questions.ask("How many visits per town?")
        assert isinstance(answer, Answer)
        assert dict(answer.rows) == expected
        ws.joins.review(join.id, "rejected")
        assert ws.joins.all() == ()


def test_a_query_that_rewrites_as_the_join_does_is_one_of_that_join() -> None:
    case, join = _one("prefix")
    view = SchemaView(case.tables, (join,))
    (line,) = join_lines([join])
    on = line.removeprefix("join ").rsplit(" (", 1)[0]
    tree = JoinTree(("clients", "visits"))
    sql = f'SELECT SUM("clients"."town") FROM "visits" JOIN "clients" ON {on}'
    assert {f.code for f in findings(sql, "sqlite", view, tree)} == {"off_path", "fan_out"}
