"""Whether a reading makes use of what a person chose for a word: a choice that changes nothing leaves it in doubt."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from core.ask.overrides import target
from core.ask.state import Link, Reading
from core.ask.translators.rules.plan import Plan
from core.ask.translators.rules.query_parts import columns_in
from core.model import Chip, Join, Override, Table


def passed_over(overrides: Sequence[Override], reading: Reading, tables: Sequence[Table]) -> tuple[str, ...]:
    """The words of overrides whose table, or whose column, has no part in a reading."""
    meant = [(o.words, target(o.target, tables)) for o in overrides]
    return tuple(words for words, link in meant if link is not None and not _used(link, reading))


def _used(link: Link, reading: Reading) -> bool:
    """A reading uses the table of a link, and its column as far as the columns of its query are known."""
    if link.table not in reading.tables:
        return False
    if not link.column or not isinstance(reading.plan, Plan) or reading.plan.query.everything:
        return True
    here, used = (link.table, link.column), {*reading.tables}
    joins = (j for j in reading.plan.facts.schema.joins if {j.child_table, j.parent_table} <= used)
    joined = (end for j in joins for end in _ends(j))
    return here in joined or any((c.of or c.table, c.name) == here for c in columns_in(reading.plan.query))


def _ends(join: Join) -> Iterator[tuple[str, str]]:
    """The columns that a join goes by."""
    yield from ((join.child_table, c) for c in join.child)
    yield from ((join.parent_table, c) for c in join.parent)


def unheard(overrides: Sequence[Override], chips: Sequence[Chip]) -> tuple[str, ...]:
    """The words of overrides that a reading leaves aside although a person chose what they mean."""
    ignored = {c.words.casefold() for c in chips if c.kind == "ignored"}
    return tuple(o.words for o in overrides if o.target and o.words.casefold() in ignored)
