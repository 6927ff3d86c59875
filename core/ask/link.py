"""Schema linking: which words of a question may mean which table, column or cell value.

Every span of a few words gets candidates from four sources: the labels' own words, meaning (label embeddings), cell
values, and quoted text. The best non-overlapping spans are kept, each with its alternatives. Shared by all translators.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from typing import Protocol

from core.abbreviations import CUT
from core.ask.code_words import ONE, content
from core.ask.state import Link, LinkKind, Mention
from core.ask.tokens import Token, stem
from core.ask.vocabulary import Form, Vocabulary, spell_out
from core.errors import StoreError
from core.index.base import LabelIndex
from core.text import words

FUNCTION = frozenset(
    "a an the of is are was were be been being am do does did have has had having that which what who whom whose where "
    "when why how and or not no nor in on at to for from by with as it its their them they there this those these i me "
    "we us you your our my he she his her him all any some each every both either than then if please only also such "
    "so can could would should will shall may might but more most less least very too just into out up down over under "
    "above below between after before since until during about per via across among within without never none same "
    "other another else did's 's ever yet still much many few several along together while".split()
)
"""Words that never make a link by themselves."""

VERBS = frozenset(
    "show list find give return display tell get provide retrieve select report count calculate compute determine "
    "identify name output present fetch see want know need".split()
)
"""Words that ask; a link only inside a longer label, or away from a sentence's start."""

MODIFIERS = frozenset(
    "different distinct unique total average mean maximum minimum highest lowest largest smallest number amount sum "
    "top bottom first last common ascending descending order sorted ordered greater smaller larger higher lower fewer "
    "longest shortest oldest youngest latest earliest best worst biggest fewest exactly record row entry entries "
    "records rows".split()
)
"""Words that usually shape the query; they link only as (part of) a label matched whole."""

COMPUTING = frozenset(
    "total average mean maximum minimum highest lowest largest smallest sum greatest biggest longest shortest number "
    "oldest youngest latest earliest best worst different distinct unique fewest".split()
)
"""Modifiers that never link alone, whatever a label says."""

LONGEST = 6
NUMBER = stem("number")
CALLED_TOO = 0.7
"""What a code's meaning is worth where a label says the same word."""
NAMING = frozenset(stem(w) for w in ("id", "code", "number", "key"))
CALLED = frozenset(stem(w) for w in ("name", "title"))
TAILS = frozenset(stem(w) for w in ("number", "address", "name", "value"))
"""Words that people add to a label that says it already: "phone number", "email address"."""


class Values(Protocol):
    """What linking asks of the value index."""

    def find(self, words: Sequence[str]) -> Sequence[ValueFound]: ...

    def lookup(self, text: str) -> Sequence[ValueFound]: ...


class ValueFound(Protocol):
    """A cell value seen in the question: tokens `start` to `end`."""

    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...
    @property
    def table(self) -> str: ...
    @property
    def column(self) -> str: ...
    @property
    def value(self) -> str: ...
    @property
    def score(self) -> float: ...
    @property
    def kind(self) -> str: ...


class Linker:
    """Links for one state of the schema; made anew when the catalogue changes."""

    def __init__(self, vocabulary: Vocabulary, values: Values, labels: LabelIndex | None = None) -> None:
        self.vocabulary = vocabulary
        self._values = values
        self._labels = self.labels = labels

    def link(self, tokens: Sequence[Token]) -> tuple[Mention, ...]:
        """Non-overlapping mentions in order, each with up to 12 links, best first."""
        spans: dict[tuple[int, int], dict[str, Link]] = defaultdict(dict)
        self._by_label(tokens, spans)
        self._by_code(tokens, spans)
        self._by_meaning(tokens, spans)
        self._by_value(tokens, spans)
        return _cover(tokens, spans)

    def _by_label(self, tokens: Sequence[Token], spans: dict[tuple[int, int], dict[str, Link]]) -> None:
        for start in range(len(tokens)):
            if not _content(tokens[start]):
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
                    for form in self.vocabulary.by_flat.get(flat, ()) if asked else ():  # "follow-up" ends with one
                        kind: LinkKind = "column" if form.column else "table"
                        _offer(spans[start, end], Link(kind, form.table, form.column, "", 0.99, "label"))
                    continue
                said = [self.vocabulary.shortened(before, w) for w in words(token.lower)]
                before = token.lower
                asked.extend(s for w in said for s in spell_out(w))
                first = _opens(tokens, start)
                for link in self._matches(tuple(asked), flat, tokens[start:end], bridged, first):
                    _offer(spans[start, end], link)
        for i, token in enumerate(tokens):
            called = any(k.kind == "table" and k.score >= 0.95 for k in spans[i, i + 1].values())
            verb = token.lower in VERBS and _opens(tokens, i)
            keyed = self.vocabulary.by_entity.get(token.stem, ()) if token.kind == "word" and not called | verb else ()
            for table in keyed:
                _offer(spans[i, i + 1], Link("table", table, "", "", 1.0, "key"))
            for table, column, value in self.vocabulary.coded(token.lower):
                _offer(spans[i, i + 1], Link("value", table, column, value, 0.9, "code"))
        self._by_ending(tokens, spans)
        self._by_shortening(tokens, spans)
        self._elliptic(tokens, spans)

    def _by_code(self, tokens: Sequence[Token], spans: dict[tuple[int, int], dict[str, Link]]) -> None:
        """Words by which a document explains a code ("bank transfer" for `B`)."""
        for start in range(len(tokens)):
            if not _content(tokens[start]) or tokens[start].kind != "word":
                continue
            for end in range(start + 1, min(len(tokens), start + LONGEST) + 1):
                last = tokens[end - 1]
                if last.kind != "word":
                    break
                shapes = last.lower in MODIFIERS and (end == len(tokens) or tokens[end].kind != "word")
                alone = end == start + 1 and (shapes or (last.lower in VERBS and _opens(tokens, start)))
                if last.lower in FUNCTION or alone:
                    continue
                said = content(" ".join(t.lower for t in tokens[start:end]))
                labelled = all(word in self.vocabulary.by_stem for word in said)
                for link in self.vocabulary.codes.links(said):
                    if link.score >= ONE or not labelled:  # a part of a meaning is less than a label
                        called = len(said) == 1 and self.vocabulary.called(last.lemma) == 1.0
                        _offer(spans[start, end], replace(link, score=CALLED_TOO) if called else link)
                short = self.vocabulary.shorts(last.lemma) if end == start + 1 and not labelled else ()
                for link in (k for word, worth in short if worth >= CUT for k in self.vocabulary.codes.links((word,))):
                    _offer(spans[start, end], link)

    def _by_ending(self, tokens: Sequence[Token], spans: dict[tuple[int, int], dict[str, Link]]) -> None:
        """Words of one stock with a label's ("weighing" and `Weight`, "directors" and `Directed by`)."""
        for i, token in enumerate(tokens):
            if token.kind != "word" or not _content(token) or token.lower in VERBS or token.lower in MODIFIERS:
                continue
            for word in self.vocabulary.near(token.stem):
                for link in self._matches((word,), word, (token,), set(), False):
                    if link.kind == "column":
                        _offer(spans[i, i + 1], replace(link, score=0.8 * link.score, how="stem"))

    def _by_shortening(self, tokens: Sequence[Token], spans: dict[tuple[int, int], dict[str, Link]]) -> None:
        """Words that labels hold cut short: "start stop" and `strt_stp`, "consultations" and `cons_no`."""
        free = [t.kind == "word" and _content(t) and t.lower not in VERBS | MODIFIERS for t in tokens]
        shorts = [self.vocabulary.shorts(t.lemma) if ok else () for t, ok in zip(tokens, free, strict=True)]
        for start, end in ((s, e) for s in range(len(tokens)) for e in range(s + 1, min(len(tokens), s + 3) + 1)):
            if not any(shorts[start:end]) or any(t.kind != "word" or not _content(t) for t in tokens[start:end]):
                continue
            own = [tuple((s, 1.0) for s in spell_out(tokens[i].lower)[:1]) for i in range(start, end)]
            if end == start + 1:
                called = self.vocabulary.called(tokens[start].lemma)
                ways = [tuple((s, n) for s, n in shorts[start] if n >= called)]
            else:
                ways = [(*shorts[i], *own[i - start]) for i in range(start, end)]
            for way in product(*ways):
                asked, worth = tuple(s for s, _ in way), min(n for _, n in way)
                if worth == 1.0:
                    continue
                for link in self._matches(asked, "".join(asked), tokens[start:end], set(), False):
                    _offer(spans[start, end], replace(link, score=worth * link.score, how="short"))
                for table in self.vocabulary.by_entity.get(asked[0], ()) if end == start + 1 else ():
                    _offer(spans[start, end], Link("table", table, "", "", worth, "short"))

    def _elliptic(self, tokens: Sequence[Token], spans: dict[tuple[int, int], dict[str, Link]]) -> None:
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
                found = self._matches(asked, word.lower + noun.lower, (word, noun), set(), False)
                whole = [k for k in found if k.kind == "column" and k.score >= 0.95]
                if not whole:
                    break
                for link in whole:
                    _offer(spans[span], link)

    def _matches(
        self, asked: tuple[str, ...], flat: str, span: Sequence[Token], bridged: set[str], first: bool
    ) -> list[Link]:
        """Links of one span of words by the labels' words; `bridged` are the function words inside the span."""
        candidates: dict[int, Form] = {}
        for word in (*asked, *(CALLED if asked[-1] in CALLED else ())):
            for form in self.vocabulary.by_stem.get(word, ()):
                candidates[id(form)] = form
        for form in self.vocabulary.by_flat.get(flat, ()):
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
            if how == "part" and {t.lemma for t in span} & set(words(self.vocabulary.label(form))):
                score += 0.12
            links.append(Link("column" if form.column else "table", form.table, form.column, "", score, how))
        return links

    def _bridges(self, asked: tuple[str, ...], bridged: set[str], form: Form) -> bool:
        """A span runs over "of" only inside one label ("date of birth"), over other small words if the label does."""
        label = words(self.vocabulary.label(form))
        if asked[0] == NUMBER and form.full[0] != NUMBER:
            return False
        return set(asked) <= set(form.full) and all(w in ("of", "the") or w in label for w in bridged)

    def _score(self, asked: tuple[str, ...], flat: str, form: Form) -> tuple[float, str]:
        """How well `asked` covers a label, 0..1; 0 when a word of the span is not the label's."""
        own = self.vocabulary.table_stems[form.table]
        if flat == form.flat or asked == form.full or (flat == form.bare and len(asked) > 1):
            return 1.0, "label"
        said, core, full = set(asked), set(form.core), set(form.full)
        if not said <= full | core | own:
            return self._like(asked, form)
        if form.column and said <= own and not said <= core:
            return (0.68, "part") if self.vocabulary.tells(form, asked) else (0.0, "")
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
        share = sum(map(self.vocabulary.rarity, hit)) / sum(map(self.vocabulary.rarity, core))
        head = 0.08 if form.core[-1] in hit else 0.0
        return 0.38 + 0.42 * share + head, "part"

    def _like(self, asked: tuple[str, ...], form: Form) -> tuple[float, str]:
        """A column under another word for what tells things apart or names them, or with a word too many.

        "Department number" is `department_id`, "course name" the course's `title`, "phone number" its `phone`.
        """
        if not form.column:
            return 0.0, ""
        own, last = self.vocabulary.table_stems[form.table], asked[-1]
        for alike in (NAMING, CALLED):
            if last in alike and form.full[-1] in alike and (len(asked) > 1 or alike is CALLED):
                other = (*asked[:-1], form.full[-1])
                if other == form.full or set(other) == set(form.core) | own or other == form.core:
                    return 0.9, "like"
        named = asked[:-1] in self.vocabulary.table_names
        if last in TAILS and len(asked) > 1 and not named and asked[:-1] in (form.full, form.core):
            return 0.9, "like"
        return 0.0, ""

    def _by_meaning(self, tokens: Sequence[Token], spans: dict[tuple[int, int], dict[str, Link]]) -> None:
        """Embedding neighbours for content words that no label matches well."""
        if self._labels is None:
            return
        matched = {
            i for (s, e), links in spans.items() if any(k.score >= 0.75 for k in links.values()) for i in range(s, e)
        }
        free = [
            i
            for i, t in enumerate(tokens)
            if _content(t) and t.number is None and i not in matched and t.lower not in VERBS | MODIFIERS
        ]
        wanted = [(i, i + 1) for i in free] + [(i, i + 2) for i in free if i + 1 in free]
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
                column = hit.id.removeprefix(hit.table + ".").split("#")[0] if hit.kind == "column" else ""
                if hit.table not in self.vocabulary.tables:
                    continue
                _offer(spans[span], Link(hit.kind, hit.table, column, "", 0.85 * hit.similarity, "meaning"))

    def _by_value(self, tokens: Sequence[Token], spans: dict[tuple[int, int], dict[str, Link]]) -> None:
        for i, token in enumerate(tokens):
            if token.kind == "quoted":
                for hit in self._values.lookup(token.text):
                    _offer(spans[i, i + 1], Link("value", hit.table, hit.column, hit.value, hit.score, "value"))
        plain = ["" if t.kind in ("punct", "quoted") else t.text for t in tokens]
        aside = self.vocabulary.dictionaries - self._named(tokens)
        for hit in self._values.find(plain):
            if hit.table in aside:
                continue
            span = tokens[hit.start : hit.end]
            if all(t.lower in FUNCTION or t.lower in MODIFIERS for t in span) and not any(t.capital for t in span):
                continue
            if len(span) == 1 and (span[0].lower in VERBS or (span[0].number is not None and hit.kind != "exact")):
                continue
            if hit.kind == "part" and len(words(hit.value)) == hit.end - hit.start:
                score = max(hit.score, 0.64)  # another form of the whole value: "Canadian" and "Canada"
                _offer(spans[hit.start, hit.end], Link("value", hit.table, hit.column, hit.value, score, hit.kind))
                continue
            score = hit.score * (0.97 if any(t.capital for t in span) or len(span) > 1 else 0.86)
            if hit.kind == "typo" and not any(t.capital for t in span):
                score *= 0.8
            _offer(spans[hit.start, hit.end], Link("value", hit.table, hit.column, hit.value, score, hit.kind))

    def _named(self, tokens: Sequence[Token]) -> set[str]:
        """Tables all whose words the question says."""
        said = {t.stem for t in tokens}
        return {t for t, own in self.vocabulary.table_stems.items() if own and own <= said}


def _content(token: Token) -> bool:
    return token.kind in ("word", "number") and token.lower not in FUNCTION


def _opens(tokens: Sequence[Token], at: int) -> bool:
    """Where an order may begin: a sentence's first word, or behind "please"."""
    return at == 0 or tokens[at - 1].text in (".", "?", "!", ";", ":") or tokens[at - 1].lower == "please"


def _offer(links: dict[str, Link], link: Link) -> None:
    if link.id not in links or links[link.id].score < link.score:
        links[link.id] = link


def _cover(tokens: Sequence[Token], spans: dict[tuple[int, int], dict[str, Link]]) -> tuple[Mention, ...]:
    """The non-overlapping spans of most weight (weighted interval scheduling), quoted text apart."""
    weight = {}
    for (start, end), links in spans.items():
        if links:
            content = sum(1 for t in tokens[start:end] if t.lower not in FUNCTION)
            best = max(link.score for link in links.values())
            weight[start, end] = best**2 * (content**1.15) + 0.01 * best
    best_to: list[tuple[float, tuple[tuple[int, int], ...]]] = [(0.0, ())]
    for end in range(1, len(tokens) + 1):
        most = best_to[end - 1]
        for start in range(max(0, end - 8), end):
            if (start, end) in weight:
                value = best_to[start][0] + weight[start, end]
                if value > most[0]:
                    most = (value, (*best_to[start][1], (start, end)))
        best_to.append(most)
    mentions = []
    for start, end in best_to[-1][1]:
        ranked = sorted(spans[start, end].values(), key=lambda k: (-k.score, k.id))
        floor = ranked[0].score * 0.55
        if end - start > 1 and ranked[0].how == "label" and ranked[0].score >= 0.97:  # the label itself, not its like
            ranked = [k for k in ranked if k.how != "like"]
        kept = tuple(replace(k, score=round(k.score, 4)) for k in ranked if k.score >= floor)[:12]
        mentions.append(Mention(start, end, " ".join(t.text for t in tokens[start:end]), kept))
    return tuple(mentions)
