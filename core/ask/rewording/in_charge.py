"""`who looks after Rose Cottage`, `who gives the most talks`: the one column of a thing's own row that says who it is,
whatever they do."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from core.ask.label_stems import stems
from core.ask.names import Names
from core.ask.rewording.phrases import Reworded
from core.ask.state import Link, Mention
from core.ask.tokens import stem
from core.ask.translators.rules.chart.people import AGENTS
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.frames.whom import people_in
from core.ask.translators.rules.lexicon.sides import GUESTS, SERVED
from core.ask.translators.rules.lexicon.words import lexicon
from core.ask.translators.rules.query import Col
from core.ask.translators.rules.ranking.idle_verbs import OUTCOMES
from core.text.abbreviations import everyday
from core.text.words import singular, words

_NAMED = re.compile(
    r"\s*who(?:(?:['’]s| is) (?:(?P<doing>\w+ing)\b|in charge\b|responsible\b)|"
    r"(?:['’]s| is) the (?:\w+ )?(?:contact|person|boss|head|leader|chief)\b"
    r"| (?P<does>\w+s)\b)(?P<rest>.*?)[?.! ]*$",
    re.IGNORECASE,
)
_MOST = re.compile(r"\s*who (?P<does>\w+) (?:the )?(?P<most>most|fewest|least) (?P<rest>.+?)[?.! ]*$", re.IGNORECASE)
_THAT = re.compile(r" (?:that|which|who) ", re.IGNORECASE)
_NOT_DONE = frozenset("misses missed cancels cancelled skips skipped loses lost avoids avoided wants wanted".split())
_NO_DEED = frozenset(map(stem, (*"is was has does needs wants gets owns".split(), *GUESTS)))
_ROOT, _LONGEST = 4, 6
"""Letters of a verb that a label shares with it: at least, and at most those that are compared."""
_FIRM, _SURE = 0.6, 0.9
_NAME = re.compile(r"[A-Z][a-z][^\W\d_]*(?:[ '’.-]+[^\W\d_]+)*")
_LEAST_NAMES = 0.9
_LISTED = frozenset(
    "sector order number factor river water floor door color supplier manufacturer maker carrier publisher vendor "
    "insurer sponsor variant plant degree fee tree list layer tier letter meter chapter newsletter weather timber "
    "theater center counter quarter semester printer".split()
)
"""What headers end in alike that name no person."""


def in_charge(text: str, mentions: Sequence[Mention], facts: Facts) -> Iterator[Reworded]:
    """The question with the header that says who it is, or with the people whom it refers to."""
    most, met = _MOST.match(text), _NAMED.match(text)
    if most is None and met is None:
        return
    firm = [m for m in mentions if m.links and m.links[0].score >= _FIRM]
    if len(firm) > 1 and firm[0].start == 1 and firm[0].links[0] == firm[1].links[0]:  # “who baked the most bakes”
        firm = firm[1:]
    if len(firm) == 2 and met is not None:
        yield from _of_holder(met["rest"], firm, facts)
    if len(firm) != 1:
        return
    names = Names(tuple(facts.tables.values()))
    link = _row_or_rows(firm[0].links, facts)
    whom = _whom(link.table, facts) if link.table in facts.tables else []
    if len(whom) != 1:
        return
    (column, people) = whom[0]
    label = names.column(column.table, column.name)
    if most is not None:
        does = most["does"].lower()
        if link.kind == "table" and does not in _NOT_DONE and stem(does) not in OUTCOMES:
            rows = most["rest"].replace(firm[0].text, names.many(link.table), 1)
            yield Reworded(f"which {names.one(people) if people else label} has the {most['most']} {rows}", strong=True)
        return
    if met is None or link.kind != "value" or link.score < _SURE:
        return
    deed = stem((met["does"] or met["doing"] or "").lower())
    if deed in _NO_DEED or _told_elsewhere(deed, column, people, facts):
        return
    served = {singular(w) for w in (*words(label), *(words(facts.tables[people].label) if people else ()))} & SERVED
    if Col(link.table, link.column) not in facts.display(link.table) or served or not _last(met["rest"], firm[0].text):
        return
    said = f"{names.one(link.table)} {firm[0].text}"
    yield Reworded(f"which {names.one(people)} has the {said}" if people else f"what is the {label} of {firm[0].text}")


def _of_holder(rest: str, firm: Sequence[Mention], facts: Facts) -> Iterator[Reworded]:
    """`who is in charge of the trust that runs Elm School`: of the trust that it has."""
    thing, one = firm
    cells = [k for k in one.links if k.kind == "value" and k.score >= _SURE]
    if not cells or not _last(rest, one.text) or not _THAT.search(rest):
        return
    for k in thing.links:
        whom = _whom(k.table, facts) if k.kind == "table" and k.table in facts.tables else []
        if len(whom) == 1 and not whom[0][1] and all(c.table != k.table for c in cells):
            label = Names(tuple(facts.tables.values())).column(k.table, whom[0][0].name)
            yield Reworded(f"what is the {label} of the {thing.text} of {one.text}")


def _row_or_rows(links: Sequence[Link], facts: Facts) -> Link:
    """The rows that are said, or the one row: of several tables with that cell, the one that goes by it and has
    somebody in charge."""
    best = [k for k in links if k.score == links[0].score]
    if (rows := next((k for k in best if k.kind == "table"), None)) is not None:
        return rows
    own = [k for k in best if k.kind == "value" and Col(k.table, k.column) in facts.display(k.table)]
    led = [k for k in own if len(_whom(k.table, facts)) == 1]
    return led[0] if len(led) == 1 else links[0]


def _told_elsewhere(deed: str, column: Col, people: str, facts: Facts) -> bool:
    """Another table, or a column of one, is called by what is done: `who is sponsoring …`, of `sponsors`."""
    if len(deed) < _ROOT:
        return False
    labels = [(t.name, "", t.label) for t in facts.tables.values()]
    labels += [(t.name, c.name, c.label) for t in facts.tables.values() for c in t.columns]
    others = (label for table, name, label in labels if table != people and Col(table, name) != column)
    return any(w.startswith(deed[:_LONGEST]) for label in others for w in stems(label))


def _last(rest: str, name: str) -> bool:
    """The name ends what is said."""
    return rest.rstrip().lower().endswith(name.lower())


def _whom(table: str, facts: Facts) -> list[tuple[Col, str]]:
    """The columns of a table, beside what its rows go by, that say who it is, with the table of people that they refer
    to."""
    joins = {j.child[0]: j.parent_table for j in facts.schema.joins if j.child_table == table and len(j.child) == 1}
    own = {c.name for c in facts.display(table)}
    found = []
    for c in facts.tables[table].columns:
        people = joins.get(c.name, "")
        if people and people != table and people in facts.tables and people_in(people, facts):
            found.append((Col(table, c.name), people))
        elif not people and c.name not in own and c.type == "text" and _names_somebody(Col(table, c.name), facts):
            found.append((Col(table, c.name), ""))
    return found


def _names_somebody(column: Col, facts: Facts) -> bool:
    """Its header says who does something, and its cells look like names."""
    found = facts.column(column)
    said = words(found.label) if found is not None else []
    last = everyday().get(said[-1], (said[-1],))[-1] if said else ""
    held = [v for v, _ in found.profile.common] if found is not None else []
    person = stem(last) in lexicon().people
    agent = last.endswith(AGENTS) and last not in _LISTED and sum(" " in v for v in held) >= _LEAST_NAMES * len(held)
    if not (person or agent) or not held or facts.identifying(column):
        return False
    return sum(bool(_NAME.fullmatch(v)) for v in held) >= _LEAST_NAMES * len(held)
