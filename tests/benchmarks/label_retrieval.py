"""Ways of finding a question's tables and columns by labels alone, and of writing the schema for a prompt.

Run `python -m tests.benchmarks.label_retrieval QUESTIONS WORKSPACE [TOKENS…]` from the repository's root. The workspace
is one that `tests.benchmarks.schema_filter` made, `QUESTIONS` are JSON lines with `db`, `question` and `gold_sql`. Told
are, for every second database and for the others, recall of the tables needed among the first five and of the columns
among the first twenty; then, at each budget of tokens, the share of needed tables and columns that are in the prompt.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path

import numpy as np

from core.ask.filtering import schema_view, spoken_of_components
from core.ask.link import Linker
from core.ask.state import Mention, SchemaView
from core.ask.stop_words import FUNCTION
from core.ask.tokens import tokenise
from core.ask.translators.chat.notation import shown
from core.ask.translators.chat.schema_text import schema_text
from core.config import Settings
from core.evaluate.run import embedder_of
from core.evaluate.schema_use import used
from core.index.base import Embedder, LabelEntry
from core.index.labels import entries_for
from core.model import Table
from core.retrieval.context import context
from core.retrieval.fusion import fused
from core.retrieval.lexical import Lexical
from core.workspace import Workspace, open_workspace

TABLES, COLUMNS = 5, 20
Ranking = list[str]
Needs = tuple[set[str], set[str]]


class Labels:
    """The labels of a workspace, ranked for a question in several ways; ids are those of the label index."""

    def __init__(self, tables: Sequence[Table], embedder: Embedder, linker: Linker) -> None:
        self.entries: list[LabelEntry] = [e for t in tables for e in entries_for(t)]
        self.vectors = embedder.embed([e.text for e in self.entries])
        self.lexical = Lexical([e.text for e in self.entries])
        whole = [f"{t.label} {' '.join(c.label for c in t.columns)}" for t in tables]
        self.embedder, self.linker, self.names, self.tables = embedder, linker, [t.name for t in tables], Lexical(whole)

    def by_vectors(self, question: str) -> Ranking:
        """Nearness to the whole question."""
        return self._ids(np.argsort(-(self.vectors @ self.embedder.embed([question])[0]), kind="stable"))

    def by_spans(self, question: str) -> Ranking:
        """Nearness to the nearest of its words and pairs of words: what the linker asks the index for."""
        said = [t.lower for t in tokenise(question) if t.kind == "word" and t.lower not in FUNCTION] or [question]
        spans = [*said, *(f"{a} {b}" for a, b in pairwise(said))]
        return self._ids(np.argsort(-(self.vectors @ self.embedder.embed(spans).T).max(axis=1), kind="stable"))

    def by_words(self, question: str) -> Ranking:
        """BM25 over labels; of tables also over the labels of their columns."""
        own = self._ids(self.lexical.rank(question, 400))
        wide = [self.names[n] for n in self.tables.rank(question, 100)]
        return list(fused([own, [i for i in wide if i not in own]])) if wide else own

    def hybrid(self, question: str) -> Ranking:
        """Nearness to the whole question and words, fused by reciprocal rank."""
        return list(fused([self.by_vectors(question)[:400], self.by_words(question)]))

    def hybrid_spans(self, question: str) -> Ranking:
        """The same with nearness to its words and pairs."""
        return list(fused([self.by_spans(question)[:400], self.by_words(question)]))

    def by_linker(self, question: str) -> Ranking:
        """The weight of the linker's mentions: words, meaning, cell values."""
        weight: dict[str, float] = defaultdict(float)
        for mention in self.linker.link(tokenise(question)):
            best: dict[str, float] = {}
            for link in mention.links:
                for id in (link.table, f"{link.table}.{link.column}"):
                    best[id] = max(best.get(id, 0.0), link.score)
            for id, score in best.items():
                weight[id] += score
        return sorted(weight, key=lambda i: (-weight[i], i))

    def _ids(self, order: Sequence[int] | np.ndarray) -> Ranking:
        return list(dict.fromkeys(self.entries[n].id for n in order))


def needs(case: Mapping[str, str], tables: Sequence[Table]) -> Needs:
    """The ids of the tables and columns that the expected query uses."""
    names, columns = used(case["gold_sql"])
    own = [t for t in tables if Path(t.source).parent.name == case["db"] and Path(t.source).stem.casefold() in names]
    return {t.name for t in own}, {c.id for t in own for c in t.columns if c.name.casefold() in columns}


def main(questions: Path, workspace: Path, *budgets: str) -> None:
    cases = [json.loads(line) for line in questions.read_text(encoding="utf-8").splitlines()]
    with open_workspace(Settings.read({"workspace": str(workspace)})) as ws:
        tables = ws.tables.all()
        dbs = list(dict.fromkeys(c["db"] for c in cases))
        asked = [(c, needs(c, tables)) for c in cases]
        asked = [(c, n) for c, n in asked if n[0]]
        halves = [[(c, n) for c, n in asked if dbs.index(c["db"]) % 2 == half] for half in (0, 1)]
        halves = [half for half in halves if half]
        labels = Labels(tables, embedder_of(Settings.read({})), ws.questions.linker())
        for name in ("by_vectors", "by_spans", "by_words", "hybrid", "hybrid_spans", "by_linker"):
            said = [f"{a:.3f}\t{b:.3f}" for a, b in (_recall(half, getattr(labels, name)) for half in halves)]
            sys.stdout.write("\t".join((f"{name:12}", *said)) + "\n")
        for budget in map(int, budgets):
            for name, write in _prompts(ws, budget).items():
                said = [f"{t:.3f}\t{c:.3f}\t{n:,.0f}" for t, c, n in (_held(half, write, labels) for half in halves)]
                sys.stdout.write("\t".join((f"{name:12} {budget}", *said)) + "\n")


def _recall(cases: Sequence[tuple[Mapping[str, str], Needs]], rank: Callable[[str], Ranking]) -> tuple[float, float]:
    found: list[float] = []
    columns: list[float] = []
    for case, (wanted, cells) in cases:
        ranking = rank(case["question"])
        first = [i for i in ranking if "." not in i or i in wanted][:TABLES]
        found.append(len(wanted & set(first)) / len(wanted))
        if cells:
            columns.append(len(cells & set([i for i in ranking if "." in i][:COLUMNS])) / len(cells))
    return sum(found) / len(found), sum(columns) / len(columns)


def _prompts(ws: Workspace, budget: int) -> Mapping[str, Callable[[Sequence[Mention]], tuple[SchemaView, str]]]:
    tables, joins = ws.tables.all(), ws.joins.all()

    def filtered(mentions: Sequence[Mention]) -> tuple[SchemaView, str]:
        view = spoken_of_components(schema_view(tables, joins, mentions), mentions)
        return view, schema_text(view, first=_weighty(mentions), wanted=_wanted(mentions), tokens=budget)

    def assembled(mentions: Sequence[Mention]) -> tuple[SchemaView, str]:
        return SchemaView(tuple(tables), ()), context(tables, joins, _weighty(mentions)[:8], budget)

    return {"filter": filtered, "assembler": assembled}


def _weighty(mentions: Sequence[Mention]) -> list[str]:
    weight: dict[str, float] = defaultdict(float)
    for m in mentions:
        best: dict[str, float] = {}
        for link in m.links:
            best[link.table] = max(best.get(link.table, 0.0), link.score)
        for table, score in best.items():
            weight[table] += score
    return sorted(weight, key=lambda n: (-weight[n], n))


def _wanted(mentions: Sequence[Mention]) -> dict[str, set[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for m in mentions:
        for link in m.links:
            if link.column:
                found[link.table].add(link.column)
    return found


def _held(
    cases: Sequence[tuple[Mapping[str, str], Needs]],
    write: Callable[[Sequence[Mention]], tuple[SchemaView, str]],
    labels: Labels,
) -> tuple[float, float, float]:
    """Shares of needed tables and columns that stand in the text, and its mean tokens."""
    tables: list[float] = []
    columns: list[float] = []
    tokens: list[float] = []
    for case, (wanted, cells) in cases:
        view, text = write(labels.linker.link(tokenise(case["question"])))
        said = dict(_blocks(view, text))
        tables.append(len(wanted & said.keys()) / len(wanted))
        if cells:
            in_text = {c for c in cells if c.split(".", 1)[1] in said.get(c.split(".", 1)[0], "")}
            columns.append(len(in_text) / len(cells))
        tokens.append(len(text) / 4)
    return sum(tables) / len(tables), sum(columns) / len(columns), sum(tokens) / len(tokens)


def _blocks(view: SchemaView, text: str) -> Iterator[tuple[str, str]]:
    """Each table of a text by its name, with the lines about it: in the prompt's notation and in the assembler's."""
    lines = text.split("\n")
    for table in view.tables:
        heads = (f"table {shown(table.name)}", f"(:Table `{table.label}`")
        at = next((n for n, x in enumerate(lines) if x.startswith(heads[0] + ",") or x.startswith(heads)), None)
        if at is not None:
            end = next((n for n in range(at + 1, len(lines)) if not lines[n].startswith("  ")), len(lines))
            yield table.name, "\n".join(lines[at:end])


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), *sys.argv[3:])
