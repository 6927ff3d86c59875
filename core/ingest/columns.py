"""The columns of the table `raw`: each typed by all of its texts, then profiled once it is known how it is stored."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from core.errors import BadType
from core.ingest.compact_dates import compact_dates
from core.ingest.decimal_convention import DecimalConvention
from core.ingest.duckdb_session import DuckDbSession
from core.ingest.formats import Found
from core.ingest.marked_years import marked_years
from core.ingest.marks import figures, marks
from core.ingest.misfit_cells import (
    MisfitCells,
    decide_by_even,
    misfit_cells,
    misfit_problem,
    unfit_cells,
    unfit_problem,
)
from core.ingest.name_marks import plain_labels, without_marks
from core.ingest.names import name_columns
from core.ingest.noted_days import BEHIND, words_apart
from core.ingest.numbers import at_once, decide
from core.ingest.parts import Part
from core.ingest.periods import respelt
from core.ingest.profile import profile
from core.ingest.spellings import spellings
from core.ingest.texts import Texts, all_texts
from core.ingest.type_overrides import (
    MOST_UNFIT,
    ORDERS,
    SAID,
    TYPE_OVERRIDES,
    Order,
    TypeOverride,
    override_problem,
    read_as,
    unmet_override_problem,
)
from core.ingest.types import MARKED, TEXT, Typing
from core.model import TEMPORAL, Column, Mark, Problem, Profile
from core.profiles.private import kind_of

if TYPE_CHECKING:
    import duckdb

_NO_PROFILE = Profile(0, 0, 0)


@dataclass(frozen=True, slots=True)
class Wanted:
    """How a table's columns are to be read, and what is to be kept of them."""

    type_overrides: Mapping[str, TypeOverride]
    """What a person wants of a column, by its name."""
    asked: str = ""
    """A column of which some cell must fit what a person wants."""
    plain: bool = False
    """Only plain numbers are numbers."""
    values: tuple[int, int] = (0, 0)
    """How many of the commonest texts, of up to how many characters, the session keeps of a column of words."""
    order: Order | None = None
    """How files beside it write their days, for those that can be read both ways."""


@dataclass(frozen=True, slots=True)
class Typed:
    """A column, its typing, and its name in the table `raw`."""

    column: Column
    typing: Typing
    raw: str
    texts: Texts
    notes: tuple[str, ...] = ()
    """What the file says beside its rows."""
    misfit_cells: MisfitCells | None = None
    as_overridden: bool = False
    """What a person wants of it was met."""
    marks: tuple[Mark, ...] = ()
    """What was taken off its names, and off its label."""
    profiled: bool = False


def typed_columns(
    session: DuckDbSession,
    part: Part,
    table: str,
    found: Found,
    wanted: Wanted,
    tell_share: Callable[[float], None],
    check: Callable[[], None],
) -> list[Typed]:
    """Type every column of `raw`. Columns at the end with neither a label nor a value are left out.

    Columns whose texts are not kept for a second look are profiled as well; `profiled` does the others. Raises BadType.
    """
    con, width, rows = session.con, found.reading.width, found.reading.rows
    labels = [*found.labels, *("" for _ in range(width - len(found.labels)))]
    made: list[Typed] = []
    apart: list[Typed] = []  # behind all others: places of columns are those of the file
    convention = DecimalConvention(con, width, found.layout is not None)
    footnoted = plain_labels(labels, found.footnotes)
    names = [*name_columns([footnoted[i].plain if i in footnoted else label for i, label in enumerate(labels)])]
    each = all_texts(con, rows, width, held=bool(found.lines))
    for i, (label, name, texts) in enumerate(zip(labels, tuple(names), each, strict=True)):
        check()
        tell_share(i / width)
        override = wanted.type_overrides.get(name)
        met = read_as(con, texts, override, plain=wanted.plain, comma=found.comma) if override else None
        if override and met is None and name == wanted.asked:
            raise BadType(part, label or name, SAID[override])
        typing, odd = (met, None) if met else _typing(con, texts, found, wanted.plain)
        if met is None and not wanted.plain:
            typing = compact_dates(con, texts, label, typing) or marked_years(con, texts, label, typing) or typing
        said: tuple[Mark, ...] = ()
        beside: Texts | None = None
        if typing == TEXT and met is None:
            texts, typing, said = _plain_texts(con, texts, found, wanted.plain)
        parts = typing == TEXT and override is None and f"{label}{BEHIND}" not in labels
        if parts and (days := words_apart(con, texts, f"c{len(labels) + len(apart)}")):
            texts, typing, beside = days
            odd = None
        if i in footnoted:
            said = (*said, Mark(footnoted[i].sign, footnoted[i].said, 0))
        if found.comma and not wanted.plain:
            typing = convention.pointed(texts, typing)
        column = Column(table, name, label, typing.type, i, _NO_PROFILE, typing.unit, typing.converted)
        column = replace(column, examples=typing.examples, type_override=override or "")
        typed = Typed(column, typing, f"c{i}", texts, found.notes, odd, met is not None, said)
        if typing.ambiguous:
            texts.done()  # they are looked at again when all columns are known
            made.append(replace(typed, texts=Texts(con, typed.raw)))
        else:
            made.append(typed if texts.keep() else profiled(session, typed, rows, wanted.values))
        if beside is not None:
            apart.append(_words_apart(typed, beside, names))
            names.append(apart[-1].column.name)
    made = [_as_beside(con, typed, made, found.comma, wanted.order) for typed in made]
    kept = [typed for typed in made if not (found.loose and rows and _is_void(typed))] or made[:1]
    while len(kept) > 1 and rows and _is_void(kept[-1]):
        kept.pop()
    kept += apart
    return [replace(typed, column=replace(typed.column, position=i)) for i, typed in enumerate(kept)]


def _as_beside(
    con: duckdb.DuckDBPyConnection, typed: Typed, others: Sequence[Typed], comma: bool, order: Order | None
) -> Typed:
    """A column of dates in which day and month cannot be told apart, read as all other dates of the table are, or where
    it has none as those of the files beside it."""
    if not typed.typing.ambiguous:
        return typed
    named = {t.typing.reading.name: t.column for t in reversed(others) if t.typing.reading}
    orders = {o: named[o].label or named[o].name for o in ORDERS if o in named}
    if not orders and order is not None:
        orders = {order.first: order.said}
    first = list(orders)
    met = read_as(con, typed.texts, first[0], comma=comma) if len(first) == 1 else None
    if met is None or typed.column.type_override:
        return typed
    typing = replace(met, partial=False, beside=orders[first[0]])  # each cell fits
    column = replace(
        typed.column, type=typing.type, unit=typing.unit, converted=typing.converted, examples=typing.examples
    )
    return replace(typed, column=column, typing=typing)


def _words_apart(days: Typed, words: Texts, names: Sequence[str]) -> Typed:
    """The column of the words that stood in place of days."""
    label = f"{days.column.label or days.column.name}{BEHIND}"
    (*_, name) = name_columns([*names, label])
    column = Column(days.column.table, name, label, "text", days.column.position, _NO_PROFILE)
    return Typed(column, TEXT, words.column, words, days.notes)


def profiled(session: DuckDbSession, typed: Typed, rows: int, values: tuple[int, int]) -> Typed:
    """The same column with its profile; its commonest texts are kept in the session."""
    if typed.profiled:
        return typed
    con, typing, texts, column = session.con, typed.typing, typed.texts, typed.column
    found = profile(con, typing, rows, texts)
    if typing.tokens or (typing.reading and typing.reading.name == MARKED):
        found = replace(found, marks=marks(con, texts, typing, typed.notes))
    if typed.marks:
        found = replace(found, marks=(*found.marks, *typed.marks))
    if typing.partial and typed.as_overridden:
        unfit = unfit_cells(con, typing, typed.raw, MOST_UNFIT)
        found = replace(found, unfit=unfit, unfit_cells=_unfit(con, typing, texts))
    elif typing.partial:
        found = replace(found, unfit=unfit_cells(con, typing, typed.raw))
    if typing.type in ("text", "boolean") and texts.few is not None:
        found = replace(found, spellings=spellings(texts.few))
    if values[0] and typing.type in ("text", "boolean"):
        session.keep_values(column.name, texts, *values)
    texts.done()
    private = kind_of(column.label, typing.type, found)
    return replace(typed, column=replace(column, profile=found, private=private), profiled=True)


def _unfit(con: duckdb.DuckDBPyConnection, typing: Typing, texts: Texts) -> int:
    """How many cells of a partial column are left out."""
    query = f"SELECT coalesce(sum(n), 0) FROM {texts.table()} WHERE {typing.unfit('v')}"
    return int(con.execute(query).fetchall()[0][0])


def _typing(
    con: duckdb.DuckDBPyConnection, texts: Texts, found: Found, plain: bool
) -> tuple[Typing, MisfitCells | None]:
    """The typing of a column, and the misfit_cells that make text of it."""
    typing = at_once(texts.sample, plain) or decide(con, texts.table(), texts.sample, plain=plain, comma=found.comma)
    if typing != TEXT:
        return typing, None
    if found.reading.apart and (even := decide_by_even(con, texts, plain=plain, comma=found.comma)):
        return even, None
    if marked := figures(con, texts, plain=plain, comma=found.comma, published=found.published, notes=found.notes):
        return marked, None
    return typing, misfit_cells(con, texts)


def _plain_texts(
    con: duckdb.DuckDBPyConnection, texts: Texts, found: Found, plain: bool
) -> tuple[Texts, Typing, tuple[Mark, ...]]:
    """A column of words with the footnotes' marks taken off, and months and quarters in one spelling."""
    typing, said = TEXT, tuple[Mark, ...]()
    if not plain and found.published:
        texts = _flush(con, texts)
    if not plain and (bare := without_marks(con, texts, found.footnotes)):
        texts, typing, said = bare
        again, _ = _typing(con, texts, found, plain)  # `31 Dec 2024 p` is a day
        if again.type in TEMPORAL:
            return texts, replace(again, converted=typing.converted, examples=typing.examples), said
    if spelt := respelt(con, texts):
        texts, typing = spelt
    return texts, typing, said


def _flush(con: duckdb.DuckDBPyConnection, texts: Texts) -> Texts:
    """The names of a published table without the blanks that set them in below a heading."""
    if texts.few is None or all(v == v.strip() for v, _ in texts.few):
        return texts
    column = texts.column
    con.execute(f"UPDATE raw SET {column} = trim({column}, ' ' || chr(9) || chr(160) || chr(12288))")
    texts.done()
    return Texts(con, column)


def _is_void(typed: Typed) -> bool:
    """Neither a label nor a value."""
    return not typed.column.label.strip() and typed.texts.empty


def problems_of(file: str, typed: Typed) -> Iterator[Problem]:
    """What a person should know about how the column was read."""
    column, typing = typed.column, typed.typing
    said, name = column.label or column.name, column.name
    if typing.ambiguous:
        yield Problem(
            file,
            "ambiguous_dates",
            f"In “{said}” day and month cannot be told apart; it stays text.",
            "Choose on the data page which comes first, or write the dates as year-month-day.",
            name,
        )
    if typing.beside:
        order = "day" if typing.reading and typing.reading.name == ORDERS[0] else "month"
        yield Problem(
            file,
            "dates_as_beside",
            f"In “{said}” the {order} is taken to come first, as in “{typing.beside}”: its own dates do not say.",
            "If not, choose on the data page which comes first.",
            name,
        )
    if typing.doubt:
        sentence = f"In “{said}” {typing.doubt}."
        yield Problem(file, "ambiguous_numbers", sentence, "If not, keep the column as text.", name)
    if typed.misfit_cells:
        yield misfit_problem(file, name, said, typed.misfit_cells)
    type_override = next((w for w in TYPE_OVERRIDES if w == column.type_override), None)
    if type_override and not typed.as_overridden:
        yield unmet_override_problem(file, name, said, type_override)
    elif type_override:
        yield from filter(None, [override_problem(file, column, type_override)])
    elif column.profile.unfit:
        yield unfit_problem(file, name, said, typing.type, column.profile.unfit, column.profile.filled)
