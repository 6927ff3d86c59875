"""Questions with their expected answers, from a file in any of the forms of `written`.

The short form, for one's own questions, names the answer by its SQL or its rows:

    {"question": "How many orders are late?", "rows": [[12]]}
    {"question": "Names of late customers", "sql": "SELECT DISTINCT name FROM …", "hint": "late = after the due date"}

The long form, of published question sets, has `gold_sql`, `gold_rows`, `gold_columns` in place of `sql`, `rows`,
`columns`, and may add `order_groups`, `alt_gold` and what `summary` can sort by (`features`, `difficulty`, …).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from core.errors import BadCase, FileMissing
from core.evaluate.written import EXAMPLE, records
from core.model import Rows, Value

Matrix = tuple[tuple[Value, ...], ...]

_ALIASES = {"sql": "gold_sql", "rows": "gold_rows", "columns": "gold_columns"}


@dataclass(frozen=True, slots=True)
class Case:
    """One question. `rows` is None until its SQL was run (see `answered`)."""

    id: str
    question: str
    db: str = ""
    hint: str = ""
    sql: str = ""
    columns: tuple[str, ...] = ()
    rows: Matrix | None = None
    ordered: bool = False
    """The order of the rows is asked for. It is never guessed from the SQL."""
    order_groups: tuple[int, ...] = ()
    """One number per row: neighbours with the same number tie, and may change places. Empty: no ties."""
    alternatives: tuple[Matrix, ...] = ()
    """Other accepted results, in any order."""
    typed: bool = False
    """A person wrote the rows: a figure is compared at the decimals that it was given with."""
    tables_joined: int = 0
    features: tuple[str, ...] = ()
    difficulty: str = ""
    source: str = ""
    trap: str = ""
    core: bool = False

    def answered(self, rows: Rows) -> Case:
        """The case with what its SQL gave."""
        return replace(self, rows=rows.rows, columns=rows.columns)

    def kinds(self, by: str) -> tuple[str, ...]:
        """Under which headings the case counts: `by` is difficulty, features, tables, db, source or trap.

        Raises ValueError for another word.
        """
        if by == "features":
            return self.features or ("none",)
        if by == "tables":
            return (
                "unknown" if not self.tables_joined else "3+" if self.tables_joined > 2 else str(self.tables_joined),
            )
        found = {"difficulty": self.difficulty, "db": self.db, "source": self.source, "trap": self.trap}
        if by not in found:
            raise ValueError(by)
        return (found[by] or "none",)


def read_cases(path: Path) -> tuple[Case, ...]:
    """Every case of the file, in its order; one without `id` is called by its line.

    Raises FileMissing, and BadCase naming the line and what is wrong there.
    """
    if not path.is_file():
        raise FileMissing(path)
    return tuple(_cases(path))


def check_case(path: Path, line: int, found: Mapping[str, Any]) -> Case:
    """The case of one line's fields. Raises BadCase."""
    return _Fields(path, line, found).case()


def _cases(path: Path) -> Iterator[Case]:
    seen: dict[str, int] = {}
    for number, found in records(path, path.read_bytes()):
        case = check_case(path, number, found)
        if case.id in seen:
            raise BadCase(path, number, f"the id “{case.id}” is already that of line {seen[case.id]}")
        seen[case.id] = number
        yield case


class _Fields:
    """One line's fields, each read as the type it must have; null is as good as absent."""

    def __init__(self, path: Path, line: int, found: Mapping[str, Any]) -> None:
        self.path, self.line = path, line
        self.found = {k: v for k, v in found.items() if v is not None}
        for short, long in _ALIASES.items():
            if short in self.found:
                self.found.setdefault(long, self.found[short])
        self.called = {long: short for short, long in _ALIASES.items() if short in self.found}

    def case(self) -> Case:
        question = self.text("question").strip()
        if not question:
            raise BadCase(self.path, self.line, "it has no “question”", EXAMPLE)
        rows = self.matrix("gold_rows", self.found["gold_rows"]) if "gold_rows" in self.found else None
        sql = self.text("gold_sql").strip()
        if rows is None and not sql:
            raise BadCase(self.path, self.line, "it has neither “sql” nor “rows”, nor another answer", EXAMPLE)
        groups = self.list_of("order_groups", int)
        if groups and (rows is None or len(groups) != len(rows)):
            raise self.bad("“order_groups” needs one number per row")
        return Case(
            id=str(self.found.get("id", self.line)),
            question=question,
            db=self.text("db"),
            hint=self.text("hint"),
            sql=sql,
            columns=self.list_of("gold_columns", str),
            rows=rows,
            ordered=bool(self.one("ordered", bool, False)),
            order_groups=groups,
            alternatives=self.alternatives(),
            typed=bool(self.one("typed", bool, False)),
            tables_joined=int(self.one("n_tables_joined", int, 0)),
            features=self.list_of("features", str),
            difficulty=self.text("difficulty"),
            source=self.text("source"),
            trap=self.text("trap"),
            core=bool(self.one("core", bool, False)),
        )

    def alternatives(self) -> tuple[Matrix, ...]:
        found = self.list_of("alt_gold", dict)
        if any("rows" not in a for a in found):
            raise self.bad("an entry of “alt_gold” has no “rows”")
        return tuple(self.matrix("alt_gold", a["rows"]) for a in found)

    def matrix(self, name: str, value: Any) -> Matrix:
        """Rows as lists or, of equal keys, as objects; a row of one cell may be the cell."""
        name = self.called.get(name, name)
        if not isinstance(value, list):
            raise self.bad(f"“{name}” must be a list of rows")
        keys = list(value[0]) if value and isinstance(value[0], dict) else []
        rows = []
        for row in value:
            if isinstance(row, dict):
                row = [row.get(k) for k in keys]
            cells = row if isinstance(row, list) else [row]
            if any(isinstance(c, list | dict) for c in cells):
                raise self.bad(f"a cell of “{name}” is a list or an object")
            rows.append(tuple(cells))
        if any(len(r) != len(rows[0]) for r in rows):
            raise self.bad(f"the rows of “{name}” differ in length")
        return tuple(rows)

    def text(self, name: str) -> str:
        return str(self.one(name, str, ""))

    def one(self, name: str, kind: type, default: object) -> Any:
        value = self.found.get(name, default)
        if not isinstance(value, kind):
            name = self.called.get(name, name)
            raise self.bad(f"“{name}” must be of type {kind.__name__}, not {type(value).__name__}")
        return value

    def list_of(self, name: str, kind: type) -> tuple[Any, ...]:
        values = self.one(name, list, [])
        if not all(isinstance(v, kind) for v in values):
            raise self.bad(f"“{name}” must be a list of {kind.__name__}")
        return tuple(values)

    def bad(self, what: str) -> BadCase:
        return BadCase(self.path, self.line, what)
