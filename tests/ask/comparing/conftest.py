"""Orchards, what is picked in them, and what their growers sell in a year: figures to be set beside each other."""

from __future__ import annotations

from tests.ask.worlds import csv_text, office_fixture

_GROWERS = (("G1", "Ash Farm", "Hill"), ("G2", "Birch Farm", "Hill"), ("G3", "Cherry Farm", "Vale"),
            ("G4", "Damson Farm", "Vale"))  # fmt: skip
_ORCHARDS = (
    ("O1", "G1", "Russet", 40), ("O2", "G1", "Bramley", 90), ("O3", "G2", "Russet", 60), ("O4", "G2", "Russet", 30),
    ("O5", "G3", "Bramley", 120), ("O6", "G3", "Gala", 50), ("O7", "G4", "Gala", 70), ("O8", "G4", "Bramley", 60),
)  # fmt: skip
_PICKED = "2022-09-03 2022-09-04 2022-10-01 2023-09-02 2023-09-03 2023-10-08 2024-09-01 2024-09-02 2024-10-06".split()
HARVESTS = tuple(
    (n + 1, f"O{1 + (n * 5 + n // 7) % 7}", _PICKED[(n * 4 + n // 5) % 9], 4 + (n * 7) % 13, 100 + (n * 37) % 170,
     "machine" if n % 3 == 0 else "hand")
    for n in range(48)
)  # fmt: skip
_SALES = tuple(
    (
        f"G{g}",
        year,
        1000 * g + (150 * g if g != 3 else -200) * (year - 2021),
        200 + 10 * g + (year - 2021) * (g * 7 - 12),
    )
    for g in range(1, 5)
    for year in (2021, 2022, 2023, 2024)
)

orchards = office_fixture(
    {
        "growers": csv_text("grower_id,grower,district", _GROWERS),
        "orchards": csv_text("orchard,grower_id,variety,trees", _ORCHARDS),
        "harvests": csv_text("harvest_no,orchard,picked_on,crates,kilos,method", HARVESTS),
        "yearly sales": csv_text("grower_id,year,sales,visitors", _SALES),
    }
)

_BRANCHES = (("B1", "Harbour", "Leith"), ("B2", "Station", "Perth"), ("B3", "Old Mill", "Stirling"))
_TYPES = (("1", "City bike"), ("2", "Mountain bike"), ("3", "Tandem"), ("4", "Cargo bike"))
HIRES = tuple(
    (
        f"H{n:04}",
        f"{2021 + n // 120}-{1 + n % 120 // 10:02}-{1 + n % 10 * 3:02}",
        ("B1", "B1", "B2", "B3", "B1", "B2")[n % 7 % 6],
        "1231141"[n % 11 % 7],
        "member" if n % 5 in (0, 3) else "visitor",
        ("online", "phone", "desk")[n % 13 % 3],
        1 + (n * 7) % 9,
        8 + (n * 5) % 14 + 2 * (n // 120),
        "cancelled" if n % (9 + n // 120) == 4 else "ridden",
    )
    for n in range(420)
    if n % 17 % (2 + n // 120) != 1
)
"""From January 2021 to June 2024."""
_REPAIRS = tuple(
    (n + 1, f"{2022 + n // 60}-{1 + n % 60 // 5:02}-{2 + n % 5 * 5:02}", f"B{1 + n % 3}",
     ("puncture", "brakes", "gears")[n % 8 % 3], ("workshop", "road crew")[n % 5 % 2], 10 + (n * 11) % 37, 2 + n % 7)
    for n in range(110)
)  # fmt: skip

bikes = office_fixture(
    {
        "branches": csv_text("branch_id,branch_name,town", _BRANCHES),
        "bike_types": csv_text("type_code,type_name", _TYPES),
        "hires": csv_text("hire_no,hired_on,branch_id,bike_type,customer_kind,channel,hours,price_gbp,status", HIRES),
        "repairs": csv_text("repair_id,reported_on,branch_id,fault,decided_by,cost_gbp,waiting_days", _REPAIRS),
    }
)
REPAIRS = _REPAIRS
BRANCHES = {key: name for key, name, _ in _BRANCHES}
TYPES = dict(_TYPES)
