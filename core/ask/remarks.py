"""What is only to be known beside an answer, and nothing is wrong: empty cells, shared places, a fan-out avoided.

Told from the query that ran. A query that cannot be taken apart is passed over.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import sqlglot
from sqlglot import exp

from core.ask.names import listed
from core.model import NUMERIC, Caution, Column, PathEdge, Table
from core.text.number_words import ordinal
from core.text.words import counted

_FOOTNOTE = "with a footnote"
"""A mark that says nothing of the figure itself."""
_LONG = 160
"""Characters of a note that are told."""
_REFERS = {"n:1": slice(0, 1), "1:n": slice(1, 2), "1:1": slice(0, 2)}
"""Which sides of a join may refer to nothing."""
_NAMED = 3
"""Names with a footnote that are told, and different footnotes of one column."""


def remarks(sql: str, dialect: str, tables: Sequence[Table], path: Sequence[PathEdge]) -> Iterator[Caution]:
    """What the query itself tells."""
    query = sqlglot.parse_one(sql, dialect=dialect)
    if not isinstance(query, exp.Select):
        return
    yield from _empty_cells(query, tables)
    yield from _left_out(query, tables)
    yield from _marked(query, tables)
    yield from _unjoined(query, tables, path)
    yield from _looked_up(query, path)


def shared_place(n: int, passed: int = 0, *, all_shown: bool = False) -> Caution:
    """The last of the `n` rows of the query shares its place with rows that it leaves out; `passed` were passed over.
    With `all_shown` the table has them."""
    place = f"the {ordinal(passed + 1) if passed else 'first'} place" if n == 1 else f"place {n + passed}"
    if all_shown:
        return Caution("ties", f"Others share {place}; the table has all of them.")
    kept = "only one row is" if n == 1 else f"only {n} rows are"
    return Caution("ties", f"Others share {place}; {kept} shown.")


def _marked(query: exp.Select, tables: Sequence[Table]) -> Iterator[Caution]:
    """Columns of figures of which some are suppressed, provisional and so on, as the file's signs say."""
    read = dict.fromkeys(c for column in query.find_all(exp.Column) for c in _columns(query, column, tables))
    for column in read:
        yield from _footnoted(column)
        if column.type not in NUMERIC:
            continue
        said = {meaning: n for meaning, n in column.profile.marked.items() if n and meaning != _FOOTNOTE}
        if said:
            (first, n), *others = said.items()
            more = "".join(f", {k:,} {'is' if k == 1 else 'are'} {meaning}" for meaning, k in others)
            rows = counted(column.profile.rows, "figure")
            yield Caution(
                "marks",
                f"`{column.label}`: {n:,} of {rows} {'is' if n == 1 else 'are'} {first}{more}, as the file says.",
            )


def _footnoted(column: Column) -> Iterator[Caution]:
    """What the file's footnotes say of a column by its label, and of the names in it that have a mark."""
    signs = [m.sign for m in column.profile.marks if m.cells and m.meaning != _FOOTNOTE]
    many = column.type not in NUMERIC and len(signs) > _NAMED
    if many:
        some = ", ".join(signs[:_NAMED])
        yield Caution(
            "marks", f"Footnotes in the file ({some} and others) say more of what stands in `{column.plain_label}`."
        )
    for mark in column.profile.marks:
        if mark.meaning == _FOOTNOTE or (mark.cells and (many or column.type in NUMERIC)):
            continue
        if not mark.cells:
            yield Caution(
                "marks", f"`{column.plain_label}`: {_sentence(mark.meaning)}, as the file’s note {mark.sign} says."
            )
            continue
        names = [now for was, now in column.examples if was.rstrip().endswith(mark.sign)][:_NAMED]
        some = ", ".join(f"“{n}”" for n in names)
        more = mark.cells - len(names)
        some = f"{some} and {counted(more, 'more cell')}" if names and more > 0 else some or counted(mark.cells, "cell")
        yield Caution("marks", f"{some} of `{column.plain_label}`: {_sentence(mark.meaning)}, as the file’s note says.")


def _sentence(text: str) -> str:
    """A note's words as part of a sentence."""
    plain = text.strip().rstrip(" .;,")
    return plain if len(plain) <= _LONG else plain[: plain.rfind(" ", 0, _LONG)] + " …"


def _columns(query: exp.Select, column: exp.Column, tables: Sequence[Table]) -> list[Column]:
    """The column of a table that a name in the query means; several where that cannot be told."""
    sources = {t.alias_or_name.casefold(): t.name.casefold() for t in query.find_all(exp.Table)}
    by_name = {t.name.casefold(): t for t in tables}
    named = sources.get(column.table.casefold()) if column.table else None
    holders = [by_name[named]] if named in by_name else [by_name[s] for s in set(sources.values()) if s in by_name]
    return [c for t in holders for c in t.columns if c.name.casefold() == column.name.casefold()]


def _empty_cells(query: exp.Select, tables: Sequence[Table]) -> Iterator[Caution]:
    """Columns that are summed or averaged, and empty in some rows."""
    noted: set[str] = set()
    for figure in query.find_all(exp.Sum, exp.Avg):
        column = figure.this
        if not isinstance(column, exp.Column):
            continue
        found = _columns(query, column, tables)
        if len(found) == 1 and found[0].profile.nulls and found[0].id not in noted and not _explained(found[0]):
            noted.add(found[0].id)
            what = "average" if isinstance(figure, exp.Avg) else "sum"
            yield _empty(found[0], f"what is empty has no part in the {what}")


def _explained(column: Column) -> bool:
    """Signs in the file say of every empty cell why it is empty, which is told."""
    marked = sum(n for meaning, n in column.profile.marked.items() if meaning != _FOOTNOTE)
    return column.type in NUMERIC and marked == column.profile.nulls


def _left_out(query: exp.Select, tables: Sequence[Table]) -> Iterator[Caution]:
    """Columns that are compared as other than something, and empty in some rows: these are not among the others."""
    asked = {c.sql() for null in query.find_all(exp.Is) for c in null.find_all(exp.Column)}
    noted: set[str] = set()
    for denied in query.find_all(exp.NEQ, exp.Not):
        column = _denied(denied)
        if column is None or column.sql() in asked:
            continue
        found = _columns(query, column, tables)
        if len(found) == 1 and found[0].profile.nulls and found[0].id not in noted:
            noted.add(found[0].id)
            yield _empty(found[0], "rows where it is empty are left out here")


def _unjoined(query: exp.Select, tables: Sequence[Table], path: Sequence[PathEdge]) -> Iterator[Caution]:
    """Rows that refer to nothing in a table that they are joined with, so that they have no part in the answer."""
    inner = {j.this.name for s in query.find_all(exp.Select) for j in s.args.get("joins") or () if not j.side}
    by_name = {t.name: t for t in tables}
    for e in path:
        if e.cardinality not in _REFERS or not inner & {e.left_table, e.right_table} or len(e.left) > 1:
            continue
        sides: Sequence[tuple[str, str]] = ((e.left_table, e.left[0]), (e.right_table, e.right[0]))
        for table, column in sides[_REFERS[e.cardinality]]:
            held = by_name[table].column(column) if table in by_name else None
            if held is None or not held.profile.nulls:
                continue
            yield _empty(held, "rows where it is empty have no part here")


def _empty(column: Column, so: str) -> Caution:
    """How many cells of a column are empty, and what follows."""
    nulls, rows = column.profile.nulls, counted(column.profile.rows, "row")
    return Caution("nulls", f"`{column.label}` is empty in {nulls:,} of all {rows}; {so}.")


def _denied(node: exp.Expr) -> exp.Column | None:
    """The column of `x <> 'a'`, `NOT x IN ('a', 'b')` and `NOT x LIKE 'a%'`."""
    inner = node.this.unnest() if isinstance(node, exp.Not) else node
    if isinstance(inner, exp.In) and inner.args.get("query"):
        return None
    if isinstance(inner, exp.In | exp.Like | exp.NEQ | exp.EQ) and isinstance(inner.this, exp.Column):
        against = inner.args.get("expression")
        return None if isinstance(against, exp.Column) else inner.this
    return None


def _looked_up(query: exp.Select, path: Sequence[PathEdge]) -> Iterator[Caution]:
    """Tables on the path whose rows repeat, and which the query looks into instead of joining them."""
    joined: set[str] = set()
    for select in (query, *(c.this for c in query.ctes if isinstance(c.this, exp.Select))):
        joined |= {j.this.name for j in select.args.get("joins") or () if isinstance(j.this, exp.Table)}
        source = select.args.get("from_")
        if source is not None and isinstance(source.this, exp.Table):
            joined.add(source.this.name)
    within = {t.name for t in query.find_all(exp.Table)} - joined
    many = [e.right_table for e in path if e.cardinality in ("1:n", "n:m")]
    many += [e.left_table for e in path if e.cardinality in ("n:1", "n:m")]
    absent = {
        t.name
        for n in query.find_all(exp.Not)
        for i in (n.this.unnest(),)
        if isinstance(i, exp.In | exp.Exists)
        for t in i.find_all(exp.Table)
    }
    found = [f"`{t}`" for t in dict.fromkeys(many) if t in within - absent]
    if found:
        each = "" if len(found) == 1 else " each"
        yield Caution(
            "fan_out_avoided", f"{listed(found)} can{each} match one row several times; each row is counted once."
        )
