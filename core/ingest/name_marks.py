"""Footnote marks behind names: `Norland¹`, `France (2)`, `Total *`, `Wales[1]` are Norland, France, Total and Wales.

A sign is a mark where something says so: it is raised, a line beside the rows begins with it, or it stands behind
several names among others without it. What tells two rows of a key apart is no mark, nor what belongs to a unit (`m²`)
or to the name itself (`Model 2`, `Henry VIII`).
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from core.ingest.layout.cells import kind
from core.ingest.marks import beside
from core.ingest.texts import Texts
from core.ingest.types import TEXT, Typing, quoted
from core.model import Mark

if TYPE_CHECKING:
    import duckdb

_BLANK = "[ \t\u00a0\u2009\u202f]"
_RAISED = "¹²³⁴⁵⁶⁷⁸⁹⁰"
_LETTER = "A-Za-zÀ-ÖØ-öø-ÿĀ-ž"
_ALONE = (
    rf"[{_RAISED}]{{1,2}}(?:[,’' ]?[{_RAISED}])*|[*]{{1,3}}|[†‡§]{{1,2}}|\[(?:[0-9]{{1,2}}|[a-z])\]|\([prefb]\)|[prefb]"
)
_OF_TIMES = frozenset("prefb")
"""Letters behind a time: provisional, revised, estimated, forecast, break in the series."""
_NUMBERED = r"\((?:[0-9]{1,2}|[a-z])(?:, ?(?:[0-9]{1,2}|[a-z]))*\)|[0-9]{1,2}|(?:[0-9]{1,2}|[a-z])[)/]|/[0-9]{1,2}"
"""Signs only where a line beside the rows begins with them."""


def _behind_a_name(signs: str) -> str:
    return rf"(?P<plain>.*[{_LETTER}0-9).])(?P<gap>{_BLANK}*)(?P<sign>{signs}){_BLANK}*"


_RE_ALONE = re.compile(_behind_a_name(_ALONE))
_RE_MARKED = re.compile(_behind_a_name(f"{_ALONE}|{_NUMBERED}"))
_UNITS = frozenset("m mm cm dm km hm in ft yd mi g kg s sec x y r n co".split())
"""What a raised number behind it is a power of."""
_YEAR = re.compile(r"(?<!\d)(?:1[6-9]|20|21)\d\d\s*$")
_LONGEST = 120
_LAST = f"{_RAISED}*†‡§])"
"""Characters that end a mark, but for plain numbers."""
_NOTED = re.compile(
    rf"\W{{0,2}}(?:(?:foot)?notes?\b{_BLANK}*:?{_BLANK}*)?"
    rf"(?:[\[(](?P<a>[0-9]{{1,2}}|[a-z]|[*†‡§]{{1,3}})[\])]|(?P<b>[{_RAISED}]{{1,2}}|[*†‡§]{{1,3}})"
    rf"|(?P<c>[0-9]{{1,2}})[.):/]?(?={_BLANK}|[A-Z])|(?P<d>[a-z])[.):/](?={_BLANK})){_BLANK}*[-–:=.]?{_BLANK}*(?P<said>\S.*)",
    re.IGNORECASE | re.DOTALL,
)
_LONGEST_SAID = 200
_EXAMPLES = 5
_MOST = 0.5
"""The share of a column's names that a sign stands behind at most, where no line says what it means."""


@dataclass(frozen=True, slots=True)
class MarkedName:
    """A name as written, without its mark, and the mark with its meaning."""

    text: str
    plain: str
    sign: str
    said: str


def footnotes(notes: Iterable[str]) -> dict[str, str]:
    """Sign → what the line that begins with it says; raised and bracketed numbers are the number alone."""
    found: dict[str, str] = {}
    for note in notes:
        for part in (note, *note.split(";")[1:]):
            if (hit := _NOTED.match(part.strip())) and re.search("[^\\W\\d_]{2}", hit["said"]):
                sign = bare_sign(next(filter(None, hit.group("a", "b", "c", "d"))))
                said = " ".join(hit["said"].split())[:_LONGEST_SAID].rstrip(" .")
                if found.setdefault(sign, said) != said:
                    found[sign] = ""  # several lines begin with it: of which one is meant nobody knows
    return found


def marked_names(texts: Mapping[str, int], notes: Sequence[str]) -> list[MarkedName]:
    """Those of a column's texts (with how often each stands) that are a name and a mark behind it."""
    known = footnotes(notes)
    if not (hits := _hits(texts, known)):
        return []
    sure = {t: hit for t, hit in hits.items() if _is_raised(hit) or _is_noted(hit, known)}
    often = {t: hit for t, hit in hits.items() if t not in sure and _may_be_sign(hit)}
    kinds = Counter(_kind(hit["sign"]) for hit in (*sure.values(), *often.values()))
    most = _MOST * len(texts)
    rare = {t: hit for t, hit in often.items() if 1 < kinds[_kind(hit["sign"])] <= most}
    rare |= {t: hit for t, hit in sure.items() if hit["sign"].isdecimal() and kinds["1"] <= most}
    taken = {t: hit for t, hit in sure.items() if not hit["sign"].isdecimal() or hit["sign"][0] in _RAISED} | rare
    apart = _kept_apart({t: hit["plain"].rstrip() for t, hit in taken.items()}, texts, hits, set(often))
    return [_named(t, hit, known) for t, hit in taken.items() if t not in apart]


def _hits(texts: Iterable[str], known: Mapping[str, str]) -> dict[str, re.Match[str]]:
    pattern = _RE_MARKED if known else _RE_ALONE
    return {t: hit for t in texts if len(t) <= _LONGEST and (hit := pattern.fullmatch(t))}


def plain_labels(labels: Sequence[str], notes: Sequence[str]) -> dict[int, MarkedName]:
    """By place the labels of columns with a footnote's mark, where they differ without it too."""
    known = footnotes(notes)
    hits = {i: hit for i, label in enumerate(labels) if (hit := _RE_MARKED.fullmatch(label.strip()))}
    hits = {i: hit for i, hit in hits.items() if len(labels[i]) <= _LONGEST}
    found = {i: hit for i, hit in hits.items() if _is_raised(hit) or _is_noted(hit, known)}
    plain = Counter((found[i]["plain"] if i in found else label).strip().casefold() for i, label in enumerate(labels))
    return {
        i: _named(labels[i], hit, known)
        for i, hit in found.items()
        if plain[hit["plain"].strip().casefold()] == 1
        and (_YEAR.search(hit["plain"]) or not hit["plain"].rstrip()[-1].isdigit())
    }


def without_marks(
    con: duckdb.DuckDBPyConnection, texts: Texts, notes: Sequence[str]
) -> tuple[Texts, Typing, tuple[Mark, ...]] | None:
    """Take the marks off the names of a column of the table `raw`; None where there are none.

    Its texts as they are then, how they differ from the file's, and the marks, the most frequent first.
    """
    held = dict(texts.few) if texts.few is not None else _that_matter(con, texts, footnotes(notes))
    found = marked_names(held, notes)
    if not found:
        return None
    column = texts.column
    con.execute("CREATE OR REPLACE TEMP TABLE named (a VARCHAR, b VARCHAR)")
    con.executemany("INSERT INTO named VALUES (?, ?)", [(m.text, m.plain) for m in found])
    con.execute(f"UPDATE raw SET {column} = named.b FROM named WHERE raw.{column} = named.a")
    con.execute("DROP TABLE named")
    texts.done()
    counts: Counter[tuple[str, str]] = Counter()
    for m in found:
        counts[m.sign, m.said] += held[m.text]
    marks = tuple(Mark(sign, said, n) for (sign, said), n in sorted(counts.items(), key=lambda c: (-c[1], c[0])))
    examples = tuple((m.text, m.plain) for m in found[:_EXAMPLES])
    said = f"“{found[0].text.strip()}” became {found[0].plain} (footnote marks taken off)"
    return Texts(con, column), replace(TEXT, converted=said, examples=examples), marks


def _that_matter(con: duckdb.DuckDBPyConnection, texts: Texts, known: Mapping[str, str]) -> dict[str, int]:
    """Of many texts those with something like a mark, those that they would be without it, and some others."""
    table = texts.table()
    pattern = re.sub(r"\?P<\w+>", "", _behind_a_name(f"{_ALONE}|{_NUMBERED}" if known else _ALONE))
    last = quoted(_LAST + "0123456789" * bool(known))
    may_be = f"contains({last}, right(rtrim(v), 1)) AND length(v) BETWEEN 2 AND {_LONGEST}"
    marked = f"SELECT v, n FROM {table} WHERE {may_be} AND regexp_full_match(v, {quoted(pattern)})"
    found = {str(v): int(n) for v, n in con.execute(marked).fetchall()}
    if not found:
        return {}
    plain = [hit["plain"].rstrip() for hit in _hits(found, known).values()]
    others = f"SELECT v, n FROM {table} WHERE v IN (SELECT unnest(?))"
    found |= {str(v): int(n) for v, n in con.execute(others, [plain]).fetchall()}
    return found | {v: 1 for v in texts.sample.texts if v not in found}


def _kept_apart(
    plain: Mapping[str, str], texts: Mapping[str, int], hits: Mapping[str, re.Match[str]], unsaid: set[str]
) -> set[str]:
    """The texts whose sign tells them from another: without it two rows of a key, or two kinds, would be one.

    `unsaid` are those of which no line says that the sign is a mark.
    """
    becomes: defaultdict[str, list[str]] = defaultdict(list)
    for text in texts:
        becomes[plain.get(text, text).strip().casefold()].append(text)
    key = max(texts.values(), default=0) == 1
    several = Counter(hit["plain"].rstrip().casefold() for hit in hits.values())
    apart: set[str] = set()
    for name, same in becomes.items():
        mine = [t for t in same if t in plain]
        if mine and (
            (len(same) > 1 and (key or not unsaid.isdisjoint(mine)))
            or (several[name] > 1 and not all(hits[t]["sign"][0] in _RAISED for t in mine))
        ):
            apart.update(mine)
    return apart


def _named(text: str, hit: re.Match[str], known: Mapping[str, str]) -> MarkedName:
    sign = hit["sign"].strip()
    said = "; ".join(filter(None, (known.get(one) for one in _each(sign))))
    return MarkedName(text, hit["plain"].rstrip(), sign, said or beside(sign))


def bare_sign(sign: str) -> str:
    """A sign without brackets, and raised numbers as numbers."""
    return sign.strip("[]()/").translate(str.maketrans(_RAISED, "1234567890")).casefold()


def _each(sign: str) -> list[str]:
    """The signs of which one consists: `(2,10)` is 2 and 10."""
    whole = bare_sign(sign)
    return [one.strip() for one in whole.split(",")] if "," in whole else [whole]


def _kind(sign: str) -> str:
    """Numbers are of one kind, whichever they are."""
    return re.sub("[0-9]+", "1", sign)


def _is_raised(hit: re.Match[str]) -> bool:
    """A raised number behind a word or a bracket, and no power of a unit."""
    word = re.search(rf"[{_LETTER}]+$", hit["plain"])
    behind = len(word[0]) > 1 if word else hit["plain"][-1] in ")." or bool(_YEAR.search(hit["plain"]))
    unit = word is not None and word[0].casefold() in _UNITS
    return hit["sign"][0] in _RAISED and behind and not unit


def _is_noted(hit: re.Match[str], known: Mapping[str, str]) -> bool:
    """A line beside the rows begins with the sign. A number that is neither raised nor in brackets stands right behind
    small letters or a bracket, as nothing but a mark does."""
    sign, plain = hit["sign"], hit["plain"]
    half = sign[0] == "/" or (sign[-1] in ")/" and sign[0] not in "([")
    if half and not hit["gap"]:
        return False  # `Section 12b)`, `and/or`
    if sign.isalpha():  # of a time alone: `Q4 p`, `2024 r`
        return bool(hit["gap"]) and kind(plain.strip()) in ("d", "y")
    if sign[1:-1] in _OF_TIMES and kind(plain.strip()) in ("d", "y"):  # `2022/23 (p)`, whatever line says so
        return True
    if any(one not in known for one in _each(sign)) or not (
        re.search(rf"[{_LETTER}]{{2}}", plain) or _YEAR.search(plain)
    ):
        return False
    word = re.search(rf"[{_LETTER}]+$", plain)
    if sign[0] in _RAISED:
        return word is None or word[0].casefold() not in _UNITS
    return half or not sign[0].isdigit() or (not hit["gap"] and bool(re.search(r"[a-zß-öø-ÿ]{3}$|[a-z]\)$", plain)))


def _may_be_sign(hit: re.Match[str]) -> bool:
    """A star, a dagger or a number in square brackets behind a word of three letters and more."""
    return (
        hit["sign"][0] in "*†‡§["
        and not hit["sign"][1:2].isalpha()
        and bool(re.search(rf"[{_LETTER}]{{3,}}\)?$", hit["plain"]))
    )
