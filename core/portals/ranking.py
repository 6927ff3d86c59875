"""Data sets in the order of how likely they hold what is asked for, each with why it was found.

By the label embedder over title, tags, description and columns, by the words themselves, and by how fresh, how big and
of what form the files are. The weights are set by hand: what is asked for leads, the rest parts equals.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime

from core.ask.tokens import stem
from core.index.base import Embedder
from core.portals.base import Hit, Resource
from core.portals.languages import Said
from core.text.words import fold

_WORD = re.compile(r"[^\W_]+")
_FORMATS = {
    "CSV": 1.0,
    "XLSX": 0.9,
    "PARQUET": 0.9,
    "TSV": 0.9,
    "JSONL": 0.8,
    "ZIP": 0.6,
    "TXT": 0.6,
    "": 0.5,
    "GZ": 0.6,
}
_FORMATS |= {"XLSM": 0.8, "CSV.GZ": 0.8, "EXCEL": 0.5, "XLS": 0.3, "TAB": 0.8, "NDJSON": 0.8, "TEXT": 0.5}
"""How likely a file of a format loads; those that are not here are not read."""
_BIG = 500_000_000
_LIKE = 0.35
"""From this cosine on, likeness is given as a reason."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """A data set found. `why` says by what, for people; `best` is the file to load, None where none can be."""

    hit: Hit
    score: float
    why: str
    best: Resource | None


_COMPOUND = 5
"""Letters from which on a word of another language is known inside a longer one."""


def loadable(resource: Resource) -> bool:
    """Whether a file of this format can be loaded, as far as the portal's word goes."""
    return resource.address.lower().startswith(("http://", "https://")) and resource.format in _FORMATS


def ranked(
    hits: Sequence[Hit],
    question: str,
    words: Sequence[str],
    years: Sequence[str],
    embedder: Embedder,
    today: date | None = None,
    there: Sequence[Said] = (),
) -> tuple[Ranked, ...]:
    """The hits, likeliest first; equal ones stay in the portal's order. `there` are the words as the portal's language
    says them: either counts."""
    if not hits:
        return ()
    today = today or datetime.now(UTC).date()
    asked = " ".join(words) or question
    texts = [asked, " ".join(s.forms[0] for s in there) or asked]
    for hit in hits:
        columns = " ".join(c for r in hit.resources for c in r.columns)[:300]
        texts += [hit.title, " ".join((hit.title, *hit.tags, hit.description[:200])), columns or hit.title]
    vectors = embedder.embed(texts)
    likeness = (vectors[2:] @ vectors[:2].T).max(axis=1)
    made = []
    for n, hit in enumerate(hits):
        title, whole, columns_like = (float(x) for x in likeness[3 * n : 3 * n + 3])
        like = max(title, 0.9 * whole, 0.8 * columns_like)
        made.append(_ranked(hit, there or [Said(w, (w,)) for w in words], years, like, today))
    return tuple(sorted(made, key=lambda r: -r.score))


def _ranked(hit: Hit, words: Sequence[Said], years: Sequence[str], like: float, today: date) -> Ranked:
    places = {
        "title": (hit.title, 1.0),
        "tags": (" ".join(hit.tags), 0.8),
        "columns": (" ".join(c for r in hit.resources for c in r.columns), 0.8),
        "files": (" ".join(r.name for r in hit.resources), 0.7),
        "description": (hit.description, 0.5),
    }
    stems = {place: {stem(fold(w)) for w in _WORD.findall(text)} for place, (text, _) in places.items()}
    texts = {place: fold(text) for place, (text, _) in places.items()}
    met: dict[str, list[str]] = {}
    share = 0.0
    for said in words:
        wanted = {stem(fold(w)) for w in _WORD.findall(said.word)}
        for place in places:
            form = "" if wanted and wanted <= stems[place] else _form_in(said, texts[place])
            if form is not None:
                met.setdefault(place, []).append(f"“{said.word}”{f' ({form})' * bool(form)}")
                share += places[place][1] / len(words)
                break
    best, quality = _best(hit.resources, years)
    named = [y for y in years if any(y in text for text, _ in places.values())]
    fresh = _freshness(max((r.modified for r in hit.resources), default="") or hit.modified, today)
    score = 0.45 * max(like, 0.0) + 0.4 * share + 0.1 * bool(named) + 0.06 * fresh + 0.09 * quality
    reasons = [f"{', '.join(found)} in the {place}" for place, found in met.items()]
    if named:
        reasons.append(f"speaks of {', '.join(named)}")
    if like >= _LIKE or not reasons:
        reasons.append(f"like what is asked ({max(like, 0):.2f})")
    if best is None:
        reasons.append("no file that can be loaded")
    return Ranked(hit, round(score if best else score * 0.3, 4), "; ".join(reasons), best)


def _best(resources: Sequence[Resource], years: Sequence[str]) -> tuple[Resource | None, float]:
    """The file to load and how well it suits, 0..1: by format and size, of several the one that names the year."""

    def quality(r: Resource) -> tuple[bool, float]:
        small = 1.0 if not r.size or r.size < _BIG else 0.4
        return any(y in r.name for y in years), _FORMATS[r.format] * small

    fit = [r for r in resources if loadable(r)]
    if not fit:
        return None, 0.0
    best = max(fit, key=quality)
    return best, quality(best)[1]


def _freshness(day: str, today: date) -> float:
    """1 for today, half of it after two years; 0.3 where no day is told."""
    try:
        age = (today - date.fromisoformat(day)).days / 365
    except ValueError:
        return 0.3
    return math.pow(0.5, max(age, 0.0) / 2)


def _form_in(said: Said, text: str) -> str | None:
    """The form of the portal's language that a folded text has, in a compound too (“Verkehrsunfälle”), or None."""
    for form in said.forms if said.other else ():
        folded = fold(form)
        if folded in text if len(folded) >= _COMPOUND else folded in _WORD.findall(text):
            return form
    return None


def with_resources(hit: Hit, resources: Sequence[Resource]) -> Hit:
    """The hit with what the portal told of its files on a second asking."""
    return replace(hit, resources=tuple(resources)) if resources else hit
