"""Where what things lack, or never did, is told by a row of theirs that lacks it: checks for contradictions.py."""

from __future__ import annotations

from collections.abc import Collection

from core.ask.label_stems import stems
from core.ask.stop_words import DETERMINERS
from core.ask.translators.rules.query import Condition, Filter, Related
from core.ask.translators.rules.ranking.seen import Check, Seen

_LACKING = frozenset(("without", "no", "lacking", "lack", "lacks"))


def lacks_in_some(s: Seen) -> bool:
    """`how many clubs have no captain`, and those with any member who is not one: none of them may be."""
    said = _lacked(s)
    if not said:
        return False
    shown = {i.column for i in s.query.select if i.column and (i.distinct or not i.aggregate)}
    many = {c.table for c in shown if s.facts.refers(c) and (held := s.facts.column(c)) and not held.profile.unique}
    things = {i.column.table if i.column else i.table for i in s.query.select} - {""}
    many |= {t for t in s.facts.tables if t not in things and things & set(s.facts.above(t))}
    own = [c for c in s.query.where if isinstance(c, Filter) and c.item.column and c.item.column.table in many]
    theirs = [f for c in s.query.where if isinstance(c, Related) and not c.negated for f in c.where]
    return any(_denied(f, said, s) for f in (*own, *theirs))


def _denied(condition: Condition, said: Collection[str], s: Seen) -> bool:
    """A yes or no that is called so says no."""
    column = condition.item.column if isinstance(condition, Filter) else None
    flag = s.facts.flag(column) if column is not None else None
    if not isinstance(condition, Filter) or column is None or not flag or not s.facts.speaks(column, said):
        return False
    denied = {"=": flag[1], "!=": flag[0]}.get(condition.operator)
    return denied is not None and [_plain(v) for v in condition.values] == [_plain(denied)]


def _plain(value: object) -> str:
    return str(value).removesuffix(".0")


def never_by_part(s: Seen) -> bool:
    """`which fund has never been applied to`, and those that say `Open to applications: no`: of a yes or no of several
    words the verb is but one, and what was never done has no row."""
    if not any(t.lower == "never" for t in s.tokens) or any(getattr(c, "negated", False) for c in s.conditions):
        return False
    said = frozenset(t.stem for t in s.tokens)
    flags = [f.item.column for f in s.filters if f.item.column and s.facts.flag(f.item.column)]
    labels = [set(stems(found.label)) for c in flags if (found := s.facts.column(c)) is not None]
    return any(len(label) > 1 and not label <= said for label in labels)


def _lacked(s: Seen) -> frozenset[str]:
    """The stems of what is said to be lacking."""
    found = set()
    for i, t in enumerate(s.tokens):
        behind = (k for k in range(i + 1, len(s.tokens)) if s.tokens[k].lower not in DETERMINERS)
        at = next(behind, None) if t.lower in _LACKING else None
        found |= {s.tokens[at].stem} if at is not None else set()
    return frozenset(found)


CHECKS: tuple[Check, ...] = (lacks_in_some, never_by_part)
