"""Small schema graphs we invent, for the tests of everything that holds or builds one."""

from __future__ import annotations

import random
from collections.abc import Sequence

from core.graph.base import GraphStore
from core.model import Column, ColumnType, Evidence, Join, JoinState, Profile, SchemaGraph, Table


def table(name: str, columns: Sequence[str], *, rows: int = 10, label: str = "", description: str = "") -> Table:
    """A table of text columns; a name ending in `!` is unique and whole."""
    made = []
    for position, spec in enumerate(columns):
        unique = spec.endswith("!")
        plain = spec.rstrip("!")
        kind: ColumnType = "integer" if plain.endswith("id") else "text"
        profile = Profile(rows, 0 if unique else 1, rows if unique else 3)
        made.append(Column(name, plain, plain.replace("_", " "), kind, position, profile))
    return Table(name, label or name, f"{name}.csv", rows, tuple(made), description)


def join(child: str, parent: str, *, score: float = 0.9, state: JoinState = "probable", perfect: bool = False) -> Join:
    """A join from `table.column+column` to `table.column+column`."""
    child_table, _, left = child.partition(".")
    parent_table, _, right = parent.partition(".")
    ours, theirs = tuple(left.split("+")), tuple(right.split("+"))
    evidence = Evidence(1.0, 0.5, 0.8, False, True, "n:1", 3)
    return Join(
        Join.make_id(child_table, ours, parent_table, theirs),
        child_table,
        ours,
        parent_table,
        theirs,
        score,
        state,
        evidence,
        perfect=perfect,
    )


def football() -> tuple[tuple[Table, ...], tuple[Join, ...]]:
    """Parallel edges (home and away), a self join, a composite join, a rejected join and an island."""
    tables = (
        table("teams", ["id!", "name"], rows=20, label="Teams", description="Clubs"),
        table("games", ["id!", "home_id", "away_id", "season", "round"], rows=380, label="Games"),
        table("rounds", ["season", "round", "day"], rows=38, label="Rounds"),
        table("players", ["id!", "team_id", "captain_id", "Größe"], rows=500, label="Players"),
        table("weather", ["station", "rain"], rows=9, label="Weather"),
    )
    joins = (
        join("games.home_id", "teams.id", score=0.95, state="confirmed"),
        join("games.away_id", "teams.id", score=0.94, perfect=True),
        join("games.season+round", "rounds.season+round", score=0.8),
        join("players.team_id", "teams.id", score=0.9),
        join("players.captain_id", "players.id", score=0.7),
        join("weather.rain", "games.round", score=0.2, state="rejected"),
    )
    return tables, joins


def wide(tables: int = 1_000, columns: int = 20, edges: int = 5_000) -> SchemaGraph:
    """Many tables in ten families; joins run mostly within a family. The same every time."""
    rng = random.Random(5)
    names = [f"t{i:04}" for i in range(tables)]
    made = tuple(table(n, [f"c{j:02}" for j in range(columns)], rows=rng.randint(1, 9_999)) for n in names)
    found: dict[str, Join] = {}
    while len(found) < edges:
        a = rng.randrange(tables)
        b = rng.randrange(tables) if rng.random() < 0.02 else (a // 100 * 100 + rng.randrange(100)) % tables
        if a != b:
            new = join(
                f"{names[a]}.c{rng.randrange(columns):02}",
                f"{names[b]}.c{rng.randrange(columns):02}",
                score=rng.randint(500, 999) / 1000,
                state="confirmed" if rng.random() < 0.1 else "probable",
            )
            found[new.id] = new
    return SchemaGraph(made, tuple(found.values()))


NEIGHBOURS = (
    "MATCH (t:Table {id: $table})-[:HAS_COLUMN]->(:Column)-[:SAME_ATTRIBUTE]-(:Column)<-[:HAS_COLUMN]-(other:Table) "
    "WHERE other.id <> $table RETURN DISTINCT other.id AS id ORDER BY id"
)


def neighbours(store: GraphStore, table: str) -> tuple[object, ...]:
    """The tables one join away, in order of name."""
    return tuple(row[0] for row in store.read(NEIGHBOURS, {"table": table}).rows)
