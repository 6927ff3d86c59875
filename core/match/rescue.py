"""A table that nothing ties, in a pile that otherwise hangs together, is tied by its clearly best pair."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from core.match.choice import PROBABLE, Choice, tables_of
from core.match.competition import rank
from core.match.keys import key_like, own_key
from core.match.pool import Candidate
from core.match.scorers import Scored
from core.match.values import NUMBERING, chance
from core.model import TEMPORAL

RESCUE = -2.5
"""Log-odds from which a pair may tie a table that nothing else ties …"""
RESCUE_MARGIN = 1.0
"""… when it is that much better than the child's next, …"""
RESCUE_MOST = 40
"""… in a pile of at most this number of tables: in a larger one something always fits."""
FITS = 0.95
"""The share of the child's values that lie in the parent."""
ALIKE = 0.5
"""The similarity from which a name says that."""
LIKELY = -0.5
"""Log-odds from which a column that repeats on both sides may tie two tables."""


def with_rescued(
    out: list[Choice], scored: Sequence[Scored], folders: Mapping[str, str] = MappingProxyType({})
) -> list[Choice]:
    """Join a table that nothing joins, in a pile that otherwise hangs together, by its clearly best pair. Each of
    several folders (table name to folder) is a pile of its own as well.

    The connectivity prior of Auto-BI, made weak: at least half of the tables must be joined already, the child's values
    must all but lie in a key, and no other key may fit the child nearly as well. Several columns of one table may be
    equally good (two roles); they are kept together.
    """
    piles: dict[str, list[Scored]] = defaultdict(list)
    for s in scored:
        homes = {folders.get(t) for t in tables_of(s.candidate)}
        if len(homes) == 1 and (home := homes.pop()) is not None:
            piles[home].append(s)
    found = _rescued(out, scored)
    for pile in piles.values():
        found = _rescued(found, pile)
    return found


def _rescued(out: list[Choice], scored: Sequence[Scored]) -> list[Choice]:
    here = {t for s in scored for t in tables_of(s.candidate)}
    joined = {t for c in out if c.kept for t in tables_of(c.scored.candidate)} & here
    lone = here - joined
    if not lone or len(joined) < len(lone) or len(joined) + len(lone) > RESCUE_MOST:
        return out
    best: dict[str, list[Scored]] = defaultdict(list)
    for s in scored:
        if s.candidate.label.informative and (key_like(s.candidate.parent) or _shared_attribute(s)):
            best[s.candidate.child.id].append(s)
    offers: dict[str, list[Scored]] = defaultdict(list)
    for group in best.values():
        first, *rest = sorted(group, key=rank)
        pair = first.candidate
        clear = not rest or first.log_odds - rest[0].log_odds >= RESCUE_MARGIN
        fits = pair.overlap.forth >= FITS and not {pair.child.type, pair.parent.type} & TEMPORAL
        fits = fits and not pair.holds_figures and not _two_numberings(pair)
        if clear and fits and first.log_odds >= RESCUE:
            for name in tables_of(pair) & lone:
                offers[name].append(first)
    rescued: dict[tuple[str, str], Scored] = {}
    for group in offers.values():
        top = max(s.log_odds for s in group)
        rescued |= {s.candidate.key: s for s in group if top - s.log_odds < RESCUE_MARGIN / 2}
    left = [c for c in out if c.scored.candidate.key not in rescued]
    return left + [Choice(s, PROBABLE, kept=True, note="rescued") for s in rescued.values()]


def _two_numberings(pair: Candidate) -> bool:
    """Two tables number their own rows, and neither's name says that the numbers are the other's."""
    keys = own_key(pair.child, pair.child_label) and own_key(pair.parent, pair.parent_label)
    return keys and pair.label.similarity < ALIKE and chance(pair.child, pair.parent) >= NUMBERING


def _shared_attribute(s: Scored) -> bool:
    """A column that these two tables alone have under one name, and that is as likely meant as not."""
    return s.candidate.label.same and s.candidate.holders == 2 and s.log_odds >= LIKELY
