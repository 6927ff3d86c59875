"""`how many signature bakes had chocolate in their name`, `a home town that mentions Leith`, `titles that start with
The`: what cells hold among other words, said as `whose signature contains "chocolate"`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from core.ask.names import Names
from core.ask.rewording.phrases import Reworded
from core.ask.state import Mention
from core.ask.stop_words import FUNCTION
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col

_HOLD = (
    r"(?:that |which |who )?(?:have|has|had|having|with|contain|contains|contained|containing|include"
    r"|includes|included|including|use|uses|used)"
)
_TEXT = (
    r"(?:(?:the )?(?:words?|letters?|text|term|phrase) |an? (?=\w+ (?:in|within|some"
    r"|any)))?(?P<quote>[\"'“‘]?)(?P<said>[\w&.-]+(?: [\w&.-]+)?)[\"'”’]?"
)
_IN = (
    r"(?:somewhere |anywhere )?(?:in|as part of|within) (?:its|their|the|his|her|his or her)"
    r" (?P<where>[\w ]+?)|(?:in|within) (?:it|them)"
)
_NOUNS = r"(?:(?!(?:and|or|of|for|with|who|that|which|whose|in|by|is|are|the)\b)[\w'-]+ ?){1,4}(?<! )"
_HELD = re.compile(
    rf"^(?P<asks>how many|which|list(?: all| the)?|show(?: me)?(?: all| the)?|name(?: the)?|find(?:"
    rf" all| the)?) (?P<what>{_NOUNS}) "
    rf"{_HOLD} {_TEXT} (?:{_IN})(?P<rest>[,.?! ]*$| (?:in|from|since|before|after|during|and)\b.*$)",
    re.IGNORECASE,
)
_MENTIONS = re.compile(
    r"\b(?:mention(?:s|ed|ing)?|refer(?:s|red|ring)? to)(?: the words?)? (?P<said>[A-Z0-9][\w&.-]*(?:"
    r" [A-Z0-9][\w&.-]*)*|\w+(?=[?.! ]*$))"
)
_WITH_ONE = re.compile(
    r"\b(?:who |that |which )?(?:have|has|had|with|giv(?:e|es)|gave) (?:an?|the|their)"
    r" (?P<what>[\w -]+?) (?:that|which|where) "
    r"(?:is |are |was )?(?P<how>contain(?:s|ing)?|mention(?:s|ed)?|includ(?:es?|ing)|(?:start|begin|end)s? with)\b"
)
_IN_ALL = re.compile(r" (?:in all|in total|altogether|overall)(?= )")
_EDGES = re.compile(
    r"\b(?P<way>(?:start|begin|end)(?:s|ned|ed|ning|ing)?|beginning|ending|began) (?P<by>with|in)"
    r" (?:the word )?(?P<said>(?:the|an?|of|and|in|on|for|to)|[A-Z][\w-]+)(?=[?.! ]*$)"
)
_CALLED = frozenset("name names title titles description heading label it them".split())
_LIKELY = 0.6
_SMALL = FUNCTION - {"the"}
_LETTERS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
_WHOSE = re.compile(r"\b(?P<what>\w+) whose (?P<where>[\w ]+?) $")


def texts_held(text: str, link: Callable[[str], Sequence[Mention]], facts: Facts) -> Iterator[Reworded]:
    """The question with what the cells are said to hold, in quotes, and the column that holds it."""
    text = _IN_ALL.sub("", _WITH_ONE.sub(r"whose \g<what> \g<how>", text)) if _WITH_ONE.search(text) else text
    if (met := _HELD.match(text)) is not None and (met["said"].lower() not in _SMALL or met["said"] in _LETTERS):
        column = _column(met["where"] or "it", met["what"], link, facts)
        if column is not None:
            names = Names(tuple(facts.tables.values()))
            asks = "how many" if met["asks"].lower() == "how many" else "which"
            label = names.column(column.table, column.name).replace("`", "")
            yield Reworded(
                f'{asks} {_rows(met["what"], column, link, names)} whose {label} contains "{met["said"]}"{met["rest"]}',
                strong=True,
            )
    elif (met := _MENTIONS.search(text)) is not None:
        before = _of_rows(text[: met.start()], link, facts)
        yield Reworded(f'{before}contains "{met["said"]}"{text[met.end() :]}', strong=True)
    elif (met := _EDGES.search(text)) is not None:
        yield Reworded(f'{text[: met.start("said")]}"{met["said"]}"{text[met.end() :]}', strong=True)


def _of_rows(said: str, link: Callable[[str], Sequence[Mention]], facts: Facts) -> str:
    """`contestants whose home town`, where no table is called so: the rows that have one, in their own word."""
    met = _WHOSE.search(said)
    if met is None or any(k.kind == "table" for m in link(met["what"]) for k in m.links):
        return said
    column = next(_texts(met["where"], link, facts), None)
    rows = Names(tuple(facts.tables.values())).many(column.table) if column is not None else met["what"]
    return f"{said[: met.start()]}{rows}{said[met.end('what') :]}"


def _rows(said: str, column: Col, link: Callable[[str], Sequence[Mention]], names: Names) -> str:
    """The rows in the words of the question, where these name their table; else in those of the table."""
    best = [m.links[0] for m in link(said) if m.links]
    own = all(k.kind == "table" and k.table == column.table for k in best) and bool(best)
    return said if own else names.many(column.table)


def _column(where: str, what: str, link: Callable[[str], Sequence[Mention]], facts: Facts) -> Col | None:
    """The column of texts that is named, or that the things are called by."""
    if where.lower().split()[-1] not in _CALLED:
        return next(_texts(where, link, facts), None)
    own = next(_texts(what, link, facts), None)
    if own is not None:
        return own
    tables = [k.table for m in link(what) for k in m.links[:1] if k.kind == "table" and k.table in facts.tables]
    shown = [c for t in tables[-1:] for c in facts.display(t) if (h := facts.column(c)) and h.type == "text"]
    return shown[-1] if len(shown) == 1 else None


def _texts(said: str, link: Callable[[str], Sequence[Mention]], facts: Facts) -> Iterator[Col]:
    for m in link(said):
        for k in m.links[:2]:
            column = Col(k.table, k.column)
            held = facts.column(column) if k.kind == "column" and k.score >= _LIKELY else None
            if held is not None and held.type == "text":
                yield column
