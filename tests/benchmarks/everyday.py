"""How many questions in everyday wording the rules answer, over folders that we invented.

Run `python -m tests.benchmarks.everyday` from the repository's root; with `published` behind it, over folders as
publishers put them out. `data/everyday/NAME/*.csv` are the tables, `data/everyday/NAME.toml` the questions, whose `sql`
gives the expected rows in plain SQLite (`also`: others as fair, as where two are on top). It prints the questions
answered wrongly or not at all, then how many are right, and how many wrong rows are shown, and at high confidence.
"""

from __future__ import annotations

import sys
import tempfile
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.evaluate.cases import Case
from core.evaluate.score import score
from core.model import Answer
from tests.ask.worlds import ask, opened, plain

DATA = Path(__file__).parent / "data"
HIGH = 0.75


@dataclass(frozen=True, slots=True)
class Told:
    """A question with its answer."""

    folder: str
    question: str
    answer: Answer
    right: bool

    @property
    def shown(self) -> bool:
        return bool(self.answer.sql) and not self.answer.unsure


def told(kind: str = "everyday") -> Iterator[Told]:
    """Every question's answer, folder by folder."""
    for cases in sorted((DATA / kind).glob("*.toml")):
        files = sorted((DATA / kind / cases.stem).glob("*.csv"))
        raw = tomllib.loads(cases.read_text(encoding="utf-8"))
        with tempfile.TemporaryDirectory() as place, opened(files, Path(place)) as workspace:
            db = plain(files)
            for case in raw["question"]:
                answer = ask(workspace, case["ask"])
                golds = (case["sql"], *case.get("also", ()))
                right = any(_right(answer, tuple(db.execute(g).fetchall()), figure=kind == "published") for g in golds)
                yield Told(cases.stem, case["ask"], answer, right)
            db.close()


def _right(answer: Answer, expected: tuple[tuple[Any, ...], ...], *, figure: bool) -> bool:
    """Leniently: other columns may stand beside; with `figure` the last expected one may lack."""
    wanted = [expected, *([tuple(r[:-1] for r in expected)] if figure and len(expected[0]) > 1 else [])]
    return any(score(Case("", "", rows=w), answer.rows, lenient=True) for w in wanted)


def main() -> None:
    found = list(told("published" if "published" in sys.argv else "everyday"))
    for t in found:
        if not t.right or "--all" in sys.argv:
            state = "right" if t.right else "shown" if t.shown else "withheld"
            sql = " ".join((t.answer.sql or t.answer.answer).split())
            print(f"{state:8} {t.answer.confidence:.2f} {t.folder}: {t.question}\n         {sql}")  # noqa: T201
    wrong = [t for t in found if t.shown and not t.right]
    high = [t for t in found if t.answer.confidence >= HIGH]
    print(  # noqa: T201
        f"{len(found)} questions: {sum(t.right for t in found)} right, {sum(t.right and t.shown for t in found)}"
        f" of them shown; {len(wrong)} wrong and shown; {len(high)} at high confidence,"
        f" {sum(not t.right for t in high)} of them wrong"
    )


if __name__ == "__main__":
    main()
