"""Columns that are categories by the words around them: the title says by what a table is parted.

`Offences by type of crime and region` above `Region, Robbery, Burglary, Arson`: the regions are a column, so the types
of crime are what stands above the figures. Every other column must be explained, or the title may mean something else.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from core.ingest.categories import ALL, LEAST, Spread
from core.ingest.families.place_names import kind_of_places
from core.ingest.layout.words import is_total, is_unit
from core.model import NUMERIC, TEMPORAL, Column
from core.text.words import singular, words

_BY = re.compile(r"(?:^|\s)(?:by|nach|par|por)\s+(.+)", re.IGNORECASE)
_NEXT = re.compile(r"\s*(?:[,;&:(]|·|\band\b|\bund\b|\bet\b|\by\b|\be\b|\bby\b|\s[-–—]\s)\s*", re.IGNORECASE)
_TIMES = frozenset("year month quarter week day date season period time jahr monat année mois año mes".split())
_STATISTICS = frozenset(
    "average mean median percent percentage pct per rate ratio share change difference index rank number count amount "
    "value cost price minimum maximum min max deviation error lower upper anteil anzahl taux nombre número".split()
)
"""Words of columns that are several measures of one thing, not one measure of several."""
_WORDS = 4
"""Words that name what a table is parted by, or what it counts, at most."""
_NUMBER = re.compile(r"^\W*(?:table|tab|tabelle|tableau|tabla|tabela|figure|chart)\W*[\w.]*\d[\w.]*\W*", re.IGNORECASE)
_AMOUNT = re.compile(r"^(?:(?:total )?(?:number|count|nombre|anzahl) (?:of |de )?|total )", re.IGNORECASE)


def spread_by_title(columns: Sequence[Column], title: str) -> Spread | None:
    """How columns of numbers are spread out by what the title names; None where it names nothing, or several things."""
    figures = [c for c in columns if c.type in NUMERIC and c.profile.filled and not _is_time(c)]
    parts = [c for c in figures if not is_total(c.plain_label) and c.plain_label.strip().casefold() not in ALL]
    others = [c for c in columns if c not in figures and c.profile.filled]
    if len(parts) < LEAST or not others or any(_is_measure(c.plain_label) for c in parts) or not _of_one_kind(parts):
        return None
    named = list(_named(title))
    used = {k: [c for c in others if _says(c.plain_label, k)] for k in named}
    left = [k for k in named if not used[k]]
    told = [c for held in used.values() for c in held]
    if len(left) != 1 or any(c not in told and not _is_time(c) for c in others):
        return None
    figure, said = _without_figure([c.plain_label.split() for c in parts])
    return Spread(left[0].casefold(), {figure: dict(zip(said, parts, strict=True))})


def _without_figure(labels: Sequence[Sequence[str]]) -> tuple[str, list[str]]:
    """The words with which all labels begin, as a header over all of them does, and what is left of each label."""
    shared = 0
    while all(len(x) > shared + 1 and x[shared] == labels[0][shared] for x in labels):
        shared += 1
    return " ".join(labels[0][:shared]).strip(" -–—:.,"), [" ".join(x[shared:]) for x in labels]


def figure_in(title: str) -> str:
    """What the title says is counted: `Offences` in "Table 4: Offences by type of crime".

    "" where that is a long story, or no count (a rate, a share), whose parts cannot be added up.
    """
    hit = _BY.search(title.partition("·")[0])
    said = _NUMBER.sub("", title[: hit.start()]) if hit else ""
    said = _AMOUNT.sub("", said.strip()).strip(" -–—:.,")
    short = said and len(said.split()) <= _WORDS and not re.search(r"[\d%]", said) and not _stems(said) & _STATISTICS
    return said[:1].upper() + said[1:] if short else ""


def _named(title: str) -> Iterable[str]:
    """What the title says after "by", but for times, places and numbers."""
    for hit in _BY.finditer(title):
        said = [k.strip(" .") for k in _NEXT.split(hit[1].partition("·")[0])]
        for k in said:
            short = len(k.split()) <= _WORDS and re.search(r"[^\W\d_]", k) and not re.search(r"\d", k)
            if short and not kind_of_places([k]) and not _stems(k) & _TIMES:
                yield k


def _says(label: str, kind: str) -> bool:
    """Whether a column is called what the title names."""
    return bool(_stems(label) & _stems(kind))


def _stems(text: str) -> set[str]:
    return {singular(w) for w in words(text)}


def _is_time(column: Column) -> bool:
    return column.type in TEMPORAL or bool(_stems(column.plain_label) & _TIMES)


def _is_measure(label: str) -> bool:
    return bool(_stems(label) & _STATISTICS) or is_unit(label) or "%" in label


def _of_one_kind(columns: Sequence[Column]) -> bool:
    return len({(c.type, c.unit) for c in columns}) == 1
