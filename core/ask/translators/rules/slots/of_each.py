"""What is said of each of something: `for each member`, `each vehicle's`, `in each town`, `of each year`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from core.ask.label_stems import stems
from core.ask.tokens import stem
from core.ask.translators.rules.columns import display_score
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.chunk import Chunk
from core.ask.translators.rules.lexicon.words import lexicon
from core.ask.translators.rules.query import Col
from core.model import TEMPORAL

_NAME = 7
"""What a header scores at least that plainly says a name."""
_PASSED = frozenset("of the our my their its a an".split())
_PART_OF = ("year", "quarter", "month", "decade", "day")


@dataclass(frozen=True, slots=True)
class Each:
    """The groups: what tells them apart, what they are shown by, the table of their rows, and where they are said."""

    within: tuple[Col, ...]
    shown: tuple[Col, ...]
    table: str
    at: frozenset[int]
    """The places, among the chunks, of the words that say so."""
    part: str = ""
    """With no columns: a part of the date of what is ranked."""


def each_said(chunks: Sequence[Chunk], facts: Facts) -> Iterator[Each]:
    """What each group is, as the words that lead it say."""
    for i, c in enumerate(chunks):
        if not c.has("group") or c.text.lower() == "across":
            continue
        j = i + 1
        while j < len(chunks) and chunks[j].link is None and chunks[j].text.lower() in _PASSED:
            j += 1
        if j < len(chunks) and (found := _groups(chunks, j, frozenset(range(i, j + 1)), facts)) is not None:
            yield found


def _groups(chunks: Sequence[Chunk], j: int, at: frozenset[int], facts: Facts) -> Each | None:
    c = chunks[j]
    part = lexicon().date_parts.get(c.text.lower(), "")
    if c.link is None or c.link.kind not in ("table", "column"):
        return Each((), (), "", at, part) if part in _PART_OF else None
    column = Col(c.link.table, c.link.column) if c.link.kind == "column" else None
    behind = chunks[j + 1].link if j + 1 < len(chunks) else None
    if column is None and behind is not None and behind.kind == "column" and behind.table == c.link.table:
        held = facts.column(Col(behind.table, behind.column))
        if held is not None and held.type not in TEMPORAL and not facts.measure(Col(behind.table, behind.column)):
            column, at = Col(behind.table, behind.column), at | {j + 1}  # "each member's town"
    refers = facts.refers(column) if column is not None else None
    if column is not None and refers is None and not _names_rows(column, facts):
        return Each((column,), (column,), column.table, at)
    table = refers.parent_table if refers is not None else c.link.table
    key, shown = facts.key(table), facts.display(table)
    if key is not None and _called_by_key(c, key, shown, facts):
        shown = (key,)
    return Each((key,) if key else shown, shown, table, at) if shown else None


def _called_by_key(c: Chunk, key: Col, shown: Sequence[Col], facts: Facts) -> bool:
    """`each series`, which has its number under that word, and nothing that is plainly a name."""
    held, table = facts.column(key), facts.tables[key.table]
    said = {stem(w) for w in c.text.lower().split()}
    own = frozenset(stems(table.label))
    named = [n for n in shown if (f := facts.column(n)) is not None and display_score(f, own) >= _NAME]
    return held is not None and set(stems(held.label)) <= said and not named


def _names_rows(column: Col, facts: Facts) -> bool:
    """It is what the rows of its table are called."""
    held = facts.column(column)
    return (
        held is not None and held.profile.unique and column in (*facts.display(column.table), facts.key(column.table))
    )
