"""Joins in use whose keys are written in several ways: `P-012`, `P012`, `p-12` in one column, `P-012` in the other.

The values that meet as they stand show that the join is meant; those that do not would be left out of every answer.
Both sides are then compared in one spelling: without case and marks, without zeros in front of a number, or without the
letters in front where one column writes them and the other now and then does not. The parent's keys must stay apart.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from core.match.explain import said_after
from core.model import Join
from core.sql.rewrites import Rewrite, apply, marks_in

_WHOLE = 0.98
"""From this share of found values on nothing is tried."""
_MORE = 0.05
_LEAST = 2
"""A spelling finds at least this share, and so many values, more."""
_CODE = re.compile(r"([a-z]{0,6})\d+", re.ASCII)
_CODES = 0.95
"""The share of values that must be codes: letters or none, then digits."""


def respelled(joins: Sequence[Join], values: Mapping[str, Sequence[str]]) -> list[Join]:
    """The joins, those in use that lack partners compared in the spelling that finds most; `values` are the distinct
    normalised ones by column id."""
    return [_better(j, values) if _lacking(j) else j for j in joins]


def one_spelling(texts: Sequence[str]) -> Iterator[Rewrite]:
    """How codes written in several ways may be brought to one: the loosest last. Marks that none of them has are left
    out, so that what is compared can be read."""
    plain: Rewrite = (("plain", marks),) if (marks := marks_in(texts)) else ()
    if plain:
        yield plain
    heads = Counter(m[1] for t in texts if (m := _CODE.fullmatch(apply(plain, t).casefold())))
    if heads.total() < _CODES * len(texts):
        return
    yield (*plain, ("padding", ""))
    lettered = [head for head in heads if head]
    if len(lettered) == 1:
        yield (*plain, ("prefix", lettered[0]), ("zeros", ""))


def _lacking(join: Join) -> bool:
    one = len(join.child) == 1 and not any(join.rewrite) and not join.reviewed
    return (
        one and join.state != "rejected" and join.evidence.containment < _WHOLE and join.evidence.cardinality != "n:m"
    )


def _better(join: Join, values: Mapping[str, Sequence[str]]) -> Join:
    child = [v for v in values.get(f"{join.child_table}.{join.child[0]}", ()) if v]
    parent = [v for v in values.get(f"{join.parent_table}.{join.parent[0]}", ()) if v]
    if not child or not parent:
        return join
    known = set(parent)
    found, best = sum(v in known for v in child), join
    for rewrite in one_spelling([*child, *parent]):
        keys = Counter(apply(rewrite, v) for v in parent)
        if join.evidence.parent_unique and max(keys.values()) > 1:
            continue
        meant = [apply(rewrite, v) for v in child]
        now = sum(v in keys for v in meant)
        if now - found >= max(_LEAST, _MORE * len(child)):
            found, best = now, _compared(join, rewrite, meant, keys)
    return best


def _compared(join: Join, rewrite: Rewrite, child: Sequence[str], parent: Collection[str]) -> Join:
    both = {*child} & {*parent}
    evidence = replace(
        join.evidence,
        containment=round(sum(v in both for v in child) / len(child), 4),
        containment_back=round(len(both) / len(parent), 4),
        shared=len(both),
        orphans=tuple(sorted({*child} - both)[:5]),
        as_written=None,
    )
    return said_after(replace(join, rewrite=(rewrite, rewrite), evidence=evidence, perfect=False))
