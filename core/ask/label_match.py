"""How well a span of a question's words says the label of a table or column, 0..1."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.state import Link
from core.ask.stop_words import COMPUTING, FUNCTION, MODIFIERS, VERBS
from core.ask.tokens import Token, stem
from core.ask.vocabulary import Form, Vocabulary
from core.text.key_words import KEY_WORDS
from core.text.words import words

NUMBER = stem("number")
NAMING = frozenset(map(stem, KEY_WORDS))
CALLED = frozenset(stem(w) for w in ("name", "title"))
_COUNTING = 0.03
_DONE = 0.08
_AFTER_DEEDS = frozenset(("on", "at", "in", "by"))
_BRIDGES = frozenset("of the is are was were be been being".split())
TAILS = frozenset(stem(w) for w in ("number", "address", "name", "value"))
"""Words that people add to a label that says it already: "phone number", "email address"."""


class LabelMatcher:
    """Holds spans of words against the labels of one vocabulary."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary

    def matches(
        self, asked: tuple[str, ...], flat: str, span: Sequence[Token], bridged: set[str], first: bool
    ) -> list[Link]:
        """Links of one span of words by the labels' words; `bridged` are the function words inside the span."""
        candidates: dict[int, Form] = {}
        for word in (*asked, *(CALLED if asked[-1] in CALLED else ())):
            for form in self._vocabulary.by_stem.get(word, ()):
                candidates[id(form)] = form
        for form in self._vocabulary.by_flat.get(flat, ()):
            candidates[id(form)] = form
        if len(span) == 1 and span[0].lemma in COMPUTING:
            return []
        shaping = all(t.lower in MODIFIERS or t.lower in FUNCTION for t in span)
        verb = (first and span[0].lower in VERBS) or span[0].lower == "listed"
        links = []
        for form in candidates.values():
            if bridged and not self._bridges(asked, bridged, form):
                continue
            score, how = self._score(asked, flat, form)
            if score <= 0 or (verb and (len(span) == 1 or score < 0.9)) or (shaping and score < 0.9):
                continue
            if span[0].lower in MODIFIERS and score < 0.9:
                continue
            if how == "label" and form.column and self._done(form, span):
                score -= _DONE
            if how == "part" and {t.lemma for t in span} & set(words(self._vocabulary.label(form))):
                score += 0.12
            if how == "part" and set(form.full) - set(asked) <= CALLED:
                score += 0.02  # "country" is the country's name, and not its code
            links.append(Link("column" if form.column else "table", form.table, form.column, "", score, how))
        return self._numbers_first(links)

    def _done(self, form: Form, span: Sequence[Token]) -> bool:
        """The label says what was done (`Ordered`, `EnrolledOn`), and the span only a thing of that name ("orders")."""
        label, said = words(self._vocabulary.label(form)), span[-1].lower
        label = label[:1] if len(label) == 2 and label[1] in _AFTER_DEEDS else label
        return bool(label) and label[-1].endswith("ed") and said != label[-1] and not said.endswith("ed")

    def _numbers_first(self, links: list[Link]) -> list[Link]:
        """Where one word is a part of several labels numbers go before texts: `discharge_cfs` before `discharge_cd`."""
        texts = {k.table for k in links if k.how == "part" and k.kind == "column" and not self._vocabulary.counts(k)}
        return [
            replace(k, score=k.score + _COUNTING)
            if k.how == "part" and k.table in texts and k.kind == "column" and self._vocabulary.counts(k)
            else k
            for k in links
        ]

    def _bridges(self, asked: tuple[str, ...], bridged: set[str], form: Form) -> bool:
        """A span runs over "of" only inside one label ("date of birth"), over other small words if the label does."""
        if (asked[0] == NUMBER and form.full[0] != NUMBER) or not all(s in form.full for s in asked):
            return False
        label = words(self._vocabulary.label(form))
        return all(w in _BRIDGES or w in label for w in bridged)

    def _score(self, asked: tuple[str, ...], flat: str, form: Form) -> tuple[float, str]:
        """How well `asked` covers a label, 0..1; 0 when a word of the span is not the label's."""
        own = self._vocabulary.table_stems[form.table]
        if flat == form.flat or asked == form.full or (flat == form.bare and len(asked) > 1):
            return 1.0, "label"
        said, core, full = set(asked), set(form.core), set(form.full)
        if not said <= full | core | own:
            return self._like(asked, form)
        if form.column and said <= own and not said <= core:
            return (0.68, "part") if self._vocabulary.tells(form, asked) else (0.0, "")
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
        share = sum(map(self._vocabulary.rarity, hit)) / sum(map(self._vocabulary.rarity, core))
        head = 0.08 if form.core[-1] in hit else 0.0
        return 0.38 + 0.42 * share + head, "part"

    def _like(self, asked: tuple[str, ...], form: Form) -> tuple[float, str]:
        """A column under another word for what tells things apart or names them, or with a word too many.

        "Department number" is `department_id`, "course name" the course's `title`, "phone number" its `phone`.
        """
        if not form.column:
            return 0.0, ""
        own, last = self._vocabulary.table_stems[form.table], asked[-1]
        for alike in (NAMING, CALLED):
            if last in alike and form.full[-1] in alike and (len(asked) > 1 or alike is CALLED):
                other = (*asked[:-1], form.full[-1])
                if other == form.full or set(other) == set(form.core) | own or other == form.core:
                    return 0.9, "like"
        named = asked[:-1] in self._vocabulary.table_names
        if last in TAILS and len(asked) > 1 and not named and asked[:-1] in (form.full, form.core):
            return 0.9, "like"
        return 0.0, ""
