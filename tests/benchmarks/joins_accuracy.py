"""How right the joins are on databases whose joins are known, and whether learned weights would do better elsewhere.

Run `python -m tests.benchmarks.joins_accuracy FOLDER TRUTH [--learn]` from the repository's root. FOLDER has one folder
of files per database; TRUTH has `<database>.json` each: {"true": [["table.column", "table.column"], …], "ignored":
[…]}, pairs without direction or case; every other key with a list of pairs counts as ignored (neither for nor against).

With `--learn`, a logistic regression on the same features is fitted for each database on all others (databases that
share a table are left out together) and takes the place of the weights set by hand.
"""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from core.config import Settings
from core.ingest.load import DuckDbSession, load_file
from core.ingest.names import find_files, name_tables
from core.ingest.parts import parts_in
from core.match import RowQuestions, discover
from core.match.candidates import Candidate, Pool, candidates
from core.match.scorers import WEIGHTS, Scored, Scorer, features
from core.model import Join, Table
from core.sql.sqlite import SqliteEngine

Pair = frozenset[str]
NAMES = [name for name in WEIGHTS if name != "bias"]


@dataclass(frozen=True)
class Database:
    """Its tables with profiles, where their rows are, and what is known of its joins."""

    name: str
    tables: tuple[Table, ...]
    rows: Path
    true: frozenset[Pair]
    ignored: frozenset[Pair]

    def joins(self, scorer: Scorer | None = None) -> tuple[Join, ...]:
        engine = SqliteEngine(self.rows, read_only=True)
        engine.show_only([t.name for t in self.tables])
        asked = RowQuestions(engine, self.tables)
        try:
            return discover(self.tables, scorer=scorer, unique=asked.unique, measure=asked.measure)
        finally:
            engine.close()

    def tally(self, scorer: Scorer | None = None) -> tuple[int, int, int]:
        """How many pairs of columns are right, wrong and missed."""
        said = {
            _pair((f"{j.child_table}.{a}", f"{j.parent_table}.{b}"))
            for j in self.joins(scorer)
            if j.state != "rejected"
            for a, b in zip(j.child, j.parent, strict=True)
        } - self.ignored
        return len(said & self.true), len(said - self.true), len(self.true - said)

    @property
    def shapes(self) -> set[tuple[object, ...]]:
        """What tells a table that is also in another database."""
        return {(t.rows, *(c.label.casefold() for c in t.columns)) for t in self.tables}


class LearnedScorer:
    """The same features under other weights."""

    name = "learned"

    def __init__(self, weights: Sequence[float], bias: float) -> None:
        self._weights = dict(zip(NAMES, weights, strict=True))
        self._bias = bias

    def score(self, candidate: Candidate) -> Scored:
        inputs = features(candidate)
        log_odds = self._bias + sum(self._weights[name] * value for name, value in inputs.items())
        return Scored(candidate, 1.0 / (1.0 + math.exp(-log_odds)), log_odds, tuple(inputs.items()))


def read(folder: Path, truth: Path, work: Path) -> Database:
    """Load a folder's files; `work` keeps the rows."""
    settings = Settings(workspace=work)
    rows = work / f"{folder.name}.sqlite"
    engine = SqliteEngine(rows)
    tables = []
    with DuckDbSession(settings) as bench:
        parts = [part for path in find_files([folder]) for part in parts_in(path)]
        for part, label, name in name_tables(parts, []):
            tables.append(load_file(part, engine, label=label, name=name, settings=settings, bench=bench))
    engine.close()
    known = json.loads(truth.read_text(encoding="utf-8"))
    lists = {key: value for key, value in known.items() if isinstance(value, list)}
    true = frozenset(map(_pair, lists.pop("true")))
    ignored = frozenset(_pair(p) for found in lists.values() for p in found if isinstance(p, list)) - true
    return Database(folder.name, tuple(tables), rows, true, ignored)


def learned(databases: Iterable[Database]) -> LearnedScorer:
    """Weights fitted on the candidates of these databases; pairs that are ignored teach nothing."""
    from sklearn.linear_model import LogisticRegression

    inputs, meant = [], []
    for database in databases:
        for candidate in candidates(Pool(database.tables)):
            pair = _pair((candidate.child.id, candidate.parent.id))
            if pair not in database.ignored:
                values = features(candidate)
                inputs.append([values[name] for name in NAMES])
                meant.append(pair in database.true)
    model = LogisticRegression(C=0.3, max_iter=2000).fit(inputs, meant)
    return LearnedScorer(model.coef_[0].tolist(), float(model.intercept_[0]))


def report(name: str, right: int, wrong: int, missed: int) -> None:
    precision = right / (right + wrong) if right + wrong else 1.0
    recall = right / (right + missed) if right + missed else 1.0
    f1 = 2 * right / (2 * right + wrong + missed) if right + wrong + missed else 1.0
    print(f"{name:40} precision {precision:.3f} recall {recall:.3f} F1 {f1:.3f}")  # noqa: T201


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("truth", type=Path)
    parser.add_argument("--learn", action="store_true", help="also with weights learned from the other databases")
    given = parser.parse_args(arguments)
    with TemporaryDirectory(ignore_cleanup_errors=True) as work:
        databases = [
            read(folder, given.truth / f"{folder.name}.json", Path(work))
            for folder in sorted(given.folder.iterdir())
            if (given.truth / f"{folder.name}.json").exists()
        ]
        totals = [0, 0, 0]
        for database in databases:
            found = database.tally()
            totals = [a + b for a, b in zip(totals, found, strict=True)]
            report(database.name, *found)
        report("all", *totals)
        if given.learn:
            totals = [0, 0, 0]
            for database in databases:
                others = [d for d in databases if not d.shapes & database.shapes]
                totals = [a + b for a, b in zip(totals, database.tally(learned(others)), strict=True)]
            report("all, weights learned elsewhere", *totals)


def _pair(columns: Iterable[str]) -> Pair:
    return frozenset(c.casefold() for c in columns)


if __name__ == "__main__":
    main()
