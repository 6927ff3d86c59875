"""Questions back about a column's codes: whether they mean what such codes usually do, or what a few letters mean."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping

from core.ask.interview.asked import STAKES, Asked, Option
from core.model import Column, Table
from core.text.words import words

_CODES = 6
_OFTEN = 5
"""How often each letter stands there on average, at least, to tell rows apart by."""
_STATES = frozenset(
    "status state stage type kind category method channel reason flag outcome result pay payment".split()
)
"""Words of labels whose codes may have two letters."""
_RANKS = frozenset("grade rank band size level class score mark rating group".split())
"""Words of labels whose letters stand for themselves."""
_GUESSES: tuple[tuple[frozenset[str], Mapping[str, str]], ...] = (
    (frozenset({"sex", "gender"}), {"M": "male", "F": "female"}),
    (frozenset({"sex", "gender"}), {"1": "male", "2": "female"}),
    (frozenset(), {"Y": "yes", "N": "no"}),
    (frozenset(), {"J": "yes", "N": "no"}),
    (frozenset({"status", "state", "st", "active", "flag"}), {"A": "active", "I": "inactive"}),
    (frozenset({"status", "state", "st", "flag"}), {"O": "open", "C": "closed"}),
    (frozenset({"pay", "paid", "payment"}), {"P": "paid", "U": "unpaid"}),
    (frozenset({"channel", "via", "medium"}), {"ON": "online", "PH": "phone"}),
    (frozenset({"sector", "side", "region", "zone"}), {"N": "north", "S": "south", "E": "east", "W": "west"}),
)
"""Words of a column's label (none: any), and what its codes then usually mean."""


def of_codes(table: Table, column: Column, weight: float, joined: Collection[str]) -> Iterator[Asked]:
    """A column of a few bare codes: a click where these usually mean something, else a word for each letter. `joined`
    are the ends of joins (`table.column`): what those mean another table says."""
    values = [v for v, _ in column.profile.common]
    few = 2 <= column.profile.distinct <= min(_CODES, len(values)) and all(len(v) <= 2 for v in values)
    if column.codes or not few or column.type == "boolean":
        return
    said = set(words(column.label))
    told = _usual(said, values)
    if told:
        text = ", ".join(f"{v} = {m}" for v, m in told.items())
        yield Asked(
            f"code:{column.id}", "code", f"Do the codes in `{column.label}` of `{table.label}` mean {text}?",
            "Questions may then use these words.",
            (Option("Yes", tuple(("code", column.id, v, m) for v, m in told.items())), Option("No")),
            STAKES["code"] * weight,
        )  # fmt: skip
    elif column.id not in joined and _letters(column, values, said):
        named = f"{', '.join(values[:-1])} and {values[-1]}"
        yield Asked(
            f"letters:{column.id}", "letters", f"What do {named} mean in `{column.label}` of `{table.label}`?",
            f"{column.profile.filled:,} rows have one of them. Questions may then use the words.",
            (), STAKES["letters"] * weight, tuple(values),
        )  # fmt: skip


def _usual(said: Collection[str], values: Collection[str]) -> Mapping[str, str]:
    """What the codes of a column usually mean whose label has these words; {} where that is not known."""
    for named, meanings in _GUESSES:
        told = {v: meanings[v.upper()] for v in values if v.upper() in meanings}
        if len(told) > 1 and (named & set(said) if named else len(told) == len(values)):
            return told
    return {}


def _letters(column: Column, values: Collection[str], said: Collection[str]) -> bool:
    """A few letters that rows are told apart by, and that are no ranks: neither A, B, C … nor a grade or a size."""
    most = 2 if _STATES & set(said) else 1
    bare = all(re.fullmatch(r"[^\W\d_]{1,2}", v) and len(v) <= most for v in values)
    in_turn = sorted(v.upper() for v in values) == list("ABCDEF"[: len(values)])
    often = column.profile.filled >= _OFTEN * column.profile.distinct and not column.profile.unique
    return column.type == "text" and bare and often and not in_turn and not _RANKS & set(said)
