"""Which day of a row something was done on: `bringing them back` is `returned_date`, `applying` is `Date Applied`."""

from __future__ import annotations

from collections.abc import Sequence

from core.ask.tokens import Token, stem
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col
from core.ask.translators.rules.row_days import due, span_of
from core.model import TEMPORAL

_ALIKE = tuple(
    frozenset(map(stem, words.split()))
    for words in (
        "returned return returning back brought bring bringing handed",
        "paid pay paying payment settled settle settling",
        "arrived arrive arriving arrival came",
        "left leave leaving departed depart departing departure",
        "opened open opens opening",
        "closed close closes closing closure",
        "started start starting began begin beginning begun",
        "ended end ending finished finish finishing completed complete completing completion done",
        "fixed fix fixing repaired repair repairing mended mend resolved resolve resolving completed finished done",
        "approved approve approving approval granted grant",
        "applied apply applying application",
        "issued issue issuing issuance invoiced billed billing",
        "ordered order ordering placed",
        "delivered deliver delivering delivery",
        "sent send sending dispatched dispatch dispatching shipped ship shipping",
        "received receive receiving receipt",
        "reported report reporting logged log logging raised",
        "booked book booking reserved reservation",
        "admitted admit admission",
        "discharged discharge",
        "decided decide decision",
        "requested request requesting asked ask asking",
        "referred refer referral referring",
        "bought buy buying purchased purchase acquired acquisition",
        "joined join joining registered register registering registration enrolled enrolment",
        "replied reply answered answer responded respond response",
        "planted plant planting sown sow",
        "died die dies dying death",
        "buried bury burying burial interred interment laid",
        "born birth",
        "offered offer offering",
        "quoted quote quoting quotation",
        "collected collect collecting collection",
        "moved move moving removal",
        "lost lose losing loss",
        "found find finding",
        "sold sell selling sale",
        "hired hire hiring",
        "inspected inspect inspecting inspection",
    )
)
"""Words for one deed, on whichever day it is."""
_ROOT = 5


def day_of_deed(said: Sequence[Token], table: str, facts: Facts) -> Col | None:
    """The one day of a table's rows that some words name by what is done on it; its own words before words alike."""
    dated = [Col(table, c.name) for c in facts.tables[table].columns if c.type in TEMPORAL]
    dated = [c for c in dated if not due(c, facts) or any(t.lower in ("due", "deadline") for t in said)]
    words = [t for t in said if t.kind == "word" and len(t.lower) > len("the")]
    for fits in (_own, _alike):
        found = [c for c in dated if any(fits(t, c, facts) for t in words)]
        if found:
            return found[0] if len(found) == 1 else None
    return None


def _own(word: Token, day: Col, facts: Facts) -> bool:
    if word.lower in ("date", "day"):
        return False
    roots = {w[:_ROOT] for w in facts.spelt(day) if len(w) >= _ROOT}
    return facts.speaks(day, (word.stem,)) or (len(word.lower) >= _ROOT and word.lower[:_ROOT] in roots)


def _alike(word: Token, day: Col, facts: Facts) -> bool:
    return any(word.stem in group and facts.speaks(day, group) for group in _ALIKE)


def begun_before(table: str, ended: Col, facts: Facts) -> Col | None:
    """The day on which its rows begin, beside the one on which this is done."""
    span = span_of(table, facts)
    if span is not None and span[1] == ended:
        return span[0]
    dated = [Col(table, c.name) for c in facts.tables[table].columns if c.type in TEMPORAL]
    low = facts.column(ended)
    earliest = str(low.profile.minimum or "") if low else ""
    others = [c for c in dated if c != ended and not due(c, facts) and not facts.incidental(c)]
    before = [c for c in others if (h := facts.column(c)) and str(h.profile.minimum or "") <= earliest]
    started = [c for c in before if facts.begins(c)] if facts.ends(ended) else []  # reported, started, and finished
    found = started if len(started) == 1 else before
    return found[0] if len(found) == 1 else None
