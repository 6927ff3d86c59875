"""`the average order value`, `what is an order worth on average`: the money taken by how many orders it was for."""

from __future__ import annotations

import re
from collections.abc import Sequence

from core.ask.label_stems import stems
from core.ask.state import Mention
from core.ask.tokens import Token, stem
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.linking.named import tables_named
from core.ask.translators.rules.query import Col, Definition, Formula, Item, figure
from core.ask.translators.rules.told.takings import has_money, taken

_AVERAGE = r"(?:average|avg|mean|typical)"
_WORTH = r"(?:total value|total amount|value|total|amount|worth|spend)"
_SAID = (
    re.compile(rf"\b{_AVERAGE} (?P<thing>\w+) {_WORTH}\b"),
    re.compile(rf"\b{_AVERAGE} {_WORTH} (?:of|per) (?:an? |each |every |one |all )?(?P<thing>\w+)\b"),
    re.compile(r"\b(?:an? )?(?:average |typical )?(?P<thing>\w+) worth on average\b"),
)


def order_worth(
    tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts
) -> dict[int, tuple[int, Definition]]:
    """Where it is said: start → (end, the figure), of things to which rows with a quantity and its money belong."""
    text = " ".join(t.lower if t.kind == "word" else "|" for t in tokens)
    said = next((m for m in (p.search(text) for p in _SAID) if m), None)
    if said is None:
        return {}
    item, thing = taken(facts), said["thing"]
    held = item.column.table if item is not None and item.column is not None else ""
    named = [t for t in tables_named(mentions) if t in facts.tables]
    called = [t for t in named if stem(thing) in stems(facts.tables[t].label)[-1:]]
    leads = [j for j in facts.schema.joins if j.child_table == held and j.parent_table in called and len(j.child) == 1]
    if item is None or len(leads) != 1 or has_money(leads[0].parent_table, facts):
        return {}
    many = Item(Col(held, leads[0].child[0]), "count", distinct=True)
    worth = figure(Formula("/", item, many, f"average value per {thing}"))
    start = text[: said.start()].count(" ")
    end = start + said.group().count(" ") + 1
    return {start: (end, Definition(tuple(t.lemma for t in tokens[start:end]), worth))}
