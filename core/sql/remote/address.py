"""The address of a database, without its password; and whether the driver is there that it takes."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from core.errors import StoreRefused
from core.sql.remote.targets import TARGETS
from core.sql.remote.targets.base import Target

if TYPE_CHECKING:
    from sqlalchemy import URL

_SECRET = frozenset({"password", "sslpassword", "passwd", "access_token", "token"})
_CALLED = {"postgres": "postgresql", "mysql": "mariadb"}
_NAMED = "Write it as postgresql://user@host:5432/database."
_FILE = "Write it as {0}:///folder/file, or {0}:////folder/file from the root of the disk."


@dataclass(frozen=True, slots=True)
class Address:
    """`text` may be stored and shown: it holds no password."""

    text: str
    target: Target

    @property
    def user(self) -> str:
        """Whose password it is, on which server: "me@host:5432/sales". The keyring keeps it under this name."""
        if self.target.is_file:
            return self.path
        url = self._url()
        port = f":{url.port}" if url.port else ""
        return f"{url.username or ''}@{url.host or ''}{port}/{url.database or ''}"

    @property
    def shown(self) -> str:
        """What people call the database: "PostgreSQL sales at host"."""
        if self.target.is_file:
            return f"{self.target.name} {Path(self.path).name}"
        url = self._url()
        return f"{self.target.name} {url.database or ''} at {url.host or 'this machine'}".replace("  ", " ")

    @property
    def path(self) -> str:
        """Of a file."""
        return self.text.partition(":///")[2]

    def url(self, password: str) -> URL:
        """For SQLAlchemy."""
        url = self._url().set(drivername=self.target.driver, password=password or None)
        return url.set(database=self.catalogues[0]) if self.catalogues else url

    @property
    def catalogues(self) -> tuple[str, ...]:
        """Where the address names several, each of them."""
        named = [c.strip() for c in (self._url().database or "").split(",")] if self.target.takes_catalogues else []
        return tuple(filter(None, named)) if len(named) > 1 else ()

    def _url(self) -> URL:
        from sqlalchemy.engine import make_url

        return make_url(self.text)


def with_password(text: str, password: str) -> str:
    """The address with a password in it, as `address` takes it; as it is where none is given."""
    kind, sign, place = text.partition("://")
    if not password or not sign:
        return text
    user, _, server = place.rpartition("@")
    return f"{kind}://{user.partition(':')[0]}:{quote(password, safe='')}@{server}"


def address(text: str) -> tuple[Address, str]:
    """An address as a person gives it, and the password that stood in it.

    Raises StoreRefused for one that cannot be read, that names an engine we do not know, or whose driver is missing.
    """
    engine = re.match(r"[a-z0-9]+", text.strip().lower())
    target = TARGETS.get(_CALLED.get(engine[0], engine[0])) if engine else None
    if target is None:
        known = ", ".join(sorted(t.name for t in TARGETS.values()))
        raise StoreRefused("This is not the address of a database that Joinery can ask.", f"{_NAMED} Known: {known}.")
    _need(target)
    if target.is_file:
        return _file(target, text.strip()), ""
    from sqlalchemy.engine import make_url
    from sqlalchemy.exc import ArgumentError

    try:
        url = make_url(text.strip())
    except (ArgumentError, ValueError) as error:
        raise StoreRefused("The address of the database cannot be read.", _NAMED) from error
    if not url.database:
        raise StoreRefused("The address names no database.", _NAMED)
    password = str(url.password or next((v for k, v in url.query.items() if k.lower() in _SECRET), "") or "")
    query = {k: v for k, v in url.query.items() if k.lower() not in _SECRET}
    plain = url.set(drivername=target.driver.partition("+")[0], query=query)._replace(password=None)
    return Address(plain.render_as_string(hide_password=False), target), password


def _file(target: Target, text: str) -> Address:
    """A file by its whole path. Raises StoreRefused where it is not there: none is made."""
    kind = target.driver
    _, sign, place = text.partition(":///")
    path = Path(place).expanduser().resolve()
    if not sign or not path.is_file():
        raise StoreRefused(f"There is no file {path}." if sign else "The address names no file.", _FILE.format(kind))
    return Address(f"{kind}:///{path}", target)


def _need(target: Target) -> None:
    """Raises StoreRefused, saying what to install."""
    if target.missing:
        raise StoreRefused(f"The driver for {target.name} is not installed.", target.missing)
