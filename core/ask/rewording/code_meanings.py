"""`what does EPI mean on a works order?`: the meaning that a list of codes among the files gives."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.ask.rewording.phrases import Reworded
from core.ask.state import SchemaView
from core.documents.code_lists import headed, lists_in
from core.model import Table

_NAMED = r"(?:codes?|abbreviations?|letters?|initials|marks?)"
_SAID = re.compile(
    rf"what (?:does|do|is|'s) (?:the )?{_NAMED}? ?[\"'“‘]?(?P<code>[^\s\"'”’?]{{1,10}})[\"'”’]?"
    r" (?:mean|means|stand for|stands for|short for)\b",
    re.IGNORECASE,
)


def meaning_of(text: str, schema: SchemaView) -> Iterator[Reworded]:
    """The question put to each list that has the code; nothing where it asks for no code."""
    met = _SAID.match(text.strip())
    if met is None:
        return
    wanted = met["code"].casefold()
    for table in schema.tables:
        places = _places(table)
        if places is None:
            continue
        code, meaning = (table.columns[i] for i in places)
        held = next((v for v, _ in code.profile.common if v.casefold() == wanted), None)
        if held is not None:
            yield Reworded(f"show the {meaning.label} of {table.label} where {code.label} is {held}", strong=True)


def _places(table: Table) -> tuple[int, int] | None:
    """Where a list of codes has these and their meanings."""
    if found := lists_in(table):
        return found[1:]
    return (0, 1) if headed([c.label for c in table.columns]) else None
