"""Every reading of a question, likeliest first, with what speaks for and against it: why one won, or was withheld.

    python -m tests.benchmarks.readings WORKSPACE "how many orders per month" [--most 4] [--all]

`WORKSPACE` is a folder that `python -m core --workspace WORKSPACE load …` filled. For each reading: its score, how sure
it would be if it won, its SQL, what contradicts it, and the features that differ from those of the first (`--all`:
all features). A question that is said in several ways is read in each.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from unittest.mock import patch

from core.ask.translators.rules import translator
from core.ask.translators.rules.candidates import candidates
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.ranking.contradictions import CHECKS
from core.ask.translators.rules.ranking.rank import Candidate, confidence
from core.ask.translators.rules.sql.render import render
from core.config import Settings
from core.model import Answer
from core.workspace import open_workspace


def main() -> None:
    summary, _, usage = (__doc__ or "").partition("\n")
    shape = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=summary, epilog=usage, formatter_class=shape)
    parser.add_argument("workspace", type=Path)
    parser.add_argument("question")
    parser.add_argument("--most", type=int, default=4, help="readings of each wording")
    parser.add_argument("--all", action="store_true", help="all features, and not only those that differ")
    given = parser.parse_args()
    found: list[tuple[str, Facts, list[Candidate]]] = []

    def kept(tokens, mentions, choices, facts, placed, run):  # type: ignore[no-untyped-def]
        made = candidates(tokens, mentions, choices, facts, placed, run)
        found.append((" ".join(t.text for t in tokens), facts, made))
        return made

    with (
        patch.object(translator, "candidates", kept),
        open_workspace(Settings(workspace=given.workspace)) as workspace,
    ):
        *_, answer = workspace.questions.ask(given.question)
    assert isinstance(answer, Answer)
    state = "withheld" if answer.unsure else "shown"
    print(f"{answer.confidence:.2f} {state}: {answer.enriched}\n{_line(answer.sql)}")  # noqa: T201
    for wording, facts, made in found:
        _show(wording, facts, made, given.most, every=given.all)


def _show(wording: str, facts: Facts, made: Sequence[Candidate], most: int, *, every: bool) -> None:
    print(f"\n“{wording}”: {len(made)} readings")  # noqa: T201
    ranked = sorted(made, key=lambda c: -c.score)
    first = dict(ranked[0].features) if ranked else {}
    for place, c in enumerate(ranked[:most]):
        own = dict(c.features)
        against = [name for name in CHECKS if own.get(name)]
        told = {
            name: round(float(value), 3)
            for name, value in own.items()
            if name not in CHECKS and (value if every or not place else value != first.get(name))
        }
        print(f"  {c.score:6.2f}  {confidence(c, made):.2f}  {_line(render(c.query, c.tree, facts))}")  # noqa: T201
        print(f"    against it: {', '.join(against) or 'nothing'}; not used: {', '.join(c.ignored) or 'nothing'}")  # noqa: T201
        print(f"    {', '.join(f'{name} {value:g}' for name, value in told.items())}")  # noqa: T201


def _line(sql: str) -> str:
    return " ".join(sql.split())


if __name__ == "__main__":
    main()
