"""A workspace of orders of two and a half years in which one channel makes the difference."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from core.workspace import Workspace
from tests.ask.worlds import opened

COUNTS = {2023: {"shop": 60, "web": 40, "phone": 20}, 2024: {"shop": 66, "web": 100, "phone": 14}}
"""Orders of each channel; a third of each from each of three customers, so that no customer makes a difference."""


def files(folder: Path) -> list[Path]:
    """The orders with a date on each day of a month in turn, each of 10, on the web in 2024 of 20."""
    rows, number = [], 0
    for year, channels in {**COUNTS, 2025: {"shop": 20, "web": 30, "phone": 10}}.items():
        for channel, n in channels.items():
            for i in range(n):
                number += 1
                month = i % (3 if year == 2025 else 12) + 1
                amount = 20 if (year, channel) == (2024, "web") else 10
                rows.append(f"{number},{year}-{month:02d}-{i % 28 + 1:02d},{channel},{number % 3 + 1},{amount}")
    rows.append(f"{number + 1},2025-03-31,shop,1,10")
    orders, customers = folder / "orders.csv", folder / "customers.csv"
    orders.write_text("order_id,order_date,channel,customer_id,amount\n" + "\n".join(rows) + "\n", encoding="utf-8")
    customers.write_text("customer_id,name,region\n1,Ada,North\n2,Bo,South\n3,Cleo,North\n", encoding="utf-8")
    return [orders, customers]


@pytest.fixture(scope="module")
def orders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    folder = tmp_path_factory.mktemp("why")
    with opened(files(folder), folder / "w") as workspace:
        yield workspace
