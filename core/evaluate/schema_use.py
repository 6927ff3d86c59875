"""Which tables and columns a query uses, compared with those of the expected one: precision and recall."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache


@dataclass(slots=True)
class Overlap:
    """Counts over all questions: of what was used, of what was expected, of what both have."""

    used: int = 0
    expected: int = 0
    both: int = 0

    def add(self, used: frozenset[str], expected: frozenset[str]) -> None:
        self.used += len(used)
        self.expected += len(expected)
        self.both += len(used & expected)

    @property
    def precision(self) -> float:
        return self.both / self.used if self.used else 0.0

    @property
    def recall(self) -> float:
        return self.both / self.expected if self.expected else 0.0


@lru_cache(maxsize=4_096)
def used(sql: str) -> tuple[frozenset[str], frozenset[str]]:
    """The names, folded, of the tables and columns of a query; nothing of one that cannot be parsed. A column counts by
    its bare name: whose it is a query need not say."""
    import sqlglot
    from sqlglot import exp

    try:
        tree = sqlglot.parse_one(sql, dialect="sqlite")
    except sqlglot.errors.SqlglotError:
        return frozenset(), frozenset()
    own = {cte.alias.casefold() for cte in tree.find_all(exp.CTE)}
    named = {a.alias.casefold() for a in tree.find_all(exp.Alias)}
    tables = {t.name.casefold() for t in tree.find_all(exp.Table)} - own
    columns = {c.name.casefold() for c in tree.find_all(exp.Column) if c.name != "*"}
    inner = {a.this.name.casefold() for a in tree.find_all(exp.Alias) if isinstance(a.this, exp.Column)}
    return frozenset(tables), frozenset(columns - (named - inner))


class SchemaUse:
    """Tables and columns over a run of questions; a question without a query counts as one that used nothing."""

    def __init__(self) -> None:
        self.tables, self.columns, self.questions = Overlap(), Overlap(), 0

    def add(self, answer: str | None, expected: str) -> None:
        """One question's query and the expected one; not counted where the latter is unknown."""
        tables, columns = used(expected)
        if tables:
            mine = used(answer or "")
            self.questions += 1
            self.tables.add(mine[0], tables)
            self.columns.add(mine[1], columns)

    @property
    def report(self) -> str:
        """A line; empty while nothing was compared."""
        if not self.questions:
            return ""
        parts = (("tables", self.tables), ("columns", self.columns))
        said = "; ".join(f"{name}: precision {o.precision:.3f}, recall {o.recall:.3f}" for name, o in parts)
        return f"against the expected SQL of {self.questions} questions: {said}"
