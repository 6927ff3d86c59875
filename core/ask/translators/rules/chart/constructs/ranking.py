"""`the customer with the most orders`, `the 3 oldest students`: the first few, alone or as those that are meant."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from core.ask.link_synonyms import PAY
from core.ask.translators.rules.chart.edge import Rule
from core.ask.translators.rules.chart.meanings import Columns, Cue, Figure, Number, Rank, Shown, Things
from core.ask.translators.rules.chart.schema import counted, ranked
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.words import lexicon
from core.ask.translators.rules.query import Col, Item

_TAKEN = ("count", "sum", "avg")
_SOME = ("most", "fewest", "least")
_OFTEN = (("sup:max", True), ("sup:min", False), ("common:max", True), ("common:min", False))
_WAYS = (("max", True), ("min", False))


def _rows(descending: bool) -> Callable[[Cue, Things, Facts], Rank | None]:
    """`the most orders`."""

    def build(cue: Cue, things: Things, facts: Facts) -> Rank | None:
        some = cue.text.split()[0] in _SOME or "number" in cue.text
        plain = not (things.where or things.rank or things.having or cue.quantity)
        return Rank(counted(things.table), descending) if some and plain else None

    return build


def _column(descending: bool) -> Callable[[Cue, Columns, Facts], Rank | None]:
    """`the highest total`."""

    def build(cue: Cue, columns: Columns, facts: Facts) -> Rank | None:
        column = columns.columns[0]
        timely = cue.quantity in ("", "date", "age")
        some = cue.text.split()[0] in _SOME and not cue.quantity
        dated = timely and facts.when((column.table,)) == column and not some
        fits = len(columns.columns) == 1 and (facts.measure(column) or dated)
        return Rank(Item(column), descending) if fits and not adds(cue, column, facts) else None

    return build


def adds(cue: Cue, column: Col, facts: Facts) -> bool:
    """`the most items`, where a column holds how many, and not `the highest price`."""
    measure = facts.measure(column) and not facts.year(column) and not facts.speaks(column, lexicon().averaged)
    return measure and cue.text.split()[0] in _SOME and not cue.quantity


def _amount(descending: bool) -> Callable[[Cue, Columns, Facts], Rank | None]:
    """`the most items`, where a column holds how many: added up for each thing."""

    def build(cue: Cue, columns: Columns, facts: Facts) -> Rank | None:
        column = columns.columns[0]
        fits = len(columns.columns) == 1 and adds(cue, column, facts)
        return Rank(Item(column, "sum"), descending) if fits else None

    return build


def _behind(descending: bool) -> Callable[[Columns, Cue, Facts], Rank | None]:
    """`spent the most`; `cost the most`, of a price; `earned the most`, of what is paid year by year."""

    def build(columns: Columns, cue: Cue, facts: Facts) -> Rank | None:
        column, some = columns.columns[0], cue.text.split()[0] in _SOME and not cue.quantity
        some = some and "number" not in cue.text
        if not some or len(columns.columns) > 1 or not facts.measure(column) or facts.year(column):
            return None
        paid = adds(cue, column, facts) or facts.speaks(column, PAY)
        return Rank(Item(column, "sum" if paid else ""), descending)

    return build


def _counted(descending: bool) -> Callable[[Columns, Cue, Facts], Rank | None]:
    """`used most often`, where a column holds how many times."""

    def build(columns: Columns, cue: Cue, facts: Facts) -> Rank | None:
        column = columns.columns[0]
        counts = len(columns.columns) == 1 and facts.measure(column) and facts.speaks(column, lexicon().counts)
        return Rank(Item(column), descending) if counts else None

    return build


def _done(descending: bool) -> Callable[[Things, Cue, Facts], Rank | None]:
    """`lends the most`, `is borrowed most often`: rows of what is done."""

    def build(things: Things, cue: Cue, facts: Facts) -> Rank | None:
        plain = not (things.where or things.rank or things.having or cue.quantity)
        return Rank(counted(things.table), descending) if plain and cue.text.split()[0] in _SOME else None

    return build


def _quantity(descending: bool) -> Callable[[Cue, None, Facts], Rank | None]:
    """`oldest`."""
    return lambda cue, none, facts: Rank(Item(), descending, 1, cue.quantity) if cue.quantity else None


def with_rank(things: Things, rank: Rank, facts: Facts) -> Things | None:
    return ranked(things, rank, facts)


def named(rank: Rank, columns: Columns, facts: Facts) -> Shown | None:
    """`the dearest titles`: what the things are called, for the things."""
    column, found = columns.columns[0], facts.column(columns.columns[0])
    called = found is not None and (found.type == "text" or column == facts.key(column.table))
    tells = len(columns.columns) == 1 and called and facts.telling(column)
    first = ranked(Things(column.table), rank, facts) if tells and not columns.distinct else None
    return Shown((column,), first) if first else None


def held_by(rank: Rank, columns: Columns, facts: Facts) -> Shown | None:
    """`the dearest models`, of which there are several: what the first rows by their own quantity hold."""
    column, found = columns.columns[0], facts.column(columns.columns[0])
    text = len(columns.columns) == 1 and found is not None and found.type == "text" and not facts.telling(column)
    first = ranked(Things(column.table), rank, facts) if text and rank.quantity and not columns.distinct else None
    by = first.rank.item.column if first and first.rank else None
    return Shown((column,), first) if first and by is not None and by.table == column.table else None


def one_row(cue: Cue, single: Cue, facts: Facts) -> Cue | None:
    """`the highest single total`: of one row."""
    return cue if cue.text.split()[0] not in _SOME else None


def one_among(cue: Cue, among: Cue, facts: Facts) -> Cue:
    """`the youngest one among the students`."""
    return cue


def in_one(rank: Rank, things: Things, facts: Facts) -> Rank | None:
    """`the highest total in a single order`: of one row, and not added up."""
    column = rank.item.column
    own = column is not None and column.table == things.table and rank.item.aggregate in ("", "sum")
    return replace(rank, item=replace(rank.item, aggregate="")) if own else None


def single(cue: Cue, things: Things, facts: Facts) -> Things | None:
    """`a single order`."""
    return things if things == Things(things.table) else None


def several(number: Number, things: Things, facts: Facts) -> Things | None:
    """`three oldest students`."""
    rank = few(number, things.rank, facts) if things.rank is not None else None
    return replace(things, rank=rank) if rank else None


def ranked_few(rank: Rank, several: Things, facts: Facts) -> Things | None:
    """`oldest three students`."""
    if several.rank is None or rank.limit > 1:
        return None
    return with_rank(replace(several, rank=None), replace(rank, limit=several.rank.limit), facts)


def several_shown(number: Number, shown: Shown, facts: Facts) -> Shown | None:
    """`three cities with the most orders`."""
    things = several(number, shown.things, facts)
    return replace(shown, things=things) if things else None


def few(number: Number, rank: Rank, facts: Facts) -> Rank | None:
    """`(with) the three highest prices`."""
    whole = number.value.is_integer() and 1 < number.value <= 100
    return replace(rank, limit=int(number.value)) if whole and rank.limit <= 1 else None


def first_few(rank: Rank, columns: Columns, facts: Facts) -> Rank | None:
    """`(with) the top 3 prices`."""
    column = columns.columns[0]
    fits = len(columns.columns) == 1 and (facts.measure(column) or facts.when((column.table,)) == column)
    return replace(rank, item=Item(column)) if fits else None


def first_few_by(rank: Rank, figure: Figure, facts: Facts) -> Rank | None:
    """`(with) the top 3 numbers of orders`."""
    plain = len(figure.items) == 1 and figure.group is None and figure.things == Things(figure.things.table)
    return replace(rank, item=figure.items[0]) if plain and figure.items[0].aggregate in _TAKEN else None


CUES = {"one among": ("one among", "ones among", "one out of", "one of all", "among", "amongst"),
        "single": ("single", "one time", "one - time", "one off", "individual")}  # fmt: skip
RULES = (
    *(Rule(f"{w} of rows", f"sup:{w}", "things", "rank", _rows(d)) for w, d in _WAYS),
    *(Rule(f"{w} of a column, as a rank", f"sup:{w}", "column", "rank", _column(d)) for w, d in _WAYS),
    *(Rule(f"{w} of an extreme column", f"agg:{w}", "column", "rank", _column(d), 0.1) for w, d in _WAYS),
    *(Rule(f"{w} of an amount, added up", f"sup:{w}", "column", "rank", _amount(d)) for w, d in _WAYS),
    *(Rule(f"amount the {w}", "column", f"sup:{w}", "rank", _behind(d), near=True) for w, d in _WAYS),
    *(Rule(f"counted {cue}", "column", cue, "rank", _counted(d), 0.05, near=True) for cue, d in _OFTEN[2:]),
    *(Rule(f"done {cue}", "things", cue, "rank", _done(d), 0.05, near=True) for cue, d in _OFTEN),
    *(Rule(f"{w} of a quantity", f"sup:{w}", "", "rank", _quantity(d)) for w, d in _WAYS),
    *(Rule(f"{w} single one", f"sup:{w}", "single", f"sup:{w}", one_row, near=True) for w, _ in _WAYS),
    *(Rule(f"{w} one among", f"sup:{w}", "one among", f"sup:{w}", one_among, 0.02, near=True) for w, _ in _WAYS),
    Rule("a single one", "single", "things", "single one", single, near=True),
    Rule(
        "first in a single one", "rank", "single one", "rank", in_one, between=frozenset(("in", "for", "on", "within"))
    ),
    Rule("top so many", "top", "number", "number", lambda cue, number, facts: number, near=True),
    Rule("ranked things", "rank", "things", "things", lambda r, t, k: with_rank(t, r, k), near=True),
    Rule("ranked by name", "rank", "column", "shown", named, 0.1, near=True),
    Rule("ranked by a quantity", "rank", "column", "shown", held_by, 0.3, near=True),
    Rule("things by rank", "things", "rank", "things", with_rank),
    Rule("several ranked things", "number", "things", "things", several, near=True),
    Rule("so many ranked things", "rank", "few things", "things", ranked_few, near=True),
    Rule("several shown by rank", "number", "shown", "shown", several_shown, near=True),
    Rule("several by rank", "number", "rank", "rank", few, near=True),
    Rule("first few of a column", "leading", "column", "rank", first_few, 0.02, near=True),
    Rule("first few of a figure", "leading", "figure", "rank", first_few_by, 0.02, near=True),
)
