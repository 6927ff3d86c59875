"""When to ask back: two readings give different rows, and nothing in the question or the data decides between them."""

from __future__ import annotations

from core.ask.state import Clarify, Question, Reading
from core.ask.translators.rules.plan import Plan

LEAST = 0.15
"""Below this confidence the likeliest reading is mostly wrong, and so are the others."""
LIKELIER = 1.01
"""A runner-up this many times as likely as the reading that ranks first puts it in doubt."""
ALIKE = 0.95
"""The same of a runner-up whose words fit another column or table just as well: what is in the rows decides nothing."""
MOST_OPTIONS = 3
_COUNTS = ("two", "three")


def question_back(question: Question, reading: Reading) -> Clarify | None:
    """What to ask before answering; None when one reading leads.

    The runners-up of a reading give other rows than it, and than each other. Measured on 547 questions over 28
    databases, 4.6 % are asked back; of those, the reading that ranks first was wrong in 68 % (of the others in 33 %).
    """
    if question.reading or question.overrides:
        return None
    if reading.clarify is not None or reading.rewritten:
        return reading.clarify
    if reading.confidence < LEAST:
        return None
    near = [r for r in reading.runners_up if r.enriched != reading.enriched and _as_likely(reading, r)]
    near = [r for r in near if not _named_otherwise(reading, r)]
    if not near:
        return None
    options = tuple(dict.fromkeys(r.enriched for r in (reading, *near)))[:MOST_OPTIONS]
    return Clarify(f"I can read this in {_COUNTS[len(options) - 2]} ways. Which one do you mean?", options)


def _as_likely(reading: Reading, other: Reading) -> bool:
    """Likelier by the reckoning of confidence, or about as likely while the words fit two columns, or two tables."""
    if other.confidence >= LIKELIER * reading.confidence:
        return True
    return other.confidence >= ALIKE * reading.confidence and _either(reading, other)


def _either(reading: Reading, other: Reading) -> bool:
    """The same words, and one of them taken for something else, or several for the same of another table."""
    if [words for words, _ in reading.links] != [words for words, _ in other.links]:
        return False
    changed = [(a, b) for (_, a), (_, b) in zip(reading.links, other.links, strict=True) if a != b]
    if len(changed) == 1:
        return True
    if not changed:
        return _rows_of_others(reading, other)
    tables = {(a.split("`")[1], b.split("`")[1]) for a, b in changed if "`" in a and "`" in b}
    return len(tables) == 1 and all(_apart(a) == _apart(b) for a, b in changed)


def _rows_of_others(reading: Reading, other: Reading) -> bool:
    """Both rank the same by how many rows it has: of one table, or of another."""
    one, two = reading.plan, other.plan
    if not (isinstance(one, Plan) and isinstance(two, Plan)):
        return False
    (a, b) = ([o.item for o in p.query.order if o.item.aggregate == "count" and o.item.table] for p in (one, two))
    shown = [[i for i in p.query.select if not i.aggregate] for p in (one, two)]
    return len(a) == len(b) == 1 and a != b and shown[0] == shown[1]


def _named_otherwise(reading: Reading, other: Reading) -> bool:
    """The same rows of one table, called by their name in one reading and by their key in the other, or with the figure
    that they are ranked by: that is shown anyway."""
    one, two = reading.plan, other.plan
    if not (isinstance(one, Plan) and isinstance(two, Plan)):
        return False
    a, b = one.query, two.query
    if (a.where, a.having, a.order, a.limit, a.share) != (b.where, b.having, b.order, b.limit, b.share):
        return False
    shown = [tuple(i for i in q.select if not i.aggregate) for q in (a, b)]
    ranked = {o.item for o in a.order} if a.limit is not None else set()
    figures = [tuple(i for i in q.select if i.aggregate and i not in ranked) for q in (a, b)]
    tables = {i.column.table for items in shown for i in items if i.column}
    if figures[0] != figures[1] or len(tables) != 1 or not all(shown):
        return False
    (table,) = tables
    names = {one.facts.key(table), *one.facts.display(table)}
    return all(i.column in names and not i.formula for items in shown for i in items)


def _apart(meaning: str) -> str:
    """A meaning without its table."""
    return meaning.split(".", 1)[-1]
