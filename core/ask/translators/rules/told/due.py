"""Days on which something is due, and not done: `Due date`, `Answer by`."""

from __future__ import annotations

from core.ask.label_stems import stems
from core.ask.tokens import stem
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col
from core.text.words import words

DUE = frozenset(
    map(stem, "due deadline target expected promised required agreed scheduled planned wanted needed".split())
)
_BY = frozenset(("by", "before"))
"""`Comply by`, `Answer before`."""


def due(day: Col, facts: Facts) -> bool:
    """The header says that it is a day by which something is to be done."""
    label = facts.column(day)
    said = words(label.label) if label else ()
    return bool(label and DUE & set(stems(label.label))) or (len(said) > 1 and said[-1] in _BY)
