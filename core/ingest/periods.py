"""Months and quarters of years as published (`March 2019`, `Mar-19`, `2019M03`, `Q1 2019`, `Q1 2019/20`) in one
spelling that sorts.

A column that holds nothing but months is one of dates, each the first of its month (`2019-03-01`), as in the long views
of crosstabs: so it can be asked for a year, a month, or before and after. Quarters whose
year does not stand first are stored as `2019-Q1`, those of a year that begins in another as `2019-20-Q1`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from core.ingest.compact_dates import months_of
from core.ingest.name_parts import month_number, pieces, settled_spans
from core.ingest.texts import Texts
from core.ingest.types import ISO_DATE, MISSING, TEXT, Typing
from core.text.words import words

if TYPE_CHECKING:
    import duckdb

    from core.model import Column

_KINDS = ("month of year", "quarter of year", "quarter of span")
_MONTH = re.compile(r"\d{4}-\d\d")
_INTERVAL = re.compile(r"(?P<y>\d{4})-(?P<m>0[1-9]|1[0-2])-01/P1M")
"""`2019-03-01/P1M`: a month as ISO 8601 writes intervals."""
_SHORT = re.compile(r"(?P<m>[a-z]{3,9})\.?[-/ ]'?(?P<y>\d\d)", re.IGNORECASE)
_SDMX = re.compile(r"(?P<y>(?:1[6-9]|20|21)\d\d)[- ]?M(?P<m>0[1-9]|1[0-2])", re.IGNORECASE)
_SLASHED = re.compile(r"(?P<m>0?[1-9]|1[0-2])[/.](?P<y>(?:1[6-9]|20|21)\d\d)")
_ROMAN = re.compile(
    r"(?P<y>(?:1[6-9]|20|21)\d\d)[ -/]{1,3}(?P<q>IV|I{1,3})|(?P<q2>IV|I{1,3})[ -/]{1,3}(?P<y2>(?:1[6-9]|20|21)\d\d)"
)
"""`2019 III`: quarters in Roman figures."""
_SPAN = r"(?:FY ?)?(?P<y>(?:1[6-9]|20|21)\d\d)[-/–](?P<last>(?:\d\d)?\d\d)"
_NTH = r"(?:Q|Qtr ?|Quarter )(?P<q>[1-4])"
_OF_SPAN = tuple(
    re.compile(form, re.IGNORECASE) for form in (rf"{_SPAN}[ ,_-]{{0,3}}{_NTH}", rf"{_NTH}[ ,_-]{{0,3}}{_SPAN}")
)
"""`2019/20 Q1`: quarters of financial or academic years."""
QUARTER = re.compile(r"(?P<year>\d{4}(?:(?P<slash>[-/])\d\d)?)(?P<joint>[ -]?)Q(?P<nth>[1-4])")
"""`2019 Q1`, `2019/20-Q1`: a quarter whose year stands first."""
_MOST_YEARS = 12
"""Numbers behind months are years where they are so few, and each stands behind several months; else days."""
_LEAST = 2
_TURN = 50
"""Two figures from here on are of the last century."""


def respelt(con: duckdb.DuckDBPyConnection, texts: Texts) -> tuple[Texts, Typing] | None:
    """Change a column of the table `raw` where all of its texts are months, or quarters, of years; None: they are not.

    Signs for no value stay; they do not count.
    """
    if texts.few is None:
        return None
    held = [v for v, _ in texts.few if v.strip().lower() not in MISSING]
    found = in_order(held)
    monthly = found is not None and all(map(_MONTH.fullmatch, found))
    if found is not None and monthly:
        found = [f"{month}-01" for month in found]
    if found is None or held == found or in_one_form(held):
        return None
    column = texts.column
    texts.table()
    con.execute("CREATE OR REPLACE TEMP TABLE respelt (a VARCHAR, b VARCHAR)")
    con.executemany("INSERT INTO respelt VALUES (?, ?)", list(zip(held, found, strict=True)))
    con.execute(f"UPDATE raw SET {column} = respelt.b FROM respelt WHERE raw.{column} = respelt.a")
    con.execute("DROP TABLE respelt")
    texts.done()
    examples = tuple((a, b) for a, b in zip(held, found, strict=True) if a != b)[:3]
    typing = Typing("date", ISO_DATE, tokens=len(held) < len(texts.few)) if monthly else TEXT
    typing = replace(typing, converted=f"“{examples[0][0]}” is stored as “{examples[0][1]}”", examples=examples)
    return Texts(con, column), typing


def in_one_form(texts: Sequence[str]) -> bool:
    """Quarters that are all written alike, the year first: these sort as they are, and stay (`2019/20 Q1`)."""
    forms = {(hit["slash"], hit["joint"]) if (hit := QUARTER.fullmatch(t)) else None for t in texts}
    return len(forms) == 1 and None not in forms


def monthly(column: Column) -> bool:
    """Its dates were months in the file, or in the names of files, and none of their days was said."""
    held = [v for v, _ in column.profile.common]
    if column.type == "date" and "month" in words(column.label) and held and all(v.endswith("-01") for v in held):
        return True
    said = [a for a, b in column.examples if b.endswith("-01")]
    if column.type == "date" and said and months_of(said):
        return True
    months = in_order(said) if column.type == "date" and len(said) >= _LEAST else None
    return months is not None and all(map(_MONTH.fullmatch, months))


def in_order(texts: Sequence[str]) -> list[str] | None:
    """Each text as `2019-03`, `2019-Q1` or `2019-20-Q1`; None where they are not all of one kind."""
    if len(texts) < _LEAST:
        return None
    short = [_SHORT.fullmatch(t.strip()) for t in texts]
    if all(short):
        return _short([m for m in short if m])
    found, kinds = [], set[str]()
    for text in texts:
        plain = text.strip()
        if hit := _SDMX.fullmatch(plain) or _INTERVAL.fullmatch(plain):
            found.append(f"{hit['y']}-{hit['m']}")
            kinds.add("month of year")
            continue
        if hit := _SLASHED.fullmatch(plain):
            found.append(f"{hit['y']}-{int(hit['m']):02d}")
            kinds.add("month of year")
            continue
        if hit := _ROMAN.fullmatch(plain):
            quarter = ("I", "II", "III", "IV").index(hit["q"] or hit["q2"]) + 1
            found.append(f"{hit['y'] or hit['y2']}-Q{quarter}")
            kinds.add("quarter of year")
            continue
        if of_span := _quarter_of_span(plain):
            found.append(of_span)
            kinds.add("quarter of span")
            continue
        parts = pieces((plain,))
        if len(parts) != 1 or parts[0].kind not in (*_KINDS, "span") or parts[0].text != plain:
            return None
        found.append(parts[0].value)
        kinds.add(parts[0].kind)
    if kinds == {"month of year", "span"}:  # `2011-12` among others is a month
        months = settled_spans(found)
        return months if months and len(set(months)) == len(set(texts)) else None
    return found if len(kinds) == 1 and kinds <= set(_KINDS) and len(set(found)) == len(set(texts)) else None


def _quarter_of_span(text: str) -> str:
    """`Q1 2019/20` as `2019-20-Q1`; "" for what is none."""
    hit = next((m for form in _OF_SPAN if (m := form.fullmatch(text))), None)
    if hit is None or int(hit["last"][-2:]) != (int(hit["y"]) + 1) % 100:
        return ""
    return f"{hit['y']}-{hit['last'][-2:]}-Q{hit['q']}"


def short_months(labels: Sequence[str]) -> dict[str, str]:
    """Those of the labels that are months with two digits of a year (`Jan-21`), as `2021-01`."""
    found = [x for x in labels if _SHORT.fullmatch(x.strip())]
    return dict(zip(found, in_order(found) or (), strict=False))


def _short(hits: Sequence[re.Match[str]]) -> list[str] | None:
    """`Mar-19` as March 2019; None where the numbers may be days."""
    months = [month_number(m["m"]) if _is_month(m["m"]) else 0 for m in hits]
    years = {m["y"] for m in hits}
    if not all(months):
        return None
    if max(map(int, years)) <= 31 and (len(years) > _MOST_YEARS or 3 * len(years) > len(hits)):
        return None
    found = [
        f"{(1900 if int(m['y']) >= _TURN else 2000) + int(m['y'])}-{month:02d}"
        for m, month in zip(hits, months, strict=True)
    ]
    return found if len(set(found)) == len({m[0] for m in hits}) else None


def _is_month(word: str) -> bool:
    parts = pieces((word,))
    return len(parts) == 1 and parts[0].kind == "month" and parts[0].text == word
