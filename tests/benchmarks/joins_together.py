"""How right the joins are when many folders lie in one workspace, each of which has nothing to do with the others.

Run `python -m tests.benchmarks.joins_together FOLDER TRUTH [--half 0]` from the repository's root; FOLDER and TRUTH are
as for `joins_accuracy`. The files of all databases are searched as one pile. A join between two databases is wrong.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from core.config import Settings
from core.ingest.load import DuckDbSession, load_file
from core.ingest.names import find_files, name_tables
from core.ingest.parts import parts_in
from core.match import RowQuestions, discover
from core.model import Join
from core.sql.sqlite import SqliteEngine
from tests.benchmarks.joins_accuracy import Tally, half_of, report, truth_of

Pair = frozenset[str]
"""Two columns as `database/table.column`."""


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("truth", type=Path)
    parser.add_argument("--half", type=int, choices=(0, 1), help="report one half of the databases only")
    given = parser.parse_args(arguments)
    with TemporaryDirectory(ignore_cleanup_errors=True) as work:
        joins, names = _joins(given.folder, Path(work))
    told = [
        d
        for d in sorted(p for p in given.folder.iterdir() if p.is_dir())
        if truth_of(d, given.truth) and given.half in (None, half_of(d.name))
    ]
    total = Tally()
    for database in told:
        known = json.loads((truth_of(database, given.truth) or database).read_text(encoding="utf-8"))
        lists = {key: {_pair(database.name, p) for p in v} for key, v in known.items() if _pairs_only(v)}
        true = lists.pop("true")
        ignored = frozenset().union(*lists.values()) - true
        mine = [(j, {p for p in _columns(j, names) if _of(database.name, p)} - ignored) for j in joins]
        used = {p for j, pairs in mine if j.state != "rejected" for p in pairs}
        sure = {p for j, pairs in mine if j.state == "confirmed" for p in pairs}
        offered = used | {p for j, pairs in mine if j.offered for p in pairs}
        found = Tally(
            len(used & true),
            len(used - true),
            len(true - used),
            len(sure & true),
            len(sure - true),
            len(true & offered),
        )
        report(database.name, found)
        total += found
    report("all (a join between two databases counts in both)", total)


def _joins(folder: Path, work: Path) -> tuple[Sequence[Join], dict[str, str]]:
    """The joins of all files together, and each table's name as `database/table`."""
    settings = Settings(workspace=work)
    engine = SqliteEngine(work / "rows.sqlite")
    with DuckDbSession(settings) as session:
        parts = name_tables([part for path in find_files([folder]) for part in parts_in(path)], [])
        tables = [load_file(p, engine, label=a, name=n, settings=settings, session=session) for p, a, n in parts]
    engine.show_only([t.name for t in tables])
    asked = RowQuestions(engine, tables)
    try:
        found = discover(tables, unique=asked.unique, measure=asked.measure, values=asked.values)
    finally:
        engine.close()
    return found, {t.name: f"{Path(t.source).parent.name}/{Path(t.source).stem}" for t in tables}


def _columns(join: Join, names: dict[str, str]) -> Iterable[Pair]:
    left, right = names[join.child_table], names[join.parent_table]
    for a, b in zip(join.child, join.parent, strict=True):
        yield frozenset((f"{left}.{a}".casefold(), f"{right}.{b}".casefold()))


def _of(database: str, pair: Pair) -> bool:
    return any(column.startswith(f"{database.casefold()}/") for column in pair)


def _pair(database: str, columns: Iterable[str]) -> Pair:
    return frozenset(f"{database}/{c}".casefold() for c in columns)


def _pairs_only(found: object) -> bool:
    return isinstance(found, list) and all(isinstance(p, list) and len(p) == 2 for p in found)


if __name__ == "__main__":
    main()
