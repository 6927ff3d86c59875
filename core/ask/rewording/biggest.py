"""`our ten biggest donors`, `our biggest customer by fees`: those from whom most money came, or to whom it went, where
one table beside says so."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from core.ask.label_stems import stems
from core.ask.names import Names
from core.ask.rewording.phrases import Reworded, Tail, behind, number_said
from core.ask.state import Mention, SchemaView
from core.ask.tokens import stem
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.linking.named import tables_named
from core.ask.translators.rules.told.money_sums import money_of
from core.text.words import words

_SAID = re.compile(
    r"(?:who (?:are|were|is|was) )?(?:our|the|my)?\s*(?P<n>\w+ )?(?:biggest|largest|top|best|main) (?P<m>\w+ )?"
    r"(?:donor|customer|client|supplier|sponsor|funder|buyer|spender|contractor|vendor|agent|giver)(?P<s>s?)\b",
    re.IGNORECASE,
)

_BY = re.compile(r" by (?:the )?(?P<what>[^,?.]+?)(?= in | since | during |[ ?.!]*$)")
_MONEY = frozenset(map(stem, "value amount money spend spending revenue sales turnover total income fees".split()))


def biggest(text: str, mentions: Sequence[Mention], schema: SchemaView) -> Iterator[Reworded]:
    """The question as one for those with the highest total of the one column of money that refers to them."""
    plain, _ = behind(text)
    plain = re.split(r",? and (?:what|how much) they \w+", plain)[0]
    met = _SAID.match(plain)
    tables = tables_named(mentions)
    if met is None or len(tables) != 1:
        return
    (table,), facts = tables, Facts(schema)
    children = {j.child_table for j in facts.schema.joins if j.parent_table == table and j.state != "rejected"}
    found = [c for t in sorted(children) if t in facts.tables and (c := money_of(t, facts)) is not None]
    if len(found) != 1:
        return
    held = facts.column(found[0])
    label = " ".join(words(held.plain_label)) if held else ""
    many = Names(tuple(facts.tables.values())).many(table)
    rows = number_said((met["n"] or met["m"] or "").strip()) or int(not met["s"])
    by = _BY.search(plain, met.end())
    if by is not None and not set(stems(by["what"])) & {*stems(label), *_MONEY}:
        return  # “by number of orders”
    rest = plain[met.end() : by.start()] + plain[by.end() :] if by is not None else plain[met.end() :]
    yield Reworded(f"total {label or 'amount'}{rest} by {many}", (Tail("first", rows),) if rows else (), True, "sum")
