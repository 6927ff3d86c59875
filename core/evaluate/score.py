"""Execution accuracy: do the rows of an answer equal the expected ones? (Yu et al. 2018, "Spider", with tolerance.)

Strict: as many columns as expected, in any order. Lenient: some of the columns are the expected ones.
Rows are compared as a multiset, in order only where the case asks for it. Numbers agree within a millionth, or at the
decimals that a person typed (3.14 is 3.1416, and so is 3), be they written as number or text; null, NaN and the empty
text are one; a date is itself at midnight; other text must be equal but for outer blanks.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal

from core.evaluate.cases import Case
from core.model import Value

Cell = float | str | None
Row = tuple[Cell, ...]

TOLERANCE = 1e-6
"""Relative."""

_TINY = 1e-9
_GREEDY_ROWS = 2_000
_TRIES = 20_000
"""Assignments of columns tried before two tables are called different."""

_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")
_MIDNIGHT = re.compile(r"(\d{4}-\d\d-\d\d)[ T]00:00(:00(\.0+)?)?")


@dataclass(frozen=True, slots=True)
class Outcome:
    """How one case went."""

    case: Case
    answered: bool
    strict: bool
    lenient: bool


@dataclass(frozen=True, slots=True)
class Tally:
    """How the cases of one kind went, as counts."""

    kind: str
    questions: int
    answered: int
    strict: int
    lenient: int


def score(case: Case, rows: Sequence[Sequence[Value]] | None, lenient: bool = False) -> bool:
    """Whether `rows` answer the case; None (no answer) never does. Raises ValueError when its SQL was not run yet."""
    if case.rows is None:
        raise ValueError(f"the expected rows of {case.id} are not known yet")
    if rows is None:
        return False
    given, expected = normalised(rows), _expected(case.rows, case)
    groups = (case.order_groups or range(len(expected))) if case.ordered else None
    return _match(given, expected, groups, lenient) or any(
        _match(given, _expected(other, case), None, lenient) for other in case.alternatives
    )


def judge(case: Case, rows: Sequence[Sequence[Value]] | None) -> Outcome:
    """Both scores at once."""
    strict = score(case, rows)
    return Outcome(case, rows is not None, strict, strict or score(case, rows, lenient=True))


def summary(outcomes: Iterable[Outcome], by: str = "difficulty") -> tuple[Tally, ...]:
    """Counts for "all", then for each kind in order of name. What `by` may be: see `Case.kinds`.

    With `by="features"` a case counts under each of its features.
    """
    everything = list(outcomes)
    kinds: dict[str, list[Outcome]] = {}
    for outcome in everything:
        for kind in outcome.case.kinds(by):
            kinds.setdefault(kind, []).append(outcome)
    return (_tally("all", everything), *(_tally(kind, kinds[kind]) for kind in sorted(kinds)))


def normalised(rows: Sequence[Sequence[Value]]) -> list[Row]:
    """The rows with each cell in the form it is compared in."""
    return [tuple(_cell(v) for v in row) for row in rows]


class _Typed(float):
    """A figure that a person typed, and how far from it another may lie: half of its last decimal."""

    near = 0.0


class _TypedText(str):
    """Words that a person typed: in capitals or not, they are the same."""

    __slots__ = ()


def _typed(value: Value, cell: Cell) -> Cell:
    """A cell of an expectation as it was written: 3 has no decimals, 3.0 has one, whatever their size."""
    if isinstance(cell, str):
        return _TypedText(cell)
    if not isinstance(cell, float) or not math.isfinite(cell):
        return cell
    plain = isinstance(value, int | float) and not isinstance(value, bool)
    decimals = -int(Decimal(repr(value if plain else cell)).as_tuple().exponent)
    found = _Typed(cell)
    found.near = 0.5 * 10.0 ** -max(0, decimals)
    return found


def _expected(rows: Sequence[Sequence[Value]], case: Case) -> list[Row]:
    found = normalised(rows)
    if not case.typed:
        return found
    return [tuple(map(_typed, row, cells)) for row, cells in zip(rows, found, strict=True)]


def _tally(kind: str, outcomes: Sequence[Outcome]) -> Tally:
    return Tally(
        kind,
        len(outcomes),
        sum(o.answered for o in outcomes),
        sum(o.strict for o in outcomes),
        sum(o.lenient for o in outcomes),
    )


def _cell(value: Value) -> Cell:
    if value is None:
        return None
    if isinstance(value, int | float):
        return None if math.isnan(value) else float(value)
    text = value.strip()
    if not text or text.lower() == "nan":
        return None
    if _NUMBER.fullmatch(text):
        return float(text)
    midnight = _MIDNIGHT.fullmatch(text)
    return midnight[1] if midnight else text


def _match(given: Sequence[Row], expected: Sequence[Row], groups: Sequence[int] | None, lenient: bool) -> bool:
    """Whether some choice and order of the given columns makes the expected rows."""
    if len(given) != len(expected):
        return False
    if not expected:
        return True
    width, wanted = len(given[0]), len(expected[0])
    if any(len(r) != width for r in given) or width < wanted or (width > wanted and not lenient):
        return False
    ours = [[(r[j],) for r in given] for j in range(width)]
    theirs = [[(r[i],) for r in expected] for i in range(wanted)]
    fitting = [[j for j in range(width) if _same_rows(ours[j], column)] for column in theirs]
    if not all(fitting):
        return False
    # The column in its own place is tried first.
    fitting = [sorted(js, key=lambda j, i=i: j != i) for i, js in enumerate(fitting)]  # type: ignore[misc]
    order = sorted(range(wanted), key=lambda i: len(fitting[i]))
    chosen: dict[int, int] = {}
    tries = 0

    def choose(depth: int) -> bool:
        nonlocal tries
        tries += 1
        if tries > _TRIES:
            return False
        if depth == wanted:
            rows = [tuple(r[chosen[i]] for i in range(wanted)) for r in given]
            return _same_rows(rows, expected) if groups is None else _same_sequence(rows, expected, groups)
        column = order[depth]
        for j in fitting[column]:
            if j not in chosen.values():
                chosen[column] = j
                if choose(depth + 1):
                    return True
                del chosen[column]
        return False

    return choose(0)


def _same_sequence(given: Sequence[Row], expected: Sequence[Row], groups: Sequence[int]) -> bool:
    """Equal in order, but for neighbours of one group."""
    start = 0
    for end in range(1, len(expected) + 1):
        if end == len(expected) or groups[end] != groups[start]:
            if not _same_rows(given[start:end], expected[start:end]):
                return False
            start = end
    return True


def _same_rows(given: Sequence[Row], expected: Sequence[Row]) -> bool:
    """Equal as multisets, numbers within the tolerance."""
    if len(given) != len(expected):
        return False
    left, right = sorted(given, key=_sort_key), sorted(expected, key=_sort_key)
    if all(map(_same_row, left, right)):
        return True
    if len(left) > _GREEDY_ROWS:
        return False
    # Sorting can be upset by rounding: look for each row's partner.
    for row in left:
        partner = next((i for i, other in enumerate(right) if _same_row(row, other)), None)
        if partner is None:
            return False
        del right[partner]
    return True


def _same_row(left: Row, right: Row) -> bool:
    return len(left) == len(right) and all(map(_same_cell, left, right))


def _same_cell(left: Cell, right: Cell) -> bool:
    if isinstance(left, float) and isinstance(right, float):
        near = max((v.near for v in (left, right) if isinstance(v, _Typed)), default=0.0)
        return left == right or abs(left - right) <= max(TOLERANCE * max(abs(left), abs(right)), near + _TINY)
    if isinstance(left, str) and isinstance(right, _TypedText):
        return left.casefold() == right.casefold()
    return left == right


def _sort_key(row: Row) -> tuple[tuple[int, float, str], ...]:
    return tuple(
        (0, 0.0, "")
        if cell is None
        else (1, float(f"{cell:.5g}") if math.isfinite(cell) else cell, "")
        if isinstance(cell, float)
        else (2, 0.0, cell)
        for cell in row
    )
