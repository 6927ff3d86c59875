"""How words and values are compared: one spelling for each, used wherever labels or cells meet.

Imports nothing of ours; every stage may use it.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Sequence
from functools import lru_cache

_POSSESSIVE = re.compile(r"'s\b", re.IGNORECASE)
MARKS = re.compile(r"[\W_]+")
"""Whatever is neither letter nor digit."""
_BOUNDARY = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|[\W_]+")
_ONE_WORD = re.compile(r"(?<![^\W_])(?:[kMGT]?(?:Wh?|VA|Hz|Pa|Wp)|mAh|dBA?|pH|PhD|[A-Z]{2,}s)(?![^\W_])")
"""Words that mix their cases: units (`MWh`), and capitals in the plural (`IDs`)."""
_ENDED = re.compile(r"(?<![^\W_])(?:([A-Z]{3,}|WD)|([A-Za-z]{2,8})\d\d)(NM|CD|nm|cd)(?![^\W_])")
"""Headers of statistics offices that end with what they hold: `PFANM` is a name, `RGN23CD` a code of 2023."""
_NUMBER = re.compile(r"[+-]?(?:(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]\d{1,3})?|(?:\d+\.\d*|\.\d+)[eE]\d{1,3})")
"""An exponent has a sign, or stands behind a point: `970e02` is a code."""
_LONGEST_NUMBER = 300
"""Longer rows of digits are codes; Python refuses to read them as one number."""
_BILINGUAL = re.compile(r"\s+[/|]\s+")

_IRREGULAR = {
    "people": "person",
    "children": "child",
    "men": "man",
    "women": "woman",
    "feet": "foot",
    "mice": "mouse",
    "geese": "goose",
    "teeth": "tooth",
    "criteria": "criterion",
    "phenomena": "phenomenon",
    "indices": "index",
    "matrices": "matrix",
    "analyses": "analysis",
    "diagnoses": "diagnosis",
    "bases": "base",
    "crises": "crisis",
    "movies": "movie",
    "cookies": "cookie",
    "leaves": "leaf",
    "lives": "life",
    "wives": "wife",
    "knives": "knife",
    "shelves": "shelf",
    "halves": "half",
}
_NO_PLURAL = frozenset(
    "series species news status address process class business analysis basis gas bus campus canvas lens atlas bias "
    "census corpus virus bonus focus plus pus this has was is its his us as gross loss access success progress "
    "express press boss mass pass glass grass cross dress less always perhaps maths physics economics mathematics "
    "statistics athletics politics electronics genius radius chaos cosmos christmas iris tennis texas paris".split()
)


def fold(text: str) -> str:
    """Case and accents folded: "Numéro" and "NUMERO" agree."""
    if text.isascii():
        return text.casefold()
    decomposed = unicodedata.normalize("NFKD", text)
    return "".join(c for c in decomposed if not unicodedata.combining(c)).casefold()


def normalise(value: str) -> str:
    """The spelling under which two cells are the same value.

    Stripped, inner blanks as one, case folded; a number in its shortest form, so that `7`, `7.0` and `+7` agree.
    A number with leading zeros stays as it is, `007` is a code, and so is `970e02`.
    """
    text = " ".join(value.split()).casefold()
    if len(text) <= _LONGEST_NUMBER and _NUMBER.fullmatch(text):
        digits = text.lstrip("+-")
        if len(digits) > 1 and digits[0] == "0" and digits[1].isdigit():
            return text
        if "." not in text and "e" not in text:
            return str(int(text))
        number = float(text)
        if number.is_integer() and abs(number) < 1e15:
            return str(int(number))
        return repr(number)
    return text


@lru_cache(maxsize=65_536)
def words(label: str) -> tuple[str, ...]:
    """A label's words, folded: `sbTxCustId`, "Post-Op Q_Score" give (sb, tx, cust, id), (post, op, q, score)."""
    plain = unicodedata.normalize("NFKD", label)
    plain = "".join(c for c in plain if not unicodedata.combining(c)).replace("’", "'")
    plain = _POSSESSIVE.sub("", plain).replace("'", "")
    plain = _ENDED.sub(lambda m: f"{m[1] or m[2]} {m[3]}", plain)
    plain = _ONE_WORD.sub(lambda m: m[0].casefold(), plain)
    return tuple(w.casefold() for w in _BOUNDARY.split(plain) if w)


def counted(n: int, one: str, many: str = "") -> str:
    """`counted(1, "row")` is "1 row", `counted(1200, "row")` "1,200 rows"."""
    return f"{n:,} {one if n == 1 else many or one + 's'}"


def flat(label: str) -> str:
    """A label's words run together, for comparing `FlightNo`, `flight_no` and `flightno`."""
    return "".join(words(label))


def variants(label: str) -> tuple[str, ...]:
    """A label and, when it is written in two languages ("Country / Pays"), each side of it."""
    if "/" not in label and "|" not in label:
        return (label,)
    sides = tuple(s for s in _BILINGUAL.split(label) if s.strip())
    return (label, *sides) if len(sides) > 1 else (label,)


@lru_cache(maxsize=65_536)
def singular(word: str) -> str:
    """The singular of an English noun in lower case; other words mostly come back unchanged."""
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if len(word) < 4 or word in _NO_PLURAL or not word.endswith("s") or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("ches", "shes", "sses", "xes", "zzes", "oes")) or (word.endswith("buses") and word != "abuses"):
        return word[:-2]
    return word[:-1]


def opening_words(labels: Sequence[Sequence[str]], share: float, never: Collection[str] = ()) -> tuple[str, ...]:
    """The words with which at least that share of three or more labels begin, where something is left after them.

    A word of `never` ends them.
    """
    opening: tuple[str, ...] = ()
    if len(labels) < 3:
        return opening
    while True:
        at = len(opening)
        heads = Counter(w[at] for w in labels if tuple(w[:at]) == opening and len(w) > at + 1)
        if not heads:
            return opening
        word, count = heads.most_common(1)[0]
        if count < share * len(labels) or word in never:
            return opening
        opening = (*opening, word)
