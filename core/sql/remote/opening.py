"""The engine for an address."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from core.errors import StoreRefused
from core.sql.remote.address import Address
from core.sql.remote.base import Attached
from core.sql.remote.duckdb_file import DuckDbFile
from core.sql.remote.engine import RemoteEngine
from core.sql.remote.sqlite_file import SqliteFile
from core.sql.remote.targets.duckdb import DUCKDB
from core.sql.remote.targets.postgresql import POSTGRESQL
from core.sql.remote.targets.sqlite import SQLITE
from core.sql.remote.targets.trino import TRINO

if TYPE_CHECKING:
    from core.sql.remote.loaded import LoadedPostgresql
    from core.sql.remote.loaded_trino import LoadedTrino

INTO = (POSTGRESQL, TRINO)
"""Those that files are loaded into."""


def opened(address: Address, password: str, tables: Mapping[str, tuple[str, str]]) -> Attached:
    """`tables`: name to schema and table. Raises StoreError where it is a file that cannot be read."""
    if address.target is SQLITE:
        return SqliteFile(address, tables)
    if address.target is DUCKDB:
        return DuckDbFile(address, tables)
    return RemoteEngine(address, password, tables)


def opened_own(
    address: Address, password: str, schema: str, owner: str, folder: Path, read_only: bool = False
) -> LoadedPostgresql | LoadedTrino:
    """A schema of the workspace's own there, to load files into. `owner` marks the workspace, rows may wait in
    `folder`. Raises StoreRefused where files cannot be loaded."""
    if address.target is POSTGRESQL:
        from core.sql.remote.loaded import LoadedPostgresql

        return LoadedPostgresql(address, password, schema, owner, folder, read_only)
    if address.target is TRINO and not address.catalogues:
        from core.sql.remote.loaded_trino import LoadedTrino

        return LoadedTrino(address, password, schema, owner, folder, read_only)
    if address.catalogues:
        raise StoreRefused("Files are loaded into one catalogue.", f"Name it alone: {TRINO.example}")
    raise StoreRefused(
        f"Files are not loaded into {address.target.name}.",
        "Load them into a PostgreSQL or a Trino, or without --into. Tables that are there can be attached.",
    )
