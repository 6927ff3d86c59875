"""Every construct of the chart by its fixture: questions over one small schema, and the SQL of the likeliest reading.

`NAME.toml` beside this file belongs to `constructs/NAME.py`. Its `[[question]]` tables have `ask` and `sql`, blanks as
they like. Every rule must be used by one of the questions at least. Where one has `rows` too, it is asked of the whole
product over the small shop, which must show them, figures to four decimals, `""` for an empty cell: no other reader's
query goes before, no check withholds them.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from datetime import date
from functools import cache
from pathlib import Path

import pytest

from core.ask.overrides import pinned
from core.ask.tokens import tokenise
from core.ask.translators.rules.chart.constructs import cues, grammar, modules
from core.ask.translators.rules.chart.read import Heard, hear
from core.ask.translators.rules.lexicon.words import lexicon
from core.ask.translators.rules.query import all_tables
from core.ask.translators.rules.sql.render import render
from core.ask.trees import connect
from core.workspace import Workspace
from tests.ask.schemas import SHOP_ROWS, facts, linker, shop
from tests.ask.translators.rules.chart.views import cells_of, view_of
from tests.ask.worlds import ask, csv_text, office_of, rounded

FIXTURES = {
    p.stem: tomllib.loads(p.read_text(encoding="utf-8"))["question"]
    for p in sorted(Path(__file__).parent.glob("*.toml"))
}
QUESTIONS = [(name, q["ask"], q["sql"]) for name, asked in FIXTURES.items() for q in asked]
SHOWN = [(q["ask"], q["rows"]) for asked in FIXTURES.values() for q in asked if "rows" in q]


@pytest.fixture(scope="module")
def small_shop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    texts = {t.name: csv_text(",".join(c.name for c in t.columns), blank(SHOP_ROWS[t.name])) for t in shop().tables}
    with office_of(texts, tmp_path_factory.mktemp("shop")) as opened:
        yield opened


def blank(rows: Sequence[Sequence[object]]) -> list[list[object]]:
    return [["" if cell is None else cell for cell in row] for row in rows]


@cache
def heard(question: str) -> tuple[Heard, ...]:
    view, tokens = view_of(question), tokenise(question)
    mentions = pinned(tokens, linker(view, *cells_of(view)).link(tokens), (), view.tables)
    return hear(tokens, mentions, facts(view)).readings


def dated(sql: str) -> str:
    """The SQL with its days: `{35 years ago}`, and `{now}` as a Julian day."""
    today = date.today()
    ago = re.sub(
        r"{(\d+) years ago}",
        lambda m: str(today.replace(year=today.year - int(m[1]), day=min(today.day, 28 if today.month == 2 else 31))),
        sql,
    )
    return ago.replace("{now}", str(today.toordinal() + 1_721_424.5))


def sql_of(reading: Heard, question: str = "") -> str:
    view = view_of(question)
    tree = connect(view, all_tables(reading.query))
    assert tree is not None
    return " ".join(render(reading.query, tree, facts(view)).replace('"', "").split())


@pytest.mark.parametrize(("name", "question", "sql"), QUESTIONS, ids=[f"{n}: {a}" for n, a, _ in QUESTIONS])
def test_the_likeliest_reading(name: str, question: str, sql: str) -> None:
    assert sql_of(heard(question)[0], question) == " ".join(dated(sql).split())


@pytest.mark.parametrize(("question", "rows"), SHOWN, ids=[ask for ask, _ in SHOWN])
def test_its_rows_are_shown(small_shop: Workspace, question: str, rows: list[list[object]]) -> None:
    answer = ask(small_shop, question)
    assert rounded(answer.rows) == [tuple(None if cell == "" else cell for cell in r) for r in rows]
    assert not answer.unsure


def test_every_rule_is_used_by_a_question() -> None:
    assert set(modules()) <= set(FIXTURES), "write NAME.toml beside this test"
    used = {rule for _, question, _ in QUESTIONS for reading in heard(question) for rule in reading.rules}
    assert {n: left for n in modules() if (left := {r.name for r in grammar(n)} - used)} == {}


def test_no_two_rules_are_called_alike() -> None:
    names = [r.name for r in grammar()]
    assert sorted(names) == sorted(set(names))


def test_the_order_of_what_is_said_together_changes_nothing_but_the_order() -> None:
    one, other = (heard(f"how many customers from {a} or {b}")[0] for a, b in (("Oslo", "Lima"), ("Lima", "Oslo")))
    assert sql_of(one).replace("'Oslo', 'Lima'", "'Lima', 'Oslo'") == sql_of(other)


def test_words_without_a_meaning_are_left_over() -> None:
    tokens, reading = tokenise("how many purple customers from Oslo"), heard("how many purple customers from Oslo")[0]
    assert [t.lower for i, t in enumerate(tokens) if i not in reading.used] == ["purple", "from"]


def test_a_question_that_is_too_long_is_left_to_the_other_reader() -> None:
    assert heard("how many orders are there " + "and there " * 20) == ()


def test_what_a_rule_makes_is_not_called_like_a_word_that_means_something_else() -> None:
    words = {tag for tags in cues().values() for tag in tags} | {t for ts, _ in lexicon().phrases.values() for t in ts}
    cues_still = {"both", "part", "edge:max", "edge:min", "sup:max", "sup:min", "asc", "desc"}
    assert {r.makes for r in grammar()} & words <= cues_still
