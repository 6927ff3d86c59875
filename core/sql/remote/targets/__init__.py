"""The engines that queries are translated for."""

from __future__ import annotations

from collections.abc import Mapping

from core.sql.remote.targets.base import Target
from core.sql.remote.targets.duckdb import DUCKDB
from core.sql.remote.targets.mariadb import MARIADB
from core.sql.remote.targets.postgresql import POSTGRESQL
from core.sql.remote.targets.sqlite import SQLITE
from core.sql.remote.targets.trino import TRINO

TARGETS: Mapping[str, Target] = {
    "postgresql": POSTGRESQL,
    "duckdb": DUCKDB,
    "sqlite": SQLITE,
    "mariadb": MARIADB,
    "trino": TRINO,
}
"""By the first word of an address."""
