"""How many wrong queries the checks of a model's SQL doubt, and how many right ones.

Run `python -m tests.benchmarks.checks_caught FOLDER [FOLDER …] [--half read|held] [--show N]` from the repository's
root. A FOLDER holds `questions.jsonl`, with expected SQL, and `db/NAME/*.csv`. Each expected query is spoiled in the
ways a careless model spoils one (a condition lost, an order turned, a sum for an average …); a spoiled query counts if
it runs and gives other rows. Databases are halved by the parity of a checksum of their name, so that what is drawn from
one half is measured on the other. Printed: right queries doubted, and for each way the share of wrong ones doubted.
"""

from __future__ import annotations

import argparse
import sys
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

from sqlglot import exp, parse_one
from sqlglot.errors import SqlglotError

from core.ask.state import Draft, JoinTree, Run, SchemaView
from core.ask.tokens import tokenise
from core.ask.translators.chat.review import Doubts
from core.config import Settings
from core.errors import JoineryError
from core.evaluate.cases import Case, read_cases
from core.evaluate.score import judge
from core.workspace import Workspace, open_workspace

Spoil = Callable[[exp.Expr], Iterator[exp.Expr]]
_TURNED: dict[type[exp.Expr], type[exp.Expr]] = {exp.GT: exp.LT, exp.LT: exp.GT, exp.GTE: exp.LTE, exp.LTE: exp.GTE}
_SWAPPED: dict[type[exp.Expr], type[exp.Expr]] = {
    exp.Avg: exp.Sum,
    exp.Sum: exp.Avg,
    exp.Max: exp.Min,
    exp.Min: exp.Max,
}


def _without(name: str) -> Spoil:
    def spoil(tree: exp.Expr) -> Iterator[exp.Expr]:
        if tree.args.get(name) is not None:
            other = tree.copy()
            other.set(name, None)
            yield other

    return spoil


def _replaced(kinds: dict[type[exp.Expr], type[exp.Expr]]) -> Spoil:
    def spoil(tree: exp.Expr) -> Iterator[exp.Expr]:
        for n, node in enumerate(tree.walk()):
            if type(node) in kinds:
                other = tree.copy()
                old = list(other.walk())[n]
                new = kinds[type(node)](**{k: v for k, v in old.args.items() if k in ("this", "expression")})
                yield new if old is other else (old.replace(new), other)[1]

    return spoil


def condition_lost(tree: exp.Expr) -> Iterator[exp.Expr]:
    """One part of an AND, or the whole WHERE."""
    where = tree.args.get("where")
    parts = list(where.this.flatten()) if where is not None and isinstance(where.this, exp.And) else []
    for left_out in range(len(parts)):
        other = tree.copy()
        other.set("where", exp.Where(this=exp.and_(*(p.copy() for n, p in enumerate(parts) if n != left_out))))
        yield other
    if where is not None and not parts:
        yield from _without("where")(tree)


def order_turned(tree: exp.Expr) -> Iterator[exp.Expr]:
    if tree.args.get("order") is not None:
        other = tree.copy()
        for node in other.args["order"].expressions:
            node.set("desc", not node.args.get("desc"))
        yield other


def count_distinct_lost(tree: exp.Expr) -> Iterator[exp.Expr]:
    if any(isinstance(c.this, exp.Distinct) for c in tree.find_all(exp.Count)):
        other = tree.copy()
        for call in other.find_all(exp.Count):
            if isinstance(call.this, exp.Distinct):
                call.set("this", call.this.expressions[0])
        yield other


def number_changed(tree: exp.Expr) -> Iterator[exp.Expr]:
    """Of a limit: one row more."""
    limit = tree.args.get("limit")
    if limit is not None and limit.expression is not None:
        other = tree.copy()
        other.args["limit"].set("expression", exp.Literal.number(int(limit.expression.name) + 1))
        yield other


def aggregate_lost(tree: exp.Expr) -> Iterator[exp.Expr]:
    """The figure's column itself, or every column."""
    calls = [e for e in tree.expressions if isinstance(e.unalias(), exp.AggFunc)]
    if calls:
        other = tree.copy()
        for node in list(other.expressions):
            call = node.unalias()
            if isinstance(call, exp.AggFunc):
                inner = call.this.expressions[0] if isinstance(call.this, exp.Distinct) else call.this
                node.replace(inner.copy() if inner is not None else exp.Star())
        yield other


WAYS: dict[str, Spoil] = {
    "a condition lost": condition_lost,
    "grouping lost": _without("group"),
    "HAVING lost": _without("having"),
    "order lost": _without("order"),
    "order turned": order_turned,
    "limit lost": _without("limit"),
    "limit changed": number_changed,
    "comparison turned": _replaced(_TURNED),
    "another aggregate": _replaced(_SWAPPED),
    "aggregate lost": aggregate_lost,
    "DISTINCT lost": _without("distinct"),
    "COUNT DISTINCT lost": count_distinct_lost,
}


def of_half(db: str, half: str) -> bool:
    return half not in ("read", "held") or (zlib.crc32(db.encode()) % 2 == 0) == (half == "read")


def wrong(ws: Workspace, case: Case, sql: str) -> bool:
    """Whether it runs and gives other rows than expected."""
    try:
        return not judge(case, [list(r) for r in ws.questions.sql(sql).rows]).lenient
    except JoineryError:
        return False


def measure(ws: Workspace, case: Case, counts: Counter[str], show: Counter[str], most: int) -> None:
    schema = SchemaView(tuple(ws.tables.all()), tuple(ws.joins.all()))
    doubts = Doubts(schema, None, "sqlite")
    run = Run(lambda step: None, ws.questions.sql)
    mentions = ws.questions.linker().link(tokenise(case.question))

    def doubted(sql: str) -> str:
        found = doubts.before(Draft(sql), JoinTree(()), (), run, case.question, (), mentions)
        return found.message if found is not None else ""

    try:
        tree = parse_one(case.sql, read="sqlite")
    except SqlglotError:
        return
    counts["right"] += 1
    if said := doubted(case.sql):
        counts["right doubted"] += 1
        print(f"RIGHT DOUBTED {case.id} {case.question}\n  {case.sql}\n  {said}")  # noqa: T201
    if not isinstance(tree, exp.Select):
        return
    for way, spoil in WAYS.items():
        for other in spoil(tree):
            sql = other.sql("sqlite")
            if wrong(ws, case, sql):
                caught = bool(doubted(sql))
                counts[f"{way}: wrong"] += 1
                counts[f"{way}: caught"] += caught
                if not caught and show[way] < most:
                    show[way] += 1
                    print(f"PASSED {way}: {case.question}\n  {sql}")  # noqa: T201


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--half", choices=("read", "held", "all"), default="all")
    parser.add_argument("--keep", type=Path, required=True, help="where the workspaces are made, and found again")
    parser.add_argument("--every", type=int, default=1, help="every n-th question only")
    parser.add_argument("--show", type=int, default=0, help="so many of each way that pass, in full")
    given = parser.parse_args()
    counts: Counter[str] = Counter()
    show: Counter[str] = Counter()
    for folder in given.folders:
        cases = [c for n, c in enumerate(read_cases(folder / "questions.jsonl")) if c.sql and n % given.every == 0]
        for db in dict.fromkeys(c.db for c in cases if of_half(c.db, given.half)):
            place = given.keep / db
            new = not place.exists()
            with open_workspace(Settings(workspace=place, plain_numbers=True)) as ws:
                if new:
                    ws.tables.load([folder / "db" / db])
                for case in cases:
                    if case.db == db:
                        measure(ws, case, counts, show, given.show)
            print(db, file=sys.stderr, flush=True)  # noqa: T201
    print(f"{counts['right']} right queries, {counts['right doubted']} of them doubted")  # noqa: T201
    total = caught = 0
    for way in WAYS:
        total, caught = total + counts[f"{way}: wrong"], caught + counts[f"{way}: caught"]
        print(f"{way:22} {counts[f'{way}: caught']:5} of {counts[f'{way}: wrong']:5}")  # noqa: T201
    print(f"{'in all':22} {caught:5} of {total:5} ({caught / max(1, total):.1%})")  # noqa: T201
    return 0


if __name__ == "__main__":
    sys.exit(main())
