"""How long reading a question takes: milliseconds for 30 and for 1,000 tables, and against a reference of the same run.

Run `python -m tests.benchmarks.ask_speed [tables …]` from the repository's root. The tables are those of
`joins_scale`, as profiles only; the rows are not there, so the time of the SQL, and of looking cell values up, is left
out. The reference is 100,000 turns of a plain loop over a dictionary: the ratio to it is what may be compared across
machines.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable, Sequence
from itertools import pairwise

from core.ask.filtering import schema_view
from core.ask.link import Linker
from core.ask.scope_choice import best_scope
from core.ask.scopes import WHOLE, Scoped, Scopes
from core.ask.span_selection import cover
from core.ask.state import Question, Run
from core.ask.tokens import tokenise
from core.ask.translators.rules.translator import RulesTranslator
from core.ask.vocabulary import Vocabulary
from core.index.value_search import ValueHit
from core.match import discover
from core.model import Rows
from tests.benchmarks.joins_scale import pile

KINDS = 4
"""Kinds of questions. Two of them say words of hundreds of labels and take several times as long as the others: the
median of all lies in between, and moves with the slowest of the quick ones."""
NOISE = "and then somebody said something about nothing in particular " * 32


class _NoValues:
    def find(self, words: Sequence[str]) -> list[ValueHit]:
        return []

    def lookup(self, text: str) -> list[ValueHit]:
        return []


def milliseconds(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return 1000 * (time.perf_counter() - began)


def reference() -> None:
    counts: dict[int, int] = {}
    for n in range(100_000):
        counts[n % 97] = counts.get(n % 97, 0) + n


def measure(count: int) -> None:
    """Print the median, the slowest question and the longest text, for a pile of `count` tables."""
    tables, _ = pile(count)
    joins = tuple(discover(tables))
    linker = Linker(Vocabulary(tables), _NoValues())
    scopes = Scopes.of(tables, joins, _NoValues(), None)
    texts = []
    for one, two in pairwise(tables[:21]):
        a, b = one.columns[-1].label, one.columns[2].label
        texts += [
            f"How many {one.label} are there?",
            f"What is the average {a} of {one.label} per {b}?",
            f"Which {one.label} have the most {two.label}?",
            f"List the {b} of {one.label} with {a} over 10, largest {a} first",
        ]

    def ask(text: str) -> None:
        tokens = tokenise(text)
        spans = linker.spans(tokens)
        mentions = cover(tokens, spans)
        run = Run(lambda step: None, lambda sql: Rows((), ((1,),)))
        whole = Scoped(WHOLE, mentions, schema_view(tables, joins, mentions, ()), 0.0)
        best_scope(
            (*scopes.likeliest(tokens, spans), whole),
            lambda s: RulesTranslator().read(Question(text), s.mentions, s.view, run),
            lambda reading: reading.confidence,
        )

    ask(texts[0])
    spent = [milliseconds(lambda text=text: ask(text)) for text in texts]  # type: ignore[misc]
    long = milliseconds(lambda: ask(f"{texts[1]} {NOISE}"))
    base = statistics.median(milliseconds(reference) for _ in range(9))
    middle = statistics.median(spent)
    kinds = ", ".join(f"{statistics.median(spent[n::KINDS]):.0f}" for n in range(KINDS))
    print(  # noqa: T201
        f"{count:5} tables: median {middle:.0f} ms ({middle / base:.1f} × the reference), of each kind {kinds} ms, "
        f"slowest {max(spent):.0f} ms, a text of {len(NOISE)} characters {long:.0f} ms"
    )


if __name__ == "__main__":
    for size in [int(a) for a in sys.argv[1:]] or [30, 1000]:
        measure(size)
