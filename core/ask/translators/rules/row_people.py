"""Whose rows are: the people that each of them refers to, or whom a column of theirs names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.ask.label_stems import stems
from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.words import lexicon
from core.ask.translators.rules.query import Col
from core.model import Column


@dataclass(frozen=True, slots=True)
class People:
    """Those that each row of a table is of: what they are called, and how the rows refer to them."""

    names: tuple[Col, ...]
    table: str = ""
    """The table whose rows they are; "" where a column of the rows names them."""
    refers: Col | None = None
    """The column that refers to them."""

    @property
    def tables(self) -> tuple[str, ...]:
        return (self.table,) if self.table else ()


def people_of(rows: str, facts: Facts, tokens: Sequence[Token]) -> People | None:
    """The people whom each row refers to, else those whom a column of theirs names; None where there are none, or
    several that the words do not tell apart."""
    joins = [j for j in facts.schema.joins if j.child_table == rows and not j.is_self and j.state != "rejected"]
    joins = [j for j in joins if len(j.child) == 1 and j.evidence.parent_unique and facts.persons(j.parent_table)]
    if len(joins) > 1:
        said = {t.stem for t in tokens} | {t.lemma for t in tokens}
        joins = [j for j in joins if facts.speaks(Col(rows, j.child[0]), said)]
    if len(joins) == 1 and facts.named(joins[0].parent_table):
        people = joins[0].parent_table
        return People(facts.display(people), people, Col(rows, joins[0].child[0]))
    if joins:
        return None
    texts = [c for c in facts.tables[rows].columns if c.type == "text" and lexicon().people & set(stems(c.label))]
    own = [c for c in texts if _names(c)]
    return People((Col(rows, own[0].name),)) if len(own) == 1 else None


def _names(column: Column) -> bool:
    """Most of its cells are more than a word, as names are."""
    held = [v for v, _ in column.profile.common]
    return sum(" " in v for v in held) * 2 > len(held)
