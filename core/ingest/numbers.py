"""Numbers as people write them: `1,234`, `1.234,56`, `1 234,5`, `12 %`, `$5`, `(3.2)`.

A *style* says which sign parts thousands and which begins the decimals. All of a column must fit one style, and carry
one unit or none. A comma or point before exactly three digits can mean either; the rest of the column decides, and
where nothing does, that is said. What may be a code (a telephone number, a list, a version) stays text.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from core.ingest import types
from core.ingest.types import Reading, Sample, Typing, is_missing, quoted, take_sample

if TYPE_CHECKING:
    import duckdb

_BLANKS = " \u00a0\u2009\u202f"
_PLAIN = "0|[1-9][0-9]{0,17}"
_CODES = "USD EUR GBP JPY CNY CHF CAD AUD NZD SEK NOK DKK PLN CZK HUF INR BRL MXN ZAR KRW SGD HKD TRY RUB ILS".split()
_UNIT = re.compile(
    rf"(?:US|CA|AU|NZ|HK|[ACR])?\$|[€£¥₹₽₩₺₪₴₫฿¢]|[%‰]|\bkr\.?|\bzł|\b(?:{'|'.join(_CODES)})\b|\bFr\."
    r"|\bRs\.?|(?<=[\d\s])(?:Kč|Ft|per ?cent|pct|pp)\b\.?",
    re.IGNORECASE,
)
_SHARES = ("%", "‰", "percent", "per cent", "pct", "pct.", "pp")
_SPELT = {"percent": "%", "per cent": "%", "pct": "%", "pct.": "%"}
"""Units as words, and their signs."""
_EXAMPLES = 5
"""Texts that are kept with what they became."""
_DIGIT = re.compile(r"[\d-]")


@dataclass(frozen=True, slots=True)
class Style:
    """How thousands are parted and decimals begin."""

    group: str
    """The signs that part thousands, as a class of a regular expression."""
    decimal: str
    said: str
    lakh: bool = False
    """Groups of two before the last three: 12,34,567."""

    @property
    def grouped(self) -> str:
        if self.lakh:
            return f"[1-9][0-9]?(?:[{self.group}][0-9]{{2}}){{1,6}}[{self.group}][0-9]{{3}}"
        return f"[1-9][0-9]{{0,2}}(?:[{self.group}][0-9]{{3}}){{1,5}}"

    @property
    def body(self) -> str:
        d = re.escape(self.decimal)
        lakh = f"|{COMMA.grouped}" if self.lakh else ""
        return f"(?:(?:{self.grouped}{lakh}|{_PLAIN})(?:{d}[0-9]*)?|{d}[0-9]+)"


COMMA = Style(",", ".", "the comma parts thousands")
POINT = Style(".", ",", "the point parts thousands and the comma begins the decimals")
BLANK = Style(_BLANKS, ",", "the comma begins the decimals")
STYLES = (
    COMMA,
    Style(_BLANKS, ".", "the point begins the decimals"),
    Style("'’", ".", "the apostrophe parts thousands"),
    Style(",", ".", "the comma parts thousands", lakh=True),
    POINT,
    BLANK,
)
_AS_WRITTEN = frozenset({"integer", "real"})
_MINUS = "\u2212\u2013-"


def decide(
    con: duckdb.DuckDBPyConnection,
    table: str,
    seen: Sample | None = None,
    *,
    plain: bool = False,
    comma: bool = False,
) -> Typing:
    """The typing of a column whose distinct texts are `v` in `table`: by plain forms, else as written numbers.

    With `plain`, only plain numbers are numbers. `comma` says that the file comes from where the comma begins the
    decimals.
    """
    sample = seen or take_sample(con, table)
    typing = types.decide(con, table, sample)
    if typing == types.TEXT and not plain:
        typing = _written(con, table, sample.holds, comma) or typing
    if typing.verbatim or (typing.reading and typing.reading.name in _AS_WRITTEN):
        return typing
    return with_examples(con, table, typing)


def at_once(sample: Sample, plain: bool) -> Typing | None:
    """The typing where a look at the texts is enough; None where DuckDB must be asked."""
    sure = types.at_once(sample)
    return sure if sure != types.TEXT or plain or not may_be_written(sample.holds) else None


def may_be_written(sample: Sequence[str]) -> bool:
    """Whether there is a digit, or a dash for nothing, in each of the texts."""
    return bool(sample) and all(map(_DIGIT.search, sample))


def with_examples(con: duckdb.DuckDBPyConnection, table: str, typing: Typing) -> Typing:
    """The typing with a few texts that are stored as something else, and in words how they differ. All texts of
    `table` but missing-value tokens must fit."""
    if typing.reading is None:
        return typing
    # DuckDB may work out the value of texts that WHERE leaves out.
    stored = f"CAST({types.tried(typing.reading.value('v'))} AS VARCHAR)"
    query = (
        f"SELECT v, x FROM (SELECT v, {stored} AS x FROM {table} WHERE NOT {is_missing('v')}) "
        f"WHERE x <> v ORDER BY length(v) DESC, v LIMIT {_EXAMPLES}"
    )
    found = tuple((str(v), str(x)) for v, x in con.execute(query).fetchall())
    if not found:
        return replace(typing, converted="", examples=())
    why = f" ({typing.reading.changes})" if typing.reading.changes else ""
    return replace(typing, converted=f"“{found[0][0].strip()}” became {found[0][1]}{why}", examples=found)


def written_styles(sample: Sequence[str]) -> list[tuple[Style, str, str]]:
    """Each style with the unit that stands in most of the sample, and SQL that says whether `v` is such a number."""
    units = Counter(hit[0] for v in sample for hit in _UNIT.finditer(v))
    unit = units.most_common(1)[0][0] if units else ""
    return [(s, unit, f"regexp_full_match(v, {quoted(_pattern(s, unit))})") for s in STYLES]


def written_as(
    con: duckdb.DuckDBPyConnection, table: str, styles: Sequence[Style], unit: str, comma: bool
) -> Typing | None:
    """The typing of numbers that all fit these styles and the unit, codes or not; None where nothing tells the
    point from the comma."""
    facts = _facts(unit)
    row = con.execute(f"SELECT {', '.join(facts.values())} FROM {table}").fetchall()[0]
    known = dict(zip(facts, row, strict=True))
    style, doubt = _choose(styles, unit, known, comma)
    if style is None:
        return None
    reading = _reading(style, unit, known)
    return Typing(reading.type, reading, doubt=doubt)


def _written(con: duckdb.DuckDBPyConnection, table: str, sample: Sequence[str], comma: bool) -> Typing | None:
    """The typing of a column of written numbers, `sample` some of them; None if it is no such thing."""
    if not may_be_written(sample):
        return None
    units: set[str] = set()
    for v in sample:
        units.update(hit[0] for hit in _UNIT.finditer(v))
        if len(units) > 1:
            return None
    unit = next(iter(units), "")
    fitting = [s for s in STYLES if all(re.fullmatch(_pattern(s, unit), v) for v in sample)]
    if not fitting:
        return None
    tests = [f"bool_and(regexp_full_match(v, {quoted(_pattern(s, unit))}))" for s in fitting]
    facts = _facts(unit)
    query = f"SELECT {', '.join([*tests, *facts.values()])} FROM (FROM {table} WHERE NOT {is_missing('v')})"
    row = con.execute(query).fetchall()[0]
    known = dict(zip(facts, row[len(tests) :], strict=True))
    left = [s for s, fits in zip(fitting, row, strict=False) if fits]
    if not left or not known["example"] or (unit and not known["all carry it"]) or known["all in brackets"]:
        return None
    style, doubt = _choose(left, unit, known, comma)
    if style is None or (not unit and style.group in (_BLANKS, ".") and known["code"] and not known["comma"]):
        return None
    reading = _reading(style, unit, known)
    tokens = bool(con.execute(f"SELECT bool_or({is_missing('v')}) FROM {table}").fetchall()[0][0])
    return Typing(reading.type, reading, tokens, doubt=doubt)


def _pattern(style: Style, unit: str) -> str:
    """A number of this style, the unit on either side, a minus sign or brackets for less than nothing."""
    blank = f"[{_BLANKS}]*"
    u = re.escape(unit)
    before, after = (f"(?:{u}{blank})?", f"(?:{blank}{u})?") if unit else ("", "")
    minus = f"[{_MINUS}]?" if not unit else f"[+{_MINUS}]?"
    inner = f"{before}{style.body}{after}"
    signed = f"{minus}{blank if unit else ''}{inner}|{before}{minus}{style.body}{after}"
    nothing = f"|{u}{blank}-" if unit and unit not in _SHARES else ""
    if unit:
        point, whole = re.escape(style.decimal), f"(?:{style.grouped}|{_PLAIN})"
        signed += f"|{before}\\({blank}{style.body}{blank}\\)"  # as spreadsheets show accounts
        signed += f"|{before}{whole}(?:{point}[0-9]+)?{after}[{_MINUS}]"  # as ledgers show debts
        signed += f"|{before}{minus}{whole}{point}[{_MINUS}]{{1,2}}{after}"  # `5,-` is 5 and no cents
    return f"{blank}(?:{signed}|\\({blank}{inner}{blank}\\){after}{nothing}){blank}"


def _facts(unit: str) -> dict[str, str]:
    """SQL for what a whole column says, by name."""
    bare = f"replace(v, {quoted(unit)}, '')" if unit else "v"
    digits = "length(regexp_replace(v, '[^0-9]', '', 'g'))"
    marks = quoted(f".*(?:[0-9][,'’{_BLANKS}][0-9]|,[0-9]|\\(.*\\)|[\u2212\u2013]|[0-9][.][0-9]+[.,]).*")
    odd = (
        f"(contains(v, {quoted(unit)}) OR regexp_full_match(v, {marks}))" if unit else f"regexp_full_match(v, {marks})"
    )
    return {
        "example": f"max(v) FILTER ({odd})",
        "all carry it": f"bool_and(contains(v, {quoted(unit)}) OR regexp_full_match(trim(v), '[0.,-]*'))",
        "all in brackets": "bool_and(contains(v, '('))",
        "comma": f"bool_or(contains({bare}, ','))",
        "point": f"bool_or(contains({bare}, '.'))",
        "brackets": "bool_or(contains(v, '('))",
        "blanks": f"bool_or(regexp_full_match(v, '.*[0-9][{_BLANKS}][0-9].*'))",
        "apostrophe": "bool_or(regexp_full_match(v, '.*[0-9][''’][0-9].*'))",
        "code": f"(min({digits}) = max({digits}) AND max({digits}) > 5) "
        f"OR (quantile_disc({digits}, 0.1) = quantile_disc({digits}, 0.9) AND quantile_disc({digits}, 0.5) > 8)",
        "often parted": "count(*) FILTER (contains(v, ',')) * 20 >= count(*)",
        "small": "bool_or(regexp_full_match(v, '[^0-9.,]*[1-9][0-9]{0,2}[^0-9.,]*'))",
        "big": "bool_or(regexp_full_match(v, '[^0-9.,]*[1-9][0-9]{3,}[^0-9.,]*'))",
    }


def _choose(left: Sequence[Style], unit: str, known: dict[str, object], comma: bool) -> tuple[Style | None, str]:
    """The style, and in words the doubt that is left: one sign before three digits, wherever it stands.

    Beside whole numbers under a thousand the sign parts thousands. Beside longer ones there is no telling (None), but
    for a comma in a file whose cells it also parts, beside short and long ones.
    """
    pointed = [s for s in left if s.decimal == "."]
    commaed = [s for s in left if s.decimal == ","]
    if not pointed or not commaed or not (known["comma"] or known["point"]):
        return left[0], ""
    grouping, plain = (pointed, commaed) if known["comma"] else (commaed, pointed)
    if known["big"]:  # files of one form, of which some part thousands
        sure = known["often parted"] and known["small"] and not comma and not unit
        return (grouping[0], doubt("comma", "to part thousands")) if sure else (None, "")
    if known["small"]:
        return grouping[0], ""
    if unit in _SHARES:
        chosen = plain[0]
    elif unit:
        chosen = grouping[0]
    else:
        chosen = commaed[0] if comma else pointed[0]
    sign = "comma" if known["comma"] else "point"
    use = "to part thousands" if chosen in grouping else "to begin the decimals"
    return chosen, doubt(sign, use)


def doubt(sign: str, use: str) -> str:
    """In words: what a sign before three digits was taken for."""
    return f"the {sign} was taken {use}; nothing in the column says so surely"


def thousands(con: duckdb.DuckDBPyConnection, table: str, typing: Typing, *, sure: bool) -> Typing:
    """The typing of a column of plain decimals, such as `75.705`, once the point is known to part thousands."""
    known = dict.fromkeys(("comma", "brackets", "blanks", "apostrophe"), False) | {"point": True}
    reading = _reading(POINT, "", known)
    return with_examples(
        con,
        table,
        replace(
            typing,
            type=reading.type,
            reading=reading,
            doubt="" if sure else doubt("point", "to part thousands"),
        ),
    )


def _reading(style: Style, unit: str, known: Mapping[str, object]) -> Reading:
    """The reading of a column of this style."""
    decimals = bool(known["comma"] if style.decimal == "," else known["point"])
    bare = f"replace({{v}}, {quoted(unit)}, '')" if unit else "{v}"
    digits = f"regexp_replace({bare}, '[^0-9{style.decimal}]', '', 'g')"
    number = f"replace({digits}, ',', '.')" if style.decimal == "," else digits
    kind = "DOUBLE" if decimals else "BIGINT"
    value = f"CAST({number} AS {kind})"
    cents = f"[{style.decimal}][{_MINUS}]+"
    signs = f"regexp_replace({bare}, {quoted(cents)}, '')" if unit else bare
    store = (
        f"(CASE WHEN {digits} = '' THEN 0 WHEN regexp_matches({signs}, '[({_MINUS}]') THEN -{value} ELSE {value} END)"
    )
    group = {",": known["comma"], ".": known["point"], _BLANKS: known["blanks"]}.get(style.group, known["apostrophe"])
    changes = [
        *(["thousands separators taken out"] if group else []),
        *(["decimal comma read"] if decimals and style.decimal == "," else []),
        *(["brackets read as minus"] if known["brackets"] else []),
        *([f"{unit} taken off"] if unit else []),
    ]
    # Braces in the unit or the patterns would be taken for places to fill.
    safe = store.replace("{v}", "\0").replace("{", "{{").replace("}", "}}").replace("\0", "{v}")
    return Reading(
        "written number",
        "real" if decimals else "integer",
        _pattern(style, unit),
        safe,
        unit=_SPELT.get(unit.casefold(), unit),
        changes=", ".join(changes),
    )
