"""How a column's values are rewritten so that they meet another's: said, applied to a value, and written as SQL.

A rewrite is a tuple of steps, each a pair (kind, text), done one after another; the empty one leaves values as they
are. It is found from values (`core.match.rewriting`) and stored with the join that it makes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from string import ascii_letters

from sqlglot import exp

from core.model import Join

Step = tuple[str, str]
Rewrite = tuple[Step, ...]

_MARKS = " -./_#'’,:"
"""Marks that people write or leave out inside codes."""
_BRACKETED = re.compile(r"^([^()]*)\(([^()]+)\)[^()]*$")
_LETTERS = ascii_letters + " -./_#"
_BEFORE = " #'’‘\"“”*,:;"
_BEHIND = _BEFORE + ".-_"
"""Marks that are no part of a key where they stand around it: of a spreadsheet, of a footnote, of a slip."""


def marks_in(texts: Iterable[str]) -> str:
    """The marks that people write or leave out inside codes, as far as these texts have any."""
    there = set().union(*map(set, texts))
    return "".join(mark for mark in _MARKS if mark in there)


def apply(rewrite: Rewrite, value: str) -> str:
    """The value rewritten; one that a step does not fit stays as it is there."""
    for kind, text in rewrite:
        value = _APPLIED[kind](value, text)
    return value


def described(rewrite: Rewrite) -> str:
    """In words, as it is shown: `leaving out “K-” and leading zeros`."""
    return " and ".join(_DESCRIBED[kind].format(text=text) for kind, text in rewrite)


def after(join: Join) -> str:
    """What is done to a join's columns before they are compared: `after leaving out “K-” in visits.client`; or ""."""
    ends = (f"{join.child_table}.{' + '.join(join.child)}", f"{join.parent_table}.{' + '.join(join.parent)}")
    if join.rewrite[0] and join.rewrite[0] == join.rewrite[1]:
        return f"after {described(join.rewrite[0])} in both"
    said = [f"{described(rewrite)} in {end}" for rewrite, end in zip(join.rewrite, ends, strict=True) if rewrite]
    return f"after {' and '.join(said)}" if said else ""


def as_sql(rewrite: Rewrite, cell: exp.Expr) -> exp.Expr:
    """The cell rewritten, in the dialect of SQLite. Texts are literals, never SQL."""
    for kind, text in rewrite:
        cell = _WRITTEN[kind](cell, text)
    return cell


def _prefix(value: str, text: str) -> str:
    return value[len(text) :] if value.casefold().startswith(text.casefold()) else value


def _suffix(value: str, text: str) -> str:
    return value[: -len(text)] if value.casefold().endswith(text.casefold()) else value


def _zeros(value: str, _: str) -> str:
    return value.lstrip("0") or value[-1:]


def _letters(value: str, _: str) -> str:
    return value.lstrip(_LETTERS) or value


def _padding(value: str, _: str) -> str:
    digits = value.lstrip(_LETTERS)
    return value[: len(value) - len(digits)] + _zeros(digits, "")


def _marks(value: str, _: str) -> str:
    return value.lstrip(_BEFORE).rstrip(_BEHIND)


def _number(value: str, _: str) -> str:
    return _zeros(_suffix(value, ".0"), "")


def _plain(value: str, text: str) -> str:
    """Without the marks named, or without any."""
    return value.translate({ord(mark): None for mark in text} if text else _WITHOUT).casefold()


def _bracket(value: str, _: str) -> str:
    found = _BRACKETED.match(value)
    return found[2].strip() if found else value


def _before(value: str, _: str) -> str:
    found = _BRACKETED.match(value)
    return found[1].strip() if found else value


def _first(value: str, text: str) -> str:
    return value.split(text, 1)[0].strip() if text in value else value


def _rest(value: str, text: str) -> str:
    return value.split(text, 1)[1].strip() if text in value else value


def _name(value: str, _: str) -> str:
    family, comma, given = value.partition(",")
    return f"{given.strip()} {family.strip()}" if comma else value


def _cut(value: str, text: str) -> str:
    return value[: int(text)]


_WITHOUT = {ord(mark): None for mark in _MARKS}
_APPLIED: Mapping[str, Callable[[str, str], str]] = {
    "prefix": _prefix,
    "suffix": _suffix,
    "zeros": _zeros,
    "letters": _letters,
    "padding": _padding,
    "marks": _marks,
    "number": _number,
    "plain": _plain,
    "bracket": _bracket,
    "before": _before,
    "first": _first,
    "rest": _rest,
    "name": _name,
    "cut": _cut,
}
_DESCRIBED: Mapping[str, str] = {
    "prefix": "leaving out “{text}”",
    "suffix": "leaving out “{text}” at the end",
    "zeros": "leaving out leading zeros",
    "letters": "leaving out the letters in front",
    "padding": "leaving out zeros in front of the number",
    "marks": "leaving out marks around it",
    "number": "leaving out leading zeros and “.0”",
    "plain": "leaving out case and punctuation",
    "bracket": "taking what stands in brackets",
    "before": "taking what stands before the brackets",
    "first": "taking what stands before “{text}”",
    "rest": "taking what stands after “{text}”",
    "name": "turning “Surname, First” round",
    "cut": "taking the first {text} characters",
}


def _text(value: str | int) -> exp.Expr:
    return exp.Literal.number(value) if isinstance(value, int) else exp.Literal.string(value)


def _call(name: str, *inputs: exp.Expr) -> exp.Expr:
    return exp.func(name, *(i.copy() for i in inputs), dialect="sqlite")


def _either(test: exp.Expr, then: exp.Expr, cell: exp.Expr) -> exp.Expr:
    return exp.Case().when(test, then).else_(cell.copy())


def _length(cell: exp.Expr, less: int) -> exp.Expr:
    return exp.Sub(this=_call("LENGTH", cell), expression=_text(less))


def _prefix_sql(cell: exp.Expr, text: str) -> exp.Expr:
    head = _call("SUBSTR", cell, _text(1), _text(len(text)))
    test = exp.EQ(this=_call("LOWER", head), expression=_text(text.lower()))
    return _either(test, _call("SUBSTR", cell, _text(len(text) + 1)), cell)


def _suffix_sql(cell: exp.Expr, text: str) -> exp.Expr:
    tail = _call("SUBSTR", cell, exp.Add(this=_length(cell, len(text)), expression=_text(1)))
    test = exp.EQ(this=_call("LOWER", tail), expression=_text(text.lower()))
    return _either(test, _call("SUBSTR", cell, _text(1), _length(cell, len(text))), cell)


def _padding_sql(cell: exp.Expr, _: str) -> exp.Expr:
    digits = _call("LTRIM", cell, _text(_LETTERS))
    head = exp.Sub(this=_call("LENGTH", cell), expression=_call("LENGTH", digits))
    return exp.DPipe(this=_call("SUBSTR", cell, _text(1), head), expression=_call("LTRIM", digits, _text("0")))


def _marks_sql(cell: exp.Expr, _: str) -> exp.Expr:
    bare = _call("RTRIM", _call("LTRIM", cell, _text(_BEFORE)), _text(_BEHIND))
    return exp.Nullif(this=bare, expression=_text(""))


def _number_sql(cell: exp.Expr, _: str) -> exp.Expr:
    return _call("LTRIM", _suffix_sql(cell, ".0"), _text("0"))


def _plain_sql(cell: exp.Expr, text: str) -> exp.Expr:
    for mark in text or _MARKS:
        cell = _call("REPLACE", cell, _text(mark), _text(""))
    return _call("LOWER", cell)


def _place(cell: exp.Expr, text: str) -> exp.Expr:
    return exp.StrPosition(this=cell.copy(), substr=_text(text))


def _has(cell: exp.Expr, text: str) -> exp.Expr:
    return exp.GT(this=_place(cell, text), expression=_text(0))


def _head_sql(cell: exp.Expr, text: str) -> exp.Expr:
    until = exp.Sub(this=_place(cell, text), expression=_text(1))
    return _either(_has(cell, text), _call("TRIM", _call("SUBSTR", cell, _text(1), until)), cell)


def _tail_sql(cell: exp.Expr, text: str) -> exp.Expr:
    start = exp.Add(this=_place(cell, text), expression=_text(len(text)))
    return _either(_has(cell, text), _call("TRIM", _call("SUBSTR", cell, start)), cell)


def _bracket_sql(cell: exp.Expr, _: str) -> exp.Expr:
    return _either(_has(cell, "("), _head_sql(_tail_sql(cell, "("), ")"), cell)


def _name_sql(cell: exp.Expr, _: str) -> exp.Expr:
    turned = exp.DPipe(
        this=exp.DPipe(this=_tail_sql(cell, ","), expression=_text(" ")), expression=_head_sql(cell, ",")
    )
    return _either(_has(cell, ","), turned, cell)


_WRITTEN: Mapping[str, Callable[[exp.Expr, str], exp.Expr]] = {
    "prefix": _prefix_sql,
    "suffix": _suffix_sql,
    "zeros": lambda cell, _: _call("LTRIM", cell, _text("0")),
    "letters": lambda cell, _: _call("LTRIM", cell, _text(_LETTERS)),
    "padding": _padding_sql,
    "marks": _marks_sql,
    "number": _number_sql,
    "plain": _plain_sql,
    "bracket": _bracket_sql,
    "before": lambda cell, _: _head_sql(cell, "("),
    "first": _head_sql,
    "rest": _tail_sql,
    "name": _name_sql,
    "cut": lambda cell, text: _call("SUBSTR", cell, _text(1), _text(int(text))),
}
