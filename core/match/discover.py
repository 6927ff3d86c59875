"""The stage as one call: tables in, joins with evidence out."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace

from core.match.composite import CONFIRMED_CONTAINMENT, Unique, composites, settle, without_spare
from core.match.decide import column_ids, decide, reviewed
from core.match.folders import asked_across, at_home_first, within_folders
from core.match.initials import by_initials
from core.match.offers import without_twins
from core.match.on_the_spot import still_fits
from core.match.other_names import by_other_names
from core.match.respelled import respelled
from core.match.rewriting import Values, rewritten
from core.match.scorers import Scorer
from core.match.search_cache import SearchCache
from core.match.stray_marks import mended
from core.match.verdicts import steered
from core.model import NUMERIC, ColumnType, Join, Progress, Table
from core.processes.gc_pause import uncollected

Measure = Callable[[Join], Join]
"""Gives a join's evidence what only the rows say: values without a partner, values spelled in two ways."""


def discover(
    tables: Sequence[Table],
    *,
    known: Sequence[Join] = (),
    touched: Collection[str] | None = None,
    progress: Progress | None = None,
    scorer: Scorer | None = None,
    unique: Unique | None = None,
    measure: Measure | None = None,
    values: Values | None = None,
    cache: SearchCache | None = None,
) -> tuple[Join, ...]:
    """Confirmed, probable and near-miss rejected joins between the columns of `tables`, likeliest first.

    Reads profiles only, all of them: the decision is over the whole set, so the order in which tables came does not
    matter. Joins a person reviewed (in `known`) keep their state always, found again or not, unless a column is gone,
    and steer what is found beside them. Three questions may be put to the rows: `unique` proves joins over several
    columns, `measure` completes the evidence of joins in use, `values` (column id to distinct values) finds keys that
    agree only after rewriting. With `touched` (table names), the rows of other tables
    are taken to be as they were: what `known` holds of joins between these is not asked again. `cache`, given again,
    spares the scoring of pairs that are as they were; it brings its own scorer.
    """
    tell = progress or (lambda what, share: None)
    kept = cache or SearchCache(scorer)
    with uncollected():
        meant = mended(tables, values, _settled_columns(known))
        pool, pairs, scored = kept.search(meant.tables, tell)
        tell("Deciding over the whole set", 0.9)
        folders = pool.folders
        weighed = steered(at_home_first(scored, folders), known)
        singles = without_twins(decide(weighed, kept.features, folders), pool.tables)
        old = _Measured(known, touched)
        singles = [meant.marked(j) for j in singles]
        several = [meant.marked(j) for j in composites(pool, within_folders(pairs, folders), singles, unique)]
    if measure is not None:
        tell("Looking up values without a partner", 0.95)
        several = [old.several(j) or _settled(j, measure, unique) for j in several]
    named_otherwise = by_other_names(pool, [*singles, *several], unique, measure, _settled_columns(known))
    several += named_otherwise
    parts = {pair for j in named_otherwise for pair in j.pairs}
    singles = [j for j in singles if not (j.offered and j.evidence.cardinality == "n:m" and j.pairs <= parts)]
    left = _beside(singles, [j for j in several if j.state != "rejected"])
    if values is not None:
        known_by = by_initials(pool, left, values, _settled_columns(known))
        people = {j.pairs for j in known_by}
        left = [*(j for j in left if j.pairs not in people), *known_by]
    if measure is not None:
        kinds = {c.id: c.type for c in pool.columns}
        left = [(old.single(j) or measure(j)) if _worth(j, kinds) else j for j in left]
    if values is not None:
        tell("Trying keys that are written in two ways", 0.97)
        left = respelled(left, values)
        met_so = rewritten(pool, pairs, [*left, *several], values, _settled_columns(known))
        met_so = asked_across(met_so, folders)
        pairs_met = {j.pairs for j in met_so}
        better = {(j.child_table, j.child): j.score for j in met_so}
        left = [j for j in left if not (j.offered and j.score < better.get((j.child_table, j.child), 0.0))]
        left = [*(j for j in left if j.pairs not in pairs_met), *met_so]
    there = {c.id for t in tables for c in t.columns}
    used = {j.pairs for j in (*left, *several) if j.state != "rejected"}
    found = used | {j.pairs for j in (*left, *several) if j.offered}
    asked = [j for j in known if j.asked and not j.reviewed and all(c in there for c in column_ids(j))]
    again = [j for j in asked if j.pairs not in (found if j.state == "rejected" else used)]
    again = [j for j in again if j.state == "rejected" or still_fits(j, tables)]
    left = [j for j in left if j.pairs not in {a.pairs for a in again}]
    joins = reviewed([*left, *several, *again], [j for j in known if all(c in there for c in column_ids(j))])
    tell("Joins found", 1.0)
    return joins


def _beside(singles: Sequence[Join], several: Sequence[Join]) -> list[Join]:
    """The joins over one column, without those that a join over several columns of the same tables stands for: many to
    many, or a part of it whose parent is no key alone (`room`, where rooms are told by block and room)."""
    met = {frozenset((j.child_table, j.parent_table)) for j in several}
    parts = {pair for j in several if j.state == "confirmed" for pair in j.pairs}

    def stood_for(join: Join) -> bool:
        if join.evidence.cardinality == "n:m":
            return frozenset((join.child_table, join.parent_table)) in met
        unique = join.evidence.parent_unique or join.evidence.child_unique
        return not unique and join.pairs <= parts

    return [j for j in singles if not stood_for(j)]


def _settled_columns(known: Sequence[Join]) -> frozenset[str]:
    """Columns whose join a person confirmed as the values are: they need no rewriting."""
    sure = (j for j in known if j.reviewed and j.state == "confirmed" and not any(j.rewrite))
    return frozenset(f"{j.child_table}.{c}" for j in sure for c in j.child)


class _Measured:
    """What the rows said before of joins between tables that are as they were."""

    def __init__(self, known: Sequence[Join], touched: Collection[str] | None) -> None:
        kept = () if touched is None else (j for j in known if not any(j.touches(t) for t in touched))
        self._known = {j.id: j for j in kept}
        self._several = {
            (j.child_table, j.parent_table): j for j in self._known.values() if len(j.child) > 1 and not j.reviewed
        }

    def single(self, join: Join) -> Join | None:
        """The join with the evidence it had; None when its rows were not asked."""
        before = self._known.get(join.id)
        if before is None or before.evidence.as_written is None:
            return None
        evidence = replace(join.evidence, orphans=before.evidence.orphans, as_written=before.evidence.as_written)
        return replace(join, evidence=evidence)

    def several(self, join: Join) -> Join | None:
        """The settled join over several columns of these tables; None when it was not asked for."""
        before = self._several.get((join.child_table, join.parent_table))
        if before is None or before.evidence.as_written is None or not before.pairs <= join.pairs:
            return None
        return before


def _worth(join: Join, kinds: Mapping[str, ColumnType]) -> bool:
    """Whether a join in use may lose values: some have no partner, or texts may be spelled in two ways."""
    if join.state == "rejected":
        return False
    return any(join.rewrite) or join.evidence.containment < 1.0 or not {kinds[c] for c in column_ids(join)} <= NUMERIC


def _settled(join: Join, measure: Measure, unique: Unique | None) -> Join:
    """A join over several columns, measured; on fewer of them when more is found so."""
    found = measure(join)
    if found is join:
        return join
    if unique is not None and found.evidence.parent_unique and found.evidence.containment < CONFIRMED_CONTAINMENT:
        other = measure(without_spare(join, unique))
        if other.evidence.containment > found.evidence.containment:
            found = other
    return settle(found)
