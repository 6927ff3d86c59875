"""Runner-up readings as a person sees them: what each would have meant, and its SQL."""

from __future__ import annotations

from core.ask.state import Reading, Run, SchemaView
from core.ask.translators.base import Reviewer, Translator
from core.ask.trees import connected
from core.model import Alternative

MOST = 4
ALWAYS = 2
LEAST = 0.05
"""Beyond the first ALWAYS, readings less likely than this are not worth a person's look."""


def alternatives_of(reading: Reading, view: SchemaView, translator: Translator, run: Run) -> tuple[Alternative, ...]:
    """The runners-up that read differently, likeliest first, each with its query where its tables connect."""
    found: dict[str, Alternative] = {}
    others = translator.others(reading) if isinstance(translator, Reviewer) else reading.runners_up
    for other in others:
        if other.enriched == reading.enriched or other.enriched in found:
            continue
        if other.confidence < LEAST and len(found) >= ALWAYS:
            continue
        tree = connected(view, other)
        draft = translator.sql(other, tree, (), run) if tree is not None else None
        found[other.enriched] = Alternative(other.enriched, draft.text if draft else None, other.confidence)
    return tuple(found.values())[:MOST]
