"""What the prompts cost and what a model's answers are worth, with a scripted model over questions with known SQL.

Run `python -m tests.benchmarks.ask_model FOLDER [--wrong 0.5] [--keep DIR] [--every 1] [--db NAME …]` from the
repository's root. FOLDER holds `questions.jsonl`, with expected SQL, and `db/NAME/*.csv`. Each question is asked of the
rules alone and of a model that replies with the expected SQL (`--wrong 0`), or with another question's in that share of
its replies. Printed: how many are right with the rules, with the model; how many of the model's right queries were
asked for again, and how many right ones came out wrong; calls and tokens a question.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from dataclasses import replace
from pathlib import Path

from core.config import Settings
from core.errors import JoineryError
from core.evaluate.cases import Case, read_cases
from core.evaluate.run import rows_of
from core.evaluate.score import judge
from core.model import Answer
from core.workspace import Workspace, open_workspace
from core.workspace.translators import Translators
from tests.benchmarks.scripted_model import ScriptedModel


class Given(Translators):
    """Translators whose chat model is this one."""

    def __init__(self, settings: Settings, model: ScriptedModel, votes: int = 3) -> None:
        super().__init__(replace(settings, model=model.name, model_votes=votes))
        self._scripted = model
        self.share(model.standing)

    def _model(self, name: str) -> ScriptedModel:  # type: ignore[override]
        return self._scripted


def asked(ws: Workspace, case: Case) -> Answer:
    return next(a for a in ws.questions.ask(case.question, hint=case.hint) if isinstance(a, Answer))


def right(ws: Workspace, case: Case, answer: Answer) -> bool:
    found = rows_of(answer)
    return found is not None and judge(case, [list(r) for r in found]).strict


def readings(ws: Workspace, case: Case, answer: Answer) -> dict[str, bool]:
    """The rules' readings by their text, and whether each gives the expected rows."""
    found = {answer.enriched: right(ws, case, answer)}
    for other in answer.alternatives:
        try:
            rows = ws.questions.sql(other.sql).rows if other.sql else None
        except JoineryError:
            rows = None
        found.setdefault(other.enriched, rows is not None and judge(case, [list(r) for r in rows]).strict)
    return found


def run(
    ws: Workspace, cases: list[Case], model: ScriptedModel, counts: Counter[str], show: bool, votes: int = 3
) -> None:
    rules, chat = Translators(replace(ws.settings.given, model="rules")), Given(ws.settings.given, model, votes)
    model.tables = ws.tables.all()
    for case in cases:
        ws.settings.translators = rules
        alone = asked(ws, case)
        ws.settings.translators = chat
        model.case, model.right = case, readings(ws, case, alone)
        model.others = [c.sql for c in cases if c.sql != case.sql]
        before = model.again
        answer = asked(ws, case)
        by_rules, by_model = right(ws, case, alone), right(ws, case, answer)
        counts["questions"] += 1
        counts["rules"] += by_rules
        counts["model"] += by_model
        counts["worse"] += by_rules and not by_model
        counts["calls"] += answer.model_calls
        counts["tokens"] += answer.tokens
        counts["again"] += model.again > before
        for e in answer.exchanges:
            counts[f"tokens for {e.purpose}"] += e.tokens
        if show and (not by_model or model.again > before):
            told = [s.text for s in answer.steps if s.state == "repaired"]
            print(f"{case.id} right={by_model} {case.question}\n  {case.sql}\n  {answer.sql}\n  {told}")  # noqa: T201


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--wrong", type=float, default=0.0)
    parser.add_argument("--yields", action="store_true", help="when doubted, it writes another question's query")
    parser.add_argument("--votes", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--every", type=int, default=1, help="every n-th question only")
    parser.add_argument("--db", nargs="*", default=[])
    parser.add_argument("--core", action="store_true", help="the core questions only")
    parser.add_argument("--show", action="store_true", help="questions that came out wrong, or were asked again")
    given = parser.parse_args()
    cases = [c for c in read_cases(given.folder / "questions.jsonl") if c.sql and (c.core or not given.core)]
    cases = [c for n, c in enumerate(cases) if n % given.every == 0 and (not given.db or c.db in given.db)]
    model = ScriptedModel(given.wrong, given.seed, yields=given.yields)
    counts: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as scratch:
        for db in dict.fromkeys(c.db for c in cases):
            place = (given.keep or Path(scratch)) / db
            new = not place.exists()
            with open_workspace(Settings(workspace=place, plain_numbers=True)) as ws:
                if new:
                    ws.tables.load([given.folder / "db" / db])
                run(ws, [c for c in cases if c.db == db], model, counts, given.show, given.votes)
            print(db, dict(counts), file=sys.stderr, flush=True)  # noqa: T201
    n = counts["questions"]
    print(  # noqa: T201
        f"{n} questions. Right: rules {counts['rules'] / n:.1%}, with the model {counts['model'] / n:.1%}; "
        f"{counts['worse']} that the rules had right came out wrong. Asked again: {counts['again']}. "
        f"A question: {counts['calls'] / n:.2f} calls, {counts['tokens'] / n:,.0f} tokens ("
        + ", ".join(f"{k[11:]} {v / n:,.0f}" for k, v in sorted(counts.items()) if k.startswith("tokens for"))
        + ")."
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
