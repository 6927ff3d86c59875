"""What a person has fixed about a question: pinned words mean what they shall, whatever linking found."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from core.ask.state import Link, Mention
from core.ask.tokens import Token, tokenise
from core.errors import UnknownName
from core.model import Override, Table


def pinned(
    tokens: Sequence[Token], mentions: Sequence[Mention], overrides: Sequence[Override], tables: Sequence[Table]
) -> tuple[Mention, ...]:
    """The mentions with each override in place of those it overlaps; what these could have meant is kept in `others`.

    Pins whose words do not stand in the question are passed over. Raises UnknownName for a target that is gone.
    """
    found = list(mentions)
    for override in overrides:
        link = target(override.target, tables)
        for start, end in _places(tokens, override):
            met = [m for m in found if m.start < end and start < m.end]
            same = [k for m in met if (m.start, m.end) == (start, end) for k in (*m.links, *m.others)]
            others = tuple(k for k in same if link is None or k.id != link.id)
            text = " ".join(t.text for t in tokens[start:end])
            found = [m for m in found if m not in met]
            found.append(Mention(start, end, text, (link,) if link else (), pinned=True, others=others))
    return tuple(sorted(found, key=lambda m: m.start))


def target(text: str, tables: Sequence[Table]) -> Link | None:
    """`table`, `table.column` or `table.column=value` as a link; None for "". Raises UnknownName."""
    if not text:
        return None
    for table in tables:
        if table.name == text:
            return Link("table", table.name, score=1.0, how="pin")
    for table in tables:
        if not text.startswith(f"{table.name}."):
            continue
        for column in sorted(table.columns, key=lambda c: -len(c.name)):
            if text == column.id:
                return Link("column", table.name, column.name, score=1.0, how="pin")
            if text.startswith(f"{column.id}="):
                return Link("value", table.name, column.name, text[len(column.id) + 1 :], score=1.0, how="pin")
    raise UnknownName(text, kind="table or column")


def _places(tokens: Sequence[Token], override: Override) -> Iterator[tuple[int, int]]:
    """Where its words stand: at its own token, or everywhere."""
    said = [t.lower for t in tokenise(override.words)] or [override.words.lower()]
    size = len(said)
    for start in range(len(tokens) - size + 1):
        if override.start in (-1, start) and [t.lower for t in tokens[start : start + size]] == said:
            yield start, start + size


def open_links(mention: Mention) -> tuple[Link | None, ...]:
    """The links that a mention may be given: a pinned one has no choice, any other may also be left alone (None)."""
    if mention.pinned:
        return mention.links or (None,)
    return (*mention.links, None)
