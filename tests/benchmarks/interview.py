"""How far ten answers to questions back raise the share of right answers, over folders without documents or hints.

`data/interview.toml` holds the worlds: how their rows are drawn, the questions with their golds in plain SQLite, and
what a person who knows the files answers to the questions back (the others are skipped). About half of the questions
hang on nothing that is asked back.

Run `python -m tests.benchmarks.interview [--show]` from the repository's root: for each world the questions back, and
the share answered right before and after. `--data DIR --questions FILE --joins DIR` measures a folder of databases
instead, where questions about joins are answered by lists of those that are meant, as `tests.benchmarks.joins_accuracy`
reads, and others by `--told FILE`: for each database what a person knows, the answer's text by the question's id. The
databases' halves, every other one by name, are told apart, so that one can be held out. With `--held-out` nobody knows
anything of the others: half of a database's questions, every other one, decide how each is answered (the option that
makes most of them right, or none), and the other half is counted; then the halves change places.
"""

from __future__ import annotations

import argparse
import csv
import json
import random
import sqlite3
import tempfile
import tomllib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from core.ask.interview.asked import Asked
from core.config import Settings
from core.evaluate.cases import Case, read_cases
from core.evaluate.score import score
from core.index.embed import NgramEmbedder
from core.model import Answer, Value
from core.workspace import Workspace, open_workspace

WORLDS = Path(__file__).parent / "data" / "interview.toml"
Person = Callable[[Asked], int | None]
"""Which answer, counted from 1, a person gives; None: it is skipped."""


def drawn(world: Mapping[str, Any], folder: Path) -> list[Path]:
    """The world's files. A column is drawn by its rule: `n 100` numbers the rows from 101 on; `a|b` is one of several;
    `5..60` a whole number; `2023-01-01..500` a day after that one; `+30` up to thirty days after the cell before it;
    ` odd -1@8` behind a rule is −1 in eight rows of a hundred.
    """
    draw = random.Random(world["seed"])
    files = []
    for name, table in world["tables"].items():
        files.append(folder / f"{name}.csv")
        with files[-1].open("w", encoding="utf-8", newline="") as out:
            writer = csv.writer(out)
            writer.writerow(table["columns"])
            rules = table["columns"].values()
            for n in range(1, table["rows"] + 1):
                row: list[Value] = []
                for rule in rules:
                    row.append(_cell(rule, n, row, draw))
                writer.writerow(row)
    return files


def _cell(rule: str, n: int, row: Sequence[Value], draw: random.Random) -> Value:
    rule, _, odd = rule.partition(" odd ")
    if odd:
        value, _, percent = odd.partition("@")
        if draw.random() * 100 < float(percent):
            return int(value)
    if rule.startswith("n "):
        return int(rule[2:]) + n
    if rule.startswith("name "):
        return f"{rule[5:]} {n}"
    if "|" in rule:
        return draw.choice(rule.split("|"))
    if rule.startswith("+"):
        return _day(str(row[-1]), draw.randrange(int(rule[1:]) + 1))
    low, _, high = rule.partition("..")
    if "-" in low:
        return _day(low, draw.randrange(int(high)))
    return draw.randint(int(low), int(high))


def _day(first: str, days: int) -> str:
    from datetime import date, timedelta

    return (date.fromisoformat(first) + timedelta(days=days)).isoformat()


def measure(ws: Workspace, cases: Sequence[Case], person: Person, show: bool = False) -> tuple[int, int, int]:
    """Right before the interview, right after it, and how many questions back were answered."""
    before = [_right(ws, c) for c in cases]
    answered = 0
    for _ in range(10):
        asked = next(iter(ws.interview.questions()), None)
        if asked is None:
            break
        choice = person(asked)
        if show:
            print("   ", asked.text, "→", asked.options[choice - 1].text if choice else "skipped")  # noqa: T201
        if choice is None:
            ws.interview.skip(asked.id)
        else:
            ws.interview.answer(asked.id, choice)
            answered += 1
    after = [_right(ws, c) if answered else b for c, b in zip(cases, before, strict=True)]
    if show:
        for case, was, now in zip(cases, before, after, strict=True):
            print("   ", "+" if now and not was else "-" if was and not now else "=" if now else ".", case.question)  # noqa: T201
    return sum(before), sum(after), answered


def held_out(ws: Workspace, cases: Sequence[Case], person: Person) -> tuple[int, int, int]:
    """As `measure`; what the person does not know is answered as the other half of the questions shows."""
    before = [_right(ws, c) for c in cases]
    joins = [(a, choice) for a in ws.interview.questions() if (choice := person(a)) is not None]
    for asked, choice in joins:
        if asked.id in {a.id for a in ws.interview.questions()}:
            ws.interview.answer(asked.id, choice)
    joined = [_right(ws, c) for c in cases] if joins else before
    tried: dict[str, list[list[bool]]] = {}
    for asked in ws.interview.questions():
        if asked.kind != "join" and len(joins) + len(tried) < 10:
            tried[asked.id] = [_with(ws, {asked.id: n + 1}, cases) for n in range(len(asked.options))]
    after = list(joined)
    for half in (0, 1):
        now = sum(joined[half::2])
        gains = {of: [sum(right[half::2]) - now for right in options] for of, options in tried.items()}
        chosen = {of: best.index(max(best)) + 1 for of, best in gains.items() if max(best, default=0) > 0}
        if chosen:
            after[1 - half :: 2] = _with(ws, chosen, cases[1 - half :: 2])
    return sum(before), sum(after), len(joins) + len(tried)


def _with(ws: Workspace, chosen: Mapping[str, int], cases: Sequence[Case]) -> list[bool]:
    """Which questions are right after these answers, which are taken back."""
    given = []
    for of, choice in chosen.items():
        if of in {a.id for a in ws.interview.questions()}:
            ws.interview.answer(of, choice)
            given.append(of)
    right = [_right(ws, c) for c in cases]
    for of in reversed(given):
        ws.interview.undo(of)
    return right


def _right(ws: Workspace, case: Case) -> bool:
    """Whether the rows are right, and shown: an answer that is withheld is none."""
    *_, last = ws.questions.ask(case.question)
    return isinstance(last, Answer) and last.sql is not None and not last.unsure and score(case, last.rows)


def invented(show: bool) -> None:
    """Each world of the file, and all of them."""
    worlds = tomllib.loads(WORLDS.read_text(encoding="utf-8"))
    totals = [0, 0, 0]
    for name, world in worlds.items():
        with tempfile.TemporaryDirectory() as folder:
            files = drawn(world, Path(folder))
            db = sqlite3.connect(":memory:")
            for file in files:
                with file.open(encoding="utf-8", newline="") as lines:
                    header, *rows = csv.reader(lines)
                db.execute(f"CREATE TABLE {file.stem} ({', '.join(f'{h} NUMERIC' for h in header)})")
                db.executemany(f"INSERT INTO {file.stem} VALUES ({', '.join('?' * len(header))})", rows)
            cases = [Case(q, q, rows=tuple(db.execute(sql).fetchall())) for q, sql in world["questions"].items()]
            db.close()
            told: Mapping[str, int] = world["person"]
            with open_workspace(Settings(workspace=Path(folder) / "w"), embedder=NgramEmbedder()) as ws:
                ws.tables.load(files)
                before, after, answered = measure(ws, cases, lambda asked, told=told: told.get(asked.id), show)  # type: ignore[misc]
        print(f"{name}: {before} → {after} of {len(cases)} right, {answered} answered")  # noqa: T201
        totals = [totals[0] + before, totals[1] + after, totals[2] + len(cases)]
    print(f"all: {totals[0] / totals[2]:.1%} → {totals[1] / totals[2]:.1%} of {totals[2]}")  # noqa: T201


def published(
    data: Path, questions: Path, joins: Path, told: Mapping[str, Mapping[str, str]] | None, show: bool
) -> None:
    """A folder of databases: joins are answered by those that are meant, other questions by what `told` holds, or,
    without it, as the other half of the questions shows."""
    cases = read_cases(questions)
    totals: dict[str, list[int]] = {"even": [0, 0, 0, 0], "odd": [0, 0, 0, 0]}
    for n, name in enumerate(sorted({c.db for c in cases})):
        person = _knowing(joins / f"{name}.json", (told or {}).get(name, {}))
        with (
            tempfile.TemporaryDirectory() as folder,
            open_workspace(Settings(workspace=Path(folder) / "w"), embedder=NgramEmbedder()) as ws,
        ):
            ws.tables.load(sorted((data / name).glob("*.csv")))
            mine = [c for c in cases if c.db == name]
            counted = held_out(ws, mine, person) if told is None else measure(ws, mine, person, show)
        before, after, answered = counted
        print(f"{name}: {before} → {after} of {len(mine)} right, {answered} answered", flush=True)  # noqa: T201
        half = totals["odd" if n % 2 else "even"]
        half[:] = [a + b for a, b in zip(half, (before, after, len(mine), answered), strict=True)]
    for name, (before, after, number, answered) in {
        **totals,
        "all": [*map(sum, zip(*totals.values(), strict=True))],
    }.items():
        shares = f"{before / number:.1%} → {after / number:.1%}"
        print(f"{name}: {before} → {after} of {number}, {shares}, {answered} answered")  # noqa: T201


def _knowing(joins: Path, told: Mapping[str, str]) -> Person:
    """Somebody who knows which columns belong together, and of the rest what `told` says: an answer's text by its
    question's id."""
    truth = json.loads(joins.read_text(encoding="utf-8")) if joins.is_file() else {}
    meant = {frozenset(pair) for pair in truth.get("true", ())}
    maybe = {frozenset(pair) for kind in ("implied", "plausible_unscored") for pair in truth.get(kind, ())}

    def person(asked: Asked) -> int | None:
        if asked.kind == "join":
            left, _, right = asked.id.removeprefix("join:").partition("=")
            pair = frozenset((left, right))
            return 1 if pair in meant else None if pair in maybe else 2
        for n, option in enumerate(asked.options, start=1):
            if asked.kind == "alone" and any(frozenset(does[2:]) in meant for does in option.does):
                return n
            if option.text.casefold() == told.get(asked.id, "").casefold():
                return n
        return None

    return person


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--show", action="store_true")
    options.add_argument("--data", type=Path)
    options.add_argument("--questions", type=Path)
    options.add_argument("--joins", type=Path)
    options.add_argument("--told", type=Path)
    options.add_argument("--held-out", action="store_true")
    given = options.parse_args()
    if given.data:
        told = tomllib.loads(given.told.read_text(encoding="utf-8")) if given.told else {}
        published(given.data, given.questions, given.joins, None if given.held_out else told, given.show)
    else:
        invented(given.show)


if __name__ == "__main__":
    main()
