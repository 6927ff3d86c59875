"""Tables spread out by time and their long views: which of the two a question is read on.

A question that speaks of a time ("in 2014", "in which year", "over the years") is read on the long view, where the time
is a column; any other on the table itself. What is linked to one of them goes to the same column of the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from core.ask.span_selection import Spans, offer
from core.ask.state import Link
from core.ask.subjects import HOW
from core.ask.tokens import Token, stem
from core.ingest.categories import FEMALE, MALE
from core.ingest.crosstab import LongForm, long_form
from core.model import NUMERIC, Table
from core.text.words import words

_TIMES = frozenset("year month quarter".split())
_WORDED = frozenset({"span", "month", "quarter", "quarter of year"})
"""Kinds of times that are kept as words."""
_ALSO = {"sex": frozenset({"gender"})}
"""Other words for what columns are categories of, by its stem."""
_RANKING = frozenset({"most", "fewest", "least"})
"""A table with nothing but times has no other figure to rank by."""
_GROUPS = frozenset({"group", "band", "categori", "category", "bracket"})
_OVER = frozenset({"time", "trend", "yearly", "annual", "annually", "monthly"})


@dataclass(frozen=True, slots=True)
class _Pair:
    wide: Table
    long: Table
    form: LongForm

    @property
    def time(self) -> str:
        return self.long.columns[len(self.form.ids)].name

    def column(self, name: str) -> str:
        """The long view's column for one of the table's; "" for a mere time."""
        if self.long.column(name) is not None and any(c.name == name for c in self.form.ids):
            return name
        at = len(self.form.ids) + 1
        for _, columns in self.form.times if not self.form.within else ():
            for k, c in enumerate(columns):
                if c is not None and c.name == name:
                    return "" if self.form.figures[k] == "value" else self.long.columns[at + k].name
        return ""

    @property
    def one_figure(self) -> bool:
        """Its columns are categories, and of one figure: a column is as good as a value of the long view."""
        return self.form.kind == "word" and len(self.form.figures) == 1

    def part(self, name: str) -> Link | None:
        """What a column of the table is one of, where its columns are times and categories at once."""
        for _, columns in self.form.times if self.form.within else ():
            for k, c in enumerate(columns):
                if c is not None and c.name == name:
                    return self.of_kind(self.form.figures[k])
        return None

    def of_kind(self, said: str) -> Link:
        """The rows of one of these categories."""
        return Link("value", self.long.name, self.long.columns[len(self.form.ids) + 1].name, said, 1.0, "member")

    def beside_times(self, tokens: Sequence[Token], start: int, end: int) -> tuple[int, int]:
        """What is left of some words that name a column without the years in front and behind: those are conditions."""
        times = {time for time, _ in self.form.times} if self.form.kind == "year" else frozenset()
        while start < end and tokens[start].text in times:
            start += 1
        while start < end and tokens[end - 1].text in times:
            end -= 1
        return start, end

    def category(self, name: str) -> str:
        """The category that a column of the table is, where there is but one figure; "" for any other column."""
        cells = self.form.times if self.one_figure else ()
        return next((said for said, (c, *_) in cells if c is not None and c.name == name), "")


class LongViews:
    """The long views of a schema, each with its table."""

    def __init__(self, tables: Sequence[Table]) -> None:
        known = {t.name: t for t in tables}
        self._pairs: list[_Pair] = []
        for long in tables:
            wide = known.get(long.derived_from) if long.derived_from else None
            form = long_form(wide) if wide else None
            if wide is not None and form is not None:
                self._pairs.append(_Pair(wide, long, form))

    def both(self, name: str) -> frozenset[str]:
        """A table or long view, and the other one of the two."""
        return next(
            (frozenset((p.wide.name, p.long.name)) for p in self._pairs if p.long.name == name), frozenset((name,))
        )

    def choose(self, tokens: Sequence[Token], spans: Spans) -> None:
        """Leave links to one of each two alone."""
        for pair in self._pairs:
            timed = self._timed(pair, tokens, spans)
            for (start, end), links in list(spans.items()):
                number = all(t.number is not None for t in tokens[start:end])
                begin, stop = pair.beside_times(tokens, start, end) if timed else (start, end)
                for key, link in sorted(links.items(), key=lambda item: item[1].table != pair.long.name):
                    if timed and link.table == pair.wide.name:
                        del links[key]
                        place = link.kind == "table" and any(k.how == "place" for k in links.values())
                        moved = None if place else _moved(pair, link)
                        if moved is not None and begin < stop and not (number and moved.kind == "value"):
                            offer(spans[begin, stop] if moved.kind == "column" else links, moved)
                    elif link.table == pair.long.name and (not timed or link.kind == "table"):
                        del links[key]  # its label is the table's, with the word for the time

    def _timed(self, pair: _Pair, tokens: Sequence[Token], spans: Spans) -> bool:
        """Whether the question speaks of a time of the table's; the one that is said is linked."""
        own = stem(words(pair.form.time)[-1])
        if pair.form.kind == "word":
            return self._by_category(pair, own, tokens, spans)
        times = {"".join(words(time)): time for time, _ in pair.form.times}
        timed = any(k.how == HOW and k.table == pair.long.name for links in spans.values() for k in links.values())
        plain = not any(c.type in NUMERIC for c in pair.form.ids)
        timed = timed or (plain and any(t.lower in _RANKING for t in tokens))
        for start, token in enumerate(tokens):
            if token.kind == "quoted":
                continue
            flat = ""
            for end in range(start, min(len(tokens), start + 3)):
                flat += "".join(words(tokens[end].text))
                if flat in times:
                    if pair.form.kind in _WORDED:
                        link = Link("value", pair.long.name, pair.time, times[flat], 1.0, "member")
                        offer(spans[start, end + 1], link)
                    timed = True
            if token.kind == "date" and pair.form.kind == "year":
                timed = timed or token.text[:4] in times
            timed = timed or token.stem == own or (token.lower in _OVER and own in _TIMES)
        return _parted(pair, tokens, spans) or timed if pair.form.within else timed

    def _by_category(self, pair: _Pair, own: str, tokens: Sequence[Token], spans: Spans) -> bool:
        """Whether the question names the category ("which age group"), or what is counted and no value of the category.

        A value by itself is a column as well.
        """
        called = {own} | _ALSO.get(own, frozenset())
        named = [i for i, token in enumerate(tokens) if token.stem in called and token.kind != "quoted"]
        if not named:
            if own == "sex":
                _sexes(pair, tokens, spans)
            return _counts(pair, spans)
        for i in named:
            if i + 1 < len(tokens) and tokens[i + 1].stem in _GROUPS:
                offer(spans[i, i + 2], Link("column", pair.long.name, pair.time, "", 1.0, "label"))
        said = {"".join(value.casefold().split()): value for value, _ in pair.form.times}
        for start in range(len(tokens)):
            flat = ""
            for end in range(start, min(len(tokens), start + 4)):
                flat += "".join(tokens[end].lower.split())
                if flat in said:
                    offer(spans[start, end + 1], Link("value", pair.long.name, pair.time, said[flat], 1.0, "member"))
        return True


def _counts(pair: _Pair, spans: Spans) -> bool:
    """Whether words lead to what the categories are counts of, and none to one of them."""
    if not pair.one_figure or pair.form.figures == ("value",):
        return False
    figure = pair.long.columns[len(pair.form.ids) + 1].name
    links = [link for some in spans.values() for link in some.values() if link.kind == "column"]
    if any(link.table == pair.wide.name and pair.category(link.column) for link in links):
        return False
    return any((link.table, link.column) == (pair.long.name, figure) for link in links)


def _parted(pair: _Pair, tokens: Sequence[Token], spans: Spans) -> bool:
    """Whether the question names one of the categories that lie across the times, or their kind; each is linked."""
    said = {"".join(words(label)): label for label in pair.form.figures}
    found = False
    for start in range(len(tokens)):
        flat = ""
        for end in range(start, min(len(tokens), start + 4)):
            flat += "".join(words(tokens[end].text))
            if flat in said and tokens[end].kind != "punct":
                offer(spans[start, end + 1], pair.of_kind(said[flat]))
                found = True
        for one in (MALE, FEMALE) if pair.form.within == "sex" else ():
            label = next((k for k in pair.form.figures if k.casefold() in one), None)
            if label and tokens[start].lower in one:
                offer(spans[start, start + 1], pair.of_kind(label))
                found = True
        found = found or tokens[start].stem == stem(pair.form.within)
    return found


def _sexes(pair: _Pair, tokens: Sequence[Token], spans: Spans) -> None:
    """Lead "women" to the column `Female`."""
    for i, token in enumerate(tokens):
        for one in (MALE, FEMALE):
            column = next((c for said, (c, *_) in pair.form.times if c and said.casefold() in one), None)
            if column and pair.one_figure and token.lower in one and token.kind != "quoted":
                offer(spans[i, i + 1], Link("column", pair.wide.name, column.name, "", 1.0, "label"))


def _moved(pair: _Pair, link: Link) -> Link | None:
    """A link to a table spread out by time as one to its long view."""
    if link.kind == "table" and link.how == "key":
        return None  # `country` of a country's code is a column, and no name of the figures
    if link.kind == "table":
        if pair.form.one_figure and (pair.form.figures == ("value",) or pair.one_figure or pair.form.within):
            return replace(link, kind="column", table=pair.long.name, column=pair.long.columns[-1].name)
        return replace(link, table=pair.long.name)
    if (part := pair.part(link.column)) is not None:
        return replace(part, score=link.score) if link.kind == "column" else None
    if said := pair.category(link.column):
        return Link("value", pair.long.name, pair.time, said, link.score, "member") if link.kind == "column" else None
    column = pair.column(link.column)
    return replace(link, table=pair.long.name, column=column) if column else None
