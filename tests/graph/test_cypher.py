"""What the guard admits, how it writes it, and a test for every refusal."""

from __future__ import annotations

import pytest

from core.errors import BadSyntax, QueryRefused, UnknownName
from core.graph.cypher import bound, parse
from core.graph.ladybug_dialect import LadybugDialect
from core.graph.syntax import Dialect
from core.graph.tokens import LONGEST


def plain(text: str) -> str:
    return Dialect().query(parse(text))


def test_names_come_out_in_backticks_and_comments_not_at_all() -> None:
    assert plain(
        "MATCH (t:Table {id: $x})-[:HAS_COLUMN]->(c) // CREATE\nWHERE c.nulls > 0 RETURN /* DELETE t */ t.id AS a"
    ) == ("MATCH (`t`:`Table` { `id` : $`x` })-[:`HAS_COLUMN`]->(`c`) WHERE `c` . `nulls` > 0 RETURN `t` . `id` AS `a`")


def test_ladybug_gets_what_differs() -> None:
    query = parse(
        "MATCH (t)-[:HAS_COLUMN*..3]-(c) WHERE c:Column WITH labels(t) AS l ORDER BY l RETURN [x IN l WHERE x > 'a']"
    )
    assert LadybugDialect().query(query) == (
        "MATCH (`t`)-[:`HAS_COLUMN`* TRAIL 1..3]-(`c`) WHERE (label(`c`) IN ['Column']) WITH [label(`t`)] AS `l` "
        "ORDER BY `l` LIMIT 1000000000 UNWIND [1] AS `__made1` RETURN list_filter(`l`, `x` -> `x` > 'a')"
    )


def test_ladybug_keeps_the_relationships_of_a_match_apart() -> None:
    query = parse(
        "MATCH (t:Table)-[:HAS_COLUMN]->()<-[:HAS_COLUMN]-(u), (u)-[:IN_CLUSTER]->() WHERE u.id = 'a' OR true RETURN u"
    )
    text = LadybugDialect().query(query)
    assert "WHERE ( `u` . `id` = 'a' OR TRUE ) AND id(`__made1`) <> id(`__made2`) RETURN" in text


def test_what_the_query_says_is_told() -> None:
    query = parse("MATCH (t:Table)-[r:HAS_COLUMN*1..2]-() WHERE t.id IN $ids RETURN t . id, count(*) AS n LIMIT $k")
    assert query.columns == ("t . id", "n")
    assert query.parameters == {"ids", "k"}
    assert query.counts == {"k"}
    assert query.many == {"r"}
    assert parse("MATCH (t:Table) RETURN *").columns is None


@pytest.mark.parametrize(
    "text",
    [
        "MATCH (t:Table) RETURN t;",
        "match (t:Table) return t.id order by t.id desc skip 1 limit 2",
        "RETURN 1 AS x UNION ALL RETURN 2 AS x",
        "MATCH (`a b`:`Table`) RETURN `a b`.`label`",
        "RETURN 'CREATE (n); DELETE n' AS `DROP`",
        "MATCH (t:Table) WHERE EXISTS { MATCH (t)-[:HAS_COLUMN]->(c) WHERE c.is_unique } RETURN t",
        "MATCH (c:Column) RETURN COUNT { (c)-[:SAME_ATTRIBUTE]-() } AS n",
        "MATCH (a:Column)-[:SAME_ATTRIBUTE*0..9]-(b) RETURN b",
        "MATCH (a)-[:HAS_COLUMN|SAME_ATTRIBUTE|:IN_CLUSTER*2]-(b) RETURN b",
        "MATCH p = shortestPath((a:Table)-[*..4]-(b:Table)) RETURN length(p)",
        "MATCH (größe:Table) RETURN größe.id",
        "UNWIND [{a: 1}] AS m RETURN m",
        "MATCH (a)-[r]-(b) RETURN r.position, a.distinct",
        "MATCH (t:Table) RETURN CASE WHEN t.rows > 1 THEN 'x' ELSE null END AS case_",
        "MATCH (t:Table) WHERE NOT (t)-[:HAS_COLUMN]->() AND (t.rows - 1) > 2 RETURN t",
        "MATCH (end:Table) RETURN end.id",
    ],
)
def test_reading_is_admitted(text: str) -> None:
    assert parse(plain(text)).parts


@pytest.mark.parametrize(
    "clause",
    "CREATE MERGE SET DELETE DETACH REMOVE DROP ALTER CALL LOAD COPY EXPORT IMPORT INSTALL ATTACH USE FOREACH EXPLAIN "
    "PROFILE SHOW GRANT BEGIN COMMIT CHECKPOINT INSERT FINISH TERMINATE".split(),
)
@pytest.mark.parametrize(
    "text",
    [
        "{} (n:Table {{id: 'x'}})",
        "{} (n:Table) RETURN 1",
        "MATCH (t:Table) {} (t) RETURN t",
        "MATCH (t:Table) WITH t {} t.label = 'x' RETURN t",
        "MATCH (t:Table) RETURN t {} (t)",
        "MATCH (t:Table)/**/{}/**/(t) RETURN t",
        "MATCH (t:Table) RETURN t UNION {} (t)",
        "MATCH (t:Table) WHERE EXISTS {{ {} (t) }} RETURN t",
        "MATCH (t:Table) WHERE EXISTS {{ MATCH (t) {} (t) }} RETURN t",
        "RETURN COUNT {{ {} (t) RETURN 1 }}",
    ],
)
def test_other_clauses_are_refused(clause: str, text: str) -> None:
    for word in (clause, clause.lower()):
        with pytest.raises(QueryRefused, match=clause):
            parse(text.format(word))


@pytest.mark.parametrize(
    "text",
    [
        "RETURN 1; RETURN 2",
        "MATCH (t:Table) RETURN t; MATCH (n) DETACH DELETE n",
        "MATCH (t:Table); RETURN 1",
        "RETURN 'a';;",
        "RETURN 1 /* ; */ ; /* ; */ DROP TABLE x",
    ],
)
def test_several_statements_are_refused(text: str) -> None:
    with pytest.raises(QueryRefused, match="several statements"):
        parse(text)


@pytest.mark.parametrize("hops", ["*", "*1..", "*..", "*10", "*1..10", "*..99", "*0..", "*99999999999999999999"])
def test_unbounded_patterns_are_refused(hops: str) -> None:
    for text in ("MATCH (a)-[{}]-(b) RETURN b", "MATCH (a) WHERE EXISTS {{ (a)-[:HAS_COLUMN{}]-() }} RETURN a"):
        with pytest.raises(QueryRefused, match="upper bound of at most 9"):
            parse(text.format(hops))


@pytest.mark.parametrize(
    "text",
    [
        "MATCH (a)-[:HAS_COLUMN]->+(b) RETURN b",
        "MATCH ((a)-[:HAS_COLUMN]->(b)){1,} RETURN b",
        "MATCH (a)-[:HAS_COLUMN]->{1,5}(b) RETURN b",
        "MATCH SHORTEST 1 (a)-[]-(b) RETURN b",
        "MATCH (a)-[*3..1]-(b) RETURN b",
        "MATCH shortestPath((a)-[]-(b)) RETURN 1",
    ],
)
def test_other_ways_to_repeat_cannot_be_read(text: str) -> None:
    with pytest.raises(BadSyntax):
        parse(text)


@pytest.mark.parametrize(
    "text",
    [
        r"MATCH (t:Table) WHERE t.id = '\u0027 OR true // ' RETURN t",
        r"RETURN '\\u0027'",
        r"MATCH (t:Tabl\u0065) RETURN t",
        r"MATCH (`a\u0060b`) RETURN 1",
        r"\u0043REATE (n)",
        "MATCH (`a``b`:Table) RETURN 1",
        "MATCH (`` :Table) RETURN 1",
        "MATCH (`a\\`:Table) RETURN 1",
        "MATCH (`a\nb`:Table) RETURN 1",
        "MATCH (n:Table:Column) RETURN n",
        "RETURN " + "(" * 60 + "1" + ")" * 60,
        "RETURN " + "[" * 60 + "]" * 60,
        "RETURN " + "EXISTS { (a) WHERE " * 60 + "true" + " }" * 60,
        "RETURN '" + "x" * LONGEST + "'",
        "RETURN COLLECT { MATCH (t:Table) RETURN t.id }",
        "RETURN EXISTS { MATCH (t:Table) WITH t RETURN t }",
        "RETURN size(range(1, 400000000))",
        "RETURN range(-1e9, 0)",
        "UNWIND range(1, 1000000 * 1000000) AS x RETURN x",
        "RETURN range(1, $n)",
        "RETURN range(1, toInteger('400000000'))",
    ],
)
def test_what_could_be_read_two_ways_or_is_too_much_is_refused(text: str) -> None:
    with pytest.raises(QueryRefused):
        parse(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "// nothing",
        "hello",
        "MATCH (t:Table)",
        "MATCH (t:Table RETURN t",
        "MATCH (t:Table) RETURN",
        "MATCH (t:Table) RETURN t t",
        "MATCH (t:Table) RETURN t MATCH (u:Table) RETURN u",
        "MATCH (t:Table) RETURN t WHERE true",
        "RETURN 'open",
        'RETURN "open',
        "RETURN `open",
        "RETURN 1 /* open",
        "RETURN 'a\\q'",
        "RETURN 'a\0b'",
        "RETURN $",
        "RETURN $1",
        "RETURN 1x",
        "RETURN 0x10",
        "RETURN 1_000",
        "RETURN 1 +",
        "RETURN {a 1}",
        "RETURN [1, 2",
        "RETURN a.1",
        "RETURN @x",
        "RETURN a || b",
        "RETURN a := 1",
        "RETURN\u00a01",
        "RETURN\u20281",
        "RETURN 1\u200b",
        "RETURN 1 LIMIT -1",
        "RETURN 1 LIMIT 1 + 1",
        "RETURN size()",
        "RETURN count(*, *)",
        "RETURN CASE END",
        "RETURN '\ud800'",
        "MATCH (a)-[:HAS_COLUMN]-RETURN a",
        "MATCH (a:$label) RETURN a",
        "MATCH (a:!Table) RETURN a",
        "MATCH (a:Table&Column) RETURN a",
        "MATCH (return) RETURN 1",
        "ＣＲＥＡＴＥ (n)",
        "ſET x",
        "MATCH (t:Table) ＤＥＬＥＴＥ t",
    ],
)
def test_what_cannot_be_read_is_bad_syntax(text: str) -> None:
    with pytest.raises(BadSyntax):
        parse(text)


@pytest.mark.parametrize(
    ("text", "name", "kind", "close"),
    [
        ("MATCH (t:Tables) RETURN t", "Tables", "label", "Table"),
        ("MATCH (t:table) RETURN t", "table", "label", "Table"),
        ("MATCH (t:`Table `) RETURN t", "Table ", "label", "Table"),
        ("MATCH (t) WHERE t:Clusters RETURN t", "Clusters", "label", "Cluster"),
        ("MATCH (n:Workspace) RETURN n", "Workspace", "label", None),
        ("MATCH (t)-[:HAS_COLUMNS]->() RETURN t", "HAS_COLUMNS", "relationship", "HAS_COLUMN"),
        ("MATCH (t)-[:has_column]->() RETURN t", "has_column", "relationship", "HAS_COLUMN"),
        ("MATCH (t)-[:Table]->() RETURN t", "Table", "relationship", None),
        ("MATCH (t) RETURN t.lable", "lable", "property", "label"),
        ("MATCH (t) RETURN t.`similar`", "similar", "property", "similarity"),
        ("MATCH (t {name: 'a'}) RETURN t", "name", "property", None),
        ("MATCH (t:Table {data_type: 'a'}) RETURN t", "data_type", "property", None),
        ("MATCH (t:Table) RETURN t.is_unique", "is_unique", "property", None),
        ("MATCH ()-[j:SAME_ATTRIBUTE {score: 1}]-() RETURN j", "score", "property", None),
        ("MATCH ()-[j:SAME_ATTRIBUTE]-() RETURN j.position", "position", "property", None),
        ("MATCH (t) WHERE EXISTS { (t)-[:HAS]->() } RETURN t", "HAS", "relationship", None),
        ("MATCH (t) WHERE NOT (t)-[:HAS_COLUM]->() RETURN t", "HAS_COLUM", "relationship", "HAS_COLUMN"),
        ("MATCH (t) RETURN [c IN collect(t) | c.idd]", "idd", "property", "id"),
        ("MATCH (t) RETURN t ORDER BY t.row", "row", "property", "rows"),
        ("RETURN colect(1)", "colect", "function", "collect"),
        ("RETURN apoc.load.json('x')", None, None, None),
        ("RETURN gds.version()", None, None, None),
        ("RETURN nextval('x')", "nextval", "function", None),
        ("RETURN id(1)", "id", "function", None),
    ],
)
def test_names_must_exist(text: str, name: str | None, kind: str | None, close: str | None) -> None:
    if name is None:
        with pytest.raises((UnknownName, BadSyntax)):
            parse(text)
        return
    with pytest.raises(UnknownName) as fault:
        parse(text)
    assert fault.value.name == name
    assert fault.value.message == f"There is no {kind} “{name}”."
    if close:
        assert fault.value.close[0] == close


def test_a_property_of_an_alias_may_be_of_any_label() -> None:
    assert parse("MATCH (t:Table)-[:HAS_COLUMN]->(c) WITH c AS t RETURN t.data_type").columns == ("t.data_type",)


def test_texts_keep_their_meaning_and_stay_texts() -> None:
    assert plain("""RETURN "it's \\" // CREATE" AS a, 'back\\\\slash' AS b""") == (
        "RETURN 'it\\'s \" // CREATE' AS `a` , 'back\\\\slash' AS `b`"
    )


def test_a_tangle_is_refused_in_good_time() -> None:
    """Brackets that might open a pattern or an expression do not multiply the work."""
    with pytest.raises((QueryRefused, BadSyntax)):
        parse("RETURN " + "({x: (" * 19 + "1" + ")})" * 18)
    with pytest.raises((QueryRefused, BadSyntax)):
        parse("RETURN " + "({id: " * 36 + "1" + "})--" * 36)


def test_every_parameter_needs_a_value() -> None:
    query = parse("MATCH (t:Table {id: $table}) RETURN t")
    assert bound(query.parameters, {"table": "a", "other": 1}) == {"table": "a"}
    with pytest.raises(UnknownName, match=r"\$table") as fault:
        bound(query.parameters, {"tabel": "a"})
    assert fault.value.close == ("$tabel",)


def test_a_range_of_a_size_that_can_be_held_is_read() -> None:
    text = "MATCH p=(a)-[:SAME_ATTRIBUTE*1..3]-(b) UNWIND range(0, size(nodes(p)) - 1) AS i RETURN i"
    assert "range(" in plain(text)
