"""Where the chat model's key is: never in a workspace, a log or a page.

Order, first found wins: the setting `model_key` (the secrets file, then the environment, `JOINERY_MODEL_KEY`) · the
file that `model_key_file` names, as containers mount secrets · the `keyring` library, when it is installed, under
"joinery" and the server's name · the provider's own variable (`OPENAI_API_KEY`), which its client reads by itself and
which never goes to another server.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import Protocol, cast

from core.config import Settings
from core.errors import SettingsError

SERVICE = "joinery"
_LONGEST = 8_192


class _Ring(Protocol):
    def get_password(self, service: str, name: str) -> str | None: ...


@dataclass(frozen=True, slots=True)
class Key:
    """`value` may be empty; `source` says in words where it was found, without it."""

    value: str = field(repr=False)
    source: str


def model_key(settings: Settings, server: str) -> Key:
    """The key for a `server`: a provider's name, or the host of `base_url`. Raises SettingsError."""
    if settings.model_key:
        return Key(settings.model_key, "the setting model_key")
    file = settings.model_key_file.expanduser()
    if file.is_file():
        try:
            text = file.read_text(encoding="utf-8")[:_LONGEST].strip()
        except (OSError, ValueError):
            raise SettingsError(
                f"The key file {file} cannot be read.", "Let Joinery read it, or take it away."
            ) from None
        if text:
            return Key(text, f"the file {file}")
    if kept := _ring(server):
        return Key(kept, f"this machine's keyring, under {SERVICE} and {server}")
    own = f"{server.upper()}_API_KEY"
    if not settings.base_url and os.environ.get(own):
        return Key("", f"the variable {own}")
    return Key("", "")


def _ring(server: str) -> str:
    """What the keyring holds; nothing where there is no such library, or no keyring to open."""
    try:
        import keyring
        from keyring.errors import KeyringError
    except ImportError:
        return ""
    try:
        return cast(_Ring, keyring).get_password(SERVICE, server) or ""
    except KeyringError:
        return ""
