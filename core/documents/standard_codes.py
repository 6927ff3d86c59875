"""Codes that no document explains because everyone in the trade knows them: countries (`SE`, `SWE`), currencies,
languages and states of the USA, as ISO 3166, 4217 and 639 have them; and those of tables that statistics offices
exchange (core.documents.statistics_codes).

A column holds such codes if its label says of what they are and nearly all of its values are some. Where a table among
those loaded names them (`code, country`), that is left to the join with it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from core.documents.statistics_codes import SOURCE, code_list, exchanged
from core.model import Column, Table
from core.text.words import words

_KNOWN = 0.9
"""The part of a column's commonest values that are such codes, at least."""
_LISTED = 0.5
"""The part of a column's commonest values that are names of such, at least, for its table to name them."""
_FEWEST = 2
_REST = re.compile(r"\s*[,(].*")
_PLAIN = {"CD": "DR Congo", "RU": "Russia", "CI": "Ivory Coast", "TR": "Turkey", "BN": "Brunei", "LA": "Laos",
          "KP": "North Korea", "KR": "South Korea", "SY": "Syria", "VA": "Vatican City", "PS": "Palestine"}  # fmt: skip
"""Names that people say where the standard has more formal ones."""


@dataclass(frozen=True, slots=True)
class _Standard:
    source: str
    labels: frozenset[str]
    """Words of a label that say what the codes are of."""
    names: Mapping[str, str]
    """Code → what it means."""
    said: frozenset[str]
    """What they mean, in small letters."""


def with_standard_codes(tables: Sequence[Table]) -> tuple[Table, ...]:
    """The tables, columns of such codes with what these mean; what a document says of a column stays."""
    tables = [_with_exchanged(t) if exchanged(t) else t for t in tables]
    held = {c.id: standard for t in tables for c in t.columns if (standard := _standard_of(c)) is not None}
    standards = {s.source: s for s in held.values()}
    named = {source: {t.name for t in tables if _names(t, s)} for source, s in standards.items()}
    found = {
        c.id: _coded(c, held[c.id])
        for t in tables
        for c in t.columns
        if c.id in held and not named[held[c.id].source] - {t.name}
    }
    if not found:
        return tuple(tables)
    return tuple(
        replace(t, columns=tuple(found.get(c.id, c) for c in t.columns)) if any(c.id in found for c in t.columns) else t
        for t in tables
    )


def _standard_of(column: Column) -> _Standard | None:
    """Of what standard the codes of a column are; None of most."""
    held = [v for v, _ in column.profile.common] if column.type == "text" and not column.codes else []
    if len(held) < _FEWEST or any(len(v) not in (2, 3) for v in held[:1]):
        return None
    said = set(words(column.label))
    for standard in _standards() if said & _LABELS else ():
        known = [v for v in held if v in standard.names]
        if said & standard.labels and len(known) >= max(_FEWEST, _KNOWN * len(held)):
            return standard
    return None


def _coded(column: Column, standard: _Standard) -> Column:
    """The column with what its codes mean."""
    return _with_codes(column, standard.names, standard.source)


def _with_codes(column: Column, names: Mapping[str, str], source: str) -> Column:
    """The column with the meanings of all its codes; of those it has most often where not all are known."""
    common = dict.fromkeys(v for v, _ in column.profile.common if v in names)
    every = [] if len(column.profile.common) == column.profile.distinct else _held(column, tuple(names))
    codes = tuple((v, names[v]) for v in dict.fromkeys((*common, *every)))
    return replace(column, codes=codes, code_sources=tuple((v, source) for v, _ in codes))


def _held(column: Column, texts: Sequence[str]) -> list[str]:
    """Those of some texts that are among the column's values, as the hashes of all of them tell."""
    from core.ingest.sketch import hash_texts, md5_texts

    profile = column.profile
    if not profile.sketch_complete or len(profile.sketch) != profile.distinct:
        return []
    made = (md5_texts if profile.sketch_hash else hash_texts)([t.casefold() for t in texts])
    held = frozenset(profile.sketch)
    return [t for t, h in zip(texts, made.tolist(), strict=True) if h in held]


def _with_exchanged(table: Table) -> Table:
    """A table of exchanged statistics with what its codes mean."""
    countries = next(s.names for s in _standards() if s.source == "ISO 3166")
    return replace(table, columns=tuple(_from_list(c, countries) for c in table.columns))


def _from_list(column: Column, countries: Mapping[str, str]) -> Column:
    common = tuple(v for v, _ in column.profile.common)
    names = code_list(column.label, common, countries) if column.type == "text" and not column.codes else {}
    known = sum(v in names for v in common)
    return _with_codes(column, names, SOURCE) if known and known >= _KNOWN * len(common) else column


def _names(table: Table, standard: _Standard) -> bool:
    """A table has the names beside the codes."""
    codes = texts = False
    for c in table.columns if table.rows else ():
        held = [v for v, _ in c.profile.common] if c.type == "text" else []
        if held and c.profile.unique:
            codes |= sum(v in standard.names for v in held) >= _LISTED * len(held)
            texts |= sum(v.casefold() in standard.said for v in held) >= _LISTED * len(held)
    return codes and texts


_COUNTRY = frozenset(
    "country countries nation nationality nationalities nat natl cntry ctry citizenship iso iso2 iso3".split()
)
_CURRENCY = frozenset(("currency", "curr", "ccy"))
_LANGUAGE = frozenset(("language", "languages", "lang"))
_STATE = frozenset(("state", "states", "province"))
_LABELS = _COUNTRY | _CURRENCY | _LANGUAGE | _STATE


@lru_cache(maxsize=1)
def _standards() -> tuple[_Standard, ...]:
    """The standards, read once, and only where a label speaks of one."""
    import pycountry

    countries = {c.alpha_2: _plain(c) for c in pycountry.countries}
    countries |= {c.alpha_3: _plain(c) for c in pycountry.countries} | {"UK": "United Kingdom"}
    currencies = {c.alpha_3: c.name for c in pycountry.currencies}
    languages = dict(_languages())
    states = {s.code[3:]: s.name for s in pycountry.subdivisions if s.country_code == "US"}
    known = (
        ("ISO 3166", _COUNTRY, countries),
        ("ISO 4217", _CURRENCY, currencies),
        ("ISO 639", _LANGUAGE, languages),
        ("ISO 3166-2:US", _STATE, states),
    )
    return tuple(
        _Standard(source, labels, names, frozenset(n.casefold() for n in names.values()))
        for source, labels, names in known
    )


def _plain(country: object) -> str:
    code, name = str(getattr(country, "alpha_2", "")), str(getattr(country, "name", ""))
    return _PLAIN.get(code) or str(getattr(country, "common_name", "")) or _REST.sub("", name)


def _languages() -> Iterator[tuple[str, str]]:
    import pycountry

    for language in pycountry.languages:
        name = _REST.sub("", str(language.name))
        for code in (getattr(language, "alpha_2", ""), getattr(language, "alpha_3", "")):
            if code and getattr(language, "alpha_2", ""):
                yield str(code), name
                yield str(code).upper(), name
