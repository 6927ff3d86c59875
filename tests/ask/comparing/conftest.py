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
