"""What stands in the prompts, on the rendered text: names as they must be written, conditions whole, offers few."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from core.ask.state import Attempt, Draft, JoinTree, Link, Mention, Question, SchemaView
from core.ask.translators.chat.asking import part_of, read_prompt, sql_prompt
from core.ask.translators.chat.conditions_text import condition_line
from core.ask.translators.chat.hiding import Hiding
from core.ask.translators.chat.mending import again_sql
from core.ask.translators.chat.mention_text import mention_lines
from core.ask.translators.chat.naming import column_named
from core.ask.translators.chat.notation import mended
from core.ask.translators.chat.replies import BadReply, Filter, ReadReply
from core.ask.translators.chat.schema_text import join_lines, path_lines, schema_text, table_text
from core.ask.trees import connect
from core.model import Column, ColumnType, Evidence, Join, Profile, Table


def column(name: str, type_: ColumnType = "text", **more: Any) -> Column:
    codes = more.pop("codes", ())
    return Column("t", name, name, type_, 0, Profile(**{"rows": 4, "nulls": 0, "distinct": 2, **more}), codes=codes)


def table(name: str, *columns: Column, rows: int = 4) -> Table:
    return Table(name, name, "", rows, tuple(replace(c, table=name) for c in columns))


def link(child: str, parent: str, child_unique: bool = False, parent_unique: bool = True, **more: object) -> Join:
    (a, b), (c, d) = child.split("."), parent.split(".")
    e = Evidence(1.0, 1.0, 1.0, child_unique, parent_unique, "n:1", 4)
    plain = Join(f"{child}={parent}", a, (b,), c, (d,), 0.9, "confirmed", e)
    return replace(plain, **more)  # type: ignore[arg-type]


ID = column("id", "integer", distinct=4, minimum=1, maximum=4)
SPACED = table("my sales ", ID, column(" unit price ", "real", minimum=1.5, maximum=9), column('say "hi"'))
SHOP = SchemaView((SPACED, table("shops", ID, column("unit price"))), ())


# names


def test_names_are_shown_as_they_must_be_written() -> None:
    text = schema_text(SHOP)
    assert 'table "my sales ", 4 rows, one for each "id"\n' in text
    assert '\n  " unit price " real, 2 different, 1.5 to 9\n  "say ""hi""" text' in text
    assert table_text(SPACED, "names") == 'table "my sales ": "id", " unit price ", "say ""hi"""'


def test_a_name_that_is_nearly_right_is_offered_as_it_is_written() -> None:
    with pytest.raises(BadReply) as fault:
        column_named("my sales.unit prise", SHOP, ("my sales ",))
    assert fault.value.close[0] == '"my sales "." unit price "'
    assert column_named("my sales.unit price", SHOP, ("my sales ",)).name == " unit price "
    attempt = Attempt(Draft('SELECT "unit prize" FROM "my sales "'), "unknown_name", "No.", (" unit price ",))
    (_, (_, again)) = again_sql(
        attempt, Question("?"), part_of(SHOP, ["my sales "]), JoinTree(("my sales ",)), Hiding()
    )
    assert 'Names that exist and are close: " unit price "\n' in again


@pytest.mark.parametrize(
    ("sql", "exact"),
    [
        ('SELECT "unit price" FROM "my sales"', 'SELECT "unit price" FROM "my sales "'),
        ('SELECT "say  ""hi""" FROM "My Sales"', 'SELECT "say ""hi""" FROM "my sales "'),
        ("SELECT 'my sales' AS \"my sales\" FROM x", "SELECT 'my sales' AS \"my sales\" FROM x"),
        ('SELECT "total" FROM "elsewhere"', 'SELECT "total" FROM "elsewhere"'),
    ],
)
def test_blanks_that_a_model_drops_are_put_back(sql: str, exact: str) -> None:
    assert mended(sql, SHOP) == exact


# conditions

PEOPLE = SchemaView(
    (
        table(
            "p", ID, column("kind", common=(("F", 2), ("G", 1))), column("age", "integer"), column("limit", "integer")
        ),
    ),
    (),
)


@pytest.mark.parametrize(
    ("given", "line"),
    [
        (Filter("p.kind", "IN", ("F", "G")), "\"p\".\"kind\" IN ('F', 'G')"),
        (Filter("p.kind", "=", ("F", "G")), "\"p\".\"kind\" IN ('F', 'G')"),
        (Filter("p.kind", "NOT IN", ("F",)), '"p"."kind" NOT IN (\'F\')'),
        (Filter("p.age", "BETWEEN", (18, 65)), '"p"."age" BETWEEN 18 AND 65'),
        (Filter("p.age", "BETWEEN", ("18", "65")), '"p"."age" BETWEEN 18 AND 65'),
        (Filter("p.kind", "IS NULL", (None,)), '"p"."kind" IS NULL'),
        (Filter("p.kind", "=", (None,)), '"p"."kind" IS NULL'),
        (Filter("p.kind", "IS NOT", (None,)), '"p"."kind" IS NOT NULL'),
        (Filter("p.kind", "!=", ("F",)), '"p"."kind" <> \'F\''),
        (Filter("p.kind", "=", ("it's",)), "\"p\".\"kind\" = 'it''s'"),
        (Filter("p.age", ">", ("40",)), '"p"."age" > 40'),
        (Filter("p.age", ">", (2.5,)), '"p"."age" > 2.5'),
        (Filter("p.age", ">", (), "p.limit"), '"p"."age" > "p"."limit"'),
        (Filter("p.age", ">", ("p.limit",)), '"p"."age" > "p"."limit"'),
        (Filter("COUNT(*)", ">", (3,)), "COUNT(*) > 3"),
        (Filter("p.kind", "=", ("F",), part="inner"), '"p"."kind" = \'F\' — inside the sub-query only'),
        (
            Filter("p.kind", "=", ("F",), part="share"),
            '"p"."kind" = \'F\' — only within the share or the conditional count (CASE WHEN), not in WHERE',
        ),
    ],
)
def test_a_condition_is_read_back_whole(given: Filter, line: str) -> None:
    assert condition_line(given, PEOPLE, ("p",)) == f"condition: {line}"


# the query step


STAR = SchemaView(
    (
        table("orders", ID, column("shop", "integer"), column("status", codes=(("B", "bank transfer"), ("C", "cash")))),
        table("shops", ID, column("town", common=(("Oslo", 3), ("OSLO", 1)))),
        table("staff", ID, column("shop", "integer"), column("name")),
    ),
    (link("orders.shop", "shops.id", state="probable"), link("staff.shop", "shops.id")),
)


def test_the_query_step_sees_the_path_and_nothing_else() -> None:
    tree = connect(STAR, ["orders", "shops"])
    assert tree is not None
    reply = ReadReply(True, "orders by town", ("orders", "shops"), ("shops.town",))
    (_, system), (_, user) = sql_prompt(Question("Orders per town?"), reply, STAR, tree)
    assert "staff" not in user
    assert user.count("join ") == 1
    assert '<path>\njoin "orders"."shop" = "shops"."id" (many to one, probable only)\n</path>' in user
    assert "\"status\" text, 2 different, codes 'B' = bank transfer; 'C' = cash" in user
    assert '"probable only" may be wrong' in system
    assert "Dates are text" not in system, "no column is a date"
    assert len(system) < 2_600


def test_a_table_without_a_join_is_whole_too() -> None:
    (_, _), (_, user) = sql_prompt(
        Question("?"), ReadReply(True, "e", ("orders",)), STAR, JoinTree(("orders",)), apart=("staff",)
    )
    assert 'no join was found for "staff"' in user
    assert 'table "staff", 4 rows, one for each "id"\n' in user


# joins


def test_how_many_rows_meet_is_measured() -> None:
    near = link("a.x", "b.y", parent_unique=False)
    rendered = "MANY TO MANY, repeats rows on both sides"
    assert join_lines([near]) == ['join "a"."x" = "b"."y" (many to one but for a few repeats)']
    both = replace(near, evidence=replace(near.evidence, cardinality="n:m"))
    assert join_lines([both]) == [f'join "a"."x" = "b"."y" ({rendered})']
    assert join_lines([link("a.x", "b.y")]) == ['join "a"."x" = "b"."y" (many to one)']
    view = SchemaView((table("a", column("x")), table("b", column("y"))), (link("a.x", "b.y"),))
    tree = connect(view, ["b", "a"])
    assert tree is not None
    assert path_lines(tree.edges, view.joins) == ['join "b"."y" = "a"."x" (one to many)']


# the schema


def test_codes_times_rows_and_twins_are_told() -> None:
    year = [
        table(f"y{n}", column("a", distinct=4), column("at", "integer", minimum=1_500_000_000, maximum=1_600_000_000))
        for n in (2020, 2021)
    ]
    assert schema_text(SchemaView(tuple(year), ())).splitlines() == [
        'table "y2020", 4 rows, one for each "a"',
        '  "a" text',
        '  "at" integer, 2 different, seconds since 1970, read as datetime("at", \'unixepoch\'): 2017-07-14 to '
        "2020-09-13",
        'table "y2021", 4 rows, the same columns as "y2020"; for both together use UNION ALL',
    ]
    number = column("phone at", "integer", minimum=1_500, maximum=1_600_000_000)
    assert "1970" not in schema_text(SchemaView((table("t", number),), ()))
    milli = column("created", "integer", minimum=1_500_000_000_000, maximum=1_600_000_000_000)
    assert "datetime(\"created\" / 1000, 'unixepoch')" in schema_text(SchemaView((table("t", milli),), ()))


def test_a_small_window_keeps_what_the_question_needs() -> None:
    wide = tuple(
        table(f"t{n:02}", *(column(f"column {i}", common=(("some value here", 3), ("another", 1))) for i in range(30)))
        for n in range(30)
    )
    mentions = [
        Mention(0, 1, "nine", (Link("column", "t09", "column 7", score=1.0),)),
        Mention(1, 2, "ten", (Link("table", "t10", score=0.9),)),
    ]
    (_, (_, user)) = read_prompt(Question("?"), mentions, SchemaView(wide, ()), window=1_400)
    assert len(user) < 500 * 3.5 + 300
    assert 'table "t09", 4 rows\n  "column 0" text, 2 different\n' in user
    assert user.count("only 'some value here', 'another'") == 1
    assert "\n  \"column 7\" text, only 'some value here', 'another'\n" in user
    assert 'table "t10": "column 0", "column 1", ' in user
    assert user.index('"t09"') < user.index('"t10"') < user.index('"t00"')
    assert '\ntable "t29"\n' in user


# mentions


def values(*links: Link, text: str = "x", start: int = 0) -> Mention:
    return Mention(start, start + 1, text, links)


def test_mentions_are_few_and_say_why() -> None:
    where = SchemaView(
        (table("a", column("n", "integer"), column("c")), table("b", column("c")), table("z", column("c"))), ()
    )
    found = [
        values(
            *(Link("value", t, "c", "Oslo", 0.9, "exact") for t in "abz"),
            Link("value", "a", "n", "7", 0.3, "part"),
            Link("value", "gone", "c", "Oslo", 1.0, "exact"),
            text="Oslo",
        ),
        values(Link("table", "z", score=1.0), text="zeds", start=1),
        values(Link("value", "a", "n", "7", 0.9, "exact"), text="7", start=2),
    ]
    assert mention_lines(found, where, {}).splitlines() == [
        '“Oslo” may be "z"."c" = \'Oslo\' (as written) or "a"."c" = \'Oslo\' (as written) or "b"."c" = \'Oslo\' '
        "(as written)",
        '“7” may be "a"."n" = 7 (as written)',
    ]


@pytest.mark.parametrize("text", ["show", "sorted", "top", "e.g", "highest", "i.e"])
def test_words_that_ask_or_sort_are_no_cells(text: str) -> None:
    view = SchemaView((table("a", column("c")),), ())
    assert mention_lines([values(Link("value", "a", "c", text.upper(), 0.9, "case"), text=text)], view, {}) == ""


def test_all_spellings_of_a_value_are_told() -> None:
    view = SchemaView((table("a", column("c")),), ())
    rendered = mention_lines(
        [values(Link("value", "a", "c", "Oslo", 1.0, "exact"), text="Oslo")], view, {}, lambda c, v: ["Oslo", "OSLO"]
    )
    assert rendered == "“Oslo” may be \"a\".\"c\" IN ('Oslo', 'OSLO') (as written)"


# asking again


def test_a_repair_says_one_thing() -> None:
    refused = Attempt(Draft('SELECT x FROM "orders"'), "unknown_name", "There is no column x.")
    doubted = replace(refused, code="rejected_join", message="A join.", valid=True)
    part = part_of(STAR, ["orders", "shops"])
    for attempt in (refused, doubted):
        (_, (_, user)) = again_sql(attempt, Question("?"), part, JoinTree(("orders", "shops")), Hiding())
        same = "If the query is right as it stands, reply with the same query."
        assert (same in user) == attempt.valid
        assert ("without this fault" in user) == (not attempt.valid)
    assert "a person, or the values themselves, say that the two columns do not hold the same things" in user
    assert "<schema>" not in user
