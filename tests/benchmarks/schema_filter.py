"""Which tables a question goes on with when many databases lie in one workspace: needed ones kept, and tokens spent.

Run `python -m tests.benchmarks.schema_filter QUESTIONS DATA WORKSPACE` from the repository's root: `DATA` has a folder
of files per database, `QUESTIONS` are JSON lines with `db`, `question` and `gold_sql`. All databases are loaded into
`WORKSPACE` unless it is there already. Told are, for the filter by mentions and joins and for the same with the tables
nearest by FastRP, the share of needed tables in the view, of questions whose tables are all there, and of tokens.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import sqlglot
from sqlglot import exp

from core.ask.filtering import MOST, schema_view
from core.ask.state import Mention, SchemaView
from core.ask.tokens import tokenise
from core.ask.translators.chat.schema_text import schema_text
from core.config import Settings
from core.retrieval.fastrp import SchemaNodes
from core.workspace import Workspace, open_workspace

Filter = Callable[[Sequence[Mention]], SchemaView]


def needed(sql: str) -> set[str]:
    """The tables that a query names, folded."""
    try:
        return {t.name.casefold() for t in sqlglot.parse_one(sql, dialect="sqlite").find_all(exp.Table)}
    except sqlglot.errors.SqlglotError:
        return set()


def by_fastrp(ws: Workspace, share: float) -> Filter:
    """The weightiest tables, a share of them replaced by those nearest to the first ones by FastRP."""
    tables, joins = ws.tables.all(), ws.joins.all()
    nodes = SchemaNodes(tables, joins)

    def view(mentions: Sequence[Mention]) -> SchemaView:
        plain = schema_view(tables, joins, mentions)
        kept = [t.name for t in plain.tables]
        weight = {n: sum(max((x.score for x in m.links if x.table == n), default=0.0) for m in mentions) for n in kept}
        first = sorted(kept, key=lambda n: (-weight[n], n))
        keep = first[: max(1, round(MOST * (1 - share)))]
        near: dict[str, float] = {}
        for name in first[:3]:
            for other, score in nodes.nearest(name, MOST, tables=True):
                near[other] = max(near.get(other, 0.0), score)
        added = [n for n in sorted(near, key=lambda n: (-near[n], n)) if n not in keep][: MOST - len(keep)]
        names = {*keep, *added}
        return SchemaView(tuple(t for t in tables if t.name in names), plain.joins)

    return view


def main(questions: Path, data: Path, workspace: Path) -> None:
    cases = [json.loads(line) for line in questions.read_text(encoding="utf-8").splitlines()]
    with open_workspace(Settings.read({"workspace": str(workspace)})) as ws:
        if not ws.tables.all():
            ws.tables.load([data / db for db in dict.fromkeys(c["db"] for c in cases)])
        tables, joins = ws.tables.all(), ws.joins.all()
        home = {t.name: (Path(t.source).parent.name, Path(t.source).stem.casefold()) for t in tables}
        whole = len(schema_text(SchemaView(tuple(tables), tuple(joins)), tokens=10**9))
        sys.stdout.write(f"{len(tables)} tables, {len(joins)} joins, {whole // 4:,} tokens\n")
        filters: dict[str, Filter] = {"mentions and joins": lambda m: schema_view(tables, joins, m)}
        filters |= {f"FastRP for {share:.0%}": by_fastrp(ws, share) for share in (0.25, 0.5)}
        for name, view in filters.items():
            sys.stdout.write("\t".join((name, *_measured(cases, ws, view, home, whole))) + "\n")


def _measured(
    cases: Sequence[dict[str, str]], ws: Workspace, view: Filter, home: dict[str, tuple[str, str]], whole: int
) -> tuple[str, str, str, str]:
    found = wanted = complete = asked = shown = 0
    sizes = 0.0
    linker = ws.questions.linker()
    for case in cases:
        need = {n for n, (db, stem) in home.items() if db == case["db"] and stem in needed(case["gold_sql"])}
        if not need:
            continue
        chosen = view(linker.link(tokenise(case["question"])))
        names = {t.name for t in chosen.tables}
        asked, wanted, found = asked + 1, wanted + len(need), found + len(need & names)
        complete += need <= names
        shown += len(names)
        sizes += len(schema_text(chosen, tokens=10**9)) / whole
    return (
        f"needed tables {found / wanted:.3f}",
        f"questions with all {complete / asked:.3f} of {asked}",
        f"tables shown {shown / asked:.1f}",
        f"tokens {sizes / asked:.1%}",
    )


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:4]))
