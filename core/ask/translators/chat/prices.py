"""What a call costs, from a small dated table; None where the price is not known."""

from __future__ import annotations

import re
import tomllib
from functools import lru_cache
from pathlib import Path
from typing import Any

FILE = Path(__file__).parent / "prices.toml"
_DATED = re.compile(r"-(latest|\d{4}|\d{8}|\d{4}-\d{2}-\d{2}|\d{2}-\d{4})$")
_MILLION = 1_000_000


def dollars(provider: str, model: str, sent: int, received: int) -> float | None:
    """The price of `sent` and `received` tokens at the provider's own address."""
    prices = _prices().get(provider, {})
    price = prices.get(model) or prices.get(_DATED.sub("", model))
    return None if price is None else (sent * price[0] + received * price[1]) / _MILLION


@lru_cache(maxsize=1)
def _prices() -> dict[str, Any]:
    return tomllib.loads(FILE.read_text(encoding="utf-8"))
