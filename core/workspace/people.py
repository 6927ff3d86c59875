"""Who may do what, where the app is served to an office: a TOML file of the operator.

    accept_unverified_email = false     # what the provider does not vouch for is nobody's address

    [workspaces."*"]                    # every workspace
    look = ["@example.org"]             # everybody of a domain

    [workspaces.sales]                  # the one whose folder is called so
    ask = ["*"]                         # everybody who has signed in
    change = ["anna@example.org"]

Who may ask may look, and who may change may ask; the most that any line grants counts. Without a file everybody whom
the app lets in may do everything, as on one's own machine.
"""

from __future__ import annotations

import threading
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from typing import Any

from core.config import Settings
from core.errors import NotAllowed, SettingsError

EVERY = "*"
"""Every workspace; among people: everybody who has signed in."""


class Role(IntEnum):
    """What a person may do; each may do what those before it may."""

    NOTHING = 0
    LOOK = 1
    ASK = 2
    CHANGE = 3
    OPERATE = 4
    """Name servers, files of the machine, keys: only the person at the machine does."""


@dataclass(frozen=True, slots=True)
class Person:
    """Who does something. `name` is for the log: an address, or what the operating system calls them."""

    name: str
    email: str = ""
    """As the provider of the sign-in gives it, "" for nobody that is known."""
    verified: bool = False
    """The provider vouches for the address."""
    at_machine: bool = False

    @classmethod
    def of_claims(cls, claims: Mapping[str, Any]) -> Person:
        """Whom an ID token of OpenID Connect names."""
        email = str(claims.get("email") or "").strip()
        name = email or str(claims.get("sub") or "")
        said = claims.get("email_verified")
        return cls(" ".join(name.split()) or "somebody", email, said is True or said == "true")


class Rules:
    """The operator's file, read anew when it changes, so that what is taken away is gone at the next click."""

    def __init__(self, path: Path | None) -> None:
        """None: there is no file."""
        self._path = path
        self._lock = threading.Lock()
        self._read: tuple[object, _Granted] | None = None

    @property
    def given(self) -> bool:
        return self._path is not None

    def role(self, person: Person, workspace: str) -> Role:
        """What they may do in the workspace of this name. Raises SettingsError for a file that cannot be read: then
        nobody may do anything."""
        if person.at_machine:
            return Role.OPERATE
        if self._path is None:
            return Role.CHANGE
        return self._granted(self._path).role(person, workspace)

    def _granted(self, path: Path) -> _Granted:
        try:
            found = path.stat()
            stamp = (found.st_mtime_ns, found.st_size, found.st_ino)
            with self._lock:
                if self._read is None or self._read[0] != stamp:
                    self._read = stamp, _parsed(path)
                return self._read[1]
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as fault:
            raise SettingsError(
                f"The file of who may do what, {path}, cannot be read: {fault}.", "Tell who runs this Joinery."
            ) from fault


@dataclass(frozen=True, slots=True)
class _Granted:
    roles: Mapping[str, Mapping[Role, frozenset[str]]]
    """By workspace, then by role: addresses, domains as `@example.org`, or `*`."""
    unverified: bool

    def role(self, person: Person, workspace: str) -> Role:
        known = _plain(person.email) if person.verified or self.unverified else ""
        names = {EVERY}
        if known.count("@") == 1 and not known.startswith("@"):
            names |= {known, known[known.index("@") :]}
        granted = [
            role for place in (EVERY, workspace) for role, people in self.roles.get(place, {}).items() if names & people
        ]
        return max(granted, default=Role.NOTHING)


def rules_of(settings: Settings) -> Rules:
    """What the settings' `people_file` says."""
    return Rules(None if settings.people_file == Path() else settings.people_file)


def allowed(role: Role, least: Role, what: str) -> None:
    """Raises NotAllowed where `role` is less than what it takes to do this."""
    if role < least:
        raise NotAllowed(what, at_machine=least is Role.OPERATE)


def _plain(address: str) -> str:
    """To compare by: no case, except where folding could make two addresses one."""
    text = address.strip()
    return text.lower() if text.isascii() else text


def _parsed(path: Path) -> _Granted:
    raw = tomllib.loads(path.read_text(encoding="utf-8"))
    unverified, places = raw.pop("accept_unverified_email", False), raw.pop("workspaces", {})
    if raw or not isinstance(unverified, bool) or not isinstance(places, dict):
        raise _wrong(path, f"“{next(iter(raw), 'workspaces')}” means nothing there")
    names = {r.name.lower(): r for r in (Role.LOOK, Role.ASK, Role.CHANGE)}
    found: dict[str, dict[Role, frozenset[str]]] = {}
    for place, roles in places.items():
        if not isinstance(roles, dict):
            raise _wrong(path, f"“{place}” is not a part of its own")
        for name, people in roles.items():
            if name not in names or not isinstance(people, list) or not all(isinstance(p, str) for p in people):
                raise _wrong(path, f"“{name}” of “{place}” is not look, ask or change with a list of people")
            found.setdefault(place, {})[names[name]] = frozenset(_plain(p) for p in people if p.strip())
    return _Granted(found, unverified)


def _wrong(path: Path, why: str) -> SettingsError:
    return SettingsError(f"The file of who may do what, {path}, cannot be used: {why}.", "See docs/serving.md.")
