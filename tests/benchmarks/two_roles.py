"""Questions over tables with two joins between them: start and end station, author and approver.

`data/two_roles.toml` holds the worlds and their questions; the rows are drawn here, the golds are plain SQLite. Joins
are given as a person would confirm them, so that only the reading, the path and the SQL are measured.

Run `python -m tests.benchmarks.two_roles [--held] [--model] [--show] [world …]` from the repository's root: the share
answered right by the rules, or by a scripted model that hands over the right reading and follows the path it is shown.
"""

from __future__ import annotations

import argparse
import csv
import json
import random
import sqlite3
import tempfile
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.config import Settings
from core.evaluate.cases import Case
from core.evaluate.score import score
from core.index.embed import NgramEmbedder
from core.model import Answer, Value
from core.workspace import Workspace, open_workspace
from core.workspace.translators import Translators
from tests.fake_model_server import FakeModelServer

WORLDS = Path(__file__).parent / "data" / "two_roles.toml"
ROWS = 64
"""Rows of the table that refers twice; the things are eight."""
_NUMBERS = (20, 95)
_PAIR = "SELECT {shown} FROM {rows} r JOIN {things} a ON r.{first} = a.{key} JOIN {things} b ON r.{second} = b.{key}"
_FIRST = "SELECT {shown} FROM {rows} r JOIN {things} a ON r.{first} = a.{key}"
_SECOND = "SELECT {shown} FROM {rows} r JOIN {things} b ON r.{second} = b.{key}"
GOLDS: dict[str, tuple[str, ...]] = {
    "both": (_PAIR.replace("{shown}", "COUNT(*)") + " WHERE a.{name} = '{A}' AND b.{name} = '{B}'",),
    "first": (_FIRST.replace("{shown}", "COUNT(*)") + " WHERE a.{name} = '{A}'",),
    "second": (_SECOND.replace("{shown}", "COUNT(*)") + " WHERE b.{name} = '{B}'",),
    "list": (_PAIR.replace("{shown}", "r.{id}, a.{name}, b.{name}"),),
    "same": ("SELECT COUNT(*) FROM {rows} r WHERE r.{first} = r.{second}",),
    "apart": (_PAIR.replace("{shown}", "COUNT(*)") + " WHERE a.{place} <> b.{place}",),
    "per_first": (_FIRST.replace("{shown}", "a.{name}, COUNT(*)") + " GROUP BY a.{key}",),
    "top_second": (
        _SECOND.replace("{shown}", "b.{name}") + " GROUP BY b.{key} ORDER BY COUNT(*) DESC LIMIT 1",
        _SECOND.replace("{shown}", "b.{name}, COUNT(*)") + " GROUP BY b.{key} ORDER BY COUNT(*) DESC LIMIT 1",
    ),
    "average_first": (_FIRST.replace("{shown}", "AVG(r.{measure})") + " WHERE a.{name} = '{A}'",),
    "sum_second": (_SECOND.replace("{shown}", "b.{name}, SUM(r.{measure})") + " GROUP BY b.{key}",),
    "place_second": (_SECOND.replace("{shown}", "COUNT(*)") + " WHERE b.{place} = '{P}'",),
    "either": (_PAIR.replace("{shown}", "COUNT(*)") + " WHERE a.{name} = '{A}' OR b.{name} = '{A}'",),
    "never": (
        "SELECT t.{name} FROM {things} t WHERE t.{key} NOT IN (SELECT {second} FROM {rows})",
        "SELECT t.* FROM {things} t WHERE t.{key} NOT IN (SELECT {second} FROM {rows})",
    ),
    "one": (_FIRST.replace("{shown}", "a.{name}") + " WHERE r.{id} = {I}",),
    "pair": (_PAIR.replace("{shown}", "a.{name}, b.{name}") + " WHERE r.{id} = {I}",),
    "names_first": (
        _FIRST.replace("{shown}", "DISTINCT a.{name}") + " WHERE r.{measure} > {N}",
        _FIRST.replace("{shown}", "a.{name}") + " WHERE r.{measure} > {N}",
    ),
}
"""Each kind of question with its golds: any of them is right. `a` is the row's first thing, `b` its second."""
ROLES: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("both", "list", "apart", "either", "pair"), ("first", "second")),
    **dict.fromkeys(("first", "per_first", "average_first", "one", "names_first"), ("first",)),
    **dict.fromkeys(("second", "top_second", "sum_second", "place_second", "never"), ("second",)),
    "same": (),
}
"""Which of the two joins a kind of question needs."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One question with its right answers. `columns` are those that its reading names, `joins` those of its path."""

    world: str
    kind: str
    question: str
    sql: str
    golds: tuple[tuple[tuple[Value, ...], ...], ...]
    tables: tuple[str, ...]
    columns: tuple[str, ...]


class World:
    """The tables of one world, drawn the same at every run."""

    def __init__(self, name: str, told: dict[str, Any]) -> None:
        self.name, self.told, self.held = name, told, bool(told.get("held"))
        self.questions: dict[str, str] = told["questions"]
        draw = random.Random(f"two roles {name}")
        coded = told["key"] not in ("station_id", "id", "person_id", "address_id", "fencer_id", "member_id")
        keys = [f"{told['name'][:1].upper()}{10 + 7 * n}" if coded else 101 + n for n in range(8)]
        label, other_key, other_name = told["looked_up"]
        things = [
            (k, n, told["places"][i % len(told["places"])])
            for i, (k, n) in enumerate(zip(keys, told["names"], strict=True))
        ]
        never = keys[5]
        rows = []
        for n in range(ROWS):
            first = keys[min(7, int(draw.triangular(0, 8, 2)))]
            second = draw.choice([k for k in keys if k != never and ("same" in self.questions or k != first)])
            if "same" in self.questions and n % 11 == 3 and first != never:
                second = first
            if n % 3 == 0 and first != keys[1]:
                second = keys[1]
            rows.append((4001 + n, first, second, draw.randint(*_NUMBERS), 1 + n % 5, f"2024-{1 + n % 9:02}-11"))
        self.tables: dict[str, tuple[tuple[str, ...], list[tuple[Any, ...]]]] = {
            told["rows"]: (
                (told["id"], told["first"], told["second"], told["measure"], other_key, "day"),
                rows,
            ),
            told["things"]: ((told["key"], told["name"], told["place"]), things),
            label: ((other_key, other_name), [(n, f"{other_name.title()} {'ABCDE'[n - 1]}") for n in range(1, 6)]),
        }
        self.joins = [
            (told["rows"], told["first"], told["things"], told["key"]),
            (told["rows"], told["second"], told["things"], told["key"]),
            (told["rows"], other_key, label, other_key),
        ]

    def cases(self) -> Iterator[Asked]:
        """Each question, with values for which swapping the two roles would give another answer."""
        db = self._database()
        t = self.told
        pairs = Counter((r[1], r[2]) for r in self.tables[t["rows"]][1])
        names = {k: n for k, n, _ in self.tables[t["things"]][1]}
        best = max((p for p in pairs if p[0] != p[1]), key=lambda p: (pairs[p] - pairs[p[::-1]], str(p)))
        given = {"A": names[best[0]], "B": names[best[1]], "P": t["places"][1], "N": 70, "I": 4009}
        for kind, text in self.questions.items():
            golds = [sql.format(**t, **given) for sql in GOLDS[kind]]
            if t.get("key_names") and kind in ("never", "per_first", "sum_second", "top_second"):
                golds += [sql.format(**{**t, "name": t["key"]}, **given) for sql in GOLDS[kind]]
            answers = tuple(tuple(map(tuple, db.execute(sql).fetchall())) for sql in golds)
            columns = [f"{t['rows']}.{t[role]}" for role in ROLES[kind]] if kind != "same" else []
            columns += [f"{t['rows']}.{t['first']}", f"{t['rows']}.{t['second']}"] if kind == "same" else []
            tables = (t["rows"], t["things"]) if kind != "same" else (t["rows"],)
            yield Asked(self.name, kind, text.format(**given), golds[0], answers, tables, tuple(columns))
        db.close()

    def written(self, folder: Path) -> list[Path]:
        """The tables as CSV files."""
        files = []
        for name, (header, rows) in self.tables.items():
            files.append(folder / f"{name}.csv")
            with files[-1].open("w", encoding="utf-8", newline="") as out:
                csv.writer(out).writerows([header, *rows])
        return files

    def opened(self, folder: Path, **settings: Any) -> Workspace:
        """A workspace that holds the tables and the joins a person would confirm, and no others."""
        workspace = open_workspace(Settings(workspace=folder / "ws", **settings), embedder=NgramEmbedder())
        workspace.tables.load(self.written(folder))
        wanted = {f"{a}.{b}={c}.{d}" for a, b, c, d in self.joins}
        for join in workspace.joins.all(rejected=True):
            if join.id not in wanted and join.state != "rejected":
                workspace.joins.review(join.id, "rejected")
        for child, column, parent, key in self.joins:
            workspace.joins.add(child, (column,), parent, (key,))
        return workspace

    def _database(self) -> sqlite3.Connection:
        db = sqlite3.connect(":memory:")
        for name, (header, rows) in self.tables.items():
            db.execute(f'CREATE TABLE "{name}" ({", ".join(header)})')
            db.executemany(f'INSERT INTO "{name}" VALUES ({", ".join("?" * len(header))})', rows)
        return db


def worlds() -> dict[str, World]:
    """All of them by name."""
    raw = tomllib.loads(WORLDS.read_text(encoding="utf-8"))
    return {name: World(name, told) for name, told in raw.items()}


def right(asked: Asked, rows: Sequence[Sequence[Value]]) -> bool:
    """Whether the rows are one of the golds, in any order."""
    return any(score(Case("", "", rows=gold), [tuple(r) for r in rows]) for gold in asked.golds)


def ask(workspace: Workspace, question: str) -> Answer:
    *_, last = workspace.questions.ask(question)
    assert isinstance(last, Answer)
    return last


class Follower(FakeModelServer):
    """A model that hands over the right reading, and writes the right SQL if the path it is shown has all its joins."""

    asked: Asked
    needed: tuple[str, ...]

    def take(self, body: Any, headers: dict[str, str]) -> str:
        text = str(body["messages"][-1]["content"])
        if "<path>" not in text:
            reading = {"answerable": True, "enriched": "as asked", "tables": self.asked.tables, "filters": []}
            return json.dumps({**reading, "columns": self.asked.columns, "notes": ""})
        path = text.split("<path>")[1].split("</path>")[0]
        follows = all(column.split(".")[1] in path for column in self.needed)
        return f"```sql\n{self.asked.sql if follows else 'SELECT NULL'}\n```"


def measure(names: Sequence[str], *, show: bool, model: bool = False) -> None:
    """Print the share right of each world and kind."""
    kinds: Counter[str] = Counter()
    hits: Counter[str] = Counter()
    with Follower() as server:
        _measure(names, kinds, hits, server if model else None, show=show)
    for key, n in kinds.items():
        print(f"{key:14} {hits[key]:4} / {n:<4} {hits[key] / n:.3f}")  # noqa: T201


def _measure(
    names: Sequence[str], kinds: Counter[str], hits: Counter[str], server: Follower | None, *, show: bool
) -> None:
    found = worlds()
    for name in names:
        with tempfile.TemporaryDirectory() as folder, found[name].opened(Path(folder)) as workspace:
            for asked in found[name].cases():
                if server is not None:
                    server.asked, server.needed = asked, asked.columns if asked.kind != "same" else ()
                    given = {"model": "openai:stub", "base_url": server.openai, "model_key": "x", "model_seconds": 20}
                    workspace.settings.translators = Translators(
                        Settings.read({**given, "workspace": workspace.folder}, {})
                    )
                answer = ask(workspace, asked.question)
                good = answer.sql is not None and right(asked, answer.rows)
                kinds.update([asked.kind, name, "all"])
                hits.update([asked.kind, name, "all"] if good else [])
                if show and not good:
                    print(  # noqa: T201
                        f"- {name}/{asked.kind}: {asked.question}\n  {' '.join((answer.sql or answer.answer).split())}"
                    )


if __name__ == "__main__":
    given = argparse.ArgumentParser()
    given.add_argument("--held", action="store_true")
    given.add_argument("--model", action="store_true")
    given.add_argument("--show", action="store_true")
    given.add_argument("worlds", nargs="*")
    told = given.parse_args()
    measure(told.worlds or [n for n, w in worlds().items() if w.held == told.held], show=told.show, model=told.model)
