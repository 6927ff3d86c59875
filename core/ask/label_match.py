"""How well a span of a question's words says the label of a table or column, 0..1."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from core.ask.label_forms import Form, Wording
from core.ask.state import Link
from core.ask.stop_words import COMPUTING, FUNCTION, MODIFIERS, VERBS
from core.ask.tokens import Token, stem
from core.ask.vocabulary import Vocabulary
from core.text.key_words import KEY_WORDS
from core.text.words import singular, words

NUMBER = stem("number")
NAMING = frozenset(map(stem, KEY_WORDS))
CALLED = frozenset(stem(w) for w in ("name", "title"))
KEY = "key part"
"""How a label says the words whose last word is a key's: for the columns alone that tell what a row is of."""
NAMED = 0.88
"""What a thing is worth of which a column holds the name."""
_HEAD = 0.7
"""What a table is worth of which a word says the noun that its label ends with."""
_OF_KINDS = 0.68
"""What a table of kinds (`application_types`) is worth at most of which a word says what they are kinds of."""
_KINDS = frozenset(map(stem, "type kind category class status code".split()))
_COUNTING = 0.03
_DONE = 0.08
_DUE = 0.05
"""What `Comply by` is worth less than `Complied` for “complying”."""
_AFTER_DEEDS = frozenset(("on", "at", "in", "by"))
_BRIDGES = frozenset("of the is are was were be been being".split())
TAILS = frozenset(stem(w) for w in ("number", "address", "name", "value"))
"""Words that people add to a label that says it already: "phone number", "email address"."""

_AMOUNTS = frozenset(map(stem, ("amount", "value", "sum", "total")))
"""Words of a label that say no more of a measure than that it is one: the award is the `Award amount`."""
_BOUNDS = frozenset(map(stem, "max maximum min minimum limit cap ceiling target budget planned forecast".split()))
"""Words that make another measure of one: the `Max award` is not what was awarded."""
_BOUND = 0.12
_DOERS = ("ant", "or", "er")
_DOER = 0.2


_LISTED = 0.97
"""What a table is worth that is said but for the word that it is a list."""
_ABOUT = frozenset("about for from against".split())
_LISTS = frozenset(f for w in "list register record table log detail data name directory".split() for f in (w, w + "s"))

_OTHERS = frozenset(("",))
"""The stems of tables that no word of the question names."""


@dataclass(frozen=True, slots=True)
class _Said:
    """A span of words as it is held against labels."""

    asked: tuple[str, ...]
    flat: str
    span: Sequence[Token]
    least: float
    """What a label must score."""
    named: frozenset[str]
    """Tables in whose names one of the words stands."""


@dataclass(frozen=True, slots=True)
class _Found:
    """What of a wording answers to the words, and how well."""

    wording: Wording
    forms: Sequence[Form]
    score: float
    how: str

    @property
    def part(self) -> bool:
        return self.how == "part" and self.wording.column


class LabelMatcher:
    """Holds spans of words against the labels of one vocabulary."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary

    def matches(
        self, asked: tuple[str, ...], flat: str, span: Sequence[Token], bridged: set[str], first: bool
    ) -> list[Link]:
        """Links of one span of words by the labels' words; `bridged` are the function words inside the span."""
        if len(span) == 1 and span[0].lemma in COMPUTING:
            return []
        by_stem, by_flat = self._vocabulary.by_stem, self._vocabulary.by_flat
        alike = (*asked, *(CALLED if asked[-1] in CALLED else ()))
        near = dict.fromkeys((*(w for word in alike for w in by_stem.get(word, ())), *by_flat.get(flat, ())))
        said = _Said(asked, flat, span, _least(span, first), self._vocabulary.called_by(asked))
        found: list[_Found] = []
        for wording in near:
            if not bridged or _bridges(asked, bridged, wording):
                found += self._answering(said, wording)
        return _numbers_first(_deeds_apart(found, span))

    def _answering(self, said: _Said, wording: Wording) -> Iterator[_Found]:
        """The forms of a wording that answer: scored once for all tables that no word names, for each of the others."""
        aside = wording.forms.keys() & (said.named | self._vocabulary.called_by(wording.full[-1:]))
        if len(aside) < len(wording.forms):
            score, how = self._worth(said, wording, _OTHERS)
            if score:
                forms = [f for t, own in wording.forms.items() if t not in aside for f in own]
                yield _Found(wording, forms, score, how)
        for table in aside:
            score, how = self._worth(said, wording, self._vocabulary.table_stems[table])
            forms = wording.forms[table] if score and not self._another(said, wording, table) else []
            if how == KEY:
                forms, how = [f for f in forms if self._vocabulary.tells(f, said.asked)], "part"
            if forms:
                yield _Found(wording, forms, score, how)

    def _another(self, said: _Said, wording: Wording, table: str) -> bool:
        """`seeds sown germinated`, where a row is a germination test: a header of its own, no word for the table."""
        held = self._vocabulary.tables[table]
        beside = [t for t in said.span if t.stem not in wording.full]
        if not wording.column or not beside or len(beside) == len(said.span):
            return False
        named = {singular(w) for w in words(f"{held.label} {held.row}")}
        headers = {c.plain_label.casefold() for c in held.columns}
        return any(t.lower in headers and t.lemma not in named for t in beside)

    def _worth(self, said: _Said, wording: Wording, own: frozenset[str]) -> tuple[float, str]:
        """How well the words say a label in a table whose name has the stems `own`; 0 for less than they must."""
        score, how = self._score(said.asked, said.flat, wording, own)
        if score <= 0 or score < said.least:
            return 0.0, ""
        if how == "label" and wording.column and wording.label[-1:] == ("by",) and said.span[-1].lower != "by":
            score -= _DUE
        if how == "label" and wording.column and _done(wording, said.span):
            score -= _DONE
        if how in ("part", KEY) and {t.lemma for t in said.span} & set(wording.label):
            score += 0.12
        if how == "part" and not wording.column and _of_kinds(said.asked, wording.full):
            score = min(score, _OF_KINDS)
        headed = how == "part" and not wording.column and said.asked == tuple(_noun(wording.full)[-1:])
        if headed and said.asked not in self._vocabulary.table_names and _many(wording, said.span):
            score = max(score, _HEAD)
        if how in ("part", KEY) and set(wording.full) - set(said.asked) <= CALLED:
            score = max(score + 0.02, NAMED)  # "country" is the country's name, and not its code
        return score, how

    def _score(self, asked: tuple[str, ...], flat: str, form: Wording, own: frozenset[str]) -> tuple[float, str]:
        """How well `asked` covers a label, 0..1; 0 when a word of the span is not the label's."""
        if flat == form.flat or asked == form.full or (flat == form.bare and len(asked) > 1):
            return 1.0, "label"
        said, core, full = set(asked), set(form.core), set(form.full)
        if not said <= full | core | own:
            return self._like(asked, form, own)
        if form.column and said <= own and not said <= core:
            return 0.68, KEY
        if core <= said:
            if not form.column and not said <= full:
                return 0.0, ""
            if form.column and not said & core:
                return 0.0, ""
            return (0.99 if said - core else 0.97), "label"
        hit = said & core
        if not hit and form.column and said < full and full & NAMING:
            return (0.68 if len(full) == 2 else 0.38 + 0.3 * len(said) / len(full)), "part"
        if not hit or (form.column and said - core - full):
            return 0.0, ""
        left = core - hit
        if len(left) == 1 and left <= _AMOUNTS and form.counts:
            return 0.84, "part"
        share = sum(map(self._vocabulary.rarity, hit)) / sum(map(self._vocabulary.rarity, core))
        head = 0.08 if form.core[-1] in hit else 0.0
        bound = _BOUND if left & _BOUNDS and form.counts else 0.0
        return 0.38 + 0.42 * share + head - bound, "part"

    def _like(self, asked: tuple[str, ...], form: Wording, own: frozenset[str]) -> tuple[float, str]:
        """A column under another word for what tells things apart or names them, or with a word too many.

        "Department number" is `department_id`, "course name" the course's `title`, "phone number" its `phone`.
        """
        if not form.column:
            return 0.0, ""
        last = asked[-1]
        for alike in (NAMING, CALLED):
            if last in alike and form.full[-1] in alike and (len(asked) > 1 or alike is CALLED):
                other = (*asked[:-1], form.full[-1])
                if other == form.full or set(other) == set(form.core) | own or other == form.core:
                    return 0.9, "like"
        named = asked[:-1] in self._vocabulary.table_names
        if last in TAILS and len(asked) > 1 and not named and asked[:-1] in (form.full, form.core):
            return 0.9, "like"
        return 0.0, ""


def _least(span: Sequence[Token], first: bool) -> float:
    """What a label must score: words that shape a question say a label only in full."""
    verb = (first and span[0].lower in VERBS) or span[0].lower == "listed"
    if verb and len(span) == 1:
        return math.inf
    shaping = span[0].lower in MODIFIERS or all(t.lower in MODIFIERS or t.lower in FUNCTION for t in span)
    return 0.9 if verb or shaping else 0.0


def _many(wording: Wording, span: Sequence[Token]) -> bool:
    """The noun of a table's label says many of them, as the question does: `Food inspections`."""
    last = next(iter(_noun(wording.label)[-1:]), "")
    return singular(last) != last and span[-1].lemma == singular(last)


def _undated(said: Sequence[str]) -> Sequence[str]:
    """`aid grants 2020 24` without the years that its file is of."""
    end = len(said)
    while end and said[end - 1].isdigit():
        end -= 1
    return said[:end]


def _noun(said: Sequence[str]) -> Sequence[str]:
    """`complaints about schools` up to its noun; of a `list of schools` the schools."""
    whole = _undated(said)
    at = next((i for i, word in enumerate(whole) if word in _ABOUT), 0)
    return whole[:at] if at and whole[at - 1] not in _LISTS else whole


def _of_kinds(asked: tuple[str, ...], full: tuple[str, ...]) -> bool:
    """The words stand in the label before its noun, which says that the rows are kinds of that."""
    last = tuple(_undated(full)[-1:])
    return bool(_KINDS & set(last)) and not _KINDS & set(asked)


def _done(wording: Wording, span: Sequence[Token]) -> bool:
    """The label says what was done (`Ordered`, `EnrolledOn`), and the span only a thing of that name ("orders")."""
    label, said = wording.label, span[-1].lower
    label = label[:1] if len(label) == 2 and label[1] in _AFTER_DEEDS else label
    return bool(label) and label[-1].endswith("ed") and said != label[-1] and not said.endswith(("ed", "ing"))


def _deeds_apart(found: list[_Found], span: Sequence[Token]) -> list[_Found]:
    """Who does it and what is done share a stem: "applications" are no applicants where there are applications."""
    said = {t.lemma for t in span}
    others = [f for f in found if f.how == "label" and _doer_for_deed(f, said)]
    if not others:
        return found
    found = [replace(f, score=_LISTED, how="label") if _list_of(f, said) else f for f in found]
    if not any(f.how == "label" and said & set(map(singular, f.wording.label)) for f in found):
        return found
    return [replace(f, score=f.score - _DOER) if any(f is o for o in others) else f for f in found]


def _list_of(found: _Found, said: Collection[str]) -> bool:
    """`adopters_list` lists the adopters, and nothing else."""
    labelled = [singular(w) for w in found.wording.label if w not in _LISTS and not w.isdigit()]
    return not found.wording.column and len(labelled) < len(found.wording.label) and set(labelled) == set(said)


def _doer_for_deed(found: _Found, said: Collection[str]) -> bool:
    """A word of the label has the stem of one that is said, and only one of the two is somebody who does it."""
    labelled = {singular(w) for w in found.wording.label}
    return not labelled & set(said) and any(
        stem(w) == stem(lemma) and w.endswith(_DOERS) != lemma.endswith(_DOERS) for w in labelled for lemma in said
    )


def _bridges(asked: tuple[str, ...], bridged: set[str], wording: Wording) -> bool:
    """A span runs over "of" only inside one label ("date of birth"), over other small words if the label does."""
    if (asked[0] == NUMBER and wording.full[0] != NUMBER) or not all(s in wording.full for s in asked):
        return False
    return all(w in _BRIDGES or w in wording.label for w in bridged)


def _numbers_first(found: Sequence[_Found]) -> list[Link]:
    """Where one word is a part of several labels numbers go before texts: `discharge_cfs` before `discharge_cd`."""
    texts = {form.table for f in found if f.part and not f.wording.counts for form in f.forms}
    links: list[Link] = []
    for f in found:
        first = [form for form in f.forms if form.table in texts] if f.part and f.wording.counts and texts else []
        others = [form for form in f.forms if form.table not in texts] if first else f.forms
        links += f.wording.links(others, f.score, f.how)
        links += f.wording.links(first, f.score + _COUNTING, f.how)
    return links
