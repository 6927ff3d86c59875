"""Questions over tables that hang together only in part: is “not connected” said where it is the answer?

`data/paths.toml` holds the questions, with golds in plain SQLite; the rows are drawn here. Everything is found by the
program: the joins, the reading, the path. Beside tables that belong together each world has some that share nothing but
states, days, ranks or codes that are looked up, and some to which two joins lead.

Run `python -m tests.benchmarks.paths [--held] [--show] [world …]` from the repository's root: the share answered right
of those that have an answer, of their follow-ups, and of those that have none.
"""

from __future__ import annotations

import argparse
import csv
import random
import sqlite3
import tempfile
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from typing import Any

from core.config import Settings
from core.evaluate.cases import Case
from core.evaluate.score import score
from core.index.embed import NgramEmbedder
from core.model import Answer
from core.workspace import Workspace, open_workspace

QUESTIONS = Path(__file__).parent / "data" / "paths.toml"
Cell = int | str
Tables = dict[str, tuple[tuple[str, ...], list[tuple[Cell, ...]]]]


@dataclass(frozen=True, slots=True)
class Asked:
    """One question, with its golds in SQL (none: the tables do not hang together), and its follow-ups with theirs."""

    question: str
    golds: tuple[str, ...]
    then: tuple[tuple[str, ...], ...]


def _day(draw: random.Random) -> str:
    return (date(2023, 1, 1) + timedelta(draw.randrange(300))).isoformat()


def depot(draw: random.Random) -> Tables:
    """Two joins from parcels to depots; complaints share with the rest only states and levels."""
    depots = [(10 * n, name, place) for n, (name, place) in enumerate(_PLACES, 1)]
    keys = [d[0] for d in depots]
    drivers = [(700 + n, name, draw.choice(keys)) for n, name in enumerate(_PEOPLE)]
    vehicles = [(f"V{n:02}", draw.choice(["van", "truck"]), draw.choice(keys), draw.randint(1, 3)) for n in range(14)]
    return {
        "statuses": (("status_id", "status_name"), [(1, "new"), (2, "open"), (3, "waiting"), (4, "done")]),
        "parcel_types": (("type_code", "type_name"), [("S", "Standard"), ("E", "Express"), ("B", "Bulk")]),
        "levels": (("level_id", "level_name"), [(1, "low"), (2, "medium"), (3, "high")]),
        "depots": (("depot_id", "depot_name", "region"), [*depots]),
        "drivers": (("driver_id", "driver_name", "depot_id"), [*drivers]),
        "vehicles": (("vehicle_id", "kind", "depot_id", "level_id"), [*vehicles]),
        "parcels": (
            ("parcel_id", "from_depot_id", "to_depot_id", "status_id", "type_code", "weight", "sent"),
            [
                (40_000 + n, draw.choice(keys), draw.choice(keys), draw.randint(1, 4), draw.choice("SEB"),
                 draw.randint(1, 60), _day(draw))
                for n in range(300)
            ],
        ),
        "complaints": (
            ("complaint_id", "status_id", "level_id", "received", "days_taken"),
            [(300 + n, draw.randint(1, 4), draw.randint(1, 3), _day(draw), draw.randint(1, 90)) for n in range(60)],
        ),
        "trips": (
            ("trip_id", "driver_id", "vehicle_id", "day", "km"),
            [
                (8_000 + n, draw.choice(drivers)[0], draw.choice(vehicles)[0], _day(draw), draw.randint(5, 200))
                for n in range(200)
            ],
        ),
    }  # fmt: skip


def office(draw: random.Random) -> Tables:
    """Orders and tickets have states and days alike; a table of schools has ranks that look like keys."""
    customers = [(f"C{100 + n}", name, draw.choice(["Leeds", "York", "Hull"])) for n, name in enumerate(_NAMES)]
    agents = [(f"A{n}", name) for n, name in enumerate(_PEOPLE[:4])]
    states = ["open", "closed", "pending"]
    return {
        "customers": (("customer_id", "name", "city"), [*customers]),
        "orders": (
            ("order_id", "customer_id", "ordered", "status", "amount"),
            [
                (5_000 + n, draw.choice(customers)[0], _day(draw), draw.choice(states), draw.randint(10, 400))
                for n in range(120)
            ],
        ),
        "agents": (("agent_id", "agent_name"), [*agents]),
        "tickets": (
            ("ticket_id", "agent_id", "opened", "status", "priority"),
            [(900 + n, draw.choice(agents)[0], _day(draw), draw.choice(states), draw.randint(1, 5)) for n in range(90)],
        ),
        "schools": (("rank", "school", "pupils"), [(n, f"School {n}", draw.randint(1, 40)) for n in range(1, 41)]),
    }


def clinic(draw: random.Random) -> Tables:
    """Two joins from visits to doctors; items share only urgencies with visits."""
    doctors = [(31 + n, f"Dr {name}", 100 + n) for n, name in enumerate(["Moss", "Reed", "Sands", "Thorne", "Vale"])]
    patients = [(6_000 + n, name, draw.choice(["Bath", "Derby", "Truro"])) for n, name in enumerate(_NAMES)]
    visits = [
        (20_000 + n, draw.choice(patients)[0], draw.choice(doctors)[0], draw.choice(doctors)[0], _day(draw),
         draw.randint(1, 3), draw.randint(5, 55))
        for n in range(150)
    ]  # fmt: skip
    return {
        "doctors": (("doctor_id", "doctor_name", "room"), [*doctors]),
        "patients": (("patient_id", "patient_name", "town"), [*patients]),
        "urgencies": (("urgency_id", "urgency"), [(1, "low"), (2, "normal"), (3, "high")]),
        "visits": (
            ("visit_id", "patient_id", "treating_doctor_id", "referring_doctor_id", "visited", "urgency_id", "minutes"),
            [*visits],
        ),
        "invoices": (
            ("invoice_no", "visit_id", "fee"),
            [(f"R{n:04}", v[0], draw.randint(20, 300)) for n, v in enumerate(visits) if draw.random() < 0.8],
        ),
        "items": (
            ("item_code", "item_name", "urgency_id", "bought", "cost"),
            [(f"I{n:02}", f"Item {n}", draw.randint(1, 3), _day(draw), draw.randint(5, 900)) for n in range(40)],
        ),
    }


def league(draw: random.Random) -> Tables:
    """Two joins from matches to teams; sponsors share only colours with teams, stadiums nothing but a rank."""
    teams = [
        (f"T{n}", name, draw.randint(1, 4)) for n, name in enumerate(["Rovers", "Albion", "Orient", "United", "Town"])
    ]
    referees = [(70 + n, name) for n, name in enumerate(_PEOPLE[:5])]
    matches = []
    for n in range(140):
        home, away = draw.sample(teams, 2)
        matches.append((3_000 + n, home[0], away[0], draw.choice(referees)[0], _day(draw), draw.randint(0, 8)))
    return {
        "teams": (("team_id", "team_name", "colour_id"), [*teams]),
        "colours": (("colour_id", "colour"), [(1, "red"), (2, "blue"), (3, "green"), (4, "white")]),
        "referees": (("referee_id", "referee_name"), [*referees]),
        "players": (
            ("player_id", "player_name", "team_id"),
            [(500 + n, f"Player {n}", draw.choice(teams)[0]) for n in range(60)],
        ),
        "matches": (("match_id", "home_team_id", "away_team_id", "referee_id", "played", "goals"), [*matches]),
        "sponsors": (
            ("sponsor_code", "sponsor_name", "colour_id", "pays"),
            [(f"S{n:02}", f"Sponsor {n}", draw.randint(1, 4), draw.randint(1_000, 9_000)) for n in range(20)],
        ),
        "stadiums": (("rank", "stadium", "price"), [(n, f"Stadium {n}", 9 + 3 * n) for n in range(1, 26)]),
    }


_PLACES = [("Ash", "North"), ("Birch", "North"), ("Cedar", "South"), ("Elm", "South"), ("Fir", "East")]
_PEOPLE = ["Amy", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ivy", "Jon", "Kay", "Leo"]
_NAMES = ["Adler", "Brook", "Crane", "Dale", "Eaton", "Firth", "Gale", "Hobbs"]
WORLDS: dict[str, Callable[[random.Random], Tables]] = {
    "depot": depot,
    "office": office,
    "clinic": clinic,
    "league": league,
}


class World:
    """The tables of one world, drawn the same at every run, and its questions."""

    def __init__(self, name: str) -> None:
        told: dict[str, Any] = tomllib.loads(QUESTIONS.read_text(encoding="utf-8"))
        self.name, self.held = name, name in told["held"]
        self.tables = WORLDS[name](random.Random(f"paths {name}"))
        self.asked = [
            Asked(one["ask"], tuple(one.get("sql", ())), tuple(map(tuple, one.get("then", ())))) for one in told[name]
        ]
        self._rows = sqlite3.connect(":memory:")
        for table, (header, rows) in self.tables.items():
            self._rows.execute(f'CREATE TABLE "{table}" ({", ".join(header)})')
            self._rows.executemany(f'INSERT INTO "{table}" VALUES ({", ".join("?" * len(header))})', rows)

    def opened(self, folder: Path) -> Workspace:
        """A workspace that holds the tables and what it found of their joins."""
        files = folder / "files"
        files.mkdir()
        for table, (header, rows) in self.tables.items():
            with (files / f"{table}.csv").open("w", encoding="utf-8", newline="") as out:
                csv.writer(out).writerows([header, *rows])
        workspace = open_workspace(Settings(workspace=folder / "ws"), embedder=NgramEmbedder())
        workspace.tables.load([files])
        return workspace

    def right(self, answer: Answer, golds: Sequence[str]) -> bool:
        """Whether the rows are those of one gold, in any order; without golds, whether there is no query."""
        if not golds:
            return answer.sql is None
        found = [tuple(r) for r in answer.rows]
        return answer.sql is not None and any(
            score(Case("", "", rows=tuple(map(tuple, self._rows.execute(gold).fetchall()))), found) for gold in golds
        )

    def answers(self, workspace: Workspace) -> Iterator[tuple[str, str, bool, Answer]]:
        """(kind of question, its words, whether its answer is right, the answer) for each, the follow-ups as well."""
        for n, one in enumerate(self.asked):
            chat = f"{self.name} {n}"
            answer = ask(workspace, one.question, chat)
            yield "answered" if one.golds else "apart", one.question, self.right(answer, one.golds), answer
            for question, *golds in one.then:
                answer = ask(workspace, question, chat)
                yield "follow-up", f"… {question}", self.right(answer, golds), answer


def ask(workspace: Workspace, question: str, chat: str) -> Answer:
    """The answer in a talk. A question back is no answer."""
    *_, last = workspace.questions.ask(question, chat=chat)
    assert isinstance(last, Answer)
    return last


def main() -> None:
    """Print the share right of each kind and world."""
    given = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    given.add_argument("--held", action="store_true")
    given.add_argument("--show", action="store_true")
    given.add_argument("worlds", nargs="*")
    told = given.parse_args()
    kinds: Counter[str] = Counter()
    hits: Counter[str] = Counter()
    for world in map(World, told.worlds or WORLDS):
        if not told.worlds and world.held != told.held:
            continue
        with tempfile.TemporaryDirectory() as folder, world.opened(Path(folder)) as workspace:
            for kind, question, good, answer in world.answers(workspace):
                kinds.update([kind, world.name, "all"])
                hits.update([kind, world.name, "all"] if good else [])
                if told.show and not good:
                    said = " ".join((answer.sql or answer.answer).split())
                    print(f"- {world.name}/{kind}: {question} ({answer.confidence})\n  {said}")  # noqa: T201
    for key, n in kinds.items():
        print(f"{key:10} {hits[key]:4} / {n:<4} {hits[key] / n:.3f}")  # noqa: T201


if __name__ == "__main__":
    main()
