"""Which words of a question say what a document explains a code by ("bank transfer" for `B`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.code_words import ONE, WHOLE, content
from core.ask.link_synonyms import CALLED_TOO
from core.ask.span_selection import FIRM, Spans, offer
from core.ask.state import Link
from core.ask.stop_words import FUNCTION, MODIFIERS, VERBS, content_word, opens
from core.ask.tokens import Token
from core.ask.vocabulary import Vocabulary
from core.text.abbreviations import CUT
from core.text.words import singular, words

_LONGEST = 6
"""Words of a meaning and what stands between them, at most."""
_DENIES = frozenset(("no", "not"))
_STATISTICS = frozenset(("average", "mean", "median"))
"""Words for what is reckoned: alone they are no part of a code's meaning (`TA`: Typical/Average)."""

_AS_NOUNS = {"given": "gift", "bequeathed": "bequest", "lent": "loan", "sold": "sale", "donated": "donation"}
"""What was done, and the noun by which a code may be told."""
_FOR = frozenset("for to with by from of".split())
_WHERE = frozenset("in on at under off with".split())
"""Words with which the meaning of a state may begin: “In kennels”, “On loan”."""
_DEED = 0.8
"""What a code's meaning is worth that is said by its deed."""


def by_code(tokens: Sequence[Token], spans: Spans, vocabulary: Vocabulary) -> None:
    """Words by which a document explains a code ("bank transfer" for `B`)."""
    for start in range(len(tokens)):
        denies = tokens[start].lower in _DENIES  # “no show” may be a code's meaning
        if tokens[start].kind != "word":
            continue
        small = not (denies or content_word(tokens[start]))  # “still out”: a meaning that is said whole
        for end in range(start + 1 + (denies or small), min(len(tokens), start + _LONGEST) + 1):
            last = tokens[end - 1]
            if last.kind != "word":
                break
            shapes = last.lower in MODIFIERS and (end == len(tokens) or tokens[end].kind != "word")
            alone = end == start + 1 and (shapes or (last.lower in VERBS and opens(tokens, start)))
            if alone:
                continue
            said = content(" ".join(t.lower for t in tokens[start:end]))
            if small and start and tokens[start].text.isupper():  # “A roads”
                for link in vocabulary.codes.links(tuple(t.stem for t in tokens[start:end])):
                    if link.score >= WHOLE:
                        offer(spans[start, end], link)
            if small or last.lower in FUNCTION:
                out_of = [t.lower for t in tokens[start : start + 2]] == ["out", "of"]
                for link in vocabulary.codes.links(said) if len(said) == end - start - out_of else ():
                    if link.score >= WHOLE:  # “out of print”, and not the “print” in it
                        offer(spans[start, end], replace(link, score=1.0) if out_of else link)
                for link in vocabulary.codes.links(said) if tokens[start].lower in _WHERE else ():
                    if _letter_by_letter(link, tokens[start:end], vocabulary):  # “in kennels”, not any kennels
                        offer(spans[start, end], replace(link, score=1.0))
                continue
            labelled = all(word in vocabulary.by_stem for word in said)
            behind = tokens[end].stem if end < len(tokens) and tokens[end].kind == "word" else ""
            things = any(behind in own for own in vocabulary.table_stems.values())
            tells = len(said) == 1 and vocabulary.codes.speaks(behind) and not things
            reckoned = end == start + 1 and last.lower in _STATISTICS
            for link in vocabulary.codes.links(said) if not reckoned else ():
                if link.score < ONE and tells and _closes(link, said[0], vocabulary):
                    continue  # “street lighting” is no `One way street`
                if link.score >= ONE or not labelled:  # a part of a meaning is less than a label
                    called = len(said) == 1 and vocabulary.called(last.lemma) == 1.0
                    offer(spans[start, end], replace(link, score=CALLED_TOO) if called else link)
            short = vocabulary.shorts(last.lemma) if end == start + 1 and not labelled else ()
            for link in (k for word, worth in short if worth >= CUT for k in vocabulary.codes.links((word,))):
                offer(spans[start, end], link)
            noun = _AS_NOUNS.get(last.lower, "") if end == start + 1 and not labelled else ""
            for link in vocabulary.codes.links(content(noun)) if noun else ():
                if link.score >= ONE:
                    offer(spans[start, end], replace(link, score=_DEED))
            if end == start + 1:
                _said_whole(last, spans[start, end], vocabulary)


def _said_whole(token: Token, links: dict[str, Link], vocabulary: Vocabulary) -> None:
    """Where a word says one code whole, it is no part of another one by its stem alone: “roofing”, which `roofers` do,
    is no `temporary roof`."""
    coded = [k for k in links.values() if k.how == "code"]
    if not any(k.score >= ONE for k in coded):
        return
    for link in (k for k in coded if k.score < ONE):
        held = vocabulary.tables[link.table].column(link.column)
        said = {w for word in words(held.meaning(link.value)) for w in (word, singular(word))} if held else set()
        if not {token.lower, token.lemma} & said:
            del links[link.id]


def with_who(tokens: Sequence[Token], spans: Spans) -> None:
    """`done for roofing firms`: behind a code that tells of a firm the word for the firm says no more, where neither is
    what is asked for."""
    for i, (led, said, who) in enumerate(zip(tokens, tokens[1:], tokens[2:], strict=False)):
        if led.lower not in _FOR or who.lower == who.lemma or said.kind != "word":
            continue
        coded = [k for k in spans[i + 1, i + 2].values() if k.how == "code" and k.score >= ONE]
        named = {k.table for k in spans[i + 2, i + 3].values() if k.kind == "column" and k.how == "synonym"}
        for link in coded:
            if link.table in named:
                offer(spans[i + 1, i + 3], link)


def with_subject(tokens: Sequence[Token], spans: Spans, vocabulary: Vocabulary) -> None:
    """`fire stations`, where kinds of fires are told of and more: the word before a table's name says no more than it
    does."""
    held = {i for (start, end), links in spans.items() if links for i in range(start, end)}
    for (start, end), links in list(spans.items()):
        named = [k for k in links.values() if k.kind == "table" and k.score >= FIRM]
        before = tokens[start - 1] if start and start - 1 not in held else None
        if named and before is not None and content_word(before) and vocabulary.codes.of_all(before.stem):
            for link in named:
                offer(spans[start - 1, end], link)


def beside_rows(tokens: Sequence[Token], spans: Spans) -> None:
    """`countries and territories`: beside a table's name a noun in the plural is another word for its rows, and no
    small part of what a code means (`French Southern Territories`)."""
    for i, (rows, joined, noun) in enumerate(zip(tokens, tokens[1:], tokens[2:], strict=False)):
        named = any(k.kind == "table" and k.score >= FIRM for k in spans[i, i + 1].values())
        if named and joined.lower == "and" and noun.lower != noun.lemma and rows.lower != rows.lemma:
            links = spans[i + 2, i + 3]
            for key in [k for k, link in links.items() if link.how == "code" and link.score < ONE]:
                del links[key]


def _letter_by_letter(link: Link, said: Sequence[Token], vocabulary: Vocabulary) -> bool:
    """A code's meaning is said with all of its words, small ones too, as they are written."""
    held = vocabulary.tables[link.table].column(link.column)
    return held is not None and words(held.meaning(link.value)) == tuple(t.lower for t in said)


def _closes(link: Link, word: str, vocabulary: Vocabulary) -> bool:
    """The stem is the last of the words that a code means."""
    held = vocabulary.tables[link.table].column(link.column)
    return held is not None and content(held.meaning(link.value))[-1:] == (word,)
