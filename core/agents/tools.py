"""What an agent may do with a workspace, as functions that return JSON values. Nothing here writes but `save`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from core.agents.privacy import HINT, check
from core.ask.filtering import relevant_tables, schema_view
from core.ask.state import SchemaView
from core.ask.status import status_of
from core.ask.tokens import tokenise
from core.ask.translators.chat.schema_text import join_condition, met, on, path_lines, row_key, schema_text
from core.ask.trees import connect
from core.catalogue.verified_answers import MOST_ASKED
from core.errors import JoineryError, QueryError, QueryRefused, StoreError, UnknownName, WorkspaceError
from core.export.base import amount
from core.model import Answer, Column, Join, Step, Table, Value
from core.profiles.private import along_joins
from core.sql.names import close_names, key
from core.text.words import words
from core.workspace import Workspace

Json = dict[str, Any]
MOST_TABLES, MOST_ROWS, MOST_VALUES = 200, 1_000, 20
FEW = 3
"""Values that show what a column without repeated ones looks like."""
MOST_TOKENS = 50_000
MOST_ABOUT = 8
"""Tables that a question's words bring in, of many; those between them come too."""


class NoPath(JoineryError):
    """No joins connect these tables."""

    code = "no_path"


class Toolbox:
    """The tools over one open workspace. Threads may share it."""

    def __init__(self, workspace: Workspace) -> None:
        self._ws = workspace

    def schema(self, about: str = "", tokens: int = 4_000) -> Json:
        """The tables with their columns, values and joins as a text of so many tokens at most; of many tables those
        that some words are about, and what joins them."""
        tables, joins = self._tables(), [j for j in self._ws.joins.all() if j.state != "rejected"]
        mentions = self._ws.questions.linker().link(tokenise(about)) if about.strip() else ()
        view = schema_view(tables, joins, mentions, most=MOST_ABOUT) if mentions else SchemaView(tables, tuple(joins))
        text = schema_text(view, first=relevant_tables(mentions, joins), tokens=min(max(500, tokens), MOST_TOKENS))
        return {"schema": text, "tables_here": len(view.tables), "tables": len(tables)}

    def tables(self, limit: int = MOST_TABLES) -> Json:
        """All tables, with their size and their columns' names."""
        found = self._tables()
        return {"tables": [_brief(t) for t in found[: max(1, limit)]], "total": len(found)}

    def search(self, query: str, limit: int = 20) -> Json:
        """The tables and columns whose names, descriptions or values fit some words, best first."""
        found, query = self._tables(), query[:MOST_ASKED]
        hits: dict[str, Json] = {}
        wanted = set(words(query))
        for t in found:
            for name, text, kind in ((t.name, f"{t.label} {t.name} {t.description}", "table"), *_texts(t)):
                share = len(wanted & set(words(text))) / max(1, len(wanted))
                if share:
                    hits[name] = {"id": name, "kind": kind, "table": t.name, "score": round(share, 3), "why": "words"}
        try:
            for hit in self._ws.stores.labels.search([query], k=limit)[0]:
                at = hit.id
                if hit.similarity > 0.35 and hits.get(at, {"score": 0.0})["score"] < hit.similarity:
                    score = round(hit.similarity, 3)
                    hits[at] = {"id": at, "kind": hit.kind, "table": hit.table, "score": score, "why": "meaning"}
        except (StoreError, WorkspaceError):
            pass
        private = {c.id for t in found for c in t.columns if c.private}
        for value in self._ws.stores.values.lookup(query, limit=limit):
            at = f"{value.table}.{value.column}"
            if at not in private:
                more = {"id": at, "kind": "value", "table": value.table, "value": value.value}
                hits[f"{at}={value.value}"] = {**more, "score": round(value.score, 3), "why": "a cell"}
        ordered = sorted(hits.values(), key=lambda h: (-h["score"], h["id"]))
        return {"hits": ordered[: max(1, limit)]}

    def describe(self, table: str) -> Json:
        """One table: what a row is, each column with its type and what its values are, and its joins."""
        t = self._table(table)
        joins = [j for j in self._ws.joins.all() if j.touches(t.name)]
        return {
            "name": t.name,
            "rows": t.rows,
            **({"label": t.label} if t.label != t.name else {}),
            **({"description": t.description} if t.description else {}),
            "one_row_for_each": list(row_key(t, joins)),
            "columns": [_column(c) for c in t.columns],
            "joins": [_short_join(j) for j in joins],
            **({"problems": [p.message for p in t.problems]} if t.problems else {}),
        }

    def joins(self, table: str = "") -> Json:
        """The joins that were found, confirmed ones first; those of one table with their evidence."""
        name = self._table(table).name if table else ""
        found = [j for j in self._ws.joins.all() if not name or j.touches(name)]
        told = _join if name else _short_join
        return {"joins": [told(j) for j in found[:MOST_TABLES]], "total": len(found)}

    def path(self, tables: Sequence[str]) -> Json:
        """The best way to join some tables: the tables in between too, and the ON conditions."""
        names = [self._table(n).name for n in dict.fromkeys(tables)]
        view = SchemaView(self._tables(), tuple(self._ws.joins.all()))
        tree = connect(view, names)
        if tree is None:
            raise NoPath(f"No joins connect {', '.join(names)}.", "Ask for two of them, or look at find_joins.")
        steps = [
            {
                "on": on(e, view.joins),
                "state": e.state,
                "score": e.score,
                "rows": line.rpartition("(")[2].rstrip(")"),
            }
            for e, line in zip(tree.edges, path_lines(tree.edges, view.joins), strict=True)
        ]
        return {"tables": list(tree.tables) or names, "joins": steps}

    def ask(self, question: str, hint: str = "", limit: int = 100, steps_too: bool = False) -> Json:
        """A question in plain words: the answer, and if wanted the Cypher and the steps by which it was found."""
        steps: list[Json] = []
        answer: Answer | None = None
        for event in self._ws.questions.ask(question, hint=hint, limit=min(max(1, limit), MOST_ROWS)):
            if isinstance(event, Answer):
                answer = event
            elif isinstance(event, Step) and event.state != "started":
                steps.append({"step": event.name, "state": event.state, "text": event.text})
        assert answer is not None
        found: Json = {
            "answer": answer.cautious_sentence,
            "understood_as": answer.enriched,
            "confidence": answer.confidence,
            "status": status_of(answer),
            "unsure": status_of(answer) != "answered",
            "sql": answer.sql,
            "joins": [on(e, self._ws.joins.all()) for e in answer.path],
            "columns": list(answer.columns),
            "rows": _rows(answer.rows),
            "truncated": answer.truncated,
            "warnings": [w.message for w in answer.warnings],
            "documents_say": [{"text": t.text, "sources": [c.source for c in t.sources]} for t in answer.told],
            "other_readings": [{"reading": a.enriched, "sql": a.sql} for a in answer.alternatives],
        }
        found |= {"cypher": answer.cypher, "steps": steps} if steps_too else {}
        try:
            check(answer.sql or "", self._ws.stores.engine.dialect, self._tables())
        except QueryRefused as fault:
            withheld = f"{fault.message} The rows are not shown to agents."
            found |= {"answer": withheld, "status": "refused", "unsure": True}
            found |= {"rows": [], "understood_as": "", "sql": None}
            found |= {"warnings": [HINT], "other_readings": []} | ({"steps": []} if steps_too else {})
        return found

    def sql(self, query: str, limit: int = 100) -> Json:
        """One SELECT, through the guards that hold for everybody."""
        check(query, self._ws.stores.engine.dialect, self._tables())
        rows = self._ws.questions.sql(query, limit=min(max(1, limit), MOST_ROWS))
        return {"columns": list(rows.columns), "rows": _rows(rows.rows), "truncated": rows.truncated}

    def cypher(self, query: str, limit: int = 100) -> Json:
        """One MATCH … RETURN over the schema graph."""
        rows = self._ws.questions.cypher(query, limit=min(max(1, limit), MOST_ROWS))
        return {"columns": list(rows.columns), "rows": [list(r) for r in rows.rows], "truncated": rows.truncated}

    def save(self, question: str, sql: str) -> Json:
        """Keep an answer that somebody has verified: the same question is then answered by this SQL."""
        check(sql, self._ws.stores.engine.dialect, self._tables())
        kept = self._ws.verified.save(question, sql, tables=_used(sql, self._tables()))
        return {"saved": kept.question, "sql": kept.sql}

    def _tables(self) -> tuple[Table, ...]:
        return along_joins(self._ws.tables.all(), self._ws.joins.all())

    def _table(self, name: str) -> Table:
        for t in self._tables():
            if key(name) in (key(t.name), key(t.label)):
                return t
        raise UnknownName(name, tuple(close_names(name, [t.name for t in self._tables()])), kind="table")


def _rows(rows: Sequence[Sequence[Value]]) -> list[list[Value]]:
    """The rows, their figures without the traces of binary fractions."""
    return [[amount(v) if isinstance(v, float) else v for v in row] for row in rows]


def _brief(t: Table) -> Json:
    found: Json = {"name": t.name, "rows": t.rows, "columns": [c.name for c in t.columns]}
    return found | ({"description": t.description} if t.description else {})


def _texts(t: Table) -> list[tuple[str, str, str]]:
    return [(c.id, f"{c.label} {c.name} {c.description}", "column") for c in t.columns]


def _column(c: Column) -> Json:
    p = c.profile
    found: Json = {"name": c.name, "type": c.type, "nulls": p.nulls, "distinct": p.distinct, "unique": p.unique}
    found |= {"label": c.label} if c.label != c.name else {}
    found |= {"unit": c.unit} if c.unit else {}
    found |= {"description": c.description} if c.description else {}
    if c.private:
        return found | {"private": c.private}
    found |= {"codes": dict(c.codes)} if c.codes else {}
    found |= {"code_sources": dict(c.code_sources)} if c.code_sources else {}
    repeated = bool(p.common) and p.common[0][1] > 1
    values = [v for v, _ in p.common[: MOST_VALUES if repeated else FEW]]
    found |= {"common_values" if repeated else "such_as": values} if values else {}
    return found | ({"minimum": p.minimum, "maximum": p.maximum} if c.type != "text" else {})


def _short_join(j: Join) -> Json:
    return {"on": join_condition(j), "state": j.state, "score": j.score, "rows": met(j.evidence)}


def _join(j: Join) -> Json:
    e = j.evidence
    return {
        **_short_join(j),
        "evidence": {
            "values_found": e.containment,
            "values_found_back": e.containment_back,
            "shared_values": e.shared,
            "left_unique": e.child_unique,
            "right_unique": e.parent_unique,
        },
        "why": j.why,
        "by_a_person": j.reviewed,
    }


def _used(sql: str, tables: Sequence[Table]) -> tuple[str, ...]:
    """The tables that a query names."""
    from sqlglot import exp

    from core.sql.guard import parse

    try:
        named = {key(t.name) for t in parse(sql, "sqlite").find_all(exp.Table)}
    except QueryError:
        return ()
    return tuple(t.name for t in tables if key(t.name) in named)
