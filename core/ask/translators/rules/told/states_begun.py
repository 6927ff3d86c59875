"""`cancelled appointments`, where cells say `Cancelled by patient`, `Cancelled by hospital`: all that begin so."""

from __future__ import annotations

from collections.abc import Sequence

from core.ask.state import Mention
from core.ask.stop_words import DENYING, PARTICIPLES
from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.linking.named import FIRM, cell_places, table_places, tables_named
from core.ask.translators.rules.query import Col, Definition, Filter, Item
from core.text.words import words

_SEVERAL = 2
"""Different values at least that begin with the word; one alone is found as the value that it is."""
_WAS = frozenset("was were is are be been being got get gets that which".split())


def states_begun(
    tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts
) -> dict[int, tuple[int, Definition]]:
    """Participles before or behind a thing, with which several values of one column of its table, or of a list that it
    refers to, begin: start → (end, what it means)."""
    named = tables_named(mentions) & facts.tables.keys()
    things = table_places(mentions)
    known = (m for m in mentions if m.links and m.links[0].score >= FIRM and m.links[0].how != "synonym")
    firm = {i for m in known for i in range(m.start, m.end)}
    cells, found = cell_places(mentions), dict[int, tuple[int, Definition]]()
    for i, token in enumerate(tokens):
        before = tokens[i - 1].lower if i else ""
        placed = i + 1 in things or before in _WAS | DENYING
        if not token.lower.endswith(PARTICIPLES) or not placed or i in cells | firm:
            continue
        columns = _begun_by(token, named, facts)
        if len(columns) == 1:
            denied = before in DENYING
            item = Filter(Item(columns[0]), "not like" if denied else "like", (f"{token.lower}%",))
            found[i - denied] = (i + 1, Definition((token.lemma,), None, (item,)))
    return found


def _begun_by(token: Token, named: frozenset[str], facts: Facts) -> list[Col]:
    """The columns with several values that begin with the word, and others that do not."""
    lists = {j.parent_table for j in facts.schema.joins if j.child_table in named and j.state != "rejected"}
    columns = []
    for name in sorted(named | (lists & facts.tables.keys())):
        for column in facts.tables[name].columns if facts.tables[name].rows else ():
            common = [value for value, _ in column.profile.common] if column.type == "text" else []
            met = [v for v in common if (said := words(v)) and len(said) > 1 and said[0] == token.lower]
            if len(met) >= _SEVERAL and len(met) < len(common):
                columns.append(Col(name, column.name))
    return columns
