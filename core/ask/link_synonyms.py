"""Linking by other words than a label's own: synonyms, words cut short, words of one stock, units, money."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product

from core.ask.bare_codes import LONGEST
from core.ask.code_words import ONE, truths
from core.ask.deciding import superlative
from core.ask.label_match import LabelMatcher
from core.ask.label_stems import FILLER, holds_years, how_many, spell_out, stems
from core.ask.span_selection import FIRM, Spans, firmly_linked, offer
from core.ask.state import Link
from core.ask.stop_words import MODIFIERS, VERBS, content_word, opens
from core.ask.tokens import Token, stem
from core.ask.vocabulary import Vocabulary
from core.model import NUMERIC, TEMPORAL
from core.text.everyday import everyday
from core.text.key_words import KEY_WORDS
from core.text.synonyms import of_verb
from core.text.synonyms import phrases as known_phrases
from core.text.synonyms import synonyms as known_synonyms
from core.text.units import SAID

MONEY = frozenset(
    "spent spend spends spending paid pay pays earned earn earns earning money cost costs owed owe owes donated donate "
    "revenue turnover takings".split()
)
"""Words for money that changes hands."""
AMOUNTS = tuple(map(stem, ("amount", "total", "revenue", "sales", "fee", "paid")))
"""Words of headers for how much money it is, likeliest first."""
PAY = tuple(map(stem, ("salary", "wage", "wages", "pay", "earnings")))
_EARNED = frozenset("earn earned earns earning paid".split())
"""What people get for work, and the verbs that say so: how much players earn is their salary."""
_SUMMED = frozenset("total sum average avg mean amount amounts".split())
_DAY = 0.6
"""What the day of a payment is worth where an amount is asked for."""
_UNITS = frozenset(map(stem, ("items", "units", "pieces", "copies")))
_MANY = frozenset(map(stem, ("quantity", "qty", "units", "pieces", "copies")))
"""Words for single goods, and words of headers that say how many of them."""
_TIMES = frozenset(map(stem, ("year", "date", "day", "month", "time", "when", "on", "at")))
_NUMBERS = frozenset(map(stem, ("num", "number", "no", "nr", "count", "of", "total", "n")))
_SAID_PLAINLY = 0.84
"""What a column is worth that says a synonym and nothing else but that it is a time or a number."""
_DIFFERENT = frozenset(("different", "distinct", "unique"))
_MEASURED = {
    quantity: frozenset(map(stem, units.split()))
    for quantity, units in {
        "area": "square sq sqm sqft m2 metre meter feet foot ft hectare acre ha",
        "weight": "kg kilogram gram tonne ton lb pound kilo",
        "distance": "km kilometre kilometer mile",
        "length": "metre meter cm mm",
        "height": "metre meter cm",
        "volume": "litre liter ml gallon",
        "duration": "minute hour second min",
    }.items()
}
"""What is measured, and the words of headers that say no more than in what."""
_OF_MEASURES = frozenset("floor surface land ground total body travel".split())
_NEARLY = 0.65
"""How well a label must answer to a synonym."""
_ALIKE = 0.8
"""What a synonym is worth beside the label's own word."""
_SAME = 0.95
"""What a phrase for the same thing is worth beside the label's own words."""
_SHAPING = VERBS | MODIFIERS | {"compare", "compared", "comparing", "percent", "percentage", "proportion"}
_OFTEN = frozenset("hourly daily weekly fortnightly monthly quarterly yearly annually".split())
"""Words that are short for nothing: `quarterly` is no `qty`."""
_NOUNS = ("ion", "ment")
"""Endings of nouns for what was done, and for what it was done to."""
_DONE = 0.76
"""What such a noun is worth as the rows of a table that has the time of the deed."""
_SMALL = frozenset("did not of out on no to with for at".split())
"""Words of a phrase that may be shortened to its first letters."""
_TWO = 2
_COMING = frozenset("come came go went gone get got take took taken leave left".split())
"""First letters of two words stand for them in capitals only: `DD`."""
_WORDS = 4
"""Words whose first letters a label may have, at most."""
_CUT_OFF = 4
"""Letters that a stem lacks of its word, at most, to stand for the same."""
_INITIALS = 0.9
"""What a label of first letters is worth."""
CALLED_TOO = 0.7
"""What a code's meaning is worth where a label says the same word."""
NAMED = 0.95
"""From this score a label is said whole."""


def _abbreviated(said: Sequence[Token]) -> bool:
    """Words whose first letters may be a code: words of content, and in three or more small ones (`DNA`: did not
    attend)."""
    if any(superlative(t) for t in said):  # “cheapest translator”
        return False
    small = _SMALL if len(said) > 2 else frozenset()
    shaping = _SHAPING - small
    return all(t.kind == "word" and (t.lower in small or content_word(t)) and t.lower not in shaping for t in said)


class Synonyms:
    """Offers links to the spans of a question; `Linker` says in which order."""

    def __init__(self, vocabulary: Vocabulary, matcher: LabelMatcher) -> None:
        self._vocabulary = vocabulary
        self._matcher = matcher

    def cut_codes(self, tokens: Sequence[Token], spans: Spans) -> None:
        """Codes that are a word cut short (`CANC` for "cancelled") or have the first letters of several ("direct debit"
        and `DD`), where no cell holds the words themselves."""
        held = {
            i for (s, e), links in spans.items() if any(k.kind == "value" for k in links.values()) for i in range(s, e)
        }
        for i, token in enumerate(tokens):
            if token.kind != "word" or i in held or token.lower in _SHAPING or not content_word(token):
                continue
            headed = token.stem in self._vocabulary.by_stem
            for table, column, value in self._vocabulary.bare.of_letter(token.stem, spelt=headed):
                offer(spans[i, i + 1], Link("value", table, column, value, CALLED_TOO, "code"))
            if not headed:
                for table, column, value in self._vocabulary.bare.of_word(token.lower):
                    links = spans[i, i + 1]
                    for key in [
                        key for key, k in links.items() if (k.how, k.table, k.column) == ("short", table, column)
                    ]:
                        del links[key]  # `Vol/Paid`: who volunteers is one of both
                    offer(links, Link("value", table, column, value, CALLED_TOO, "code"))
        taken = held | firmly_linked(spans)
        for start, end in ((s, e) for s in range(len(tokens) - 1) for e in range(s + 2, s + LONGEST + 1)):
            said = tokens[start:end]
            if end <= len(tokens) and taken.isdisjoint(range(start, end)) and _abbreviated(said):
                for table, column, value in self._vocabulary.bare.of_initials("".join(t.lower[0] for t in said)):
                    offer(spans[start, end], Link("value", table, column, value, _INITIALS, "code"))

    def endings(self, tokens: Sequence[Token], spans: Spans) -> None:
        """Words of one stock with a label's ("weighing" and `Weight`, "directors" and `Directed by`)."""
        timed = bool(_TIMES & {t.stem for t in tokens})
        for i, token in enumerate(tokens):
            if token.kind != "word" or not content_word(token) or token.lower in VERBS or token.lower in MODIFIERS:
                continue
            for word in self._vocabulary.near(token.stem):
                for link in self._matcher.matches((word,), word, (token,), set(), False):
                    if link.kind == "column":
                        done = not timed and self._of_a_deed(token, link)
                        rows = Link("table", link.table, "", "", _DONE, "stem")
                        offer(spans[i, i + 1], rows if done else replace(link, score=0.8 * link.score, how="stem"))

    def _of_a_deed(self, token: Token, link: Link) -> bool:
        """`foundations`, beside the year in which each was `Founded`: what it was done to are the rows."""
        column = self._vocabulary.tables[link.table].column(link.column)
        noun = token.lower.removesuffix("s").endswith(_NOUNS)
        if column is None or not noun or not column.label.casefold().endswith("ed"):
            return False
        return column.type in TEMPORAL or holds_years(column)

    def shortenings(self, tokens: Sequence[Token], spans: Spans) -> None:
        """Words that labels hold cut short: "start stop" and `strt_stp`, "consultations" and `cons_no`."""
        plain = VERBS | MODIFIERS | everyday() | _OFTEN
        free = [t.kind == "word" and content_word(t) and t.lower not in plain for t in tokens]
        shorts = [self._vocabulary.shorts(t.lemma, t.lower) if ok else () for t, ok in zip(tokens, free, strict=True)]
        for start, end in ((s, e) for s in range(len(tokens)) for e in range(s + 1, min(len(tokens), s + 3) + 1)):
            if not any(shorts[start:end]) or any(t.kind != "word" or not content_word(t) for t in tokens[start:end]):
                continue
            own = [tuple((s, 1.0) for s in spell_out(tokens[i].lower)[:1]) for i in range(start, end)]
            if end == start + 1:
                called = self._vocabulary.called(tokens[start].lemma)
                ways = [tuple((s, n) for s, n in shorts[start] if n >= called)]
            else:
                ways = [(*shorts[i], *own[i - start]) for i in range(start, end)]
            for way in product(*ways):
                asked, worth = tuple(s for s, _ in way), min(n for _, n in way)
                if worth == 1.0:
                    continue
                for link in self._matcher.matches(asked, "".join(asked), tokens[start:end], set(), False):
                    held = self._vocabulary.tables[link.table].column(link.column) if link.column else None
                    number = held is not None and how_many(held.label) and stems(held.label)[1:] == asked
                    score = 1.0 if number else link.score  # `n_ind` says no more than “individuals”
                    offer(spans[start, end], replace(link, score=worth * score, how="short"))
                for table in self._vocabulary.by_entity.get(asked[0], ()) if end == start + 1 else ():
                    offer(spans[start, end], Link("table", table, "", "", worth, "short"))

    def initials(self, tokens: Sequence[Token], spans: Spans) -> None:
        """Words of which a label has the first letters alone: "direct debit" and `DD?`; no `ID`."""
        firm = firmly_linked(spans)
        for start, end in (
            (s, e) for s in range(len(tokens) - 1) for e in range(s + 2, min(len(tokens), s + _WORDS) + 1)
        ):
            said = tokens[start:end]
            if _abbreviated(said):
                short = "".join(t.lower[0] for t in said)
                if short in KEY_WORDS:
                    continue
                named = not firm.isdisjoint(range(start, end)) or said[-1].lower in VERBS | _COMING
                if len(short) == _TWO and named:  # “when did each husky come in” is no `HC`
                    continue
                for form in self._vocabulary.forms(stem(short)):
                    if form.column and form.full == (stem(short),):
                        if len(short) == _TWO and not self._in_capitals(form.table, form.column):
                            continue  # “petty hours” are no `pH`
                        offer(spans[start, end], Link("column", form.table, form.column, "", _INITIALS, "short"))
                        if len(short) > 2 and self._in_capitals(form.table, form.column):
                            for inner in [(s, e) for s, e in spans if start <= s and e <= end and e - s < end - start]:
                                spans[inner].clear()  # in “out of hours” no hours are meant

    def _in_capitals(self, table: str, column: str) -> bool:
        """A header of first letters: `OOH`."""
        held = self._vocabulary.tables[table].column(column)
        return held is not None and held.label.isupper()

    def synonyms(self, tokens: Sequence[Token], spans: Spans) -> None:
        """Other words for the same thing, where no label has the word itself: "shops" and `Stores`."""
        firm = firmly_linked(spans)
        for i, token in enumerate(tokens):
            if token.kind != "word" or i in firm or not content_word(token) or token.lower in _SHAPING:
                continue
            if token.lower in MODIFIERS or (token.lower in VERBS and opens(tokens, i)):
                continue
            others = {w: None for said in (token.lemma, token.lower) for w in known_synonyms().get(said, ())}
            others = others or dict.fromkeys(of_verb(token.lower))
            found = [k for w in others for k in self._matcher.matches((stem(w),), w, (token,), set(), False)]
            named = any(k.kind == "table" and k.score >= NAMED for k in found)
            for link in found:
                least = NAMED if named and link.kind == "column" else _NEARLY
                if link.score >= least:
                    offer(spans[i, i + 1], replace(link, score=_ALIKE * link.score, how="synonym"))
            tabled = any(k.kind == "table" for k in found)
            for link in (k for w in others for k in self._plain(w, tabled)):
                offer(spans[i, i + 1], link)
            # “publication” has the stem of “public”
            near = [s for w in others if len(w) - len(s := stem(w)) <= _CUT_OFF]
            for link in (k for s in near for k in self._vocabulary.codes.links((s,))):
                if link.score >= ONE:
                    offer(spans[i, i + 1], replace(link, score=_ALIKE * link.score))

    def phrases(self, tokens: Sequence[Token], spans: Spans) -> None:
        """Several words for one thing: "council area" and `local_authority`, where no label has these words."""
        firm = firmly_linked(spans)
        lemmas = [t.lemma for t in tokens]
        known = known_phrases()
        for start, end in ((s, e) for s in range(len(tokens)) for e in range(s + 1, min(len(tokens), s + _WORDS) + 1)):
            others = known.get(tuple(lemmas[start:end]), ()) if firm.isdisjoint(range(start, end)) else ()
            for said in others:
                asked = tuple(stem(w) for w in said if w not in FILLER)
                for link in self._matcher.matches(asked, "".join(asked), tokens[start:end], set(), False):
                    if link.score >= _NEARLY:
                        offer(spans[start, end], replace(link, score=_SAME * link.score, how="synonym"))

    def _plain(self, word: str, tabled: bool) -> Iterator[Link]:
        """Columns that say no more than the word, but that it is a time or a number: `Start year`, `num_parts`. Where
        a table is called so, too (`tabled`), the `crash year` is no crash."""
        said = stem(word)
        for form in self._vocabulary.forms(said):
            rest = set(form.full) - {said}
            if form.column and said in form.full and rest and ((rest <= _TIMES and not tabled) or rest <= _NUMBERS):
                column = self._vocabulary.tables[form.table].column(form.column)
                if column is not None and (rest <= _TIMES or (column.type in NUMERIC and not column.profile.unique)):
                    yield Link("column", form.table, form.column, "", _SAID_PLAINLY, "synonym")

    def money(self, tokens: Sequence[Token], spans: Spans) -> None:
        """`spent`, `paid`: the column of an amount of money, where no label says the verb but for its day."""
        for i, token in enumerate(tokens):
            firm = [k for k in spans[i, i + 1].values() if k.score >= FIRM] if token.lower in MONEY else []
            if token.lower not in MONEY or (firm and not self._days_summed(tokens, i, firm)):
                continue
            for day in firm:
                spans[i, i + 1][day.id] = replace(day, score=_DAY)
            for at, word in enumerate((*PAY, *AMOUNTS) if token.lower in _EARNED else AMOUNTS):
                for form in self._vocabulary.forms(word):
                    column = self._vocabulary.tables[form.table].column(form.column) if form.column else None
                    amount = column is not None and column.type in NUMERIC and truths(column) is None
                    beside = not firm or form.table in {k.table for k in firm}
                    if beside and amount and form.core[-1:] == (word,):
                        offer(
                            spans[i, i + 1],
                            Link("column", form.table, form.column, "", round(_ALIKE - 0.02 * at, 2), "synonym"),
                        )

    def _days_summed(self, tokens: Sequence[Token], i: int, links: Sequence[Link]) -> bool:
        """A total is asked for, and all that the word is known by are days: `Paid on`."""
        found = (self._vocabulary.tables[k.table].column(k.column) for k in links)
        return i > 0 and tokens[i - 1].lower in _SUMMED and all(c is not None and c.type in TEMPORAL for c in found)

    def measures(self, tokens: Sequence[Token], spans: Spans) -> None:
        """`floor area`, `kilos`, where a header has but the unit: `Square metres`, `Kg`."""
        firm = firmly_linked(spans)
        for i, token in enumerate(tokens):
            units = _MEASURED.get(token.lemma) or frozenset(map(stem, SAID.get(token.lower, ())))
            if not units or i in firm:
                continue
            start = i - (i > 0 and tokens[i - 1].lower in _OF_MEASURES and i - 1 not in firm)
            for form in (f for unit in sorted(units) for f in self._vocabulary.forms(unit)):
                if form.column and set(form.full) <= units and not self._per_unit(form.table, form.column):
                    offer(spans[start, i + 1], Link("column", form.table, form.column, "", _ALIKE, "synonym"))

    def _per_unit(self, table: str, column: str) -> bool:
        """`£/kg` is no weight."""
        found = self._vocabulary.tables[table].column(column)
        return found is not None and "/" in found.label

    def units(self, tokens: Sequence[Token], spans: Spans) -> None:
        """`how many items`: the column that says how many, where no table or column is called so."""
        for i, token in enumerate(tokens):
            found = spans[i, i + 1] if token.stem in _UNITS else {}
            if token.stem not in _UNITS or any(k.score >= NAMED for k in found.values()):
                continue
            if i and tokens[i - 1].lower in _DIFFERENT:
                continue  # of each kind one
            for form in (f for word in sorted(_MANY) for f in self._vocabulary.forms(word)):
                if form.column and set(form.full) <= _MANY | _UNITS | {stem("of"), stem("number")}:
                    offer(spans[i, i + 1], Link("column", form.table, form.column, "", _ALIKE, "synonym"))
