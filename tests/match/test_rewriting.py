"""Keys that agree only after rewriting: found from values, told, kept with the join, and written as SQL."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from sqlglot import exp

from core.ask.state import JoinTree, SchemaView
from core.ask.translators.chat.schema_text import join_lines
from core.ask.translators.chat.sql_checks import findings
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col
from core.ask.translators.rules.sql.joins import same
from core.catalogue.serialise import dump_join, parse_join
from core.config import Settings
from core.index.embed import NgramEmbedder
from core.match import discover
from core.model import Answer, Join
from core.sql.rewrites import Rewrite, apply, as_sql, described
from core.workspace import Workspace, open_workspace
from tests.ask.schemas import join
from tests.match.rewriting_cases import PAIRS, TRAPS, Case, cases
from tests.match.tables import table
from tests.neo4j.client import parts, wipe


def _used(case: Case, **more: object) -> list[Join]:
    return [j for j in discover(case.tables, values=case.values, **more) if j.state != "rejected"]  # type: ignore[arg-type]


@pytest.mark.slow
def test_of_a_hundred_pairs_most_are_found_and_of_a_hundred_traps_hardly_any() -> None:
    right = wrong = 0
    missed = []
    for case in [*cases(PAIRS), *cases(TRAPS)]:
        said = {(f"{j.child_table}.{j.child[0]}", f"{j.parent_table}.{j.parent[0]}") for j in _used(case)}
        right += case.join in said
        wrong += len(said - {case.join})
        missed += [case.name] if case.join and case.join not in said else []
    assert right >= 85, missed
    assert right / (right + wrong) >= 0.97, wrong


REWRITES: list[tuple[Rewrite, str, str]] = [
    ((("prefix", "K-"), ("zeros", "")), "K-0417", "417"),
    ((("prefix", "K-"),), "0417", "0417"),
    ((("suffix", "-UK"),), "LDS-UK", "LDS"),
    ((("plain", ""),), "A-12/3 b's", "a123bs"),
    ((("bracket", ""),), "Leeds (LDS)", "LDS"),
    ((("before", ""),), "Leeds (LDS)", "Leeds"),
    ((("bracket", ""),), "Leeds (LDS) depot", "LDS"),
    ((("bracket", ""),), "(LDS) Leeds", "LDS"),
    ((("before", ""),), "Leeds (LDS) depot", "Leeds"),
    ((("letters", ""),), "B-0417x", "0417x"),
    ((("letters", ""), ("zeros", "")), "a0417", "417"),
    ((("plain", ""), ("padding", "")), "TR-004", "tr4"),
    ((("plain", ""), ("padding", "")), "120", "120"),
    ((("first", " - "),), "LDS - Leeds", "LDS"),
    ((("rest", " - "),), "LDS - Leeds", "Leeds"),
    ((("name", ""),), "Smith, Ann", "Ann Smith"),
    ((("cut", "7"),), "2021-03-09", "2021-03"),
    ((("prefix", "O'x"),), "o'x7", "7"),
    ((("marks", ""),), " #'AB-7*.", "AB-7"),
    ((("marks", ""), ("number", "")), '"0012.0"', "12"),
    ((("marks", ""), ("number", "")), "120", "120"),
]


@pytest.mark.parametrize(("rewrite", "value", "made"), REWRITES)
def test_a_value_is_rewritten_alike_by_the_program_and_by_sql(rewrite: Rewrite, value: str, made: str) -> None:
    cell = exp.Column(this=exp.to_identifier("x", quoted=True))
    sql = as_sql(rewrite, cell).sql(dialect="sqlite")
    db = sqlite3.connect(":memory:")
    assert apply(rewrite, value) == made
    assert db.execute(f"SELECT {sql} FROM (SELECT ? AS x)", (value,)).fetchone() == (made,)


def test_a_rewriting_is_told_in_words() -> None:
    assert described((("prefix", "K-"), ("zeros", ""))) == "leaving out “K-” and leaving out leading zeros"
    assert described((("cut", "7"),)) == "taking the first 7 characters"


def _one(name: str) -> tuple[Case, Join]:
    case = next(c for c in cases(PAIRS, 1) if c.name.startswith(name))
    (join,) = _used(case)
    return case, join


def test_a_join_carries_its_rewriting_and_says_so() -> None:
    _, join = _one("bracket")
    assert (join.id, join.state) == ("trips.start=stations.code", "probable")
    assert join.rewrite == ((("bracket", ""),), ())
    assert "after taking what stands in brackets in trips.start" in join.why
    assert parse_join(dump_join(join)) == join


def test_one_start_and_other_zeros_are_one_key() -> None:
    landlords = {"ref": [f"L{n:03}" for n in range(1, 15)], "name": [f"name {n}" for n in range(14)]}
    flats = {"flat": [f"F{n}" for n in range(40)], "L/lord": [f"L{n % 14 + 1}" for n in range(40)]}
    values = {
        "flats.flat": flats["flat"],
        "flats.L/lord": sorted({*flats["L/lord"]}),
        "landlords.ref": landlords["ref"],
        "landlords.name": landlords["name"],
    }
    tables = [table("flats", flats), table("landlords", landlords)]
    values = {k: [v.casefold() for v in some] for k, some in values.items()}
    (join,) = [j for j in discover(tables, values=values) if j.state != "rejected"]
    assert (join.id, join.evidence.containment) == ("flats.L/lord=landlords.ref", 1.0)
    few = {"flat": flats["flat"][:5], "held": [f"L{n}" for n in range(1, 6)]}
    apart = [table("flats", few), table("landlords", landlords)]
    values |= {"flats.held": [v.casefold() for v in few["held"]]}
    assert [j for j in discover(apart, values=values) if j.state != "rejected"] == []


def test_a_start_that_some_write_with_a_mark_and_some_leave_out_is_one_start() -> None:
    permits = {"Permit No": [f"AC-{n:05}" for n in range(17, 1200, 17)]}
    numbers = list(range(17, 1200, 17))
    permits["name"] = [f"name {n}" for n in numbers]
    ways = (f"AC-{n:05}" if n % 3 == 0 else str(n) if n % 3 == 1 else f"ac{n:05}" for n in numbers * 2)
    visits = {"visit": [f"V{n}" for n in range(len(numbers) * 2)], "Permit": list(ways)}
    tables = [table("visits", visits), table("permits", permits)]
    held = {"visits.visit": visits["visit"], "visits.Permit": visits["Permit"], "permits.name": permits["name"]}
    held["permits.Permit No"] = permits["Permit No"]
    values = {k: sorted({v.casefold() for v in some}) for k, some in held.items()}
    (join,) = [j for j in discover(tables, values=values) if j.state != "rejected"]
    assert (join.id, join.evidence.containment) == ("visits.Permit=permits.Permit No", 1.0)


def test_a_few_misspelled_numbers_meet_a_key_of_that_name() -> None:
    visits = {"visit": [f"V{n}" for n in range(40)], "employee_id": ["3", "#3", "4", "'5"] * 10}
    people = {"employee_id": range(1, 10), "name": list("abcdefghi")}
    tables = [table("visits", visits), table("employees", people)]
    values = {
        "visits.visit": visits["visit"],
        "visits.employee_id": sorted({str(v) for v in visits["employee_id"]}),
        "employees.employee_id": [str(v) for v in people["employee_id"]],
    }
    (join,) = [j for j in discover(tables, values=values) if j.state != "rejected"]
    assert join.id == "visits.employee_id=employees.employee_id"
    assert join.rewrite == ((("plain", "#'"),), ())


def test_a_code_in_brackets_is_found_in_the_middle_of_a_text() -> None:
    codes = [f"{a}{b}Q" for a in "KLMNP" for b in "RSTV"]
    trips = {"start": [f"Town {n % 20} ({codes[n % 20]}) depot" for n in range(80)], "minutes": list(range(80))}
    tables = [table("stations", {"code": codes, "lines": [n % 4 for n in range(20)]}), table("trips", trips)]
    values = {
        "stations.code": [c.casefold() for c in codes],
        "trips.start": sorted({s.casefold() for s in trips["start"]}),
    }
    (join,) = [j for j in discover(tables, values=values) if j.state != "rejected"]
    assert (join.id, join.rewrite) == ("trips.start=stations.code", ((("bracket", ""),), ()))


def test_numbers_meet_codes_whose_letters_vary() -> None:
    numbers = [1000 + 397 * n % 8999 for n in range(40)]
    articles = {"article": [f"{'ABC'[n % 3]}{k}" for n, k in enumerate(numbers)], "price": [n % 7 for n in range(40)]}
    sales = {"sale": list(range(1, 91)), "article_no": [numbers[n * 7 % 40] for n in range(90)]}
    tables = [table("articles", articles), table("sales", sales)]
    values = {
        "articles.article": [str(a).casefold() for a in articles["article"]],
        "sales.article_no": sorted({str(n) for n in sales["article_no"]}),
        "sales.sale": [str(n) for n in sales["sale"]],
    }
    (join,) = [j for j in discover(tables, values=values) if j.state != "rejected"]
    assert (join.id, join.rewrite) == ("sales.article_no=articles.article", ((), (("letters", ""),)))
    assert "after leaving out the letters in front in articles.article" in join.why


def test_the_first_of_several_parts_is_offered_where_it_is_always_a_key() -> None:
    kept = ["HR", "FIN", "OPS", "LEG", "IT"]
    paid = [f"{kept[n % 5]}/2023/{n:04}" for n in range(60)]
    tables = [
        table("depts", {"dept": kept, "head": ["Ann", "Bo", "Cy", "Di", "Ed"]}),
        table("invoices", {"invoice_ref": paid, "amount": [n * 13 for n in range(60)]}),
    ]
    values = {"depts.dept": [k.casefold() for k in kept], "invoices.invoice_ref": [p.casefold() for p in paid]}
    (join,) = [j for j in discover(tables, values=values) if j.offered]
    assert (join.id, join.state) == ("invoices.invoice_ref=depts.dept", "rejected")
    assert join.rewrite == ((("first", "/"),), ())


def test_a_name_that_holds_its_owners_code_is_no_second_way_to_it() -> None:
    sites = [f"{a}{b}{c}" for a, b, c in zip("ABCDEFGHIJ", "RSTLNMRSTL", "KWYXZKWYXZ", strict=True)]
    of = [sites[n % 10] for n in range(80)]
    plots = {"plot_ref": [f"{s}-{n:02}" for n, s in enumerate(of)], "site": of, "size": [n % 9 for n in range(80)]}
    tables = [table("sites", {"site_code": sites, "opened": [1900 + n for n in range(10)]}), table("plots", plots)]
    values = {
        f"{t.name}.{c.name}": sorted({str(v).casefold() for v in rows})
        for t, given in zip(tables, ({"site_code": sites, "opened": range(1900, 1910)}, plots), strict=True)
        for c, rows in zip(t.columns, given.values(), strict=True)
    }
    assert [j.id for j in discover(tables, values=values)] == ["plots.site=sites.site_code"]


def test_a_list_that_is_there_twice_is_met_by_rewriting_and_by_nothing_else() -> None:
    codes = [f"{n:04}" for n in range(1, 91)]
    old = {"SKU": codes, "Description": [f"Thing {n}" for n in range(90)]}
    lines = {"sku": [n * 7 % 90 + 1 for n in range(400)], "line": [n % 4 + 1 for n in range(400)]}
    visits = {"visit": range(1, 301), "km": [n % 80 for n in range(300)]}
    tables = [table("old", old), table("new", old), table("lines", lines), table("visits", visits)]
    values = {f"{name}.SKU": codes for name in ("old", "new")} | {"lines.sku": sorted({str(v) for v in lines["sku"]})}
    found = [j for j in discover(tables, values=values) if (j.child_table, j.child) == ("lines", ("sku",))]
    assert [(j.id, j.state, j.offered) for j in found] == [("lines.sku=new.SKU", "probable", False)]


def test_a_join_that_an_older_program_stored_can_be_read() -> None:
    _, join = _one("bracket")
    body = dump_join(replace(join, rewrite=((), ())))
    for field in (',"rewrite":[[],[]]', ',"asked":false', ',"offered":false'):
        assert field in body
        body = body.replace(field, "")
    assert parse_join(body) == replace(join, rewrite=((), ()))


def test_a_rejected_rewriting_stays_rejected_and_an_accepted_one_keeps_it() -> None:
    case, join = _one("prefix")
    rejected = replace(join, state="rejected", reviewed=True)
    assert _used(case, known=[rejected]) == []
    (kept,) = _used(case, known=[replace(join, state="confirmed", reviewed=True)])
    assert (kept.id, kept.state, kept.reviewed, kept.rewrite) == (join.id, "confirmed", True, join.rewrite)


def test_loading_one_by_one_finds_the_same() -> None:
    case, _ = _one("surname")
    together = discover(case.tables, values=case.values)
    for tables in (case.tables, case.tables[::-1]):
        known: tuple[Join, ...] = ()
        for n, new in enumerate(tables, start=1):
            known = discover(tables[:n], known=known, touched=[new.name], values=case.values)
        assert known == together


class _Asked(dict[str, tuple[str, ...]]):
    """Values that remember which columns' were asked for."""

    def __init__(self, values: dict[str, tuple[str, ...]]) -> None:
        super().__init__(values)
        self.columns: set[str] = set()

    def get(self, column: str, default: object = None) -> tuple[str, ...]:  # type: ignore[override]
        self.columns.add(column)
        return super().get(column, ())


def test_only_the_values_of_columns_that_may_meet_another_tables_are_read() -> None:
    case, join = _one("prefix")
    alone = _Asked(case.values)
    assert discover(case.tables[:1], values=alone) == ()
    assert alone.columns == set()
    both = _Asked(case.values)
    assert join in discover(case.tables, values=both)
    assert {f"{join.child_table}.{join.child[0]}", f"{join.parent_table}.{join.parent[0]}"} <= both.columns


TOWNS = ["Oslo", "Rome", "Bonn", "Cork"]


@pytest.fixture(params=["embedded", pytest.param("neo4j", marks=pytest.mark.neo4j)])
def visited(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Workspace]:
    """Forty clients, of whom 35 were visited, ninety times in all; the visits write `K-` before a client's number."""
    codes = [f"{n * 37 + 11:04}" for n in range(40)]
    files = tmp_path / "files"
    files.mkdir()
    clients = "".join(f"{c},{TOWNS[n % 4]}\n" for n, c in enumerate(codes))
    (files / "clients.csv").write_text("client_no,town\n" + clients)
    visits = "".join(f"V{n},K-{codes[(6 * n) % 35]},{n % 5}\n" for n in range(90))
    (files / "visits.csv").write_text("visit,client,boxes\n" + visits)
    settings = Settings(workspace=tmp_path / "ws")
    if request.param == "neo4j":
        uri = str(request.config.getoption("--neo4j"))
        wipe(uri)
        bare, user, password = parts(uri)
        settings = replace(settings, neo4j_uri=bare, neo4j_user=user, neo4j_password=password)
    with open_workspace(settings, embedder=NgramEmbedder()) as ws:
        ws.tables.load([files])
        yield ws
    if request.param == "neo4j":
        wipe(uri)


def _asked(ws: Workspace, question: str) -> Answer:
    *_, answer = ws.questions.ask(question)
    assert isinstance(answer, Answer)
    return answer


@pytest.mark.slow
def test_a_question_over_rewritten_keys_is_answered(visited: Workspace) -> None:
    (join,) = visited.joins.all()
    said = "after leaving out “K-” in visits.client"
    assert join.rewrite == ((("prefix", "K-"),), ())
    assert said in join.why
    expected: dict[str, int] = {}
    for n in range(90):
        town = TOWNS[(6 * n) % 35 % 4]
        expected[town] = expected.get(town, 0) + 1
    answer = _asked(visited, "How many visits per town?")
    assert dict(answer.rows) == expected
    (edge,) = answer.path
    assert edge.equation.endswith(said)
    none = _asked(visited, "Which clients have no visits?")
    assert {str(row[0]) for row in none.rows} == {f"{n * 37 + 11:04}" for n in range(35, 40)}
    graph = visited.questions.cypher("MATCH (:Column)-[j:SAME_ATTRIBUTE]->(:Column) RETURN j.after AS after")
    assert graph.rows == ((said,),)
    visited.joins.review(join.id, "rejected")
    assert visited.joins.all() == ()


def test_a_query_over_a_role_of_the_same_table_rewrites_as_the_join_does() -> None:
    staff = table("staff", {"no": ["0417", "0418", "0419"], "boss": ["K-0417", "K-0417", None]})
    one = join("staff.boss", "staff.no")
    facts = Facts(SchemaView((staff,), (replace(one, rewrite=((("prefix", "K-"),), ())),)))
    boss, key = Col("staff", "boss"), Col("staff", "no")
    cells = [exp.column(c, table=t, quoted=True) for c, t in (("boss", "staff"), ("no", "staff by boss"))]
    sql = same(boss, key, *cells, facts).sql(dialect="sqlite")
    db = sqlite3.connect(":memory:")
    db.executescript(
        "CREATE TABLE staff (no, boss);INSERT INTO staff VALUES ('0417', NULL), ('0418', 'K-0417'), ('0419', 'K-0418');"
    )
    found = db.execute(f"SELECT staff.no, b.no FROM staff JOIN staff AS b ON {sql.replace('staff by boss', 'b')}")
    assert found.fetchall() == [("0418", "0417"), ("0419", "0418")]


def test_a_query_that_rewrites_as_the_join_does_is_one_of_that_join() -> None:
    case, join = _one("prefix")
    view = SchemaView(case.tables, (join,))
    (line,) = join_lines([join])
    on = line.removeprefix("join ").rsplit(" (", 1)[0]
    tree = JoinTree(("clients", "visits"))
    sql = f'SELECT SUM("clients"."town") FROM "visits" JOIN "clients" ON {on}'
    assert {f.code for f in findings(sql, "sqlite", view, tree)} == {"off_path", "fan_out"}


def test_keys_in_one_spelling_are_worked_out_once_for_each_row(tmp_path: Path) -> None:
    parts = "".join(f"P-{n:04},part {n}\n" for n in range(1_500))
    uses = "".join(f"{n},{('P-{:04}', 'P{:04}', 'p-{}')[n % 3].format(n % 1_500)},{n % 7}\n" for n in range(3_000))
    (tmp_path / "parts.csv").write_text(f"part no,name\n{parts}", encoding="utf-8")
    (tmp_path / "uses.csv").write_text(f"use,part,qty\n{uses}", encoding="utf-8")
    with open_workspace(Settings(workspace=tmp_path / "ws", cache=tmp_path / "cache", embeddings="spelling")) as ws:
        ws.tables.load([tmp_path / "parts.csv", tmp_path / "uses.csv"])
        (join,) = [j for j in ws.joins.all() if j.state != "rejected"]
        assert (join.evidence.containment, bool(join.rewrite[1])) == (1.0, True)
        answer = [a for a in ws.questions.ask("total qty of uses by part name") if isinstance(a, Answer)][-1]
        shown = [a for a in ws.questions.ask("show everything of parts with uses of qty 3") if isinstance(a, Answer)][
            -1
        ]
    assert len(answer.rows) == 1_500
    assert dict(answer.rows)["part 8"] == sum(n % 7 for n in (8, 1_508))
    with sqlite3.connect(tmp_path / "ws" / "data.sqlite") as db:
        plan = [str(row[3]) for row in db.execute(f"EXPLAIN QUERY PLAN {answer.sql}")]
    assert any("AUTOMATIC" in line for line in plan), plan
    assert "joinery key" not in shown.columns


@pytest.mark.parametrize(("label", "met"), [("tree", True), ("pages", False)])
def test_a_column_called_what_the_rows_are_meets_their_numbering(label: str, met: bool) -> None:
    codes = [f"T{n:05d}" for n in range(1, 301)]
    numbers = list(range(7, 290, 4))
    register = table("tree_register", {"asset": codes, "street": [f"Road {n % 40}" for n in range(300)]})
    log = table("complaints", {"ref": [f"C{n}" for n in range(len(numbers))], label: numbers})
    values = {"tree_register.asset": [c.casefold() for c in codes], f"complaints.{label}": list(map(str, numbers))}
    found = [j for j in discover([register, log], values=values) if j.state != "rejected"]
    assert any(j.child == (label,) and j.parent == ("asset",) for j in found) is met


@pytest.mark.parametrize("label", ["hatched", "n_eggs"])
def test_small_numbers_are_in_any_running_number_even_where_one_lies_far_above(label: str) -> None:
    """How many eggs were in a nest is no number of a ring, though one ring of another series is `R23-9001`."""
    rings = [f"R{22 + n // 130}-{n:04d}" for n in [*range(1, 260), 9001]]
    eggs = [1 + n * n % 71 for n in range(300)]
    ringed = table("ringed_birds", {"ring_id": rings, "weight": [f"{n % 9}g" for n in range(260)]})
    nests = table("nests", {"wood": [f"W{n % 12}" for n in range(300)], label: eggs})
    values = {"ringed_birds.ring_id": [r.casefold() for r in rings], f"nests.{label}": sorted({str(n) for n in eggs})}
    assert [j.id for j in discover([ringed, nests], values=values) if j.state != "rejected"] == []
