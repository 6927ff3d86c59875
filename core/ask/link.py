"""Schema linking: which words of a question may mean which table, column or cell value.

Every span of a few words gets candidates from four sources: the labels' own words, meaning (label embeddings), cell
values, and quoted text. The best non-overlapping spans are kept, each with its alternatives. Shared by all translators.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from copy import copy
from dataclasses import replace
from typing import Protocol

from core.ask.counted_kinds import as_rows
from core.ask.cut_values import CutValues
from core.ask.deciding import superlative
from core.ask.described import Described
from core.ask.figures_of_rows import figures_of_rows
from core.ask.kind_letters import READ_AS, KindLetters
from core.ask.label_match import LabelMatcher
from core.ask.label_stems import longitude, spell_out
from core.ask.link_codes import beside_rows, by_code, with_subject, with_who
from core.ask.link_synonyms import Synonyms
from core.ask.link_values import ValueLinks
from core.ask.long_headers import LEAST_WORDS, long_headers
from core.ask.long_views import LongViews
from core.ask.member_words import MemberWords
from core.ask.money_behind import money_behind
from core.ask.moved_on import moved_on
from core.ask.own_and_outside import OwnAndOutside
from core.ask.served import served
from core.ask.signed_values import SignedValues
from core.ask.small_word_first import cells_with_small_word, without_small_word
from core.ask.span_selection import Spans, cover, firmly_linked, offer
from core.ask.state import Link, Mention
from core.ask.state_words import StateWords
from core.ask.stop_words import FUNCTION, MODIFIERS, VERBS, content_word, opens
from core.ask.subjects import Subjects
from core.ask.tokens import Token, places_of, stem
from core.ask.values_found import Values
from core.ask.vocabulary import Vocabulary
from core.errors import StoreError
from core.index.base import LabelHit, LabelIndex
from core.index.forms import IN_FULL
from core.processes.gc_pause import uncollected
from core.text.words import words

LONGEST = 6
_CHANGING = frozenset(
    "change changed grow grew grown growth rise rose risen fall fell fallen increase increased decrease decreased "
    "decline declined".split()
)
_PLAIN = VERBS | MODIFIERS | _CHANGING
"""Words that shape a question and have no sense of their own to go by."""
_LIKE = frozenset(("meaning", "synonym"))
"""Links to what a word is merely like, or stands for."""
_SPANS = frozenset("year quarter month week weekday day hour".split())
_EACH = frozenset("per by each every".split())
"""Behind these a span of time is a part of a date, whatever column is like it."""
_OPENINGS = (("which",), ("what",))
_ROWS = frozenset("record records row rows entry entries line lines".split())
_GUESSED = 0.7
"""What a letter is worth that may stand for a noun."""
_NAMED = 3
"""Words of a noun with which the names of a table's rows end."""
_WHOLE = 0.99
"""From this score a label is said whole."""
_EXTRACT = 0.93
"""What a link to an extract of a family is worth beside one to the family."""
_HOW_OFTEN = ("how", "many", "times")
_SPAN_OF = frozenset("average avg mean total median longest shortest much".split())
"""Before “time” these ask how long, and not when."""


class Labels(Protocol):
    """What linking asks of the label index."""

    def search(self, texts: Sequence[str], k: int = 10) -> Sequence[Sequence[LabelHit]]: ...


class Linker:
    """Links for one state of the schema; made anew when the catalogue changes."""

    def __init__(self, vocabulary: Vocabulary, values: Values, labels: LabelIndex | None = None) -> None:
        self.vocabulary = vocabulary
        self._matcher = LabelMatcher(vocabulary)
        self._synonyms = Synonyms(vocabulary, self._matcher)
        self._views = LongViews(tuple(vocabulary.tables.values()))
        self._members = MemberWords(tuple(vocabulary.tables.values()))
        self._subjects = Subjects(tuple(vocabulary.tables.values()))
        self._signed = SignedValues(tuple(vocabulary.tables.values()))
        self._described = Described(tuple(vocabulary.tables.values()))
        self._states = StateWords(tuple(vocabulary.tables.values()))
        self._cut = CutValues(tuple(vocabulary.tables.values()))
        self._kinds = KindLetters(tuple(vocabulary.tables.values()))
        self._doers = OwnAndOutside(tuple(vocabulary.tables.values()))
        self._cells = ValueLinks(vocabulary, values)
        self._labels: Labels | None = labels
        self.labels = labels

    def over(self, values: Values, labels: Labels | None) -> Linker:
        """The same linker that looks words up in these."""
        other = copy(self)
        other._cells, other._labels = ValueLinks(self.vocabulary, values), labels
        return other

    def link(self, tokens: Sequence[Token]) -> tuple[Mention, ...]:
        """Non-overlapping mentions in order, each with up to 12 links, best first."""
        return cover(tokens, self.spans(tokens))

    @uncollected()
    def spans(self, tokens: Sequence[Token]) -> Spans:
        """All that each span of words may mean."""
        spans: Spans = defaultdict(dict)
        self._by_label(tokens, spans)
        for start, end, link in long_headers(tokens, self.vocabulary) if len(tokens) >= LEAST_WORDS else ():
            offer(spans[start, end], link)
        by_code(tokens, spans, self.vocabulary)
        self._synonyms.phrases(tokens, spans)
        self._synonyms.synonyms(tokens, spans)
        self._synonyms.units(tokens, spans)
        self._synonyms.measures(tokens, spans)
        self._synonyms.money(tokens, spans)
        self._by_meaning(tokens, spans)
        as_rows(tokens, spans, self.vocabulary)
        self._cells.offer(tokens, spans)
        self._by_sign(tokens, spans)
        self._one_spelling(spans)
        self._synonyms.cut_codes(tokens, spans)
        for start, end, link in self._cut.links(tokens):
            offer(spans[start, end], link)
        self._by_state(tokens, spans)
        self._by_description(tokens, spans)
        self._by_member(tokens, spans)
        self._by_subject(tokens, spans)
        self._by_kind_of_place(tokens, spans)
        cells_with_small_word(tokens, spans, self.vocabulary)
        without_small_word(tokens, spans, self.vocabulary)
        self._by_kind_letter(tokens, spans)
        for start, end, link in self._doers.links(tokens):
            offer(spans[start, end], link)
        self._views.choose(tokens, spans)
        self._families_first(spans)
        self._by_only_name(tokens, spans)
        self._labels_first(spans)
        self._cells_first(spans)
        moved_on(tokens, spans, self.vocabulary)
        figures_of_rows(tokens, spans, self.vocabulary)
        money_behind(tokens, spans, self.vocabulary)
        self._no_clock(tokens, spans)
        beside_rows(tokens, spans)
        served(tokens, spans, self.vocabulary)
        with_subject(tokens, spans, self.vocabulary)
        with_who(tokens, spans)
        return spans

    def _by_sign(self, tokens: Sequence[Token], spans: Spans) -> None:
        """A cell that is said with its sign is not the one with the other sign."""
        for start, end, link in self._signed.links(tokens):
            for key, other in list(spans[start, start + 1].items()):
                if other.kind == "value" and (other.table, other.column) == (link.table, link.column):
                    del spans[start, start + 1][key]
            offer(spans[start, end], link)

    def _by_state(self, tokens: Sequence[Token], spans: Spans) -> None:
        """Other words for what a cell says, where nothing is called or held so."""
        firm = firmly_linked(spans)
        for start, end, link in self._states.links(tokens):
            if firm.isdisjoint(range(start, end)):
                offer(spans[start, end], link)

    def _by_kind_letter(self, tokens: Sequence[Token], spans: Spans) -> None:
        """A letter that may stand for a noun, where nothing is called or held so, nor like it."""
        firm = firmly_linked(spans)
        for i, (table, column, value) in self._kinds.links(tokens):
            if i not in firm and all(k.how == "meaning" for k in spans[i, i + 1].values()):
                offer(spans[i, i + 1], Link("value", table, column, value, _GUESSED, READ_AS))

    def _by_description(self, tokens: Sequence[Token], spans: Spans) -> None:
        """What a document says of a column, where nothing is called or held so."""
        firm = firmly_linked(spans)
        for start, end, link in self._described.links(tokens):
            labelled = stem("".join(t.lower for t in tokens[start:end])) in self.vocabulary.by_stem
            if firm.isdisjoint(range(start, end)) and not labelled:
                offer(spans[start, end], link)

    def _labels_first(self, spans: Spans) -> None:
        """What a header says outright is no part of a longer cell: `Paid On`, and not the note “paid; thanks”."""
        for links in spans.values():
            if any(k.kind == "column" and k.how == "label" and k.score >= _WHOLE for k in links.values()):
                for key in [key for key, k in links.items() if k.kind == "value" and k.how == "name"]:
                    del links[key]

    def _cells_first(self, spans: Spans) -> None:
        """What a cell holds as it stands is short for no header (`refused`, and not `Ref`), nor another word for its
        table (`dogs` among pets, grants `awarded`)."""
        for links in spans.values():
            held = [k for k in links.values() if k.kind == "value" and k.how in IN_FULL]
            if any(k.how != "plural" for k in held):
                for key in [key for key, k in links.items() if k.how == "short"]:
                    del links[key]
            of = {k.table for k in held}
            for key in [key for key, k in links.items() if k.kind == "table" and k.how in _LIKE and k.table in of]:
                del links[key]

    def _no_clock(self, tokens: Sequence[Token], spans: Spans) -> None:
        """`average time people waited`, `how many times`: no time of the day, which nobody averages or counts."""
        for start, end in places_of([t.lower for t in tokens], _HOW_OFTEN):
            spans.pop((end - 1, end), None)
            spans.pop((start, end), None)
        for i, token in enumerate(tokens):
            if i and token.lemma == "time" and tokens[i - 1].lower in _SPAN_OF:
                for key, link in list(spans[i, i + 1].items()):
                    column = self.vocabulary.tables[link.table].column(link.column) if link.kind == "column" else None
                    if column is not None and (column.type == "time" or link.how == "part"):
                        del spans[i, i + 1][key]

    def _one_spelling(self, spans: Spans) -> None:
        """A word that a column spells in several ways is meant by its commonest spelling."""
        for links in spans.values():
            for key, link in list(links.items()):
                column = self.vocabulary.tables[link.table].column(link.column) if link.kind == "value" else None
                main = dict(column.profile.spellings).get(link.value) if column else None
                if main is not None:
                    del links[key]
                    offer(links, replace(link, value=main))

    def _by_kind_of_place(self, tokens: Sequence[Token], spans: Spans) -> None:
        """`which country`: a column of a family that holds countries, whatever it is called."""
        for i, token in enumerate(tokens):
            for table, column in self._members.places(token.stem):
                links = spans[i, i + 1]
                own = {key: k for key, k in links.items() if k.kind == "column" and k.table == table}
                for key, k in own.items():  # figures of states are no states
                    if k.how == "label" and self.vocabulary.counts(k):
                        del links[key]
                if not any(k.score > 0.8 and key in links for key, k in own.items()):
                    offer(links, Link("column", table, column, "", 0.95, "place"))

    def _by_subject(self, tokens: Sequence[Token], spans: Spans) -> None:
        """What a title says leads to the figures below it, where no label or value of theirs is called so."""
        for start, end, link in self._subjects.links(tokens):
            own, found = self._views.both(link.table), spans[start, end]
            others = {key: k for key, k in found.items() if k.table in own and k.how != "meaning"}
            if all(k.kind == "value" and (k.table, k.column) in self._subjects.constants for k in others.values()):
                for key in others:
                    del found[key]
                offer(found, link)

    def _families_first(self, spans: Spans) -> None:
        """Where a family and an extract of it answer to the same words, the family goes before."""
        for links in spans.values():
            for key, link in list(links.items()):
                if link.table in self._members.extracts and link.kind != "table":
                    links[key] = replace(link, score=_EXTRACT * link.score)

    def _by_member(self, tokens: Sequence[Token], spans: Spans) -> None:
        """Files of families; and a year that a family has is no word of another table's labels (`Score_2015`)."""
        for start, end, link in self._members.links(tokens):
            offer(spans[start, end], link)
        for i, token in enumerate(tokens):
            if token.lower in _ROWS and not any(spans.values()) and (family := self._members.of_years(tokens)):
                offer(spans[i, i + 1], Link("table", family, "", "", 0.8, "member"))
            for table, varying in self._members.varies(token.stem):
                self._as_varying(table, varying, i + 1, spans)
            if token.number is not None and self._members.has_year(token.text):
                found = spans[i, i + 1]
                for key, link in list(found.items()):
                    column = self.vocabulary.tables[link.table].column(link.column) if link.kind == "column" else None
                    if column is not None and column.label.strip() != token.text:
                        del found[key]

    def _as_varying(self, table: str, column: str, end: int, spans: Spans) -> None:
        """What varies between a family's files is no name of the family: "cancer site", `site` being the column."""
        named = Link("table", table, "", "", 1.0, "").id
        for start in range(max(0, end - LONGEST), end):
            links = spans.get((start, end), {})
            if (link := links.pop(named, None)) is not None and end - start > 1:
                offer(links, replace(link, kind="column", column=column))

    def _by_only_name(self, tokens: Sequence[Token], spans: Spans) -> None:
        """`Which search term …` where no word is known: what tells the rows of the only table apart."""
        if (
            any(k.how != "meaning" for links in spans.values() for k in links.values())
            or (only := self._members.only_name()) is None
        ):
            return
        opening = next((n for n in _OPENINGS if tuple(t.lower for t in tokens[: len(n)]) == n), None)
        start = len(opening) if opening else 0
        end = start
        while end < len(tokens) and tokens[end].kind == "word" and content_word(tokens[end]):
            end += 1
        if opening and start < end:
            offer(spans[start, end], Link("column", *only, "", 1.0, "only name"))

    def _by_label(self, tokens: Sequence[Token], spans: Spans) -> None:
        for start in range(len(tokens)):
            if not content_word(tokens[start]):
                continue
            asked: list[str] = []
            flat, before, bridged = "", "", set[str]()
            for end in range(start + 1, min(len(tokens), start + LONGEST) + 1):
                token = tokens[end - 1]
                if token.kind in ("punct", "quoted", "date"):
                    break
                flat += "".join(words(token.lower))
                if token.lower in FUNCTION:
                    bridged.add(token.lower)
                    for wording in self.vocabulary.by_flat.get(flat, ()) if asked else ():  # "follow-up" ends with one
                        for link in wording.links(wording.all(), 0.99, "label"):
                            offer(spans[start, end], link)
                    continue
                said = [self.vocabulary.shortened(before, w) for w in words(token.lower)]
                before = token.lower
                asked.extend(s for w in said for s in spell_out(w))
                first = opens(tokens, start)
                for link in self._matcher.matches(tuple(asked), flat, tokens[start:end], bridged, first):
                    long = flat == "long" and link.kind == "column"  # “how long” is no place
                    if not (long and longitude(self.vocabulary.tables[link.table], link.column)):
                        offer(spans[start, end], link)
                one = stem(flat)  # `bus-stops`, `busstop`; but “colour red” is no `colour`
                joined = end == start + 2 and not bridged and len(one) > len(tokens[start].text)
                if joined and one in self.vocabulary.by_stem:
                    for link in self._matcher.matches((one,), flat, tokens[start:end], bridged, first):
                        offer(spans[start, end], link)
        for i, token in enumerate(tokens):
            called = any(k.kind == "table" and k.score >= 0.95 for k in spans[i, i + 1].values())
            verb = token.lower in VERBS and opens(tokens, i)
            keyed = self.vocabulary.by_entity.get(token.stem, ()) if token.kind == "word" and not called | verb else ()
            for table in keyed:
                offer(spans[i, i + 1], Link("table", table, "", "", 1.0, "key"))
            for table in self.vocabulary.by_name.get((token.stem,), ()) if token.kind == "word" and not called else ():
                offer(spans[i, i + 1], Link("table", table, "", "", 0.8, "named"))
            for size in range(2, min(_NAMED, i + 1) + 1):
                for table in self.vocabulary.by_name.get(tuple(t.stem for t in tokens[i + 1 - size : i + 1]), ()):
                    offer(spans[i + 1 - size, i + 1], Link("table", table, "", "", _WHOLE, "named"))
            for table, column, value in self.vocabulary.coded(token.lower):
                offer(spans[i, i + 1], Link("value", table, column, value, 0.9, "code"))
        self._synonyms.endings(tokens, spans)
        self._synonyms.shortenings(tokens, spans)
        self._synonyms.initials(tokens, spans)
        self._elliptic(tokens, spans)

    def _elliptic(self, tokens: Sequence[Token], spans: Spans) -> None:
        """`first and last name`: the first word borrows the noun of the second."""
        for i in range(len(tokens) - 3):
            one, joint, two, noun = tokens[i : i + 4]
            if joint.lower not in ("and", "or", "/", "&", ",") or noun.kind != "word" or noun.lower in FUNCTION:
                continue
            if one.kind != "word" or two.kind != "word" or one.lower in FUNCTION or two.lower in FUNCTION:
                continue
            if one.lemma == noun.lemma or two.lemma == noun.lemma:
                continue
            nouns = [s for w in words(noun.lower) for s in spell_out(w)]
            for word, span in ((one, (i, i + 1)), (two, (i + 2, i + 4))):
                asked = (*(s for w in words(word.lower) for s in spell_out(w)), *nouns)
                found = self._matcher.matches(asked, word.lower + noun.lower, (word, noun), set(), False)
                whole = [k for k in found if k.kind == "column" and k.score >= 0.95]
                if not whole:
                    break
                for link in whole:
                    offer(spans[span], link)

    def _by_meaning(self, tokens: Sequence[Token], spans: Spans) -> None:
        """Embedding neighbours for content words that no label matches well."""
        if self._labels is None:
            return
        matched = firmly_linked(spans)
        free = [
            i
            for i, t in enumerate(tokens)
            if content_word(t) and t.number is None and i not in matched and t.lower not in _PLAIN
            if not (i and t.lemma in _SPANS and tokens[i - 1].lower in _EACH)
        ]
        wanted = [(i, i + 1) for i in free] + [(i, i + 2) for i in free if i + 1 in free and not superlative(tokens[i])]
        texts = [" ".join(t.lower for t in tokens[s:e]) for s, e in wanted]
        if not texts:
            return
        try:
            found = self._labels.search(texts, k=6)
        except StoreError:  # a server that has gone: the labels' own words must do
            return
        for span, hits in zip(wanted, found, strict=True):
            for hit in hits:
                if hit.similarity < (0.6 if hit.kind == "table" else 0.45):
                    continue
                if hit.table not in self.vocabulary.tables:
                    continue
                offer(spans[span], Link(hit.kind, hit.table, hit.column, "", 0.85 * hit.similarity, "meaning"))
