"""Fit the weights of the rules' ranker and of their confidence, and say what they are worth on databases held out.

Run `python -m tests.benchmarks.fit_ranker FOLDER [FOLDER …]` from the repository's root. A folder holds
`questions.jsonl`, with expected answers, and `db/NAME/*.csv`. Every database is loaded, its joins found, each question
read, and every reading run and judged. It prints the share of right answers with the weights as they are and, in five
folds over the databases, with weights fitted on the other folds; then how many answers there are at each confidence
and how many of these are right (the risk-coverage curve, from the held-out folds too). With `--write` the weights
fitted on all of it become weights.toml; a folder given twice counts twice in them, and `--without=DB` leaves a database
out, whose licence does not allow it. The same data give the same file.
"""

from __future__ import annotations

import math
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

import core.ask.translators.rules.ranking as ranking
from core.ask.state import Question, Run
from core.ask.translators.rules.ranking.contradictions import CHECKS, cap
from core.ask.translators.rules.ranking.features import content
from core.ask.translators.rules.ranking.rank import GIVEN, Candidate, lead, soberly
from core.ask.translators.rules.ranking.rank import own_signs as single
from core.ask.translators.rules.ranking.rank import weights as current
from core.ask.translators.rules.sql.render import render
from core.ask.translators.rules.translator import RulesTranslator
from core.config import Settings
from core.errors import JoineryError
from core.evaluate.cases import Case, read_cases
from core.evaluate.run import read_questions
from core.evaluate.score import judge
from core.workspace import Workspace, open_workspace

Floats = NDArray[np.float64]
FOLDS = 5
STRENGTH = 0.1
"""Of the quadratic penalty on the weights, each measured in the spread of its feature."""
PLACES = ("counted", "group", "ranked", "figure", "absent", "cell", "number", "time", "rank")
AGAINST = (
    frozenset(CHECKS)
    | {"lost", "guessed", "lower", "partial", "distance", "other_lacks", "group_by_amount"}
    | {f"{place}_lost" for place in PLACES}
    | {f"{part}_unasked" for part in ("order", "where", "figure", "list")}
)
FOR = frozenset(("coverage", "used", "shape", "heard", "alive", "links", "choice", "agreed", "agreed_by_all"))
"""Features that can only speak against, or for, a reading: what few questions show otherwise is chance."""
OF_THE_WINNER = ("margin", "mass", "tables", "mentions")
HIGH = (0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9)


@dataclass(frozen=True)
class Read:
    """One question: its readings and which of them are right."""

    db: str
    candidates: tuple[Candidate, ...]
    right: tuple[bool, ...]
    """Strictly; where no reading is, leniently."""
    fitting: tuple[bool, ...]
    """Leniently: what confidence is in."""


class _Listening(RulesTranslator):
    """The rules, keeping the candidates of the last question."""

    last: Sequence[Candidate] = ()

    def _candidates(self, *given: object) -> list[Candidate]:  # type: ignore[override]
        found = super()._candidates(*given)  # type: ignore[arg-type]
        self.last = found
        return found


def collect(folder: Path) -> list[Read]:
    """All questions of a folder, database by database."""
    cases = {c.id: c for c in read_cases(folder / "questions.jsonl")}
    asked = list(read_questions(folder / "questions.jsonl"))
    found: list[Read] = []
    for db in dict.fromkeys(a.db for a in asked):
        with (
            tempfile.TemporaryDirectory() as place,
            open_workspace(Settings(workspace=Path(place), plain_numbers=True)) as ws,
        ):
            ws.tables.load([folder / "db" / db])
            for one in (a for a in asked if a.db == db):
                found.append(_read(ws, db, Question(one.question, one.hint), cases[one.id]))
        print(db, len(found), file=sys.stderr)  # noqa: T201
    return found


def _read(ws: Workspace, db: str, question: Question, case: Case) -> Read:
    from core.ask.filtering import schema_view
    from core.ask.tokens import tokenise

    rules_ = _Listening()
    mentions = ws.questions.linker().link(tokenise(question.text))
    view = schema_view(ws.tables.all(), ws.joins.all(rejected=True), mentions, ())
    run = Run(lambda step: None, lambda sql: ws.stores.engine.read(sql, limit=1_000, seconds=5.0))
    rules_.read(question, mentions, view, run)
    right, fitting = [], []
    for c in rules_.last:
        try:
            rows = ws.stores.engine.read(render(c.query, c.tree, _facts(view)), limit=10_000, seconds=5.0).rows
        except JoineryError:
            right.append(False)
            fitting.append(False)
        else:
            outcome = judge(case, [list(r) for r in rows])
            right.append(outcome.strict)
            fitting.append(outcome.lenient)
    return Read(db, tuple(rules_.last), tuple(right if any(right) else fitting), tuple(fitting))


def _facts(view: object) -> object:
    from core.ask.translators.rules.facts import Facts

    return Facts(view)  # type: ignore[arg-type]


def names_of(reads: Sequence[Read]) -> list[str]:
    """The features whose weights are fitted."""
    return sorted({name for r in reads for c in r.candidates for name, _ in c.features} - GIVEN.keys())


def _matrix(candidates: Sequence[Candidate], names: Sequence[str]) -> Floats:
    return np.array([[told.get(n, 0.0) for n in names] for told in (dict(c.features) for c in candidates)], float)


def fit_ranking(
    reads: Sequence[Read], names: Sequence[str], before: Mapping[str, float] = MappingProxyType({})
) -> dict[str, float]:
    """A conditional logit: the readings of a question compete, and the right ones together should win.

    The penalty draws each weight to what it was `before`: what these questions do not teach stays.
    """
    groups = [
        (_matrix(r.candidates, names), _matrix(r.candidates, list(GIVEN)) @ list(GIVEN.values()), np.array(r.right))
        for r in reads
        if any(r.right) and not all(r.right)
    ]
    spread = np.concatenate([x - x.mean(0) for x, _, _ in groups]).std(0)
    spread[spread < 1e-9] = 1.0

    centre = np.array([before.get(n, 0.0) for n in names]) * spread

    def loss(w: Floats) -> tuple[float, Floats]:
        total, slope = 0.0, np.zeros_like(w)
        for x, given, y in groups:
            scaled = x / spread
            s = scaled @ w + given
            p = np.exp(s - s.max())
            p /= p.sum()
            hit = p[y].sum() + 1e-12
            total -= math.log(hit)
            slope -= scaled.T @ (np.where(y, p / hit, 0.0) - p)
        away = w - centre
        return total / len(groups) + STRENGTH * float(away @ away) / 2, slope / len(groups) + STRENGTH * away

    signs = [(None, 0.0) if n in AGAINST else (0.0, None) if n in FOR else (None, None) for n in names]
    start = np.zeros(len(names))
    fitted = minimize(loss, start, jac=True, method="L-BFGS-B", bounds=signs, options={"maxiter": 300}).x / spread
    return {n: round(float(w), 3) for n, w in zip(names, fitted, strict=True) if abs(w) >= 0.0005} | GIVEN


def fit_certainty(
    reads: Sequence[Read], ranking: Mapping[str, float], names: Sequence[str]
) -> tuple[dict[str, float], float]:
    """A logistic regression: whether the winner is right, from what confidence may look at."""
    told = [(t, ok) for r in reads if (t := winner(r, ranking)) is not None for ok in [t[1]]]
    x = np.array([[t.get(n, 0.0) for n in names] for (t, _), _ in told])
    y = np.array([ok for _, ok in told], float)
    middle, spread = x.mean(0), x.std(0)
    spread[spread < 1e-9] = 1.0
    x = (x - middle) / spread

    def loss(w: Floats) -> tuple[float, Floats]:
        s = x @ w[1:] + w[0]
        p = 1 / (1 + np.exp(-s))
        total = -np.mean(y * np.log(p + 1e-12) + (1 - y) * np.log(1 - p + 1e-12))
        slope = np.concatenate([[np.mean(p - y)], x.T @ (p - y) / len(y)])
        slope[1:] += 0.5 * STRENGTH * w[1:]
        return float(total + 0.25 * STRENGTH * float(w[1:] @ w[1:])), slope

    w = minimize(loss, np.zeros(len(names) + 1), jac=True, method="L-BFGS-B", options={"maxiter": 300}).x
    raw = w[1:] / spread
    return {n: round(float(v), 3) for n, v in zip(names, raw, strict=True) if abs(v) >= 0.0005}, round(
        float(w[0] - middle @ raw), 3
    )


def winner(read: Read, ranking: Mapping[str, float]) -> tuple[Mapping[str, float], bool] | None:
    """What confidence goes by for the reading that these weights choose, and whether it is right."""
    if not read.candidates:
        return None
    scores = [sum(ranking.get(n, 0.0) * v for n, v in c.features) for c in read.candidates]
    at = int(np.argmax(scores))
    best = read.candidates[at]
    told = {**single(best), **lead(best, list(zip(read.candidates, scores, strict=True)), scores[at])}
    told["left"] = float(bool(content(best.ignored)))
    return told, read.fitting[at]


def sure(told: Mapping[str, float], fitted: Mapping[str, float], intercept: float) -> float:
    p = 1 / (1 + math.exp(-(intercept + sum(w * told.get(n, 0.0) for n, w in fitted.items()))))
    return min(soberly(p), cap(told), 0.74 if told["left"] else 1.0)


def report(reads: Sequence[Read]) -> None:
    """Print what the present weights give, and the weights fitted on other databases."""
    names = names_of(reads)
    seen = [*names, *GIVEN, *OF_THE_WINNER]
    now = [w[1] if (w := winner(r, current().ranking)) else False for r in reads]
    dbs = sorted({r.db for r in reads})
    random.Random(7).shuffle(dbs)
    held: list[tuple[float, bool]] = []
    for fold in range(FOLDS):
        out = set(dbs[fold::FOLDS])
        ranking = fit_ranking([r for r in reads if r.db not in out], names)
        fitted, intercept = fit_certainty([r for r in reads if r.db not in out], ranking, seen)
        for r in (r for r in reads if r.db in out):
            w = winner(r, ranking)
            held.append((sure(w[0], fitted, intercept), w[1]) if w else (0.0, False))
    best = sum(any(r.right) for r in reads) / len(reads)
    print(f"{len(reads)} questions, {len(dbs)} databases; right: {np.mean(now):.1%} as it is,", end=" ")  # noqa: T201
    print(f"{np.mean([ok for _, ok in held]):.1%} held out, {best:.1%} with the best reading of each")  # noqa: T201
    for least in HIGH:
        kept = [ok for s, ok in held if s >= least]
        share = sum(kept) / max(1, len(kept))
        print(f"confidence ≥ {least:.2f}: {len(kept) / len(held):5.1%} of the questions, {share:.1%} of them right")  # noqa: T201


def write(reads: Sequence[Read], path: Path) -> None:
    """Fit on all questions, and keep the weights."""
    names = names_of(reads)
    ranking = fit_ranking(reads, names, current().ranking)
    fitted, intercept = fit_certainty(reads, ranking, [*names, *GIVEN, *OF_THE_WINNER])
    lines = ["# Written by `python -m tests.benchmarks.fit_ranker`; features.py and rank.py say what each weighs.", ""]
    lines += ["[ranking]", *(f"{n} = {w}" for n, w in ranking.items() if n not in GIVEN), ""]
    lines += ["[certainty]", f"intercept = {intercept}", *(f"{n} = {w}" for n, w in fitted.items()), ""]
    path.write_text("\n".join(lines), encoding="utf-8")


if __name__ == "__main__":
    given = Counter(Path(a) for a in sys.argv[1:] if not a.startswith("--"))
    everything = {folder: collect(folder) for folder in given}
    report([r for reads in everything.values() for r in reads])
    if "--write" in sys.argv:
        without = {a.removeprefix("--without=") for a in sys.argv if a.startswith("--without=")}
        weighed = [r for folder, times in given.items() for r in everything[folder] * times]
        write([r for r in weighed if r.db not in without], Path(next(iter(ranking.__path__))) / "weights.toml")
