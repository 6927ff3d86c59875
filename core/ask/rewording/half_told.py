"""Where two things are asked for in one breath ("the first and the last", "and when"), or what never was or is missing,
and a query, whoever read it, tells one of them, or another; and figures that no query here reckons."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from core.ask.tokens import Token, place_of
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.grammar.second_question import second_question
from core.ask.translators.rules.query import AnyOf, Col, Filter, Query, Related, main_tables
from core.ask.translators.rules.query_parts import conditions_in, formulas_in
from core.ask.translators.rules.row_places import tells_place

HALF = "this answers a part of the question alone"
STATISTIC = "correlations, standard deviations and variances are not reckoned here"
MISSING = "this reading does not look for what is missing"
ROWS = "this reading counts rows, where a figure is compared"
ADDED = "so many readings are asked for, and this reading adds up what they read"
ELSEWHERE = "what was elsewhere is not what was never there"
_ENDS = tuple(
    (one, "and", *led, other)
    for pair in (
        ("first", "last"),
        ("earliest", "latest"),
        ("highest", "lowest"),
        ("before", "after"),
        ("top", "bottom"),
    )
    for one, other in (pair, pair[::-1])
    for led in ((), ("the",))
)
_WHEN = (("and", "when"), ("and", "on", "which", "day"), ("and", "on", "which", "date"), ("and", "on", "what", "date"))
_STATISTICS = (("standard", "deviation"), ("standard", "deviations"), ("correlation",), ("correlate",), ("correlated",),
               ("correlations",), ("variance",))  # fmt: skip
_ALL_HAVE = re.compile(r"how many \w+ (?:have|has|with) (?P<what>\w+)\W*")
_COMPARED = re.compile(r"how (?:does|do|did) (?!.*\b(?:many|number|count)\b).* of .*\bcompare\b.*")
_MOVES = (
    r"up|down|rise|rose|risen|fall|fell|fallen|increased?|decreased?|declined?|grow|grew|grown|dropped|drop|shrunk|shrink"
    r"|improved?|worsened?|changed?|better|worse|higher|lower|longer|shorter|cheaper|dearer|slower|faster|quicker"
)
_MOVED = re.compile(
    rf"(?:did|do|does|have|has|had|is|are|was|were|how much) .*\b(?:{_MOVES})\b.*"
    r"\b(?:between|from|since|than|compared|in \d{4} or|or in \d{4}|\d{4} (?:and|or)) .*"
)
"""Whether, and how far, a figure moved from one time to another."""
_BOUNDS = frozenset(("<", "<=", ">", ">="))
_FALLEN = re.compile(r"how (?:much|many) .*\b(?:rain|snow|hail|sleet)\w* fell\b")
"""`how much rain fell since 2023`: it came down, and did not become less."""
_MOVING = re.compile(
    r"(?:did|do|does|have|has|had|is|are|was|were) .*\b(?:rising|falling|increasing|decreasing|growing|declining"
    r"|shrinking|going (?:up|down)|gone (?:up|down)|doubled?|halved?|trebled?|tripled?"
    r"|(?:before|after) .* than (?:after|before))\b.*"
)
_HALVES = re.compile(
    r"how many .*\b(?:before|until|up to)\b.* and how many\b.*"
    r"|.*\bbefore (?P<time>\w+|\w+ \d{4}) (?:and|or) after (?P=time)\b.*"
)
_SET = re.compile(
    r"compare .*(?: and | with | to ).*\d.*"
    r"|how (?:many|much) .*(?:\bcompared (?:with|to)|\bas against|\bversus|\bvs) .*"
)
_SPENDS = re.compile(
    r".*\b(?:spends?|spent|pays?|paid|earns?|earned|costs?|owes?|owed) (?:us )?(?:the )?(?:more|less|most|least)\b"
    r"(?! (?:than )?(?:once|twice|often|(?:the |an? )?(?:average|mean|median|usual)|\S*\d)).*"
)
_READINGS = re.compile(r"how many (?:\w+ )?(?:measurements|readings|observations)\b.*")
_VALUES = frozenset("values value readings measurements results observations figures data".split())
_PARTS = 2


def half_told(
    tokens: Sequence[Token],
    query: Query,
    dated: Callable[[Col], bool],
    headed: Callable[[str], bool],
    lacked: Callable[[str], bool],
) -> str:
    """Why a query answers half of its question at most; "" where nothing says so. `dated`: a column of times or years;
    `headed`: some header has that word; `lacked`: some rows have none of what a word names."""
    lowers = [t.lower for t in tokens]
    said = " ".join(lowers)
    if any(_said(lowers, (words,)) and not headed(words[-1]) for words in _STATISTICS):
        return STATISTIC
    conditions = list(conditions_in(query))
    several = len(query.select) >= _PARTS or query.group or query.beside or any(formulas_in(query))
    if _said(lowers, _ENDS) and not several and not any(isinstance(c, AnyOf) for c in conditions):
        return HALF
    shown = [i.column for i in query.select if i.column is not None and not i.formula]
    again = lowers.count("when") > 1 and lowers[:1] != ["when"]  # “when we do it, and when others do”
    if _said(lowers, _WHEN) and not again and not any(dated(c) or c.part for c in shown):
        return HALF
    counts = [i.aggregate == "count" and i.column is None for i in query.select if i.aggregate]
    alone = not several and not query.share and len(query.select) < _PARTS
    bounded = any(
        isinstance(c, Filter) and c.operator in _BOUNDS and c.item.column is not None and not dated(c.item.column)
        for c in conditions
    )
    forms = (_MOVED, _MOVING, _HALVES, _SET) if not (bounded or _FALLEN.search(said)) else (_HALVES, _SET)
    if alone and not query.order and any(form.fullmatch(said) for form in forms):
        return HALF
    beside = any(isinstance(v, Col) for c in conditions if isinstance(c, Filter) for v in c.values)  # what they took in
    if (_COMPARED.fullmatch(said) or (_SPENDS.fullmatch(said) and not beside)) and counts and all(counts):
        return ROWS
    if _READINGS.fullmatch(said) and any(i.aggregate == "sum" for i in query.select):
        return ADDED
    plain = not several and not conditions and not query.having and len(query.tables) < _PARTS
    had = _ALL_HAVE.fullmatch(said) if plain and all(counts) else None
    if had is not None and lacked(had["what"]):
        return HALF
    added, values = any(i.aggregate in ("sum", "avg") for i in query.select), bool(_VALUES & set(lowers))
    held = any(isinstance(c, Filter) and "missing" in map(str.lower, map(str, c.values)) for c in conditions)
    if (
        "missing" in lowers
        and not held
        and ((added and values) or ((added or (values and counts)) and not _lacking(query)))
    ):
        return MISSING
    at = lowers.index("both") if "both" in lowers else len(lowers)
    if "and" in lowers[at:] and plain:
        return HALF
    return ELSEWHERE if "never" in lowers and _elsewhere(query) else ""


def _said(lowers: Sequence[str], phrases: Sequence[tuple[str, ...]]) -> bool:
    return any(place_of(lowers, words) is not None for words in phrases)


def _elsewhere(query: Query) -> bool:
    """`birds never seen at the pond`, and all that a query denies is that the place is the pond."""
    conditions = list(conditions_in(query))
    denied = any(getattr(c, "negated", False) or (isinstance(c, Related) and c.bounds) for c in conditions)
    other = any(isinstance(c, Filter) and c.operator in ("!=", "not like") for c in conditions)
    return other and not denied and not _lacking(query)


def _lacking(query: Query) -> bool:
    null = any(isinstance(c, Filter) and c.operator == "is null" for c in conditions_in(query))
    return null or any(getattr(c, "negated", False) for c in conditions_in(query))


def placeless(tokens: Sequence[Token], query: Query, facts: Facts) -> str:
    """Why it answers half of a question that ends in "and where", with nothing shown but sizes, days and names."""
    second = second_question(tokens)
    if second is None or second.kind != "where" or query.everything or query.beside:
        return ""
    shown = [i.column for i in query.select if i.column is not None and not i.aggregate and not i.formula]
    tables = (*main_tables(query), *(c.table for c in shown))
    told = any(tells_place(c, tables, facts) for c in shown)
    return "" if told else HALF
