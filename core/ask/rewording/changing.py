"""`which trade grew the most from 2023 to 2024`, `by how many percent did loans fall`: what changed from year to year.

The question is asked for the later year alone ("number of loans per branch in 2024"); growth.py makes of its one figure
the change since the earlier year.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from core.ask.dates import spelt_out
from core.ask.label_stems import stems
from core.ask.names import Names
from core.ask.rewording.phrases import Reworded, Tail, number_said
from core.ask.rewording.time_spans import MONTH
from core.ask.tokens import stem
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col
from core.ask.translators.rules.stars import figure_of_rows
from core.text.units import without_unit
from core.text.words import singular, words

_UP = (
    r"grew|grow|grown|rose|rise|risen|increased?|went up|go(?:ne)? up|gained?|improved?|climbed?|jumped?|doubled?"
    r"|trebled?|tripled?"
)
_DOWN = (
    r"fell|fall(?:en)?|dropped?|decreased?|declined?|went down|go(?:ne)? down|shrank|shrink|shrunk|lost|lose"
    r"|dipped?|halved?"
)
_EITHER = (
    r"(?:go|goes|gone|went|been|got|get|gotten) (?:up or down|down or up|(?:better|higher|longer|more|up) or \w+)"
    r"|(?:rise|risen|increased?|grow|grown) or \w+|(?:fall|fallen|decreased?|decline|declined|drop|dropped) or \w+"
)
_TURN = rf"changed?|differ(?:ed)?|developed?|moved?|evolved?|{_EITHER}"
_GOT = r"(?:been |got |gotten |get |become |grown |grow |gone )"
_LEVEL = (
    r"(?:any |much )?(?P<level>better|worse|higher|lower|longer|shorter|quicker|faster|slower|bigger|larger|smaller)"
)
_DEAR = r"(?:any |much )?(?:dearer|cheaper|more expensive|less expensive|pricier|costlier|more costly|less costly)"
_VERB = rf"(?:(?P<up>{_UP})|(?P<down>{_DOWN})|(?P<turn>{_TURN}))"
_NOUN = (
    r"(?:(?P<up>rise|increase|growth|gain|jump)|(?P<down>fall|drop|decrease|decline|reduction|loss)"
    r"|(?P<turn>change|difference|development))s?"
)
_MOST = (
    r"(?: by)?(?: the)? "
    r"(?:(?P<most>most|furthest|strongest|(?:largest|greatest|biggest) (?:amount|number)|fastest|quickest)"
    r"|(?P<least>least|slowest))"
)
_TOP = (
    r"the (?:(?P<most>biggest|largest|greatest|highest|most|steepest|sharpest|strongest|fastest)"
    r"|(?P<least>smallest|lowest|slowest))"
)
_WHICH = r"(?:which|what)(?: (?P<n>\d+|two|three|four|five|six|ten))?"
_WHOSE = rf"{_WHICH} (?P<group>.+?)(?:'s|’s|(?<=s)'|(?<=s)’) (?P<what>.+?)"
_PLACE = r"(?:in|at|for|on|of|from)"
_EACH = rf"(?: (?:{_PLACE}|by|per|across) (?:each|every|all|the different) (?P<group>.+?)| (?:by|per) (?P<by>.+?))?"
_AT = r"(?P<where> (?:in|at|on|for|by) (?!(?:each|every|all|the different)\b).+)?"
_SHOW = r"(?:(?:can you |please )?(?:show|tell|give|list)(?: me| us)? )?"
_YEAR = r"(?:in |the year )?"
_PART = rf"(?:{MONTH},? |(?:the )?(?:first|second|third|fourth|last) (?:quarter|half) (?:of )?|q[1-4],? )?"
_Y = _PART + r"[“\"]?[12]\d{3}(?:[/-]\d\d(?:\d\d)?)?[”\"]?(?![/\d])"
_DONE = frozenset("sold used carried made lent took bought borrowed handled issued".split())
_AGAINST = re.compile(
    rf",? ?\bin (?P<now>{_Y}),? (?:as )?(?:compared (?:with|to)|versus|vs\.?|against|relative to|over|than) "
    rf"{_YEAR}(?P<then>{_Y}),?",
    re.I,
)
_SPANS = (
    re.compile(rf",? ?\b(?:from|between) {_YEAR}(?P<then>{_Y}) (?:to|and|until|till) {_YEAR}(?P<now>{_Y}),?", re.I),
    _AGAINST,
    re.compile(rf",? ?\b(?:in|over) (?P<then>{_Y}) and {_YEAR}(?P<now>{_Y}),?", re.I),
)
_PERCENT = re.compile(
    r",? ?\b(?:in (?:per ?cent(?:age)?(?: terms)?|percentages?(?: terms)?|relative terms)|percentage[- ]wise|relatively"
    r"|proportionally|proportionately|as a percentage)\b|(?P<fast>\b(?:fastest|quickest|slowest)\b)",
    re.I,
)
_OF_HUNDRED = r"(?:per ?cent(?:age)?s?|percentage)"
_ALSO = re.compile(
    r",? (?:and|,) (?:by )?how (?:many|much).*$|,? and (?:show )?(?:the|its|their) (?:change|difference)$", re.I
)
_FIGURED = re.compile(r"(?:average|mean|median|total|typical|highest|lowest|number of|count of|sum of)\b", re.I)
_LEADS = re.compile(r" (?:of|in|at|for|on|by|with) ")
_SHARE = re.compile(rf"(?:share|proportion|fraction|{_OF_HUNDRED}) of\b", re.I)
_AMOUNT = re.compile(r"amount(?: of(?: the)?)? ", re.I)
_MONEY = frozenset("payments sales donations fees fines expenses costs takings income revenue spend spending".split())
_MEANS = frozenset("time times duration durations price prices age ages rating ratings score scores speed".split())
"""Of these nobody asks the sum."""
_NUMBER = frozenset(("number", "numbers", "size", "count"))
_LASTING = frozenset("longer shorter quicker faster slower".split())
_AVERAGED = _LASTING | {"better", "worse"}
"""What gets so is what it is on average; what gets higher is the total, as where it rises."""
_ASKED = frozenset(("percent", "both", "moved", "shown"))
_WHERE = re.compile(r"where(?= (?:did|has|have) )", re.I)
_FEWER = re.compile(r"^(?:a |the |our |its |their |all )+", re.I)


@dataclass(frozen=True, slots=True)
class _Form:
    """Questions of one form: what they ask of the change."""

    said: re.Pattern[str]
    ways: str = ""
    """`first`: the group where it is most; `moved`: those that moved that way; `both`: both years beside it;
    `percent`: of the earlier year; `mean`: on average; `dear`: what it costs on average."""


def _form(said: str, ways: str = "") -> _Form:
    return _Form(re.compile(said, re.IGNORECASE), ways)


_FORMS = (
    _form(rf"(?:by )?(?:how many|how much|what) {_OF_HUNDRED} (?:did|has|have|do) (?P<what>.+?) {_VERB}{_EACH}",
          "percent"),
    _form(rf"(?:by )?(?:how many|how much|what) {_OF_HUNDRED} {_NOUN} in (?P<what>.+?) (?:did|has) (?:each|every) "
          r"(?P<group>.+?) (?:see|seen|have|had|show|shown|record)", "percent"),
    _form(rf"{_SHOW}(?:what (?:is|was|were) )?(?:the )?{_OF_HUNDRED} {_NOUN} in (?P<what>.+?){_EACH}", "percent"),
    _form(rf"(?:which|what)(?: (?:is|was))?(?: the)?(?: (?P<n>\d+|two|three|four|five|ten))? (?P<group>.+?)(?: that)? "
          rf"(?:had|saw|has|with|showed|recorded|experienced) {_TOP}(?P<pc> {_OF_HUNDRED}| relative| proportional)? "
          rf"{_NOUN} in (?P<what>.+)", "first"),
    _form(rf"{_WHOSE} {_VERB}{_MOST}", "first"),
    _form(rf"{_PLACE} {_WHICH} (?P<group>.+?) (?:did|has|have) (?P<what>.+?) {_VERB}{_MOST}", "first"),
    _form(rf"{_WHICH} (?P<group>.+?) (?:gained|added|(?P<down>lost)) the (?P<most>most) (?P<what>.+)", "first"),
    _form(rf"{_WHICH} (?P<group>.+?) {_VERB}{_MOST}(?: \w+)??(?: in (?P<what>.+?))?", "first"),
    _form(rf"{_PLACE} {_WHICH} (?P<group>.+?) (?:did|has|have) (?P<what>.+?) {_VERB}", "moved"),
    _form(rf"{_WHOSE} {_VERB}", "moved"),
    _form(rf"{_WHICH} (?P<group>.+?) (?P<verb>(?!(?:most|the|any|no|many|much|far)\b)\w+) "
          r"(?:(?P<up>more)|(?P<down>fewer|less)) (?P<what>.+)", "moved than"),
    _form(rf"(?:rank|sort|order|list|compare) (?:the |all |all the )?(?P<group>.+?) by (?:their )?"
          rf"(?:(?P<pc>{_OF_HUNDRED}) )?{_NOUN} in (?P<what>.+)", "both"),
    _form(rf"how (?:many|much) (?P<what>.+?) (?:were|was|are|is) there{_EACH}", "both than"),
    _form(r"(?:(?:were|was|are|is) there|(?:did|do|have|had) (?:we|they)(?: (?:had|have|get|got|see|seen|take|make))?) "
          rf"(?:more|fewer|less) (?P<what>.+?){_EACH}", "both than"),
    _form(rf"(?:did|do|does|has|have|had) (?P<what>.+?) {_VERB}(?:{_EACH}|{_AT})", "both"),
    _form(rf"(?:did|do|does|has|have|had|are|is|was|were) (?P<what>.+?) {_GOT}?{_LEVEL}(?:{_EACH}|{_AT})", "both mean"),
    _form(rf"(?:did|do|does|has|have|had|are|is|was|were) (?P<what>.+?) {_GOT}?{_DEAR}(?:{_EACH}|{_AT})", "both dear"),
    _form(rf"(?:is|are|was|were) (?P<what>.+?) (?:up|down|up or down|down or up){_EACH}", "both"),
    _form(rf"(?:by )?how (?:much|many) (?:did|has|have) (?P<what>.+?) {_VERB}(?:{_EACH}|{_AT})"),
    _form(rf"{_SHOW}how (?:did|has|have) (?P<what>.+?) {_VERB}{_EACH}", "both"),
    _form(rf"{_SHOW}how (?P<what>.+?) (?:has |have )?{_VERB}{_EACH}", "both"),
    _form(rf"{_SHOW}(?:what (?:is|was|were) )?(?:the )?{_NOUN} in (?P<what>.+?){_EACH}", "both"),
)  # fmt: skip


def grown(text: str, facts: Facts) -> Iterator[Reworded]:
    """The question for the later year, and what it asks of the change; nothing where it asks for none."""
    whole = " ".join(text.split()).rstrip(" ?.!")
    span = next((m for said in _SPANS if (m := said.search(whole))), None)
    if span is None or span["then"] == span["now"]:
        return
    if len({len(str(_year(span[t]))) for t in ("then", "now")}) > 1:  # a year is set against no month
        return
    rest = " ".join(f"{whole[: span.start()]} {whole[span.end() :]}".replace(" , ", " ").split()).rstrip(" ,?.!")
    rest, also = _ALSO.subn("", rest)
    fronted = re.fullmatch(rf"{_PLACE} (?:each|every) (?P<group>[^,]+), (?P<rest>.+)", rest, re.I)
    rest = f"{fronted['rest']} for each {fronted['group']}" if fronted else rest
    if _WHERE.match(rest) and (place := _place(facts)):
        rest = _WHERE.sub(f"in which {place}", rest)
    percent = _PERCENT.search(rest) is not None
    rest = " ".join(_PERCENT.sub(lambda m: m["fast"] or " ", rest).split()).rstrip(" ,")
    for form in _FORMS:
        met = form.said.fullmatch(rest)
        if met is not None and ("than" not in form.ways or span.re is _AGAINST):
            ways = [*form.ways.split(), *(["percent"] if percent else []), *(["shown"] if also else [])]
            years = (_year(span["then"]), _year(span["now"]))
            yield from _later(met.groupdict(), ways, facts, years)
            if by := met.groupdict().get("by"):  # "loans by members": done by them
                said = {**met.groupdict(), "what": f"{met['what']} by {by}", "by": ""}
                yield from _later(said, ways, facts, years)
            return


def _year(said: str) -> int | str:
    """A year as a number; a month, quarter or half as ISO has it, twelve months (`2023/24`) as they are written."""
    bare = spelt_out(said).strip('“”"')
    return int(bare) if bare.isdigit() else bare


def _place(facts: Facts) -> str:
    """What "where" asks for: the one kind of named things, no people, that rows of other tables belong to."""
    found = [t for t in facts.tables if facts.belonging(t) and facts.named(t) and not facts.persons(t)]
    return Names(tuple(facts.tables.values())).one(found[0]) if len(found) == 1 else ""


def _later(
    said: Mapping[str, str | None], ways: Sequence[str], facts: Facts, years: tuple[int | str, int | str]
) -> Iterator[Reworded]:
    """The ways to ask for the later year's figure."""
    group = _FEWER.sub("", said.get("group") or said.get("by") or "")
    what = _FEWER.sub("", said.get("what") or "") + (said.get("where") or "")
    then, now = sorted(years, key=str)
    kind, _, rows = group.partition(" of ")
    if rows and (not what or what.lower() in _NUMBER):  # "which trade of job grew the most in number"
        what, group = f"number of {rows}", kind
    kinds = {*ways, *(["percent"] if said.get("pc") else [])}
    implied = "" if what else _figure_by(group, facts)
    what = what or implied
    if not what or (kinds & {"first", "moved"} and not group) or ("moved" in kinds and said.get("turn")):
        return
    if not (group or "percent" in kinds):
        kinds.add("both")
    elif kinds >= {"percent", "both"}:
        kinds.remove("both")
    falling = (bool(said.get("down")) != bool(said.get("least"))) != ("than" in kinds and str(years[1]) < str(years[0]))
    rows_asked = (number_said(said.get("n") or "") or 1) if "first" in kinds else 0
    tail = Tail("growth", rows_asked, (then, now), falling=falling, said=" ".join(sorted(kinds & _ASKED)))
    by = "for each" if implied else "per"
    each = f" {by} {singular(group.lower()) if 'moved' in kinds else group}" if group else ""
    done = [(f"number of {what} {said['verb']}", "")] if (said.get("verb") or "").lower() in _DONE else []
    level = (said.get("level") or "").lower()
    mean = "dear" in kinds or ("mean" in kinds and level in _AVERAGED)
    if mean and not _FIGURED.match(what):
        asked = [*_means(what, level)]
    else:
        added = [(f"total {what}", "sum")] if _of_amounts(what, facts) else []  # `rain_mm` of rain: no number of rains
        asked = added or [*done, *_figures(what)]
    for plain, wants in asked:
        yield Reworded(f"{plain}{each} in {now}", (tail,), strong=True, wants=wants)


def _of_amounts(what: str, facts: Facts) -> bool:
    """A column of amounts is called just so, as a table is, too."""
    said = set(stems(what))
    named = any(set(stems(t.label)) == said for t in facts.tables.values())
    columns = (c for t in facts.tables.values() for c in t.columns if facts.measure(Col(t.name, c.name)))
    return named and any(said == set(stems(without_unit(c.label, True) or c.label)) for c in columns)


def _figure_by(group: str, facts: Facts) -> str:
    """Of which offence "which offence rose" asks: the one figure of statistics that is given for each; "" where there
    is none, or several."""
    nouns = {stem(w) for w in words(group)}
    found = [
        figure
        for name in facts.tables
        if (figure := figure_of_rows(facts, name)) is not None
        and any(nouns <= set(stems(facts.tables[o].label)) for o in (name, *facts.owners(name)))
    ]
    label = " ".join(facts.spelt(found[0])) if len(found) == 1 else ""
    return label.replace("n ", "number of ", 1) if label.startswith("n ") else label


def _means(what: str, level: str) -> Iterator[tuple[str, str]]:
    """What it is, on average, that got worse, longer or (where no level is said) dearer."""
    nouns = ("duration", "length") if level in _LASTING else () if level else ("price", "cost")
    if level:
        yield f"average {what}", "avg"
    yield from ((f"average {noun} of {what}", "avg") for noun in nouns)


def _figures(what: str) -> Iterator[tuple[str, str]]:
    """What is reckoned, and the aggregate that it then is: a number or a total where no function is said."""
    if met := _AMOUNT.match(what):
        yield f"total amount of {what[met.end() :]}", "sum"
        yield f"total {what[met.end() :]}", "sum"
    elif _FIGURED.match(what):
        yield what, "avg" if what.lower().startswith(("average", "mean")) else ""
    elif _SHARE.match(what):
        yield f"what is the {what}", ""
    elif _LEADS.split(what.lower())[0].split()[-1] in _MEANS:
        yield f"average {what}", "avg"
    elif what.lower().split()[-1] in _MONEY:
        yield f"total {what}", "sum"
    else:
        yield from ((what, ""), (f"total {what}", ""), (f"number of {what}", ""), (f"total amount of {what}", "sum"))
