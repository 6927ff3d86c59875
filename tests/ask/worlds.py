"""Small worlds of tables we invent, the questions asked of them, and workspaces that hold them.

`data/<world>/*.csv` are the tables, with notes about them beside some, `data/<world>.toml` the cases; the head of each
says what its keys mean.
"""

from __future__ import annotations

import csv
import re
import sqlite3
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from core.config import Settings
from core.evaluate.cases import Case
from core.evaluate.score import score
from core.index.embed import NgramEmbedder
from core.model import Answer, Value
from core.workspace import Workspace, open_workspace

DATA = Path(__file__).parent / "data"
WORLDS = (
    "library",
    "clinic",
    "bikes",
    "workshop",
    "branches",
    "landings",
    "coaches",
    "kennels",
    "lifts",
    "providers",
    "samples",
)

STRICT = True
"""Whether a test that is marked as failing must fail."""

Row = tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """One case: the question and its rows, which `sql` gives in plain SQLite."""

    world: str
    kind: str
    question: str
    sql: str
    rows: tuple[Row, ...]
    ordered: bool = False
    figure: bool = False
    """The last column is what the answer goes by; it may be shown or not."""
    hint: str = ""
    """Definitions told with the question."""
    xfail: str = ""


def cases(world: str) -> tuple[Asked, ...]:
    """The world's cases in their order."""
    raw = tomllib.loads((DATA / f"{world}.toml").read_text(encoding="utf-8"))
    return tuple(
        Asked(world, **{**c, "rows": tuple(tuple(None if v == "" else v for v in r) for r in c["rows"])})
        for c in raw["case"]
    )


def answers(rows: Sequence[Row], expected: Sequence[Row], *, ordered: bool = False, figure: bool = False) -> bool:
    """Whether `rows` are the expected ones, columns in any order; with `figure` the last column may lack."""
    wanted = [tuple(expected)]
    if figure:
        wanted.append(tuple(r[:-1] for r in expected))
    return any(score(Case("", "", rows=w, ordered=ordered), rows) for w in wanted)


def rounded(rows: Sequence[Sequence[object]]) -> list[tuple[object, ...]]:
    """The rows, figures to four decimals."""
    return [tuple(round(c, 4) if isinstance(c, float) else c for c in row) for row in rows]


def ask(workspace: Workspace, question: str, hint: str = "") -> Answer:
    """The answer, steps aside."""
    *_, last = workspace.questions.ask(question, hint=hint)
    assert isinstance(last, Answer)
    return last


def opened(files: Iterable[Path], folder: Path) -> Workspace:
    """A workspace that holds the files, made without a model."""
    workspace = open_workspace(Settings(workspace=folder), embedder=NgramEmbedder())
    report = workspace.tables.load(list(files))
    assert not report.problems
    return workspace


def csv_text(header: str, rows: Iterable[Sequence[object]]) -> str:
    """A CSV text of a header line and rows whose cells need no quotes."""
    return header + "\n" + "".join(",".join(map(str, r)) + "\n" for r in rows)


def office_of(texts: Mapping[str, str], folder: Path) -> Workspace:
    """A workspace in a folder that holds these texts, by their names, made without a model; those without an ending are
    CSV."""
    for name, text in texts.items():
        (folder / (name if "." in name else f"{name}.csv")).write_text(text, encoding="utf-8")
    workspace = open_workspace(Settings(workspace=folder / "workspace"), embedder=NgramEmbedder())
    workspace.tables.load(sorted(f for f in folder.iterdir() if f.is_file()))
    return workspace


def office_fixture(texts: Mapping[str, str]) -> Callable[..., Iterator[Workspace]]:
    """A fixture by the name that a module gives it: one workspace of these CSV texts for all tests of the module."""

    @pytest.fixture(scope="module")
    def office(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
        with office_of(texts, tmp_path_factory.mktemp("office")) as opened:
            yield opened

    return office


def plain(files: Iterable[Path]) -> sqlite3.Connection:
    """The files' rows in plain SQLite, read by nothing of the product's."""
    db = sqlite3.connect(":memory:")
    for file in files:
        with file.open(encoding="utf-8", newline="") as lines:
            header, *rows = csv.reader(lines)
        columns = [_typed(cells) for cells in zip(*rows, strict=True)]
        names = ", ".join(f'"{label}"' for label in header)
        db.execute(f'CREATE TABLE "{file.stem}" ({names})')
        marks = ", ".join("?" * len(header))
        db.executemany(f'INSERT INTO "{file.stem}" VALUES ({marks})', zip(*columns, strict=True))
    return db


def _typed(cells: Sequence[str]) -> list[Value]:
    filled = [c for c in cells if c]
    for kind, shape in ((int, r"-?\d+"), (float, r"-?\d+(\.\d+)?")):
        if filled and all(re.fullmatch(shape, c) for c in filled):
            return [kind(c) if c else None for c in cells]
    return [c or None for c in cells]
