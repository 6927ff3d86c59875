"""Figures with marks: `1,234 p`, `56 (r)`, `12*`, `7¹`, `<5`, `[c]`, and blanks around.

A column of words that is nothing but such figures becomes a column of numbers. What stood beside a figure, or in its
place, is counted by its meaning (marks.toml; a legend among the file's notes goes first). A bound such as `<5` is no
number: the cell is empty and counted.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from core.ingest import numbers
from core.ingest.layout.cells import LONGEST_FIGURE
from core.ingest.texts import Texts
from core.ingest.types import MARKED, MISSING, Reading, Typing, is_missing, quoted, tried
from core.model import NUMERIC, Mark
from core.text.words import counted

if TYPE_CHECKING:
    import duckdb

_BLANK = "[ \t\u00a0\u2009\u202f]"
_ALONE = r"(?:\[[a-z0-9]{1,3}\]|\((?:[a-z]|prov|rev|est)\)|[*†‡§^#]{1,3}|[¹²³⁴⁵⁶⁷⁸⁹⁰]{1,3})"
_LETTER = r"(?:[prefbudsnz]|b[depu]|bep|d[epsu]|e[pu]|p[su]|prov\.?|rev\.?|est\.?|provisional|revised|estimated?)"
_NOTE = r"\([0-9]\)"
_INTERVAL = r"[\[(] ?-?[0-9][0-9.,]* ?(?:[-–;,]|to) ?-?[0-9][0-9.,]* ?[\])]"
"""What a figure may be beside its estimate, as WHO writes it: `62.1 [60.3-63.9]`."""
_COLON = ": ?[bcdefinprsuz]{1,3}"
"""What Eurostat writes for no figure, with its flags."""
_STRANGE = re.compile(r"[A-Z]{2,3}|\([A-Z]{1,3}\)")
"""A publisher's own sign: `NM`, `(D)`."""
_WORD = re.compile(r"[A-Za-z][a-z]{4,}(?:[ -][a-z]+){0,2}")
"""A word of its own: `closed`, `not surveyed`."""
_LONGEST_SIGN, _OFTEN = 5, 3
_MANY = 30
"""Figures of a column that is surely none of codes."""
_BEHIND = rf"(?:{_BLANK}*{_ALONE}|{_BLANK}+{_LETTER}|{_BLANK}+{_NOTE}|{_BLANK}*{_INTERVAL})"
_BOUND = rf"{_BLANK}*[<>≤≥]{_BLANK}*[$€£]?[0-9][0-9.,]*{_BLANK}*%?{_BLANK}*"
_DIGIT = re.compile(r"\d")
_YEAR = re.compile(r"(?:1[6-9]|20|21)\d\d")
_DEFINED = re.compile(r"[“\"'\[(]?(\S{1,4}?)[”\"'\])]?\s*=\s*([^=]{3,60})")
"""A note that does nothing but say what a sign means."""
_BEHIND_ONLY = frozenset("¹²³⁴⁵⁶⁷⁸⁹⁰†‡§^prfeb")
_MOST_NOTED = 0.5
"""A number in brackets behind more figures than this share is a second figure, no footnote."""
_MOST_INSTEAD = 0.8
_ENOUGH = 10
"""How many figures make signs of the few letters among them."""


@lru_cache(maxsize=1)
def _meanings() -> dict[str, dict[str, str]]:
    """Sign → meaning, for signs beside figures and in their place; and word → meaning."""
    raw = tomllib.loads((Path(__file__).parent / "marks.toml").read_text(encoding="utf-8"))
    return {part: {sign: said for said, signs in body.items() for sign in signs} for part, body in raw.items()}


def instead(sign: str) -> str:
    """What a sign in a figure's place means; "not available" where nothing is known of it."""
    return _meanings()["instead"].get(" ".join(sign.split()).casefold(), "not available")


def beside(sign: str) -> str:
    """What a sign behind a figure means: a footnote where nothing else is known."""
    return _meanings()["beside"].get(sign.strip().casefold(), "with a footnote")


def legend(notes: Iterable[str]) -> dict[str, str]:
    """Sign → meaning, as notes such as `* suppressed` or `.. = not available` tell it."""
    found: dict[str, str] = {}
    for part, first in ((part.strip(), not n) for note in notes for n, part in enumerate(note.split(";"))):
        if (own := _DEFINED.fullmatch(part)) and not own[1].isdecimal():
            found.setdefault(own[1].casefold(), _known(own[2]) or own[2].strip(" .").casefold())
        hit = re.match(r"\s*[“\"']?(\S{1,5}?)[”\"']?\s*(?:=|:|–|-|means|denotes|indicates|\s)\s*(\S.{2,120})", part)
        if hit is None or (hit[1][0].isalpha() and len(hit[1]) > 1 + first):
            continue
        if said := _known(hit[2]):
            found[hit[1].casefold()] = said
    return found


def _known(text: str) -> str:
    """The meaning that a note's words tell, "" for any other."""
    return next((said for word, said in _meanings()["words"].items() if word in text.casefold()), "")


def _own(notes: Iterable[str]) -> frozenset[str]:
    """Signs that stand in a figure's place because the file's notes say what they mean: `tr = trace`."""
    return frozenset(sign for sign in legend(notes) if not _DIGIT.search(sign)) - _sign_set() - _BEHIND_ONLY


def _strange(texts: Sequence[str], own: frozenset[str], published: bool) -> frozenset[str]:
    """The one word, or a publisher's own letters, that stands among figures, if these are no codes."""
    odd, held, pointed = "", 0, False
    for text in texts:
        if _is_sign(text, own):
            continue
        if _looks(text):
            held += 1
            pointed = pointed or "." in text or "," in text
        elif odd and text.strip() != odd:
            return frozenset()
        else:
            odd = text.strip()
    if (held >= 3 and (published or pointed or held >= _MANY) and _STRANGE.fullmatch(odd)) or (
        held >= _MANY and _WORD.fullmatch(odd)
    ):
        return frozenset((odd.casefold(),))
    return frozenset()


def _repeated(con: duckdb.DuckDBPyConnection, texts: Texts, odd: frozenset[str]) -> frozenset[str]:
    """The same without a word that stands there once or twice, as by a slip."""
    words = [sign for sign in odd if len(sign) > _LONGEST_SIGN]
    if not words:
        return odd
    count = f"SELECT coalesce(sum(n), 0) FROM {texts.table()} WHERE lower(trim(v)) IN (SELECT unnest(?))"
    return odd if int(con.execute(count, [words]).fetchall()[0][0]) >= _OFTEN else frozenset()


def figures(
    con: duckdb.DuckDBPyConnection,
    texts: Texts,
    *,
    plain: bool,
    comma: bool,
    published: bool = False,
    notes: Sequence[str] = (),
) -> Typing | None:
    """The typing of a column of nothing but figures, marks and signs for no figure; None if it is something else.

    In a table that is `published`, with a title or notes, letters such as `c` are signs without more ado, and so are
    those that its `notes` explain.
    """
    own = _own(notes)
    if not plain:
        own |= _repeated(con, texts, _strange(texts.sample.texts, own, published))
    if plain or not all(_is_sign(v, own) or _looks(v) for v in texts.sample.texts):
        return None
    held = [v for v in texts.sample.texts if not _is_sign(v, own)]
    if not any(_bare(v) != v or _is_bound(v) for v in held) and len(held) == len(texts.sample.holds):
        return None
    table = texts.table()
    signs = _one_of(_signs(own))
    core = _core("v")
    con.execute(
        f"CREATE OR REPLACE TEMP TABLE bare AS SELECT {core} AS v, sum(n) AS n FROM {table} "
        f"WHERE NOT {signs} AND NOT regexp_full_match(v, {quoted(_BOUND)}) GROUP BY ALL"
    )
    typing = numbers.decide(con, "bare", comma=comma)
    if typing.reading is None or typing.type not in NUMERIC:
        return None
    tests = (
        f"({signs} OR regexp_full_match(v, {quoted(_BOUND)}))",
        f"regexp_full_match(v, {quoted(f'.*{_BLANK}+{_NOTE}{_BLANK}*')})",
        f"(regexp_full_match(v, {quoted(f'.*{_BEHIND}{_BLANK}*')}, 'i') AND NOT {signs})",
        f"(regexp_full_match(trim(v), '[a-z]+', 'i') AND NOT {is_missing('v')})",
        f"regexp_full_match(v, {quoted(f'.*{_INTERVAL}{_BLANK}*')})",
        f"regexp_full_match(v, {quoted(_BOUND)})",
    )
    sums = ", ".join(f"coalesce(sum(n) FILTER ({t}), 0)" for t in tests)
    (counts,) = con.execute(f"SELECT sum(n), {sums}, min(v) FILTER ({tests[-1]}) FROM {table}").fetchall()
    filled, stand_in, noted, marked, letters, ranged, bounds = map(int, counts[:-1])
    figured = filled - stand_in
    units = marked > 1 and marked == figured and ranged < figured
    if stand_in > _MOST_INSTEAD * filled or noted > _MOST_NOTED * figured or units:
        return None
    if noted and not published and not all(_YEAR.fullmatch(_bare(v)) for v in held):
        return None  # `7 (2)` may be two figures
    if letters and not published and letters == stand_in and not _measured(con, figured, letters):
        return None  # letters alone: they may be codes
    body = typing.reading.pattern
    pattern = rf"{_BLANK}*(?:{body}){_BEHIND}?{_BLANK}*|{_BOUND}|{_signs_pattern(own)}"
    inner = typing.reading.value("\0").replace("{", "{{").replace("}", "}}").replace("\0", _core("{v}", braces=True))
    none = f"{_one_of(_signs(own), '{v}', braces=True)} OR regexp_full_match({{v}}, {_braced(quoted(_BOUND))})"
    store = f"(CASE WHEN {none} THEN NULL ELSE {tried(inner)} END)"
    changes = [typing.reading.changes, "marks taken off" * bool(marked)]
    if bounds:
        changes.append(f"{counted(bounds, 'cell')} such as “{str(counts[-1]).strip()}” left empty")
    reading = Reading(MARKED, typing.type, pattern, store, unit=typing.unit, changes=", ".join(filter(None, changes)))
    made = replace(typing, reading=reading, tokens=False)
    held_figures = f"(FROM {table} WHERE NOT {signs} AND NOT regexp_full_match(v, {quoted(_BOUND)}))"
    return numbers.with_examples(con, held_figures, made)


def _measured(con: duckdb.DuckDBPyConnection, figured: int, letters: int) -> bool:
    """Letters stand among figures for some of them: they are few, or the figures are as different as counts are."""
    if figured < _ENOUGH:
        return False
    return letters * 5 <= figured or (letters <= figured and _different(con) >= _MANY)


def _different(con: duckdb.DuckDBPyConnection) -> int:
    """How many figures there are, each once."""
    return int(con.execute("SELECT count(*) FROM bare").fetchall()[0][0])


def marks(con: duckdb.DuckDBPyConnection, texts: Texts, typing: Typing, notes: Sequence[str]) -> tuple[Mark, ...]:
    """The signs of a column of numbers with their meanings and how often each stands, most frequent first."""
    if typing.type not in NUMERIC or typing.reading is None:
        return ()
    known, own = legend(notes), _own(notes)
    if typing.reading.name == MARKED:
        own |= _strange(texts.sample.texts, own, published=True)
    counts: Counter[tuple[str, str]] = Counter()
    for text, n in _odd(con, texts, typing, own):
        plain = " ".join(text.split())
        if _is_bound(plain):
            counts[plain, "below or above a limit"] += n
        elif _is_sign(plain, own):
            counts[plain, known.get(plain.casefold(), instead(plain))] += n
        elif _RE_INTERVAL.search(plain):
            counts["[…]", "with an interval"] += n
        elif sign := _sign(plain):
            counts[sign, known.get(sign.casefold(), beside(sign))] += n
    return tuple(Mark(sign, said, n) for (sign, said), n in sorted(counts.items(), key=lambda c: (-c[1], c[0])))


def _odd(con: duckdb.DuckDBPyConnection, texts: Texts, typing: Typing, own: frozenset[str]) -> list[tuple[str, int]]:
    """The texts that may be, or carry, signs."""
    if typing.reading is None or (not typing.tokens and typing.reading.name != MARKED):
        return []
    if texts.few is not None:
        return [(v, n) for v, n in texts.few if not v.strip().isdecimal()]
    odd = f"regexp_full_match(v, {quoted(f'.*{_BEHIND}{_BLANK}*|{_BOUND}|{_signs_pattern(own)}')}, 'i')"
    return [(str(v), int(n)) for v, n in con.execute(f"SELECT v, n FROM {texts.table()} WHERE {odd}").fetchall()]


def _signs(own: Iterable[str] = ()) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*MISSING, *_meanings()["instead"], *sorted(own))))


@lru_cache(maxsize=1)
def _sign_set() -> frozenset[str]:
    return frozenset(_signs())


def _signs_pattern(own: Iterable[str] = ()) -> str:
    return rf"{_BLANK}*(?:{'|'.join(map(re.escape, _signs(own)))}|{_COLON}){_BLANK}*"


def _is_sign(text: str, own: frozenset[str] = frozenset()) -> bool:
    plain = text.strip().casefold()
    return plain in _sign_set() or plain in own or _RE_COLON.fullmatch(plain) is not None


_RE_BEHIND = re.compile(_BEHIND + r"\s*$", re.IGNORECASE)
_RE_BOUND = re.compile(_BOUND)
_RE_COLON = re.compile(_COLON)
_RE_INTERVAL = re.compile(rf"{_INTERVAL}\s*$")


def _is_bound(text: str) -> bool:
    return len(text) <= LONGEST_FIGURE and _RE_BOUND.fullmatch(text) is not None


def _bare(text: str) -> str:
    return _RE_BEHIND.sub("", text).strip() if len(text) <= LONGEST_FIGURE else text


def _sign(text: str) -> str:
    hit = _RE_BEHIND.search(text) if len(text) <= LONGEST_FIGURE else None
    return hit[0].strip() if hit else ""


def _looks(text: str) -> bool:
    """A figure once its mark is off: digits, and no letters but those of money."""
    bare = _bare(text)
    return bool(_DIGIT.search(bare)) and len(bare) < 40 and sum(c.isalpha() for c in bare) <= 4


def _core(v: str, braces: bool = False) -> str:
    """SQL for a text without its mark and the blanks around it."""
    behind = quoted(_BEHIND + _BLANK + "*$")
    around = quoted(rf"^{_BLANK}+|{_BLANK}+$")
    if braces:
        behind, around = _braced(behind), _braced(around)
    return f"regexp_replace(regexp_replace({v}, {behind}, '', 'i'), {around}, '', 'g')"


def _one_of(signs: Sequence[str], v: str = "v", braces: bool = False) -> str:
    pattern = quoted(rf"{_BLANK}*(?:{'|'.join(map(re.escape, signs))}|{_COLON}){_BLANK}*")
    return f"regexp_full_match({v}, {_braced(pattern) if braces else pattern}, 'i')"


def _braced(sql: str) -> str:
    return sql.replace("{", "{{").replace("}", "}}")
