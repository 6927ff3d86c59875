"""Amounts in everyday words: what one unit costs, what share of the money, how many and how much, who owes what."""

from __future__ import annotations

import datetime
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.workspace import Workspace
from tests.ask.worlds import answers, ask, csv_text, office_of, plain, rounded

DAY = datetime.date(2023, 1, 4)
FIRST, LAST = "Ana Bo Cleo Dora Eric Finn".split(), "Berg Cole Dahl".split()
FIRMS_SEEN = ("Kerr Plumbing", "Volt Bros", "Hale Roofs")
HALLS = [("H1", "Alder Court", 900), ("H2", "Birch House", 2600), ("H3", "Cedar Row", 1500)]
FLATS = [(f"F{n:02}", HALLS[n % 3][0]) for n in range(18)]
TENANTS = [(n + 1, f"{FIRST[n % 6]} {LAST[n // 6]}", FLATS[n][0])
           for n in range(18)]  # fmt: skip
RENTS = [
    (18 * (y - 2023) + n + 1, n + 1, y, 500 + 20 * (n % 4), 0 if (n + y) % 7 == 0 else 440 if n % 5 == 1 else 500)
    for y in (2023, 2024)
    for n in range(18)
]
REPAIRS = [
    (n + 1, FLATS[n * 5 % 18][0], DAY + datetime.timedelta(days=9 * n), FIRMS_SEEN[n % 3],
     1 + n % 4, 30 + 17 * n % 190 + 0.5 * (n % 3), ("Done", "Open", "Done", "Done")[n % 4])
    for n in range(70)
]  # fmt: skip
PENALTIES = [
    (f"PN{100 + n}", n % 18 + 1, DAY + datetime.timedelta(days=11 * n), 5 + 7.5 * (n * n % 6),
     "" if n % 3 == 0 else DAY + datetime.timedelta(days=11 * n + 20), ("Noise", "Keys", "Damage")[n % 5 % 3])
    for n in range(60)
]  # fmt: skip
KINDS = [("W", "Wash"), ("D", "Dry"), ("I", "Ironing"), ("M", "Mending")]
WASHES = [
    (n + 1, n % 18 + 1, "WDIMW"[n % 5], DAY + datetime.timedelta(days=5 * n), 1 + n % 3, 3 + 2.25 * (n % 7),
     ("Online", "Desk")[n * n % 3 % 2])
    for n in range(90)
]  # fmt: skip

FILES = {
    "halls": csv_text("Hall Code,Hall Name,Repairs Budget", HALLS),
    "flats": csv_text("Flat Ref,Hall", FLATS),
    "tenants": csv_text("Tenant No,Tenant Name,Flat", TENANTS),
    "rent accounts": csv_text("Entry,Tenant No,Rent Year,Amount Due,Amount Paid", RENTS),
    "repairs": csv_text("Job,Flat,Reported,Contractor,Hours,Cost (GBP),Status", REPAIRS),
    "penalties": csv_text("Penalty No,Tenant,Raised,Amount (GBP),Paid On,Reason", PENALTIES),
    "launderings": csv_text("Load No,Tenant,Kind,Sold on,Qty,Charge,Sold via", WASHES),
    "laundering kinds": csv_text("Code,Description", KINDS),
}

ONLINE = "SUM(CASE WHEN \"Sold via\" = 'Online' THEN Qty END) * 100.0 / SUM(Qty)"
FIRMS = "SELECT Contractor FROM repairs GROUP BY 1 ORDER BY"
KINDS_BY = 'launderings JOIN "laundering kinds" ON Code = Kind GROUP BY Code ORDER BY SUM(Charge) DESC'
BOTH = 'COUNT(*), SUM("Amount (GBP)")'
RATE = 'SUM("Cost (GBP)") * 1.0 / SUM(Hours)'
FINES = '"penalties" WHERE "Paid On" IS NULL'
OWED = 'SUM("Amount Due" - "Amount Paid")'
BY_TENANT = 'tenants t JOIN "rent accounts" r ON r."Tenant No" = t."Tenant No"'
BY_HALL = (
    'halls h JOIN flats f ON f.Hall = h."Hall Code" JOIN repairs r ON r.Flat = f."Flat Ref" GROUP BY h."Hall Code"'
)
QUARTER = "strftime('%Y', Raised) || '-Q' || ((strftime('%m', Raised) + 2) / 3)"

CASES: tuple[tuple[str, str], ...] = (
    ("cost per hour by contractor", f"SELECT Contractor, {RATE} FROM repairs GROUP BY 1"),
    ("Cost per hour by contractor. Who is dearest?", f"SELECT Contractor, {RATE} FROM repairs GROUP BY 1"),
    ("Which contractor is the cheapest per hour?", f"{FIRMS} {RATE} LIMIT 1"),
    ("which contractor charges us the most per hour", f"{FIRMS} {RATE} DESC LIMIT 1"),
    ("How much does Volt Bros charge us an hour?", f"SELECT {RATE} FROM repairs WHERE Contractor = 'Volt Bros'"),
    ("what did an hour of repairs cost in 2024?", f"SELECT {RATE} FROM repairs WHERE Reported LIKE '2024%'"),
    ("cost per repair by contractor", 'SELECT Contractor, AVG("Cost (GBP)") FROM repairs GROUP BY 1'),
    ("number and amount of penalties per quarter", f"SELECT {QUARTER}, {BOTH} FROM penalties GROUP BY 1"),
    ("penalties raised per quarter, number and amount",
     f"SELECT {QUARTER}, {BOTH} FROM penalties GROUP BY 1"),
    ("How much is still unpaid on penalties?", f'SELECT SUM("Amount (GBP)") FROM {FINES}'),
    ("what are the penalties for damage worth altogether?",
     "SELECT SUM(\"Amount (GBP)\") FROM penalties WHERE Reason = 'Damage'"),
    ("Money received from penalties by reason",
     'SELECT Reason, SUM("Amount (GBP)") FROM penalties WHERE "Paid On" IS NOT NULL GROUP BY 1'),
    ("unpaid penalties as a share of the total amount of penalties",
     f'SELECT 100.0 * (SELECT SUM("Amount (GBP)") FROM {FINES}) / SUM("Amount (GBP)") FROM penalties'),
    ("unpaid penalties as a percentage of all penalties",
     'SELECT AVG(CASE WHEN "Paid On" IS NULL THEN 100.0 ELSE 0 END) FROM penalties'),
    ("what share of launderings sold in 2023 were sold online?",
     f"SELECT {ONLINE} FROM launderings WHERE \"Sold on\" LIKE '2023%'"),
    ("which contractor has cost us the most in repairs altogether?",
     'SELECT Contractor FROM repairs GROUP BY 1 ORDER BY SUM("Cost (GBP)") DESC LIMIT 1'),
    ("Which 2 launderings bring in the most money?",
     f"SELECT Description FROM {KINDS_BY} LIMIT 2"),
    ("Which tenants owe more than £100 in rent altogether?",
     f'SELECT "Tenant Name" FROM {BY_TENANT} GROUP BY t."Tenant No" HAVING {OWED} > 100'),
    ("who owes us the most rent?",
     f'SELECT "Tenant Name" FROM {BY_TENANT} GROUP BY t."Tenant No" ORDER BY {OWED} DESC LIMIT 1'),
    ("Which tenants owe more than £30 in unpaid penalties altogether?",
     'SELECT "Tenant Name" FROM tenants JOIN penalties ON Tenant = "Tenant No" WHERE "Paid On" IS NULL '
     'GROUP BY "Tenant No" HAVING SUM("Amount (GBP)") > 30'),
    ("Which halls have spent more than their repairs budget?",
     f'SELECT "Hall Name" FROM {BY_HALL} HAVING SUM("Cost (GBP)") > "Repairs Budget"'),
    ("Which halls went over their budget on repairs?",
     f'SELECT "Hall Name" FROM {BY_HALL} HAVING SUM("Cost (GBP)") > "Repairs Budget"'),
)  # fmt: skip


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Workspace, sqlite3.Connection]]:
    folder = tmp_path_factory.mktemp("halls")
    with office_of(FILES, folder) as workspace:
        yield workspace, plain(sorted(Path(folder).glob("*.csv")))


@pytest.mark.parametrize(("question", "sql"), CASES, ids=[q for q, _ in CASES])
def test_it_is_reckoned_from_the_amounts(office: tuple[Workspace, sqlite3.Connection], question: str, sql: str) -> None:
    workspace, db = office
    answer = ask(workspace, question)
    assert not answer.unsure, (answer.enriched, answer.sql)
    wanted = db.execute(sql).fetchall()
    assert wanted, sql
    assert answers(rounded(answer.rows), rounded(wanted)), (answer.rows, wanted, answer.sql)
