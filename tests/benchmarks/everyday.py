"""How many questions in everyday wording the rules answer, over six folders that we invented.

Run `python -m tests.benchmarks.everyday` from the repository's root. `data/everyday/NAME/*.csv` are the tables,
`data/everyday/NAME.toml` the questions, whose `sql` gives the expected rows in plain SQLite. It prints the questions
answered wrongly or not at all, then how many are right, and how many wrong rows are shown, and at high confidence.
"""

from __future__ import annotations

import sys
import tempfile
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from core.model import Answer
from tests.ask.worlds import answers, ask, opened, plain

DATA = Path(__file__).parent / "data" / "everyday"
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


def told() -> Iterator[Told]:
    """Every question's answer, folder by folder."""
    for cases in sorted(DATA.glob("*.toml")):
        files = sorted((DATA / cases.stem).glob("*.csv"))
        raw = tomllib.loads(cases.read_text(encoding="utf-8"))
        with tempfile.TemporaryDirectory() as place, opened(files, Path(place)) as workspace:
            db = plain(files)
            for case in raw["question"]:
                answer = ask(workspace, case["ask"])
                right = answers(answer.rows, db.execute(case["sql"]).fetchall())
                yield Told(cases.stem, case["ask"], answer, right)
            db.close()


def main() -> None:
    found = list(told())
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
