"""The engine for an address."""

from __future__ import annotations

from collections.abc import Mapping

from core.sql.remote.address import Address
from core.sql.remote.base import Attached
from core.sql.remote.duckdb_file import DuckDbFile
from core.sql.remote.engine import RemoteEngine
from core.sql.remote.sqlite_file import SqliteFile
from core.sql.remote.targets.duckdb import DUCKDB
from core.sql.remote.targets.sqlite import SQLITE


def opened(address: Address, password: str, tables: Mapping[str, tuple[str, str]]) -> Attached:
    """`tables`: name to schema and table. Raises StoreError where it is a file that cannot be read."""
    if address.target is SQLITE:
        return SqliteFile(address, tables)
    if address.target is DUCKDB:
        return DuckDbFile(address, tables)
    return RemoteEngine(address, password, tables)
