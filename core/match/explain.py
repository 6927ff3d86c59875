"""Why a join was kept or rejected, in a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.model import Join
from core.sql.rewrites import after


def why(join: Join, note: str = "", better: str = "") -> str:
    """The evidence of a join as plain English. `note` names a rule of `decide` that had the last word, `better` the
    column that is taken, or as likely, in place of its parent."""
    e = join.evidence
    child = f"{join.child_table}.{join.child[0]}"
    parent = f"{join.parent_table}.{join.parent[0]}"
    parts = [f"{_share(e.containment)} of the values of {child} are found in {parent}"]
    if e.containment < 0.5 and e.containment_back > e.containment and e.parent_unique:
        parts = [f"{_share(e.containment_back)} of the values of {parent}, which is unique, are found in {child}"]
    elif e.parent_unique:
        parts[0] += ", which is unique"
    elif e.cardinality in ("n:1", "1:1"):
        parts[0] += ", which is nearly unique"
    else:
        parts.append(
            "neither side is unique, so rows can multiply" if not e.child_unique else f"{parent} repeats values"
        )
    if e.label_similarity >= 0.99:
        parts.append("the names agree")
    elif e.label_similarity >= 0.5:
        parts.append("the names are alike")
    elif join.child[0].casefold() == join.parent[0].casefold() and not dict(e.features).get("anonymous"):
        parts.append(f"both are called {join.parent[0]}")
    elif dict(e.features).get("anonymous"):
        parts.append("the headers say nothing")
    else:
        parts.append("the names differ")
    if note == "partition":
        parts.append("the rest is found in another table of the same kind")
    elif note == "siblings":
        parts.append("both tables have the same form")
    elif note == "rescued":
        parts.append("nothing else ties this table to the others")
    elif note == "initials":
        parts.append("the keys are the initials of those who are listed there")
    elif note == "follows":
        parts.append("likelier joins already tie these columns together")
    elif note == "met":
        parts.append("the two tables are joined by other columns already")
    elif note == "disjoint":
        parts.append("the two columns have no value in common")
    elif note == "measure":
        parts.append("ranks, counts and measures are no keys")
    elif note == "fits":
        parts.append("the values fit and nothing fits better, but the names do not say that it is meant")
    elif note == "outbid":
        parts.append(f"{better or 'another column'} fits {child} better")
    elif join.state == "rejected":
        parts.append("too little speaks for it")
    return "; ".join(parts)


def _share(fraction: float) -> str:
    percent = 100.0 * fraction
    if 0.0 < percent < 1.0:
        return "under 1 %"
    if 99.0 < percent < 100.0:
        return "over 99 %"
    return f"{percent:.0f} %"


def why_composite(
    child_table: str,
    child: tuple[str, ...],
    parent_table: str,
    parent: tuple[str, ...],
    contained: float,
    proven: bool,
    named: bool | None,
) -> str:
    """The evidence of a join over several columns; `named` None: they lie anywhere, and are called otherwise."""
    left, right = " + ".join(child), " + ".join(parent)
    together = "are unique together" if proven else "are likely to be unique together"
    share = "all values" if contained == 1.0 else f"at least {_share(contained)} of the values"
    first = "come first in their table and " if named is not None else ""
    names = {True: "the names agree", False: "the headers say nothing, the order agrees", None: "the names differ"}
    return (
        f"{share} of each of {child_table}.({left}) are found in {parent_table}.({right}), which {first}{together}; "
        f"{names[named]}"
    )


def why_rewritten(join: Join) -> str:
    """The evidence of a join whose values meet only after rewriting."""
    e = join.evidence
    child, parent = f"{join.child_table}.{join.child[0]}", f"{join.parent_table}.{join.parent[0]}"
    names = "the names agree" if e.label_similarity >= 0.99 else "the names are alike"
    names = names if e.label_similarity >= 0.5 else "the names differ"
    return f"{_share(e.containment)} of the values of {child} are found in {parent}, {after(join)}; {names}"


def said_after(join: Join) -> Join:
    """The join, its evidence saying how values are rewritten."""
    return replace(join, why=f"{join.why}; {after(join)}")


def why_by_hand(parts: Sequence[Join]) -> str:
    """The evidence of a join over several columns that a person named: that of each pair."""
    return "; ".join(
        f"{_share(j.evidence.containment)} of the values of {j.child_table}.{j.child[0]} are found in "
        f"{j.parent_table}.{j.parent[0]}"
        for j in parts
    )
