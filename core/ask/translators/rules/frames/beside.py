"""Columns that are asked for beside the names: `name and phone please`, `with their village`, `- make and reg`."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from core.ask.state import Link
from core.ask.tokens import Token
from core.ask.translators.rules.query import Col

_JOINTS = frozenset(("and", "with", ",", "-", "–", "plus"))
_REACH = 3
"""Tokens from a joint to what it joins, at most."""
_FIRM = 0.7


def column_beside(
    i: int, table: str, tokens: Sequence[Token], content: Collection[int], links: Mapping[int, Sequence[Link]]
) -> Col | None:
    """The column of a table that a word behind a joint names; None where a word between them is none of a column."""
    joint = next((j for j in range(max(0, i - _REACH), i) if tokens[j].lower in _JOINTS), None)
    if joint is None or any(
        not any(k.kind == "column" for k in links.get(j, ())) for j in range(joint + 1, i) if j in content
    ):
        return None
    own = (k for k in links.get(i, ()) if k.kind == "column" and k.table == table and k.score >= _FIRM)
    return next((Col(k.table, k.column) for k in own), None)
