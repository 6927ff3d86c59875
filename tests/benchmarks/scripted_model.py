"""A chat model that knows the expected SQL: it reads and writes as a perfect model would, or is wrong as often as told.

It stands where `ChatModel` does, in this process, and counts what is sent and received in tokens of `PER_TOKEN`
characters, so that prompts can be compared without a model. What it says when asked again: the same, for what was
doubted was right.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from sqlglot import exp, parse_one

from core.ask.state import Run
from core.ask.translators.chat.model import Message, transcript
from core.ask.translators.chat.standing import Standing
from core.ask.translators.chat.windows import WINDOW
from core.evaluate.cases import Case
from core.model import Exchange, Table

PER_TOKEN = 4.0
"""Characters, of English and SQL, in the usual tokenizers."""
_OFFER = re.compile(r"^([A-Z])\. (.*)$", re.MULTILINE)
_COMPARED: dict[type[exp.Expr], str] = {
    exp.EQ: "=", exp.NEQ: "<>", exp.GT: ">", exp.GTE: ">=", exp.LT: "<", exp.LTE: "<=", exp.Like: "LIKE",
}  # fmt: skip


@dataclass
class ScriptedModel:
    """`wrong` is the share of questions it misreads and of queries it spoils, each drawn for itself from `seed`."""

    wrong: float = 0.0
    seed: int = 1
    name: str = "scripted:gold"
    window: int = WINDOW
    case: Case | None = None
    tables: Sequence[Table] = ()
    right: Mapping[str, bool] = field(default_factory=dict)
    """Which of the rules' readings, by their text, are right."""
    others: Sequence[str] = ()
    """Queries of other questions about the same tables: what a wrong model writes."""
    standing: Standing = field(default_factory=Standing)
    """What is learned of it in one database holds in the next, as `eval` has it."""
    _varied: int = 0
    again: int = 0
    """How often it was asked for another reply to the same thing."""

    at_once: int = 1
    calls: int = 8
    """The most for one question."""
    yields: bool = False
    """Whether it writes another question's query when its right one is doubted."""

    def left(self, run: Run) -> int:
        return max(0, self.calls - run.calls)

    def ask(
        self,
        messages: Sequence[Message],
        run: Run,
        purpose: str = "",
        *,
        structured: bool = False,
        varied: bool = False,
    ) -> str:
        case = self.case
        assert case is not None
        before = 0 if varied else sum(e.purpose == purpose for e in run.exchanges)
        self._varied = self._varied + 1 if varied else 0
        drawn = f"{before} {self._varied}" if varied else f"{before}"
        draw = random.Random(f"{self.seed} {case.id} {purpose} {drawn}")
        fails = draw.random() < self.wrong or (self.yields and before > 0)
        self.again += before > 0
        sent = transcript(messages)
        said = self._read(sent, fails, draw) if purpose == "read" else self._query(fails, draw)
        tokens = round((len(sent) + len(said)) / PER_TOKEN)
        run.calls += 1
        run.tokens += tokens
        run.spend(None)
        run.exchanges.append(Exchange(purpose, sent, said, 0.0, tokens, self.name, 1, ""))
        return said

    def _read(self, sent: str, fails: bool, draw: random.Random) -> str:
        assert self.case is not None
        offered = _OFFER.findall(sent.rpartition("<readings>")[2]) if "<readings>" in sent else []
        good = [letter for letter, text in offered if self.right.get(text)]
        bad = [letter for letter, text in offered if not self.right.get(text)]
        if fails and bad and draw.random() < 0.5:
            return json.dumps({"choice": draw.choice(bad)})
        if good and not fails:
            return json.dumps({"choice": good[0]})
        sql = draw.choice(list(self.others)) if fails and self.others else self.case.sql
        return json.dumps(reading(sql, self.case.question, self.tables))

    def _query(self, fails: bool, draw: random.Random) -> str:
        assert self.case is not None
        sql = draw.choice(list(self.others)) if fails and self.others else self.case.sql
        return f"```sql\n{sql}\n```"


def reading(sql: str, question: str, tables: Sequence[Table]) -> dict[str, object]:
    """What a perfect reader would say of a question whose SQL is known."""
    known = {t.name.casefold(): t for t in tables}
    tree = parse_one(sql, read="sqlite")
    used: dict[str, Table] = {}
    alias: dict[str, Table] = {}
    for node in tree.find_all(exp.Table):
        table = known.get(node.name.casefold())
        if table is not None:
            used[table.name] = table
            alias[node.alias_or_name.casefold()] = table

    def column(node: exp.Column) -> str:
        among = [alias[node.table.casefold()]] if node.table.casefold() in alias else list(used.values())
        for table in among:
            for c in table.columns:
                if c.name.casefold() == node.name.casefold():
                    return c.id
        return ""

    columns = dict.fromkeys(c for node in tree.find_all(exp.Column) if (c := column(node)))
    filters = []
    for node in tree.find_all(*_COMPARED):
        left, right = node.this, node.args.get("expression")
        if isinstance(left, exp.Column) and isinstance(right, exp.Literal) and (name := column(left)):
            value = right.this if right.is_string else float(right.this)
            filters.append({"column": name, "op": _COMPARED[type(node)], "value": value})
    found = {"answerable": True, "enriched": question, "tables": list(used), "columns": list(columns)}
    return {**found, "filters": filters, "notes": ""}
