"""The Cypher that answers each question about the schema. Plain Neo4j Cypher; whatever a person said is a parameter."""

from __future__ import annotations

import re
from collections.abc import Sequence

from core.ask.state import Draft
from core.text.words import singular

_EVERY = """
MATCH (t:Table)
OPTIONAL MATCH (t)-[:HAS_COLUMN]->(c:Column)
RETURN t.label AS `table`, t.rows AS rows, count(c) AS columns, t.description AS description
""".strip()
_COLUMN = "t.label AS `table`, c.label AS `column`, c.data_type AS type"
_PAIR = """
MATCH (t:Table{one})-[:HAS_COLUMN]->(a:Column)-[j:SAME_ATTRIBUTE]-{arrow}(b:Column)<-[:HAS_COLUMN]-(o:Table)
RETURN t.label AS `table`, a.label AS `column`, o.label AS joins, b.label AS `on`, j.state AS state,
       j.similarity AS similarity, j.join_id AS `join`
ORDER BY j.state, j.similarity DESC, j.join_id, j.part
""".strip()

_FIXED = {
    "tables": f"{_EVERY}\nORDER BY `table`",
    "count_tables": "MATCH (t:Table)\nRETURN count(t) AS tables, sum(t.rows) AS rows",
    "count_rows": f"{_EVERY}\nORDER BY rows DESC, `table`",
    "count_joins": (
        "MATCH (:Column)-[j:SAME_ATTRIBUTE {part: 1}]->(:Column)\nRETURN j.state AS state, count(j) AS joins\n"
        "ORDER BY state"
    ),
    "largest": f"{_EVERY}\nORDER BY rows DESC, `table` LIMIT 1",
    "smallest": f"{_EVERY}\nORDER BY rows, `table` LIMIT 1",
    "widest": f"{_EVERY}\nORDER BY columns DESC, `table` LIMIT 1",
    "most_joined": """
MATCH (t:Table)-[:HAS_COLUMN]->(:Column)-[j:SAME_ATTRIBUTE]-(:Column)
RETURN t.label AS `table`, count(DISTINCT j.join_id) AS joins
ORDER BY joins DESC, `table` LIMIT 1
""".strip(),
    "lonely": """
MATCH (t:Table)
WHERE NOT EXISTS { MATCH (t)-[:HAS_COLUMN]->(:Column)-[:SAME_ATTRIBUTE]-(:Column) }
RETURN t.label AS `table`, t.rows AS rows
ORDER BY t.label
""".strip(),
    "joins": _PAIR.format(one="", arrow=">"),
    "groups": """
MATCH (t:Table)-[:IN_CLUSTER]->(g:Cluster)
RETURN g.description AS `group`, t.label AS `table`
ORDER BY g.id, t.label
""".strip(),
}


def fixed(ask: str) -> Draft | None:
    """The query of a question without slots."""
    text = _FIXED.get(ask)
    return Draft(text) if text else None


def columns(table: str) -> Draft:
    """A table's columns in their order."""
    text = (
        "MATCH (t:Table {id: $t1})-[h:HAS_COLUMN]->(c:Column)\n"
        "RETURN c.label AS `column`, c.data_type AS type, c.distinct AS different, c.nulls AS empty\n"
        "ORDER BY h.position"
    )
    return Draft(text, {"t1": table})


def count_columns(table: str = "") -> Draft:
    """How many columns one table has, or each."""
    if table:
        text = "MATCH (t:Table {id: $t1})-[:HAS_COLUMN]->(c:Column)\nRETURN t.label AS `table`, count(c) AS columns"
        return Draft(text, {"t1": table})
    text = "MATCH (t:Table)-[:HAS_COLUMN]->(c:Column)\nRETURN t.label AS `table`, count(c) AS columns\n"
    return Draft(f"{text}ORDER BY columns DESC, `table`")


def some_columns(what: str, types: Sequence[str] = (), table: str = "") -> Draft:
    """Columns `typed` (of these types), `unique` or `missing` (with empty cells), of one table or of all."""
    condition = {"typed": "c.data_type IN $types", "unique": "c.is_unique", "missing": "c.nulls > 0"}[what]
    shown = f"{_COLUMN}, c.nulls AS empty" if what == "missing" else _COLUMN
    start = "(t:Table {id: $t1})" if table else "(t:Table)"
    text = f"MATCH {start}-[h:HAS_COLUMN]->(c:Column)\nWHERE {condition}\nRETURN {shown}\nORDER BY t.label, h.position"
    parameters: dict[str, object] = {"types": list(types)} if what == "typed" else {}
    return Draft(text, parameters | ({"t1": table} if table else {}))


def mention(words: Sequence[str], tables: Sequence[str], found: Sequence[str]) -> Draft:
    """Tables whose label, description or columns bear all the words; besides them what linking found, by id."""
    given, label, column, described = _bearing(words)
    own = " AND ".join(f"({one} OR {two})" for one, two in zip(column, label, strict=True))
    said = " AND ".join(f"({one} OR {two})" for one, two in zip(label, described, strict=True))
    text = (
        "MATCH (t:Table)\n"
        "OPTIONAL MATCH (t)-[h:HAS_COLUMN]->(c:Column)\n"
        f"WHERE c.id IN $columns OR (({' OR '.join(column)}) AND {own})\n"
        "WITH t, c, h ORDER BY h.position\n"
        "WITH t, collect(c.label) AS columns\n"
        f"WHERE size(columns) > 0 OR t.id IN $tables OR ({said})\n"
        "RETURN t.label AS `table`, columns, t.rows AS rows, t.description AS description\n"
        "ORDER BY t.label"
    )
    return Draft(text, {**given, "tables": list(tables), "columns": list(found)})


def columns_about(words: Sequence[str], found: Sequence[str]) -> Draft:
    """Columns whose label bears all the words, and those that linking found."""
    given, _, column, _ = _bearing(words)
    text = (
        "MATCH (t:Table)-[h:HAS_COLUMN]->(c:Column)\n"
        f"WHERE c.id IN $columns OR ({' AND '.join(column)})\n"
        f"RETURN {_COLUMN}, c.distinct AS different, c.nulls AS empty\n"
        "ORDER BY t.label, h.position"
    )
    return Draft(text, {**given, "columns": list(found)})


def partners(table: str) -> Draft:
    """What a table joins, and on what."""
    return Draft(_PAIR.format(one=" {id: $t1}", arrow=""), {"t1": table})


def no_path(left: str, right: str) -> Draft:
    """Both tables with how many joins each has, for when no way leads from one to the other."""
    text = (
        "MATCH (t:Table)\nWHERE t.id IN $tables\n"
        "OPTIONAL MATCH (t)-[:HAS_COLUMN]->(:Column)-[j:SAME_ATTRIBUTE]-(:Column)\n"
        "RETURN t.label AS `table`, count(DISTINCT j.join_id) AS joins\nORDER BY `table`"
    )
    return Draft(text, {"tables": [left, right]})


def _bearing(words: Sequence[str]) -> tuple[dict[str, object], list[str], list[str], list[str]]:
    """Parameters, and per word the conditions that a table's label, a column's label and a description hold it."""
    given: dict[str, object] = {f"w{n}": _as_word(word) for n, word in enumerate(words, 1)}
    conditions = [[f"{of} =~ ${name}" for name in given] for of in ("t.label", "c.label", "t.description")]
    return given, conditions[0], conditions[1], conditions[2]


def _as_word(word: str) -> str:
    """A regular expression for a text with the word in it, in singular or plural: `Provider Code`, `provider_ids`."""
    one = word[:-1] if len(word) == 3 and word.endswith("s") else singular(word)
    stem = one[:-1] if one.endswith("y") and len(one) > 3 else one
    ending = "(y|ies)" if stem != one else "(s|es)?"
    low, high = re.escape(stem), re.escape(stem.capitalize())
    apart = rf"(?is:.*(^|[^\p{{L}}]){low}{ending}($|[^\p{{L}}]).*)"
    # a label's words may also run together: providerCode, sbProviderCode
    first, later = rf"(^|[^\p{{L}}]){low}{ending}[A-Z]", rf"(^|[^A-Z]){high}{ending}($|[^a-z])"
    return rf"{apart}|(?s:.*({first}|{later}).*)"
