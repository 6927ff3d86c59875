"""The sample sets come out the same everywhere, hold together as declared, and their gold queries are sound."""

from __future__ import annotations

import csv
import hashlib
import os
import re
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.samples import SAMPLES, Sample, SampleQuestion
from core.samples.base import Draws, decimal

DIGESTS = {
    "shop": "fc36f73dfe873e6890cb93c2cc23c151a316f680cfdef8874506a79f181dbb95",
    "health": "a294fecdd28aa25baca9c4443d01875fb6d8a048aff873a1f994980a807dab8d",
    "food": "1a57801e00fa42c04a8ea4fd5c21bdc8aec31b92ba3c1c2c991267f5e0fefac8",
}
BY_KEY = {sample.key: sample for sample in SAMPLES}
QUESTIONS = [
    pytest.param(sample.key, question, id=f"{sample.key}-{number}")
    for sample in SAMPLES
    for number, question in enumerate(sample.questions, start=1)
]

Cells = dict[str, dict[str, list[str | int | float | None]]]


def digest(files: list[Path]) -> str:
    """Of names and bytes, in order."""
    total = hashlib.sha256()
    for file in files:
        total.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return total.hexdigest()


def typed(cells: list[str], missing: tuple[str, ...]) -> list[str | int | float | None]:
    """Whole columns of numbers as numbers, codes with leading zeros as text, what is missing as None."""
    filled = [cell for cell in cells if cell and cell not in missing]
    kind: type[str] | type[int] | type[float] = str
    if filled and all(re.fullmatch(r"-?(0|[1-9]\d*)", cell) for cell in filled):
        kind = int
    elif filled and all(re.fullmatch(r"-?(0|[1-9]\d*)(\.\d+)?", cell) for cell in filled):
        kind = float
    return [kind(cell) if cell and cell not in missing else None for cell in cells]


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Path]]:
    return {sample.key: sample.write(tmp_path_factory.mktemp("samples") / sample.key) for sample in SAMPLES}


@pytest.fixture(scope="module")
def cells(files: dict[str, list[Path]]) -> dict[str, Cells]:
    """Sample, table and column to the column's cells."""
    out: dict[str, Cells] = {}
    for sample in SAMPLES:
        out[sample.key] = {}
        for file in files[sample.key]:
            with file.open(encoding="utf-8-sig", newline="") as lines:
                header, *rows = csv.reader(lines)
            columns = zip(header, zip(*rows, strict=True), strict=True)
            out[sample.key][file.stem] = {label: typed(list(column), sample.missing) for label, column in columns}
    return out


@pytest.fixture(scope="module")
def databases(cells: dict[str, Cells]) -> Iterator[dict[str, sqlite3.Connection]]:
    out = {}
    for key, tables in cells.items():
        out[key] = sqlite3.connect(":memory:")
        for table, columns in tables.items():
            names = ", ".join(f'"{label}"' for label in columns)
            marks = ", ".join("?" * len(columns))
            out[key].execute(f'CREATE TABLE "{table}" ({names})')
            out[key].executemany(f'INSERT INTO "{table}" VALUES ({marks})', zip(*columns.values(), strict=True))
    yield out
    for connection in out.values():
        connection.close()


def test_the_registry_holds_the_three_sets() -> None:
    assert [sample.key for sample in SAMPLES] == ["shop", "health", "food"]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("key", BY_KEY)
def test_the_files_are_those_announced(key: str, files: dict[str, list[Path]]) -> None:
    assert [file.name for file in files[key]] == [name for name, _ in BY_KEY[key].preview]
    assert len({file.parent for file in files[key]}) == 1
    assert sorted(files[key][0].parent.iterdir()) == sorted(files[key])


@pytest.mark.parametrize("key", BY_KEY)
def test_every_platform_and_python_gets_these_bytes(key: str, files: dict[str, list[Path]]) -> None:
    assert digest(files[key]) == DIGESTS[key]


@pytest.mark.slow
def test_hash_seed_locale_and_folder_do_not_matter(tmp_path: Path, files: dict[str, list[Path]]) -> None:
    code = (
        "import sys; from pathlib import Path; from core.samples import SAMPLES\n"
        "for sample in SAMPLES: sample.write(Path(sys.argv[1]) / sample.key)"
    )
    environment = {**os.environ, "PYTHONHASHSEED": "7", "LC_ALL": "C", "PYTHONUTF8": "0"}
    root = Path(__file__).parents[2]
    subprocess.run([sys.executable, "-c", code, str(tmp_path / "new")], check=True, cwd=root, env=environment)
    for key, before in files.items():
        assert digest([tmp_path / "new" / key / file.name for file in before]) == DIGESTS[key]


def test_writing_again_replaces(tmp_path: Path) -> None:
    sample = BY_KEY["food"]
    first = digest(sample.write(tmp_path))
    assert digest(sample.write(tmp_path)) == first


@pytest.mark.parametrize("key", BY_KEY)
def test_sizes_are_bounded(key: str, files: dict[str, list[Path]], cells: dict[str, Cells]) -> None:
    assert sum(file.stat().st_size for file in files[key]) < 2_000_000
    rows = {table: len(next(iter(columns.values()))) for table, columns in cells[key].items()}
    assert all(15 <= count <= 5_000 for count in rows.values()), rows


@pytest.mark.parametrize("key", BY_KEY)
def test_lines_end_the_same_way_everywhere(key: str, files: dict[str, list[Path]]) -> None:
    for file in files[key]:
        data = file.read_bytes()
        assert data.count(b"\n") == data.count(b"\r\n") == data.count(b"\r") > 0
        assert data.startswith(b"\xef\xbb\xbf") is (key == "food")


def column(cells: Cells, name: str) -> set[str | int | float]:
    table, label = name.split(".", 1)
    return {cell for cell in cells[table][label] if cell is not None}


@pytest.mark.parametrize(
    ("key", "child", "parent"), [(sample.key, *join) for sample in SAMPLES for join in sample.joins]
)
def test_every_value_of_a_declared_join_is_in_its_parent(
    key: str, child: str, parent: str, cells: dict[str, Cells]
) -> None:
    values = column(cells[key], child)
    assert values
    assert values - column(cells[key], parent) == set()


@pytest.mark.parametrize(
    ("key", "name"),
    [
        ("shop", "customers.id"),
        ("shop", "customers.name"),
        ("shop", "orders.id"),
        ("shop", "products.code"),
        ("shop", "products.name"),
        ("shop", "categories.id"),
        ("shop", "categories.name"),
        ("shop", "suppliers.supplier_id"),
        ("shop", "suppliers.company"),
        ("health", "Provider Register.Provider Code"),
        ("health", "Provider Register.Provider Name"),
        ("food", "Product Categories.Code / Code de catégorie"),
        ("food", "Product Categories.Category name / Nom de la catégorie"),
        ("food", "Follow-up Actions.Sample ID / Identifiant d'échantillon"),
    ],
)
def test_keys_and_names_asked_for_are_unique(key: str, name: str, cells: dict[str, Cells]) -> None:
    table, label = name.split(".", 1)
    values = cells[key][table][label]
    assert None not in values
    assert len(values) == len(set(values))


def test_the_data_have_the_faults_they_are_meant_to_have(files: dict[str, list[Path]], cells: dict[str, Cells]) -> None:
    shop, health, food = cells["shop"], cells["health"], cells["food"]
    assert column(shop, "customers.id") - column(shop, "orders.customer_id")
    assert all(None in shop["customers"][label] for label in ("email", "loyalty_level"))
    knee = column(health, "Knee Procedure Records 2023.Provider Code")
    shoulder = column(health, "Shoulder Procedure Records 2023.Provider Code")
    assert (len(knee), len(shoulder), len(knee & shoulder)) == (96, 72, 66)
    scale = health["Knee Procedure Records 2023"]["Pre-Op Q EQ VAS"]
    assert 999 in scale
    assert all(value == 999 or (isinstance(value, int) and 0 <= value <= 100) for value in scale)
    assert b",*," in files["health"][0].read_bytes()
    results = food["Chemistry Results"]["Sample number / Numéro d'échantillon"]
    assert len(results) > 4 * len(set(results))


def test_amounts_agree_with_quantity_and_price(cells: dict[str, Cells]) -> None:
    items = cells["shop"]["order_items"]
    wrong = [
        item
        for item, quantity, price, amount in zip(
            items["item_id"], items["quantity"], items["unit_price"], items["amount"], strict=True
        )
        if round(quantity * price, 2) != amount  # type: ignore[operator, arg-type]
    ]
    assert wrong == []


@pytest.mark.parametrize(("key", "question"), QUESTIONS)
def test_a_gold_query_has_an_answer(
    key: str, question: SampleQuestion, databases: dict[str, sqlite3.Connection]
) -> None:
    rows = databases[key].execute(question.sql).fetchall()
    assert rows
    assert rows not in ([(None,)], [(0,)])
    assert len(rows) == len(set(rows))
    assert all(None not in row for row in rows)


@pytest.mark.parametrize(("key", "question"), QUESTIONS)
def test_a_top_n_has_no_ties(key: str, question: SampleQuestion, databases: dict[str, sqlite3.Connection]) -> None:
    limit = re.search(r"LIMIT (\d+)$", question.sql)
    assert bool(limit) is question.ordered is ("ORDER BY" in question.sql)
    if limit is None:
        return
    count = int(limit[1])
    rows = databases[key].execute(f"{question.sql[: limit.start()]}LIMIT {count + 1}").fetchall()
    figures = [row[-1] for row in rows]
    assert len(set(figures)) == len(figures) == count + 1


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.key)
def test_the_questions_cover_what_people_ask(sample: Sample) -> None:
    sql = [question.sql for question in sample.questions]
    assert len({question.text for question in sample.questions}) == len(sql) == 10
    for part in ("GROUP BY", "AVG(", "LIMIT ", "NOT EXISTS", " JOIN ", "COUNT(*)", "WHERE "):
        assert any(part in query for query in sql), part


def test_decimals() -> None:
    assert [decimal(units, 2) for units in (0, 5, 1999, -1250, -7)] == ["0.00", "0.05", "19.99", "-12.50", "-0.07"]


def test_draws_are_those_of_the_seed() -> None:
    draws = Draws(1)
    assert [draws.whole(1, 6) for _ in range(8)] == [1, 6, 5, 2, 3, 3, 4, 5]
    assert sorted(draws.shuffled(range(9))) == list(range(9))
    assert {draws.weighted((("never", 0), ("always", 3))) for _ in range(20)} == {"always"}
    assert all(2 <= draws.bell(2, 4) <= 4 for _ in range(50))
