"""Schema linking by cell values: which words of a question name a cell, whole, in part, misspelt, or as a verb."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace

from core.ask.cells_in_short import short_for, weekdays
from core.ask.dates import written_as
from core.ask.small_letters import with_names
from core.ask.span_selection import Spans, offer
from core.ask.state import Link
from core.ask.stop_words import FUNCTION, MODIFIERS, VERBS, content_word
from core.ask.tokens import Token, stem
from core.ask.values_as_deeds import SMALL_VERBS, STATE, Deeds
from core.ask.values_as_names import named_rows_first
from core.ask.values_by_first_word import begun, of_ours
from core.ask.values_found import ValueFound, Values, across
from core.ask.vocabulary import Vocabulary
from core.index.forms import nationality
from core.text.everyday import everyday
from core.text.synonyms import synonyms
from core.text.words import words

_NAMED = 0.9
"""What a value is worth that is said whole but for its number, or what all values begin with."""
_KIND, _KINDS = 0.72, 40
"""What a telling word of a kind is worth, and how many kinds a list of them has at most."""
_CASE = stem("case")
_STATES = ("ed", "ing", "ken", "wn", "ctive")
"""How words end that say in which state the noun before them is: `Stile broken`, `Gate defective`."""
_IN = frozenset("in during since from between until to before after and or for".split())
_YEARS = (1900, 2100)
_OF_IT, _LONG = 0.64, 5
"""What a value is worth that is said with another ending ("German" and Germany), and its letters at least."""
_EITHER = re.compile(r"\s+or\s+|\s*/\s*|\s*[()]\s*")
"""What stands between two names of one kind."""
_ADDRESS = re.compile(r"^\s*(?:https?://|www\.)|^\S+@\S+\.\w+\s*$", re.IGNORECASE)
"""An address of a page, or of a person's mail."""
_OR, _LISTED = 0.8, 200
"""What a kind is worth that is said by one of its two names, and how many kinds that have two there are at most."""
_FAR, _RARER = 20, 0.04
"""How many times oftener one column must hold a value than another, and what the other loses."""
_NATION = 0.9
"""What a country is worth that is said by who comes from it."""
_FIRST, _FEW = 0.8, 4
"""What the one value is worth that begins with a word, and of how many words a kind is that one of them tells."""
LEGAL_FORMS = frozenset(
    "ltd limited plc llp llc inc incorporated corp corporation co company gmbh ag sa bv srl cic".split()
)
"""Words that end the name of a firm and are not said."""
_SIDES = frozenset("back out off up over down away in on".split())
"""Words that go with verbs, and by themselves name no cell of which they are a part."""


class ValueLinks:
    """Links of spans to cells of one state of the schema."""

    def __init__(self, vocabulary: Vocabulary, values: Values) -> None:
        self._vocabulary = vocabulary
        self._values = values

    def offer(self, tokens: Sequence[Token], spans: Spans) -> None:
        """Add to each span the cells that it may mean."""
        for i, token in enumerate(tokens):
            if token.kind == "quoted":
                for hit in self._values.lookup(token.text):
                    offer(spans[i, i + 1], Link("value", hit.table, hit.column, hit.value, hit.score, "value"))
            for text in written_as(token.text) if token.kind == "date" else ():
                for hit in self._values.lookup(text):
                    if hit.kind in ("exact", "case"):
                        offer(spans[i, i + 1], Link("value", hit.table, hit.column, hit.value, STATE, hit.kind))
        Deeds(tokens, self._values, spans).offer()
        for i, link in weekdays(tokens, self._vocabulary.tables.values()):
            offer(spans[i, i + 1], link)
        plain = ["" if t.kind in ("punct", "quoted") else t.text for t in tokens]
        aside = self._vocabulary.dictionaries - self._named(tokens)
        found = (*self._values.find(plain), *across(self._values, tokens, plain))
        hits = [h for h in found if h.table not in aside]
        named = with_names(tokens)
        first = begun(self._vocabulary.tables, named, hits) | of_ours(self._vocabulary.tables, named, hits)
        partly = [h for h in hits if h.kind == "part"]
        parts = Counter(map(_of, partly))
        firms = Counter(_of(h) for h in partly if _firm(tokens[h.start : h.end], h.value))
        either = Counter(_of(h) for h in partly if self._one_of_two(tokens[h.start : h.end], h))
        for hit in hits:
            if _verb_or_address(tokens, hit):
                continue
            if (hit.start, hit.end, hit.value) in first:
                score, how = _FIRST, "name"
            elif self._is_other(tokens, hit):
                continue
            elif either[_of(hit)] == 1 and hit.kind == "part" and self._one_of_two(tokens[hit.start : hit.end], hit):
                score, how = _OR, "name"
            else:
                named_alone = firms[_of(hit)] == 1 and _firm(tokens[hit.start : hit.end], hit.value)
                score, how = self._worth(tokens[hit.start : hit.end], hit, named_alone, parts[_of(hit)] > 1)
            offer(spans[hit.start, hit.end], Link("value", hit.table, hit.column, hit.value, score, how))
            if how in ("exact", "case"):
                for table, column, code in short_for(hit.table, hit.column, hit.value, self._vocabulary.tables):
                    offer(spans[hit.start, hit.end], Link("value", table, column, code, score, "code"))
        named_rows_first(spans, self._vocabulary.tables, _FAR)
        self._commoner(spans)

    def _is_other(self, tokens: Sequence[Token], hit: ValueFound) -> bool:
        """Words that are said for something else than the cell that is like them."""
        span = tokens[hit.start : hit.end]
        capital = any(t.capital for t in span)
        if not capital and all(t.lower in FUNCTION or t.lower in MODIFIERS for t in span):
            return True
        if len(span) == 1 and (span[0].lower in VERBS or (span[0].number is not None and hit.kind != "exact")):
            return True
        if len(span) == 1 and span[0].number is not None and (_so_many(tokens, hit) or self._year(tokens, hit)):
            return True
        joined = len(words(hit.value)) < len(span)
        if hit.kind == "plural" and joined and span[0].capital and not span[-1].capital:
            return True  # “Green ports” are no Greenport
        if hit.kind == "part" and any(t.kind == "date" for t in span):
            return True
        if hit.kind == "typo" and not span[-1].capital and _done(span[-1].lower, hit.value):
            return True  # “finished jobs” are no Finnish ones
        plainly = len(span) == 1 and not capital and span[0].lower in everyday() | synonyms().keys()
        slip = hit.kind == "typo" or (hit.kind == "part" and span[0].stem not in map(stem, words(hit.value)))
        return plainly and slip  # "brought" is no slip for a place called Broughton

    def _worth(self, span: Sequence[Token], hit: ValueFound, firm: bool, several: bool) -> tuple[float, str]:
        """What a cell is worth that is said with these words, and how it is said: `firm` for the whole name of one firm
        but for its legal form, `several` for a part of more than one cell of its column.
        """
        if len(span) == 1 and hit.kind == "typo" and _of_it(span[0], hit.value):
            return _OF_IT, "part"
        if len(span) == 1 and hit.kind == "part" and self._telling(span[0], hit):
            return _KIND, "name"
        if hit.kind == "part" and firm:
            return _NAMED, "name"
        if len(span) == 1 and nationality(span[0].lower, hit.value):
            return _NATION, hit.kind
        shared = self._vocabulary.shared_words(hit.table, hit.column)
        shared = shared or self._vocabulary.noted(hit.table, hit.column, hit.value)
        if hit.kind == "part" and len(words(hit.value)) - shared == hit.end - hit.start:
            # another form of the whole value ("Canadian" and "Canada"), or all of it but what all values begin with
            if shared and not several:  # a part of many a name is none of them
                return max(hit.score, _NAMED), "name"
            return max(hit.score, _OF_IT), hit.kind
        capital = any(t.capital for t in span)
        score = hit.score * (0.97 if capital or len(span) > 1 else 0.86)
        return score * (0.8 if hit.kind == "typo" and not capital else 1.0), hit.kind

    def _year(self, tokens: Sequence[Token], hit: ValueFound) -> bool:
        """`in 2022`: a year, and no code that is written so, where anything has a day or a year."""
        number = tokens[hit.start].number or 0
        led = tokens[hit.start - 1].lower if hit.start else ""
        column = self._vocabulary.tables[hit.table].column(hit.column)
        coded = column is not None and column.type == "text" and column.profile.distinct > _KINDS
        return coded and led in _IN and _YEARS[0] <= number <= _YEARS[1] and self._vocabulary.dated

    def _one_of_two(self, said: Sequence[Token], hit: ValueFound) -> bool:
        """`mudflows` of `Lahar or mudflow`: one of two names of a kind."""
        column = self._vocabulary.tables[hit.table].column(hit.column)
        either = _EITHER.split(hit.value)
        if column is None or column.type != "text" or column.profile.distinct > _LISTED or not content_word(said[0]):
            return False
        named = tuple(t.stem for t in said)
        return len(either) > 1 and named in [tuple(map(stem, words(part))) for part in either]

    def _telling(self, said: Token, hit: ValueFound) -> bool:
        """`an eviction case`: the word that begins one of a list of kinds alone, and that no label has."""
        column = self._vocabulary.tables[hit.table].column(hit.column)
        if column is None or column.type != "text" or column.profile.distinct > _KINDS or len(said.text) <= _LONG:
            return False
        common = [value for value, _ in column.profile.common]
        having = [v for v in common if said.stem in map(stem, words(v))]
        held = words(hit.value)
        begins = stem(held[0]) == said.stem and 1 < len(held) <= _FEW
        if said.lemma != said.lower != held[0]:  # several evictions are eviction cases, and animals no animal care
            rows = words(self._vocabulary.tables[hit.table].label)
            state = held[1:2] and held[1].endswith(_STATES)  # bridges: of `Bridge damaged`
            begins = begins and bool(state or stem(held[-1]) in {_CASE, *map(stem, rows)})
        plain = content_word(said) and said.lower not in VERBS | MODIFIERS and said.stem not in self._vocabulary.by_stem
        return begins and plain and len(common) == column.profile.distinct and having == [hit.value]

    def _commoner(self, spans: Spans) -> None:
        """`live in Italy`, which many rows have for their country, and one for its city: of two columns of a table the
        one that holds it far more often."""
        for links in spans.values():
            alike: dict[tuple[str, str], list[Link]] = defaultdict(list)
            for link in links.values():
                if link.kind == "value":
                    alike[link.table, link.value.casefold()].append(link)
            for same in alike.values():
                often = {k.id: self._often(k) for k in same} if len(same) > 1 else {}
                for link in same if often else ():
                    if often[link.id] * _FAR < max(often.values()):
                        links[link.id] = replace(link, score=round(link.score - _RARER, 3))

    def _often(self, link: Link) -> int:
        """In how many rows a column holds the value, as far as its profile tells."""
        column = self._vocabulary.tables[link.table].column(link.column)
        common = dict(column.profile.common) if column is not None else {}
        return common.get(link.value, 0)

    def _named(self, tokens: Sequence[Token]) -> set[str]:
        """Tables all whose words the question says."""
        said = {t.stem for t in tokens}
        return {t for t, own in self._vocabulary.table_stems.items() if own and own <= said}


def _verb_or_address(tokens: Sequence[Token], hit: ValueFound) -> bool:
    """Words that name no cell of which they are a part, whatever they begin with."""
    span = tokens[hit.start : hit.end]
    if hit.kind == "case" and len(span) == 1 and span[0].text in SMALL_VERBS and hit.value.isupper():
        return True  # “put up in May” is no `PUT`
    if hit.kind in ("part", "typo") and _ADDRESS.search(hit.value):
        return True  # “charging” is no part of an address that holds it
    return len(span) == 1 and span[0].lower in _SIDES and len(words(hit.value)) > 1  # "give back", no "back in rack"


def _so_many(tokens: Sequence[Token], hit: ValueFound) -> bool:
    """`the top 3`: how many, and no code that is written so."""
    return bool(hit.start) and tokens[hit.start - 1].lower in ("top", "bottom")


def _done(said: str, value: str) -> bool:
    """A verb of regular ending, and a value that does not end so."""
    return said.endswith(("ed", "ing")) and not value.lower().endswith(said[-2:])


def _of_it(said: Token, value: str) -> bool:
    """`German` of Germany: a word with a capital that is all of the value but its ending."""
    return len(value) > _LONG and said.text[:1].isupper() and value.lower().startswith(said.lower)


def _of(hit: ValueFound) -> tuple[int, int, str, str]:
    """The words and the column that they are looked up in."""
    return hit.start, hit.end, hit.table, hit.column


def _firm(said: Sequence[Token], value: str) -> bool:
    """`Bramble` of `Bramble Ltd`: the whole name, but for what sort of firm it is."""
    named, spoken = words(value), tuple(w for t in said for w in words(t.text))
    begins = named[: len(spoken)] == spoken and any(t.capital for t in said)
    return begins and len(named) > len(spoken) and set(named[len(spoken) :]) <= LEGAL_FORMS
