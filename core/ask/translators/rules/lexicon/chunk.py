"""A question as chunks: linked mentions, cue phrases, numbers and what is left, in order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from core.ask.state import Link, Mention
from core.ask.stop_words import content_word
from core.ask.tokens import Token
from core.ask.translators.rules.lexicon.ordinals import place_at
from core.ask.translators.rules.lexicon.words import lexicon
from core.ask.translators.rules.query import Definition, Operator, columns_of, condition_items

_RANKING = frozenset(("most", "least"))
SIGNS: dict[str, Operator] = {">": ">", "<": "<", "≥": ">=", "≤": "<=", "≠": "!="}
"""What signs compare by."""
ChunkKind = Literal["table", "column", "value", "number", "date", "text", "cue", "word", "stop", "defined"]
Claim = Literal[
    "", "wanted", "filter", "having", "absence", "not", "group", "order", "superlative", "everything", "context",
    "twin", "said", "left out",
]  # fmt: skip
"""What a chunk did for a query: shown or reckoned, a condition on rows or on groups, …; `said` again what another
says; `left out` by a person; "" for nothing."""


@dataclass(slots=True)
class Chunk:
    """`tags` are cue tags (several for "most"); `claimed` is set by the rule that used the chunk."""

    kind: ChunkKind
    start: int
    end: int
    text: str
    link: Link | None = None
    number: float | None = None
    tags: tuple[str, ...] = ()
    quantity: str = ""
    claimed: Claim = ""
    means: Definition | None = None
    """Of a `defined` chunk: what its words were said to mean."""

    def has(self, *tags: str) -> bool:
        if self.kind == "cue":
            for tag in tags:  # plainly: it is asked a thousand times for each reading
                if tag in self.tags:
                    return True
        return False

    def starts(self, prefix: str) -> str:
        """The rest of the first tag that begins with `prefix`, or ""."""
        if self.kind == "cue":
            for tag in self.tags:
                if tag.startswith(prefix):
                    return tag[len(prefix) :]
        return ""


def chunk(
    tokens: Sequence[Token],
    mentions: Sequence[Mention],
    links: Sequence[Link | None],
    definitions: Mapping[int, tuple[int, Definition]] = MappingProxyType({}),
) -> list[Chunk]:
    """Chunks in order. A mention is never cut; the longest cue phrase wins between mentions.

    `definitions` has words with a meaning given: start → (end, definition). Mentions must lie outside them.
    """
    starts = {m.start: (m, k) for m, k in zip(mentions, links, strict=True) if k or m.pinned}
    chunks: list[Chunk] = []
    at = 0
    while at < len(tokens):
        if at in definitions:
            last, means = definitions[at]
            text = " ".join(t.text for t in tokens[at:last])
            chunks.append(Chunk("defined", at, last, text, _about(means), means=means))
            at = last
            continue
        if at in starts:
            mention, link = starts[at]
            number = tokens[at].number if mention.end - at == 1 else None
            if link is None:  # a person wants these words to mean nothing
                chunks.append(Chunk("word", at, mention.end, mention.text.lower(), claimed="left out"))
            else:
                chunks.append(Chunk(link.kind, at, mention.end, mention.text, link, number))
            at = mention.end
            continue
        end = next((e for e in range(at + 1, len(tokens) + 1) if e in starts or e in definitions), len(tokens))
        cue = _longest(tokens, at, end)
        token = tokens[at]
        if place := place_at(tokens, at):
            chunks.append(Chunk("cue", at, at + 1, token.text, tags=(f"place:{place}",)))
            at += 1
            continue
        if cue:
            size, tags, quantity = cue
            text = " ".join(t.text for t in tokens[at : at + size])
            number = token.number if size == 1 else None
            chunks.append(Chunk("cue", at, at + size, text, None, number, tags, quantity))
            at += size
            continue
        if token.kind == "quoted":
            chunks.append(Chunk("text", at, at + 1, token.text, number=token.number))
        elif token.kind == "date":
            chunks.append(Chunk("date", at, at + 1, token.text))
        elif token.number is not None:
            chunks.append(Chunk("number", at, at + 1, token.text, number=token.number))
        elif token.kind == "punct":
            joins = ("and",) if token.text in ",&" else ()
            cued = (f"cmp:{SIGNS[token.text]}",) if token.text in SIGNS else joins
            kind: ChunkKind = "cue" if cued else "stop" if token.text in ".?;!:" else "word"
            if token.text == "." and at and at + 1 < len(tokens) and "." in tokens[at - 1].text:
                kind = "word"  # the end of "Ph.D." is no end of a sentence
            chunks.append(Chunk(kind, at, at + 1, token.text, tags=cued))
        else:
            tags = ("rows",) if token.lower in lexicon().rows else ()
            chunks.append(Chunk("word", at, at + 1, token.lower, tags=tags))
        at += 1
    return chunks


def _about(means: Definition) -> Link | None:
    """The first column that a definition speaks of."""
    items = [i for i in (means.item, means.order and means.order.item) if i]
    column = next((c for i in items for c in columns_of(i)), None)
    column = column or next((i.column for i in condition_items(means.conditions) if i.column), None)
    table = column.table if column else next((i.table for i in items), "")
    return Link("column", table, column.name if column else "", "", 1.0, "told") if table else None


def shaping(tokens: Sequence[Token]) -> frozenset[int]:
    """Tokens inside phrases that compare or rank ("older than", "or younger"), whatever their words resemble."""
    found: set[int] = set()
    at = 0
    while at < len(tokens):
        size, tags, quantity = _longest(tokens, at, len(tokens)) or (1, (), "")
        if quantity or any(t.startswith(("cmp:", "after:", "sup:", "common:")) for t in tags):
            found.update(range(at, at + size))
        at += size
    return frozenset(found)


def _longest(tokens: Sequence[Token], at: int, end: int) -> tuple[int, tuple[str, ...], str] | None:
    phrases = lexicon().phrases
    for size in range(min(6, end - at), 0, -1):
        key = tuple(t.lower for t in tokens[at : at + size])
        if key in phrases and all(t.kind != "quoted" for t in tokens[at : at + size]):
            tags, quantity = phrases[key]
            after = at + size
            if not (
                compares_on(tokens, after, tags)
                or ranks_on(tokens, at, after)
                or names_on(tokens, at, after)
                or ends_there(tokens, at, after)
            ):
                return size, tags, quantity
    return None


def ends_there(tokens: Sequence[Token], start: int, end: int) -> bool:
    """`no longer taking orders`: what was so is so no more, and nothing is compared, but in `no longer than 9 m`."""
    behind = tokens[end].lower if end < len(tokens) else ""
    led = start > 0 and tokens[start - 1].lower == "no"
    return led and end - start == 1 and tokens[start].lower == "longer" and behind != "than"


def ranks_on(tokens: Sequence[Token], start: int, end: int) -> bool:
    """`used the most fuel`: what is ranked by follows, so that the verb is no part of the phrase ("used the most")."""
    verb = end - start > 1 and tokens[start].lower == "used" and tokens[end - 1].lower in _RANKING
    return verb and end < len(tokens) and tokens[end].kind == "word" and content_word(tokens[end])


def names_on(tokens: Sequence[Token], start: int, end: int) -> bool:
    """`the most common first name`: the "first" behind a superlative belongs to the name that follows."""
    behind = end - start > 1 and tokens[end - 1].lower == "first"
    return behind and end < len(tokens) and tokens[end].kind == "word"


def compares_on(tokens: Sequence[Token], end: int, tags: Sequence[str]) -> bool:
    """`above 300 or less than 100`: the phrase, said behind a number, only begins another comparison."""
    behind = any(t.startswith("after:") for t in tags)
    return behind and end < len(tokens) and tokens[end].lower == "than"
