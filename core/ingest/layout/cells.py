"""What a cell is, in one letter: the features of a line come from those of its cells.

""  empty        "n" number, with signs of money, marks and brackets       "y" a year, or a span of years
"t" words        "d" date, month, quarter, time                            "m" a sign for "no value": `-`, `..`
                                                                           "x" a letter or word for it: `c`, `na`
"""

from __future__ import annotations

import re
from functools import lru_cache

from core.ingest.types import MISSING

_GROUP = r"\d{1,3}(?:[,.' \u00a0\u2009\u202f’]\d{3})+"
_RANGE = r"[\[(] ?-?\d[\d.,]* ?(?:[-–;,]|to) ?-?\d[\d.,]* ?[\])]"
_MARK = rf"(?:\s*(?:{_RANGE}|[*†‡§#^]{{1,3}}|\[[a-z0-9]{{1,3}}\]|\([a-z]{{1,2}}\)|[a-z]|[¹²³⁴-⁹⁰]+|[⁰-⁹]+))"
_CURRENCY = r"(?:(?:US|CA|AU|NZ|A|C)?\$|[€£¥₹₽₩₺₪₴]|EUR|USD|GBP|CHF)"
_NUMBER = re.compile(
    # Blanks that are taken are not given back: each of these places would try each way to share them out.
    rf"[<>≤≥~±]?\s*+\(?\s*+[-+\u2212\u2013]?\s*+{_CURRENCY}?\s*+[-+\u2212]?"
    rf"(?:{_GROUP}(?:[.,]\d+)?|\d+(?:[.,]\d*)?(?:[eE][-+]?\d+)?|[.,]\d+)\s*+(?:%|‰|{_CURRENCY}|k|m|bn)?\s*+\)?%?{_MARK}?",
    re.IGNORECASE,
)
LONGEST_FIGURE = 200
"""Signs of a cell that may be a number, a year or a day; in a longer one the figures are part of a text."""
_YEAR = re.compile(
    r"(?:1[6-9]|20|21)\d\d(?:\s?[-/–]\s?(?:(?:1[6-9]|20|21)?\d\d))?"
    r"(?:\s?\([a-z0-9*]{1,2}\)|\s?[a-z*]{1,2}|[¹²³⁴]|\s\(?[$€£¥%]\)?"
    r"|(?:\s?\[(?:[a-z0-9]{1,2}|notes? ?\d{1,2}(?:, ?\d{1,2}){0,3})\]){1,2})?|FY\s?'?\d{2,4}",
    re.IGNORECASE,
)
_MONTHS = (
    "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?",
    "nov(?:ember)?|dec(?:ember)?|januar|februar|märz|mai|juni|juli|oktober|dezember|janvier|février|mars|avril|juin",
    "juillet|août|septembre|octobre|novembre|décembre|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre",
    "octubre|noviembre|diciembre|fev|abr|ago|set|out|dez|janeiro|fevereiro|março|maio|junho|julho|setembro|outubro",
    "novembro|dezembro",
)
_MONTH = f"(?:{'|'.join(_MONTHS)})\\.?"
_DATE = re.compile(
    rf"\d{{1,4}}[-/.]\d{{1,2}}[-/.]\d{{1,4}}(?:[T ]\d{{1,2}}:\d{{2}}.*)?|\d{{1,2}}:\d{{2}}(?::\d{{2}}(?:\.\d+)?)?"
    rf"|\d{{1,2}}(?:st|nd|rd|th)?[-/ ]{_MONTH}(?:[-/ ,]+'?\d{{2,4}})?|{_MONTH}[-/ ]+'?\d{{2,4}}"
    rf"|(?:19|20)\d\d[-/ ]{_MONTH}"
    rf"|{_MONTH} \d{{1,2}},? \d{{4}}|{_MONTH}|(?:19|20)\d\d[-/ .:]?(?:q[1-4]|h[12]|m?(?:0[1-9]|1[0-2]))"
    rf"|(?:q[1-4]|h[12])[-/ ]?(?:(?:19|20)?\d\d)?|{_MONTH}\s?[-–/]\s?{_MONTH}(?: \d{{2,4}})?",
    re.IGNORECASE,
)
_MISSING = frozenset(MISSING) | {
    ":",
    "c",
    "x",
    "z",
    "n/a",
    "s",
    "np",
    "..c",
    "(x)",
    "(na)",
    "(s)",
    "#",
    "@",
    "—",
    "na.",
    "nil",
    "no data",
}
_SIMPLE = re.compile(r"-?[0-9]+(?:\.[0-9]+)?")
_UNNAMED = re.compile(r"Unnamed: \d+(?:_level_\d+)?")
"""What pandas writes into an empty header."""


@lru_cache(maxsize=1 << 16)
def kind(text: str) -> str:
    """The letter of one cell."""
    plain = text.strip(" \t\u00a0\u202f\n\r")
    if not plain or _UNNAMED.fullmatch(plain):
        return ""
    if plain.casefold() in _MISSING or (plain[0] == ":" and plain[1:].strip().isalpha() and len(plain) <= 5):
        return "x" if plain.isalnum() else "m"
    first = plain[0]
    if len(plain) > (24 if first.isalpha() else LONGEST_FIGURE):
        return "t"
    if _YEAR.fullmatch(plain):
        return "y"
    if _DATE.fullmatch(plain):
        return "d"
    if (first.isdigit() or not first.isalpha() or plain[-1].isdigit()) and _NUMBER.fullmatch(plain):
        return "n"
    return "t"


@lru_cache(maxsize=1 << 16)
def figure(text: str) -> float | None:
    """The number a cell shows, or None: brackets are a minus, marks and units are left out."""
    plain = text.strip()
    if _SIMPLE.fullmatch(plain) and ("." in plain or kind(plain) in ("n", "y")):
        return float(plain)  # 1985.07 looks like a month
    if kind(plain) not in ("n", "y"):
        return None
    negative = plain.startswith("(") and plain.rstrip("%").endswith(")")
    hit = re.search(
        r"[-\u2212\u2013]?\s*[$€£¥]?\s*\d[\d,.' \u00a0\u2009\u202f’]*(?:[eE][-+]?\d+)?|[-\u2212\u2013]?[.,]\d+", plain
    )
    if hit is None:
        return None
    digits = (
        re.sub(r"[\s\u00a0\u2009\u202f'’$€£¥]", "", hit[0]).replace("\u2212", "-").replace("\u2013", "-").rstrip(".,")
    )
    comma, point = digits.rfind(","), digits.rfind(".")
    if comma >= 0 and point >= 0:
        group = "," if comma < point else "."
        digits = digits.replace(group, "").replace(",", ".")
    elif comma >= 0:
        digits = digits.replace(",", "") if re.fullmatch(r"-?\d{1,3}(?:,\d{3})+", digits) else digits.replace(",", ".")
    elif digits.count(".") > 1:
        digits = digits.replace(".", "")
    try:
        value = float(digits)
    except ValueError:
        return None
    return -value if negative else value
