"""Where keys and passwords are: never in a workspace, a log or a page.

Order, first found wins: the setting (`model_key`, `neo4j_password`, `database_password`: the secrets file, then the
environment) · the file that `model_key_file` (`neo4j_password_file`, `database_password_file`) names, as containers
mount secrets · the `keyring` library, when it is installed, under "joinery" and whom the secret is for · for a model,
the provider's own variable (`OPENAI_API_KEY`), which its client reads by itself and which never goes to another server.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol, cast
from urllib.parse import urlsplit

from core.config import Settings
from core.errors import SettingsError

SERVICE = "joinery"
_LONGEST = 8_192


class _Ring(Protocol):
    def get_password(self, service: str, name: str) -> str | None: ...

    def set_password(self, service: str, name: str, password: str) -> None: ...


@dataclass(frozen=True, slots=True)
class Key:
    """`value` may be empty; `source` says in words where it was found, without it."""

    value: str = field(repr=False)
    source: str


def model_key(settings: Settings, server: str) -> Key:
    """The key for a `server`: a provider's name, or the host of `base_url`. Raises SettingsError."""
    if found := _secret("model_key", settings.model_key, settings.model_key_file, server):
        return found
    own = f"{server.upper()}_API_KEY"
    if not settings.base_url and os.environ.get(own):
        return Key("", f"the variable {own}")
    return Key("", "")


def graph_password(settings: Settings) -> Key:
    """The password for the Neo4j server of the settings. Raises SettingsError."""
    found = _secret("neo4j_password", settings.neo4j_password, settings.neo4j_password_file, graph_user(settings))
    return found or Key("", "")


def database_password(settings: Settings, user: str) -> Key:
    """The password of that `user` of a database ("me@host:5432/sales"). Raises SettingsError."""
    found = _secret("database_password", settings.database_password, settings.database_password_file, user)
    return found or Key("", "")


def graph_user(settings: Settings) -> str:
    """Whose password it is, on which server: "neo4j@localhost:7687". The keyring keeps it under this name."""
    return f"{settings.neo4j_user}@{urlsplit(settings.neo4j_uri).netloc.rpartition('@')[2]}"


def keep_in_ring(name: str, value: str) -> None:
    """Put a secret into this machine's keyring. Raises SettingsError where there is none to put it in."""
    try:
        import keyring
        from keyring.errors import KeyringError
    except ImportError:
        raise SettingsError("This machine has no keyring that Joinery can use.", "pip install keyring") from None
    try:
        cast(_Ring, keyring).set_password(SERVICE, name, value)
    except KeyringError:
        raise SettingsError("This machine's keyring does not open.", "Unlock it, or use a secrets file.") from None


def _secret(setting: str, value: str, file: Path, name: str) -> Key | None:
    """A secret in the order told above. Raises SettingsError for a file that cannot be read."""
    if value:
        return Key(value, f"the setting {setting}")
    file = file.expanduser()
    if file.is_file():
        try:
            text = file.read_text(encoding="utf-8")[:_LONGEST].strip()
        except (OSError, ValueError):
            raise SettingsError(
                f"The key file {file} cannot be read.", "Let Joinery read it, or take it away."
            ) from None
        if text:
            return Key(text, f"the file {file}")
    if kept := _ring(name):
        return Key(kept, f"this machine's keyring, under {SERVICE} and {name}")
    return None


def _ring(name: str) -> str:
    """What the keyring holds; nothing where there is no such library, or no keyring to open."""
    try:
        import keyring
        from keyring.errors import KeyringError
    except ImportError:
        return ""
    try:
        return cast(_Ring, keyring).get_password(SERVICE, name) or ""
    except KeyringError:
        return ""
