"""How right the joins are on databases whose joins are known, and whether learned weights would do better elsewhere.

Run `python -m tests.benchmarks.joins_accuracy FOLDER TRUTH [FOLDER TRUTH …] [--scorer NAME] [--learn]` from the
repository's root. FOLDER has one folder of files per database; TRUTH has `<database>.json` or `<database>.joins.json`
each: {"true": [["table.column", "table.column"], …], "ignored": […]}, pairs without direction or case; every other key
with a list of pairs counts as ignored (neither for nor against).

Told for each database and for all: precision, recall and F1 of the pairs of columns that are used (confirmed and
probable), how many of the confirmed alone are right, and how many of the true ones are at least offered for review.

With `--learn`, a logistic regression on the same features is fitted for each database on all others (databases that
share a table are left out together) and takes the place of the product's weights: what weights learned elsewhere are
worth. With `--half 0` or `1` only one half of the databases, split by a digest of their names, is reported.
"""

from __future__ import annotations

import argparse
import hashlib
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
from core.match import ColumnValues, RowQuestions, discover
from core.match.candidates import candidates
from core.match.pool import Candidate, Pool
from core.match.scorers import WEIGHTS, Scored, Scorer, features
from core.match.scorers import scorer as scorer_named
from core.model import Join, Table
from core.sql.sqlite import SqliteEngine

Pair = frozenset[str]
NAMES = [name for name in WEIGHTS if name != "bias"]


@dataclass(frozen=True)
class Tally:
    """Pairs of columns, counted."""

    right: int = 0
    wrong: int = 0
    missed: int = 0
    sure_right: int = 0
    """Confirmed, and true."""
    sure_wrong: int = 0
    offered: int = 0
    """True, and used or offered for review."""

    def __add__(self, other: Tally) -> Tally:
        return Tally(*(getattr(self, name) + getattr(other, name) for name in Tally.__dataclass_fields__))

    def __str__(self) -> str:
        precision, recall = _share(self.right, self.wrong), _share(self.right, self.missed)
        f1 = _share(2 * self.right, self.wrong + self.missed)
        sure = _share(self.sure_right, self.sure_wrong)
        offered = _share(self.offered, self.right + self.missed - self.offered)
        return f"precision {precision:.3f} recall {recall:.3f} F1 {f1:.3f} confirmed {sure:.3f} offered {offered:.3f}"


@dataclass(frozen=True)
class Database:
    """Its tables with profiles, where their rows are, and what is known of its joins."""

    name: str
    tables: tuple[Table, ...]
    rows: Path
    true: frozenset[Pair]
    ignored: frozenset[Pair]

    def joins(self, scorer: Scorer | str | None = None) -> tuple[Join, ...]:
        engine = SqliteEngine(self.rows, read_only=True)
        engine.show_only([t.name for t in self.tables])
        asked = RowQuestions(engine, self.tables)
        if isinstance(scorer, str):
            scorer = scorer_named(scorer, ColumnValues(engine, self.tables))
        try:
            return discover(self.tables, scorer=scorer, unique=asked.unique, measure=asked.measure, values=asked.values)
        finally:
            engine.close()

    def tally(self, scorer: Scorer | str | None = None) -> Tally:
        """How many pairs of columns are right, wrong, missed, confirmed and offered."""
        found = self.joins(scorer)
        used = _pairs(j for j in found if j.state != "rejected") - self.ignored
        sure = _pairs(j for j in found if j.state == "confirmed") - self.ignored
        offered = used | _pairs(j for j in found if j.offered)
        return Tally(
            right=len(used & self.true),
            wrong=len(used - self.true),
            missed=len(self.true - used),
            sure_right=len(sure & self.true),
            sure_wrong=len(sure - self.true),
            offered=len(self.true & offered),
        )

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
    with DuckDbSession(settings) as session:
        parts = [part for path in find_files([folder]) for part in parts_in(path)]
        for part, label, name in name_tables(parts, []):
            tables.append(load_file(part, engine, label=label, name=name, settings=settings, session=session))
    engine.close()
    known = json.loads(truth.read_text(encoding="utf-8"))
    lists = {key: value for key, value in known.items() if isinstance(value, list)}
    true = frozenset(map(_pair, lists.pop("true")))
    ignored = frozenset(_pair(p) for found in lists.values() for p in found if _is_pair(p)) - true
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


def truth_of(folder: Path, truth: Path) -> Path | None:
    """The file that tells a folder's joins."""
    tried = (truth / f"{folder.name}{end}" for end in (".json", ".joins.json"))
    return next((path for path in tried if path.exists()), None)


def half_of(name: str) -> int:
    """0 or 1, always the same for a name; variants of one database (`shop__dirty`) fall together."""
    return hashlib.sha256(name.split("__")[0].encode()).digest()[0] % 2


def report(name: str, tally: Tally) -> None:
    print(f"{name:40} {tally}")  # noqa: T201


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("places", type=Path, nargs="+", metavar="FOLDER TRUTH", help="pairs of folders")
    parser.add_argument("--scorer", default="own", help="the scorer by name (own, tfidf, …)")
    parser.add_argument("--half", type=int, choices=(0, 1), help="report one half of the databases only")
    parser.add_argument("--learn", action="store_true", help="also with weights learned from the other databases")
    given = parser.parse_args(arguments)
    if len(given.places) % 2:
        parser.error("give each FOLDER its TRUTH")
    with TemporaryDirectory(ignore_cleanup_errors=True) as work:
        databases = []
        for n in range(0, len(given.places), 2):
            rows = Path(work) / str(n)
            rows.mkdir()
            for folder in sorted(p for p in given.places[n].iterdir() if p.is_dir()):
                if (known := truth_of(folder, given.places[n + 1])) is not None:
                    databases.append(read(folder, known, rows))
        told = [d for d in databases if given.half is None or half_of(d.name) == given.half]
        total = Tally()
        for database in told:
            found = database.tally(given.scorer)
            total += found
            report(database.name, found)
        report("all", total)
        if given.learn:
            total = Tally()
            for database in told:
                others = [d for d in databases if not d.shapes & database.shapes]
                total += database.tally(learned(others))
            report("all, weights learned elsewhere", total)


def _share(part: int, rest: int) -> float:
    return part / (part + rest) if part + rest else 1.0


def _pair(columns: Iterable[str]) -> Pair:
    return frozenset(c.casefold() for c in columns)


def _pairs(joins: Iterable[Join]) -> frozenset[Pair]:
    return frozenset(
        _pair((f"{j.child_table}.{a}", f"{j.parent_table}.{b}"))
        for j in joins
        for a, b in zip(j.child, j.parent, strict=True)
    )


def _is_pair(found: object) -> bool:
    return isinstance(found, list) and len(found) == 2 and all(isinstance(one, str) for one in found)


if __name__ == "__main__":
    main()
