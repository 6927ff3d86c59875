"""Changes of a reading as a line each, for the command line: `show=total fines.Amt`, `per=branches.Town`.

What may stand behind the sign are the words of the editor's lists (core.ask.edit.offers), with a full stop between
table and column; a table may be called by its label, or left out where one column alone is called so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from difflib import get_close_matches
from typing import TypeVar

from core.ask.edit import arranging, changes, conditions, parts, percentages, tables
from core.ask.edit.known import of_known
from core.ask.edit.offers import Offers
from core.ask.edit.portions import closed, of_total, opened
from core.ask.edit.words import Words
from core.ask.form import Form, begin
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col, Filter, Item, Operator, Query
from core.errors import BadEdit, UnknownName
from core.model import NUMERIC, TEMPORAL

Choice = TypeVar("Choice")
_OPERATORS: tuple[tuple[str, Operator], ...] = (
    ("!=", "!="), ("<=", "<="), (">=", ">="), ("=", "="), ("<", "<"), (">", ">"),
)  # fmt: skip


def changed(form: Form | None, line: str, facts: Callable[[Form], Facts]) -> Form:
    """The reading after one change; without one, `of=TABLE` begins it. Raises BadEdit and UnknownName."""
    part, sign, said = (s.strip() for s in line.partition("="))
    if not sign or part not in _PARTS:
        raise BadEdit(f"“{line}” is no change of a reading.", f"Write one of {', '.join(f'{p}=…' for p in _PARTS)}.")
    if form is None:
        if part != "of":
            raise BadEdit("There is no reading to change.", "Begin with a table: of=TABLE.")
        form = begin(next(iter(facts(Form(Query(()))).tables)))
    query, known = opened(form.query), facts(form)
    return replace(form, query=closed(of_known(query, _PARTS[part](query, said, Offers(query, known)), known)))


def _of(query: Query, said: str, offers: Offers) -> Query:
    table = _pick(said, {offers.names.label(t): t for t in offers.tables()} | {t: t for t in offers.tables()}, "table")
    return tables.of_table(query, table, offers.facts)


def _show(query: Query, said: str, offers: Offers) -> Query:
    figures = _called(offers, offers.figures(), Words.item)
    if said.casefold() == "count":
        return changes.with_figure(query, Item(None, "count", table=parts.about(query)), 0, offers.facts)
    if (found := _found(said, figures)) is not None:
        return changes.with_figure(query, found, 0 if parts.figures(query) else None, offers.facts)
    listed = _called(offers, offers.columns(), Words.column)
    return changes.listing(query, [Item(_pick(s, listed, "figure or column")) for s in said.split(",")])


def _per(query: Query, said: str, offers: Offers) -> Query:
    known = _called(offers, offers.groups(), Words.column)
    return arranging.per(query, [_pick(s, known, "column") for s in said.split(",") if s.strip()])


def _where(query: Query, said: str, offers: Offers) -> Query:
    """One more condition; none at all for no words."""
    if not said:
        return replace(query, where=(), having=())
    written = next((pair for pair in _OPERATORS if pair[0] in said), None)
    if written is None:
        raise BadEdit(f"“{said}” compares nothing.", "Write it as COLUMN = VALUE, or with !=, <, <=, >, >=.")
    left, _, right = (s.strip() for s in said.partition(written[0]))
    columns = _called(offers, offers.columns(), Words.column)
    place, operator = _pick(left, columns, "column"), written[1]
    return conditions.added(query, Filter(Item(place), operator, (_value(right, place, columns, offers),)))


def _value(text: str, place: Col, columns: Mapping[str, Col], offers: Offers) -> str | float | Col:
    """What a column is compared with: another one by its name, a number, a date, a text."""
    found = offers.facts.column(place)
    other = _found(text, columns)
    if other is not None and other in offers.same_sort(place):
        return other
    if found is not None and found.type in NUMERIC:
        try:
            return float(text)
        except ValueError as fault:
            raise BadEdit(f"“{text}” is no number.", f"`{found.label}` holds numbers.") from fault
    if found is not None and found.type in TEMPORAL and found.type != "time":
        day = conditions.written_date(text, False)
        if day is None:
            raise BadEdit(f"“{text}” is no date.", "Write it as 2024-03-31.")
        return day
    return text.strip("'\"")


def _sort(query: Query, said: str, offers: Offers) -> Query:
    if not said:
        return arranging.ordered(query, None)
    order = _pick(said, _called(offers, offers.orders(), Words.order), "order")
    return arranging.ordered(query, order.item, order.descending, offers.facts)


def _first(query: Query, said: str, offers: Offers) -> Query:
    found = arranging.so_many_said(said)
    if said and found is None:
        raise BadEdit(f"“{said}” is no number of rows.", "Write it as first=5, or first=10 %.")
    number, percent = found or (None, False)
    return arranging.first(query, number, percent=percent)


def _percent(query: Query, said: str, offers: Offers) -> Query:
    if said.casefold() == "total":
        if not query.group or len(parts.figures(query)) != 1:
            raise BadEdit("A percentage of the total needs groups and one figure.", "Choose them: per=… and show=….")
        return of_total(query, True)
    return percentages.share_of(query, said.casefold() not in ("no", "false", "0"), offers.facts)


_PARTS: Mapping[str, Callable[[Query, str, Offers], Query]] = {
    "show": _show,
    "of": _of,
    "where": _where,
    "per": _per,
    "sort": _sort,
    "first": _first,
    "percent": _percent,
}
"""The parts that can be changed, as the editor calls them."""


def _called(offers: Offers, choices: Iterable[Choice], said: Callable[[Words, Choice], str]) -> dict[str, Choice]:
    """What the choices are called, with the words for the tables' rows and with their labels."""
    known = tuple(choices)
    labels = Words(offers.query, offers.facts, labels=True)
    return {said(labels, c): c for c in known} | {said(offers, c): c for c in known}


def _plain(words: str) -> str:
    return " ".join(words.replace(" › ", ".").casefold().split())


def _found(said: str, choices: Mapping[str, Choice]) -> Choice | None:
    """The one that is called so, with its table or, where that is enough, without."""
    wanted = _plain(said)
    known = {_plain(words): choice for words, choice in choices.items()}
    if wanted in known:
        return known[wanted]
    bare: list[Choice] = [choice for words, choice in known.items() if wanted in _without_table(words)]
    return bare[0] if len(bare) == 1 else None


def _without_table(words: str) -> Iterable[str]:
    """`total fines.amt` as `total amt`, `loans.out: year` as `out: year`."""
    before, dot, after = words.partition(".")
    openings = [before[:n] for n, c in enumerate(before) if c == " "]
    return [after, *(f"{o} {after}" for o in openings)] if dot else []


def _pick(said: str, choices: Mapping[str, Choice], kind: str) -> Choice:
    found = _found(said, choices)
    if found is None:
        known = {_plain(words): words.replace(" › ", ".") for words in choices}
        close = [known[c] for c in get_close_matches(_plain(said), known, 5, 0.4)]
        raise UnknownName(said.strip(), close, kind)
    return found
