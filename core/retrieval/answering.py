"""Which of the sentences retrieved answer a question, and whether any does.

A sentence's score adds up its similarity to the question, the share of the question's words that it (or its heading)
holds, rare ones counting more, and what its form tells: a reason for why, a definition for a meaning. Below `LEAST` no
sentence is taken for an answer: it is better to say nothing than to cite what is beside the point.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache

from core.index.forms import FUNCTION_WORDS
from core.retrieval.asked import Asked, asked
from core.retrieval.base import Budget, Query, Retrieved, Strategy
from core.retrieval.chunks import Sentence
from core.retrieval.graph import SimilarityGraph
from core.text.words import singular, words

MOST = 3
"""Sentences of an answer."""
LEAST = 0.62
"""Score of a sentence that is taken for an answer."""
_BESIDE = 0.88
"""Share of the best score from which a further sentence is said too."""
_ASKING = frozenset("mean means meaning stand contain come data information tell explain happen happened done".split())
_CUES = {
    "why": re.compile(
        r"\b(?:because|since|so that|in order to|due to|therefore|as a result|owing to|reasons?|for)\b|, so\b", re.I
    ),
    "who": re.compile(
        r"\b(?:by|from|office|authority|institute|council|agency|unit|team|department|bureau|ministry)\b", re.I
    ),
    "how": re.compile(r"\b(?:by|from|with|each|every|must|are|is|was|were)\b", re.I),
    "licence": re.compile(
        r"\blicen[cs]ed?\b|\bterms\b|\bpublic domain\b|\bcopyright|\bCC[ -]?(?:BY|0)\b|\bcredit(?:s|ed|ing)?\b", re.I
    ),
    "cite": re.compile(
        r"\b(?:must|should|shall|please|required? to)\b.*\b(?:name|credit|cite|quote|link|state|acknowl)", re.I
    ),
    "terms": re.compile(r"\b(?:licen[cs]e|free|freely|source|named|per|unit|in|metres?|euros?|percent)\b", re.I),
}
_REASON = re.compile(r"\b(?:because|since|so that|in order to|due to|owing to|means? that)\b", re.I)
_CUE, _DEFINES = 0.1, 0.45
_TELLING = {"cite": 0.25, "licence": 0.2}
"""What those of these forms count that are seldom anything else."""
_REFERS = re.compile(r"[\"“(*_]*(?:it|its|they|their|this|these|those|such|he|she|here|there)\b", re.I)
"""How a sentence begins that goes on about what the one before it says."""
_CARRIED = 0.8
"""Share that a word of the sentence before counts in one that refers to it."""
_ANSWERS = 0.9
"""How far the first sentence below a heading that asks for a term's meaning says it."""
_SAME_ASKED = 0.25
"""What it counts that a heading asks by the same question word for something that is asked."""
_OTHERWISE = 0.12
_DOING = frozenset(
    s[:5]
    for s in "measured determined calculated computed derived estimated obtained defined handled treated collected "
    "counted recorded chosen selected drawn sampled corrected imputed coded classified rounded".split()
)
"""What a question for the way something was made asks by: the answer says another of these."""


@dataclass(frozen=True, slots=True)
class Found:
    """What of the documents answers a question, best first, and by which way it was found."""

    sentences: tuple[Sentence, ...]
    retrieved: Retrieved
    scores: tuple[float, ...] = ()


def answering(query: Query, graph: SimilarityGraph, strategy: Strategy, budget: Budget | None = None) -> Found:
    """The sentences that answer; none where no document seems to."""
    found = strategy.retrieve(query, graph, budget or Budget())
    what = asked(query.text)
    known = _rarity(graph)
    told = [(n, i) for n, i in enumerate(found.ids) if not graph.sentences[i].head]
    scored = sorted(((_score(query, what, known, graph, i), n, i) for n, i in told), key=lambda x: (-x[0], x[1]))
    if not scored or scored[0][0] < LEAST:
        return Found((), found)
    best = scored[0][0]
    kept = [(score, i) for score, _, i in scored[:MOST] if score >= max(LEAST, _BESIDE * best)]
    if what.kind == "why":
        reasons = [(s, i) for s, i in kept if _REASON.search(graph.sentences[i].text)]
        kept = _with_reasons(graph, [*reasons, *(k for k in kept if k not in reasons)])
    kept = _with_antecedents(graph, kept)
    return Found(tuple(graph.sentences[i] for _, i in kept), found, tuple(round(s, 3) for s, _ in kept))


def _with_reasons(graph: SimilarityGraph, kept: list[tuple[float, int]]) -> list[tuple[float, int]]:
    """A best sentence that only says again what is asked, and the one after it that goes on about it: "The table is
    withdrawn. Its categories were changed." """
    score, first = kept[0]
    after = first + 1
    if _CUES["why"].search(graph.sentences[first].text) or _before(graph, after) != first:
        return kept
    if not _REFERS.match(graph.sentences[after].text):
        return kept
    return [(score, first), (score, after), *((s, i) for s, i in kept[1:] if i != after)][:MOST]


def _with_antecedents(graph: SimilarityGraph, kept: list[tuple[float, int]]) -> list[tuple[float, int]]:
    """The best sentence, then the one before it that it begins by referring to: "Such records carry the flag E." """
    score, first = kept[0]
    before = _before(graph, first)
    if before is None or not _REFERS.match(graph.sentences[first].text):
        return kept
    return [(score, first), (score, before), *((s, i) for s, i in kept[1:] if i != before)][:MOST]


def _asked_above(graph: SimilarityGraph, i: int) -> bool:
    """Whether a sentence is the first below a heading that is a question: it answers that."""
    return graph.sentences[i].place.endswith("?") and _before(graph, i) is None


def _asks_for(heading: str, term: str) -> bool:
    """Whether a heading asks for the meaning of the same term ("What does the column tide mean?")."""
    theirs = asked(heading).term.casefold().split()
    return bool(theirs) and term.casefold().split()[-1:] == theirs[-1:]


def _before(graph: SimilarityGraph, i: int) -> int | None:
    """The sentence that stands before one in its document, under the same heading."""
    if not 0 < i < len(graph.sentences):
        return None
    here, last = graph.sentences[i], graph.sentences[i - 1]
    return i - 1 if (here.document, here.place) == (last.document, last.place) and not last.head else None


def _score(query: Query, what: Asked, rarity: _Rarity, graph: SimilarityGraph, i: int) -> float:
    sentence = graph.sentences[i]
    near = float(graph.sentence_vectors[i] @ query.vector)
    wanted = {w for w in content(query.text) if w not in _ASKING}
    said = set(content(sentence.text))
    done = what.kind == "how" and bool(_DOING & wanted and _DOING & said - wanted)
    last = _before(graph, i)
    carried = set(content(graph.sentences[last].text)) if last is not None and _REFERS.match(sentence.text) else set()
    above = set(content(sentence.place))
    headed = _asked_above(graph, i)
    around = said | carried | above
    total = sum(map(rarity.of, wanted)) or 1.0
    share = {
        w: 1.0 if w in said or (headed and w in above) else _CARRIED if w in carried else 0.5 for w in wanted & around
    }
    covered = sum(rarity.of(w) * share[w] for w in share) / total
    score = near + 0.6 * covered + _OTHERWISE * done
    if what.kind == "meaning":
        fits = max(defines(sentence.text, what.term), _ANSWERS * (headed and _asks_for(sentence.place, what.term)))
        return score + _DEFINES * (fits or (-1.0 if _codes(what.term) else 0.0))
    cue = _CUES.get(what.kind)
    score += _SAME_ASKED * (headed and bool(wanted & above) and _first(query.text) == _first(sentence.place))
    return score + (_TELLING.get(what.kind, _CUE) if cue is not None and cue.search(sentence.text) else 0.0)


def _first(question: str) -> str:
    """The word that a question begins with, behind the page it stands on."""
    return question.rpartition(", ")[2].casefold().split(maxsplit=1)[0]


def defines(text: str, term: str) -> float:
    """How far a sentence has the form of saying what a term means, 0..1.

    1 when it begins with the term, or the last word of it, and a sign or verb of definition follows, or the term is a
    cell of the row.
    """
    whole = term.strip()
    codes = _codes(whole)
    heads = dict.fromkeys([whole, *(codes or (*whole.split()[-1:], *whole.split()[:1]))])
    for n, head in enumerate(heads):
        if not head or (n and head.casefold() in FUNCTION_WORDS):
            continue
        quoted = re.escape(head)
        flags = 0 if len(head) <= 2 else re.IGNORECASE
        sign = r"\s*(?:=|:|\||–|—|-\s|\bmeans?\b|\bstands?\b|\bis\b|\bare\b|\bwas\b|\bgives?\b|\bmust\b|\bgoes\b)"
        if re.search(
            rf"(?:^|\|\s*|\b(?:the|an?|flag|code|value|column|letter)\s+)[`\"'“*_]*{quoted}[`\"'”*_]*{sign}",
            text,
            flags,
        ):
            return 1.0
        if head in codes and re.search(rf"(?:[`“*]|\s[\"'_]){quoted}[`\"'”*_]", text):
            return 1.0  # marked as a code: "the hour has a **K**"
        if re.search(rf"(?:^|[\s|(`\"'“]){quoted}(?:$|[\s|).,;:`\"'”])", text, flags) and len(head) <= 12:
            return 0.6 if head in codes or n == 0 else 0.3
    return 0.0


def _codes(term: str) -> list[str]:
    """Words of a term that look like codes: of capitals and digits."""
    return [w for w in re.findall(r"[\w-]+", term) if w.isupper() or w.isdigit()]


@dataclass(frozen=True, slots=True)
class _Rarity:
    """How much a word tells sentences apart: its inverse document frequency."""

    counts: Counter[str]
    sentences: int

    def of(self, word: str) -> float:
        return math.log((self.sentences + 1) / (self.counts[word] + 0.5))


def _rarity(graph: SimilarityGraph) -> _Rarity:
    return _counted(graph.sentences)


@lru_cache(maxsize=4)
def _counted(told: tuple[Sentence, ...]) -> _Rarity:
    return _Rarity(Counter(w for s in told for w in set(content(s.text))), len(told))


def content(text: str) -> tuple[str, ...]:
    """The words of a text that carry meaning, each cut to a stem of five letters."""
    return tuple(singular(w)[:5] for w in words(text) if w not in FUNCTION_WORDS and (len(w) > 1 or w.isdigit()))
