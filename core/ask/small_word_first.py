"""Headers of yes and no whose small word makes them what they are: `In house`, `On stop`, `Off hire`. Without it the
noun is another one: “houses” are no `In house`. And cells that begin so, which are said with it: `Out of area`."""

from __future__ import annotations

from collections.abc import Sequence

from core.ask.code_words import truths
from core.ask.led_cells import SMALL
from core.ask.span_selection import Spans, offer
from core.ask.tokens import Token
from core.ask.vocabulary import Vocabulary
from core.text.words import words


def without_small_word(tokens: Sequence[Token], spans: Spans, vocabulary: Vocabulary) -> None:
    """Takes such a header, and its cells, from a plural before which its small word does not stand."""
    led: dict[tuple[str, str], str] = {}
    for table in vocabulary.tables.values():
        for column in table.columns:
            said = words(column.label)
            if len(said) == 2 and said[0] in SMALL and truths(column):
                led[table.name, column.name] = said[0]
    for (start, end), links in spans.items() if led else ():
        last = tokens[end - 1]
        if end - start > 1 or last.lower == last.lemma:
            continue
        before = tokens[start - 1].lower if start else ""
        for key in [k.id for k in links.values() if led.get((k.table, k.column), before) != before]:
            del links[key]


def cells_with_small_word(tokens: Sequence[Token], spans: Spans, vocabulary: Vocabulary) -> None:
    """Offers a cell where all of its words are said, the small ones too: “out of area” is no area."""
    lowers = tuple(t.lower for t in tokens)
    for i in (i for i, word in enumerate(lowers) if word in SMALL):
        for said, link in vocabulary.cells_led.get(lowers[i], ()):
            if lowers[i : i + len(said)] == said:
                offer(spans[i, i + len(said)], link)
