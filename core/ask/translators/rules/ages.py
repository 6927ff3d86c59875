"""Ages where the files hold dates of birth, or years: "older than 40", "under 18", "the average age".

An age is reckoned from today; the query shows the day that it was turned into.
"""

from __future__ import annotations

from datetime import date

from core.ask.label_stems import stems
from core.ask.tokens import stem
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.words import lexicon
from core.ask.translators.rules.query import Col, Filter, Formula, Item, Operator

OLDEST = 200
_YEAR = 365.25
_ORDINAL = 1_721_424.5
"""The Julian day, by which SQLite reckons, of the day before the year 1 began."""
_TURNED: dict[Operator, Operator] = {">": "<", ">=": "<=", "<": ">", "<=": ">="}


def labelled(column: Col, facts: Facts) -> bool:
    """The column is called after a birth, or another beginning that an age is reckoned from."""
    found = facts.column(column)
    named = frozenset(map(stem, lexicon().labels["age"])) | lexicon().births
    return found is not None and (facts.speaks(column, named) or not named.isdisjoint(stems(found.description)))


def older(column: Col, operator: Operator, years: float, facts: Facts) -> Filter | None:
    """Begun so many years ago, or longer ago, or not so long; None where nothing is so old."""
    if operator not in _TURNED or not 0 < years < OLDEST or not float(years).is_integer():
        return None
    today, turned = date.today(), _TURNED[operator]
    if facts.year(column):
        return Filter(Item(column), turned, (float(today.year - int(years)),))
    day = min(today.day, 28) if today.month == 2 else today.day
    return Filter(Item(column), turned, (today.replace(year=today.year - int(years), day=day).isoformat(),))


def age(column: Col, facts: Facts) -> Formula:
    """The age today of what began then, in years."""
    if facts.year(column):
        return Formula("-", float(date.today().year), Item(column), "age")
    days = Formula("days", float(date.today().toordinal()) + _ORDINAL, Item(column))
    return Formula("/", days, _YEAR, "age")
