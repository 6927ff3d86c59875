"""What each column of a result is, and so how it is shown: identifiers, years and codes plainly, figures parted.

What stands behind a column says most: the key of a join or a unique whole number is an identifier, a count is a figure.
Where nothing does (a star, rows of a graph query), the heading decides.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

import pandas as pd
import streamlit as st
from pandas.api.types import is_bool_dtype, is_integer_dtype, is_numeric_dtype

from core.ask.translators.rules.columns import part_of_name
from core.model import Column, Join, Table
from core.sql.outputs import Output, outputs
from core.text.units import SIGNS
from core.text.words import words

Role = Literal["name", "time", "figure", "code"]

_DAY = re.compile(r"\d{4}(-\d{2}(-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?Z?)?)?)?")
_YEARS = (1500, 2200)
_CODE = re.compile(r"(^|[^a-z])(id|ids|code|key|no|nr|num|number|zip|zipcode|postcode|postal|phone|tel|uid|uuid)$")
_PARTS = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_DECIMAL = re.compile(r"-?\d+(\.\d+)?")
_MOST_DECIMALS = 4
_NEAR = 1e-6
_MONEY = frozenset(
    "total totals amount amounts price prices cost costs fee fees charge charges paid due owed".split()
) | {
    *("revenue", "takings", "salary", "wage", "payment", "payments", "balance", "gbp", "eur", "usd", "donation", "fine")
}
"""Words of labels of money."""


@dataclass(frozen=True, slots=True)
class Shown:
    """One column of a result: its role, its unit (`%`, `$`…), and how many decimals its figures need."""

    role: Role
    unit: str = ""
    decimals: int = 0
    group: bool = False
    """A code or a whole number that tells the rows apart, beside what was reckoned for each."""
    part: Literal["", "first", "last"] = ""
    """Of somebody's name: the first names, or the last name."""
    reckoned: bool = field(default=False, compare=False)
    """It is calculated of rows, and no column of theirs."""


def describe(table: pd.DataFrame, sql: str | None, tables: Sequence[Table], joins: Sequence[Join]) -> tuple[Shown, ...]:
    """What each column is. `sql` made the rows; None when something else did."""
    found = outputs(sql) if sql else ()
    if found and len(found) + 1 == table.shape[1]:
        found = (*found, Output(figure=True))  # what the rows are ordered by, which the query does not show
    if len(found) != table.shape[1]:
        found = tuple(Output() for _ in table.columns)
    keys = {(j.child_table, c) for j in joins for c in j.child} | {(j.parent_table, c) for j in joins for c in j.parent}
    kinds = [_shown(table.iloc[:, i], found[i], tables, keys) for i in range(table.shape[1])]
    kinds = [replace(k, reckoned=True) if o.figure else k for k, o in zip(kinds, found, strict=True)]
    if any(o.figure for o in found):
        kinds = [_grouped(k, table.iloc[:, i], found[i]) for i, k in enumerate(kinds)]
    return tuple(kinds)


def _grouped(shown: Shown, cells: pd.Series, output: Output) -> Shown:
    """Orders for each rating of 1 to 5: the ratings are no figures here, but what the orders are told apart by."""
    plain = bool(output.column) and not output.figure and is_integer_dtype(cells)
    alone = len(cells) > 1 and bool(cells.is_unique)
    return Shown("code", group=True) if plain and alone and shown.role in ("figure", "code") else shown


def columns_of(table: pd.DataFrame, sql: str | None, tables: Sequence[Table]) -> tuple[Column | None, ...]:
    """The table's column that each column of a result shows as it stands; None for a figure, or where it is unknown."""
    found = outputs(sql) if sql else ()
    if len(found) != table.shape[1]:
        return (None,) * len(table.columns)
    return tuple(None if o.figure else _column(o, tables) for o in found)


def _shown(cells: pd.Series, output: Output, tables: Sequence[Table], keys: set[tuple[str, str]]) -> Shown:
    column = _column(output, tables)
    if not is_numeric_dtype(cells) or is_bool_dtype(cells):
        heading = (column.label if column else "") or str(cells.name)
        return Shown("time") if _is_time(cells) else Shown("name", part=_part_of_name(heading))
    unit = "%" if output.percent else column.unit if column else ""
    if is_integer_dtype(cells):
        if not (output.figure and not output.column) and _is_year(cells):
            return Shown("time")
        if _is_code(str(cells.name), output, column, keys):
            return Shown("code")
        return Shown("figure", unit)
    decimals = _decimals(cells)
    return Shown("figure", unit, 2 if decimals and column is not None and _in_hundredths(column) else decimals)


def _in_hundredths(column: Column) -> bool:
    """Its cells have two decimals at most, and some have two or it holds money: sums of it are written with two."""
    profile = column.profile
    held = [float(v) for v in (profile.minimum, profile.maximum) if isinstance(v, int | float)]
    held += [float(v) for v, _ in profile.common if _DECIMAL.fullmatch(v)]
    money = column.unit[:1] in SIGNS if column.unit else bool(_MONEY & set(words(column.label)))
    two = money or any(abs(v - round(v, 1)) > _NEAR for v in held)
    return two and all(abs(v - round(v, 2)) <= _NEAR for v in held)


def _column(output: Output, tables: Sequence[Table]) -> Column | None:
    table = next((t for t in tables if t.name.casefold() == output.table.casefold()), None)
    if table is None or not output.column:
        return None
    return next((c for c in table.columns if c.name.casefold() == output.column.casefold()), None)


def _is_code(heading: str, output: Output, column: Column | None, keys: set[tuple[str, str]]) -> bool:
    if output.figure and not output.column:
        return False
    named = _looks_like_code(column.label if column else heading)
    if column is None:
        return named and not output.figure
    if (column.table, column.name) in keys:
        return True
    return named or (column.profile.unique and column.position == 0 and not output.figure)


def _looks_like_code(label: str) -> bool:
    return _CODE.search(_PARTS.sub(" ", label).casefold().replace("_", " ").strip()) is not None


def _part_of_name(heading: str) -> Literal["", "first", "last"]:
    """Whether a heading says first names, or last names: `first_name`, `Surname`."""
    said = part_of_name(heading)
    return "first" if said == "initials" else said


def _is_year(cells: pd.Series) -> bool:
    held = cells.dropna()
    named = "year" in str(cells.name).casefold()
    return named and not held.empty and bool(held.between(*_YEARS).all())


def _is_time(cells: pd.Series) -> bool:
    held = cells.dropna()
    return not held.empty and not is_bool_dtype(cells) and all(_DAY.fullmatch(str(v)) for v in held)


def _decimals(cells: pd.Series) -> int:
    """As many as the figures need to be told apart, at most four; two for longer ones of everyday size."""
    held = cells.dropna().astype("float64").abs()
    held = held[held > 0]
    if held.empty or bool((held % 1 == 0).all()):
        return 0
    for n in range(1, _MOST_DECIMALS + 1):
        if bool(((held - held.round(n)).abs() <= 1e-9 * held).all()):
            return n
    return _MOST_DECIMALS if float(held.median()) < 1 else 2


def config(table: pd.DataFrame, shown: Sequence[Shown]) -> dict[Any, Any]:
    """How Streamlit is to show the columns."""
    return {
        str(head): st.column_config.NumberColumn(format=number_format(what) if what.role == "figure" else "%d")
        for head, what in zip(table.columns, shown, strict=True)
        if is_numeric_dtype(table[head]) and not is_bool_dtype(table[head])
    }


def number_format(what: Shown) -> str:
    """A figure's format: thousands separators, its decimals, its unit where it is usually written."""
    figure = f"%,.{what.decimals}f" if what.decimals else "%,d"
    unit = what.unit.replace("%", "%%")
    if not unit:
        return figure
    return f"{unit}{figure}" if what.unit[:1] in SIGNS else f"{figure} {unit}"


def axis_format(what: Shown) -> str:
    """The same for a chart, in d3's words, without the unit."""
    return f",.{what.decimals}f"
