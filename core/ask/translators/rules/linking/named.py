"""What a question names: tables, cells, and what its words surely are."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from core.ask.state import Mention

FIRM = 0.8
"""The least score of a link that names a table."""


def tables_named(mentions: Sequence[Mention]) -> frozenset[str]:
    """Of all that the mentions may mean."""
    return frozenset(k.table for m in mentions for k in m.links if k.kind == "table" and k.score >= FIRM)


def table_places(mentions: Sequence[Mention], least: float = FIRM) -> frozenset[int]:
    """The tokens that may mean a table, by links of `least` or more."""
    tables = (m for m in mentions if any(k.kind == "table" and k.score >= least for k in m.links))
    return frozenset(i for m in tables for i in range(m.start, m.end))


def firm_places(mentions: Sequence[Mention], but: Collection[tuple[str, str]] = ()) -> frozenset[int]:
    """The tokens whose likeliest link is firm, but for links to some columns (table, column)."""
    firm = (m for m in mentions if m.links and m.links[0].score >= FIRM)
    return frozenset(i for m in firm if (m.links[0].table, m.links[0].column) not in but for i in range(m.start, m.end))


def cell_places(mentions: Sequence[Mention]) -> frozenset[int]:
    """The tokens that a cell holds as they are."""
    whole = (m for m in mentions if any(k.kind == "value" and k.how in ("exact", "case") for k in m.links))
    return frozenset(i for m in whole for i in range(m.start, m.end))
