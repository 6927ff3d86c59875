"""Settings, and where each is looked for.

Order, first found wins: an explicit mapping (command line, secrets file) · environment `JOINERY_<NAME>` · the
default here.
Secrets (`neo4j_password`, `database_password`, `model_key`) are meant to come from a secrets file; they are never shown
(`Settings.shown`).
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from core.errors import SettingsError

SECRET = frozenset({"neo4j_password", "database_password", "model_key"})
EMBEDDINGS = ("", "spelling")
RULES = "rules"
"""A model's name that names none: the same as an empty setting, where another place has set one."""
JOIN_SCORERS = ("own", "tfidf", "seed")
MAY_BE_ZERO = frozenset({"model_window"})
"""Settings of which 0 says that nothing is set."""
_TRUTHS = {"1": True, "yes": True, "true": True, "on": True, "0": False, "no": False, "false": False, "off": False}


@dataclass(frozen=True, slots=True)
class Settings:
    """All that can be set. Times are in seconds, sizes in MB unless said otherwise."""

    workspace: Path = Path("workspace")
    query_seconds: float = 20.0
    """How long one SQL query may run."""
    row_limit: int = 10_000
    """How many rows an answer holds at most."""
    ingest_memory_mb: int = 400
    """What the loader's engine may take before it spills to disk."""
    plain_numbers: bool = False
    """Leave `1,234`, `12 %` and `$5` as text instead of reading them as numbers."""
    graph_buffer_mb: int = 256
    neo4j_uri: str = ""
    """Empty: the embedded graph. Else `bolt://…` or `neo4j://…`."""
    neo4j_user: str = "neo4j"
    neo4j_password: str = field(default="", repr=False)
    neo4j_password_file: Path = Path("/run/secrets/joinery_neo4j_password")
    """A mounted file that holds the password, where `neo4j_password` does not (core/config/secrets.py)."""
    neo4j_database: str = "neo4j"
    neo4j_seconds: float = 4.0
    """How long to wait for the Neo4j server before saying that it does not answer."""
    database_password: str = field(default="", repr=False)
    """For the database whose tables are asked (`python -m core attach`)."""
    database_password_file: Path = Path("/run/secrets/joinery_database_password")
    """A mounted file that holds it, where `database_password` does not (core/config/secrets.py)."""
    chroma_url: str = ""
    """Where a Chroma server keeps the label vectors; empty: the workspace's own folder does."""
    embeddings: str = ""
    """How labels are compared: "spelling" (n-grams); empty: by meaning (MiniLM) where that model is installed."""
    join_scorer: str = ""
    """What scores pairs of columns as joins: "own", or a baseline (Arfaoui, 7.2.4); empty: what was chosen for the
    workspace, else the program's own."""
    model: str = ""
    """The chat model, as "openai:…", "ollama:…"; empty: the rules read questions, and nothing leaves the machine."""
    prose_model: str = ""
    """A chat model that words the closing sentence; empty: a template does."""
    base_url: str = ""
    """Where the chat model is served; empty: the provider's own address."""
    model_key: str = field(default="", repr=False)
    model_key_file: Path = Path("/run/secrets/joinery_model_key")
    """A mounted file that holds the key, where `model_key` does not (core/config/secrets.py)."""
    model_seconds: float = 120.0
    """How long the chat model may take for one question, all its calls together."""
    model_calls: int = 8
    """How often it may be asked for one question; a plain one takes two calls."""
    model_tokens: int = 100_000
    """How many tokens one question may use, sent and received; the call that passes it is the last."""
    model_window: int = 0
    """How many tokens it takes in and gives at once; 0: as a server on this machine tells, else 16,384."""
    model_votes: int = 3
    """How many queries for one question may be asked of it where it is not believed; their rows vote. 1: no votes."""
    send_values: bool = True
    """Let the chat model see cell values; with no it sees labels, types and counts only."""
    portal_hosts: str = ""
    """Portals within a private network that may be contacted, as `host` or `host:port`, parted by commas; all others
    must be on public addresses."""
    people_file: Path = Path()
    """Who may look, ask and change, where the app is served (core/workspace/people.py); none: whoever is let in may."""
    action_log: bool = False
    """Note who loaded, changed, deleted and reviewed what; with a `people_file` that is noted anyway."""
    local_port: bool = False
    """The app's port is reached from this machine alone although it listens to others, as in a container: who comes by
    the name localhost is then the person at the machine."""
    cache: Path = field(default_factory=lambda: default_cache())
    """Where the built embedding model is kept; shared by all workspaces."""

    @classmethod
    def read(cls, given: Mapping[str, Any] | None = None, environ: Mapping[str, str] | None = None) -> Settings:
        """Settings from `given` (None and empty values are passed over), then the environment, then the defaults.

        Raises SettingsError naming the setting whose value cannot be read.
        """
        given, environ = given or {}, os.environ if environ is None else environ
        unknown = set(given) - {f.name for f in fields(cls)}
        if unknown:
            raise SettingsError(f"There is no setting called {', '.join(sorted(unknown))}.", "Check the spelling.")
        found: dict[str, Any] = {}
        for f in fields(cls):
            raw = given.get(f.name)
            if raw is None or raw == "":
                raw = environ.get("JOINERY_" + f.name.upper())
            if raw is not None and raw != "":
                found[f.name] = _convert(f.name, str(f.type), raw)
        return cls(**found)

    @staticmethod
    def origin(name: str, given: Mapping[str, Any] | None = None, environ: Mapping[str, str] | None = None) -> str:
        """Where `read` would find a setting, in words: "secrets.toml" for `given`, or the variable; "" for nowhere."""
        environ = os.environ if environ is None else environ
        if (given or {}).get(name) not in (None, ""):
            return "secrets.toml"
        variable = "JOINERY_" + name.upper()
        return f"the variable {variable}" if environ.get(variable) else ""

    def shown(self) -> dict[str, str]:
        """Every setting as text, secrets replaced by dots."""
        values = {f.name: without_user(str(getattr(self, f.name))) for f in fields(self)}
        return {k: ("•••" if k in SECRET and v else v) for k, v in values.items()}


def without_user(address: str) -> str:
    """An address without the user and the password that may stand in it; other text as it is."""
    return re.sub(r"(?<=://)[^/?#]*@", "", address)


def default_cache() -> Path:
    """The user's cache folder, by the custom of each system."""
    if base := os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA"):
        return Path(base) / "joinery"
    return Path.home() / ".cache" / "joinery"


def _convert(name: str, type_name: str, raw: Any) -> Any:
    """A raw setting in the type its field declares; whole and real numbers must be above zero."""
    try:
        if type_name == "Path":
            return Path(str(raw)).expanduser()
        if type_name == "bool":
            return _TRUTHS[str(raw).strip().casefold()]
        if type_name in ("int", "float"):
            number = int(raw) if type_name == "int" else float(raw)
            if number <= 0 and not (number == 0 and name in MAY_BE_ZERO):
                raise ValueError
            return number
    except KeyError:
        raise SettingsError(f"The setting {name} cannot be “{raw}”.", "Give yes or no.") from None
    except (TypeError, ValueError):
        raise SettingsError(f"The setting {name} cannot be “{raw}”.", "Give a number above zero.") from None
    if name == "embeddings" and raw not in EMBEDDINGS:
        raise SettingsError(f"The setting embeddings cannot be “{raw}”.", "Give spelling, or leave it empty.")
    if name == "join_scorer" and raw not in ("", *JOIN_SCORERS):
        raise SettingsError(
            f"The setting join_scorer cannot be “{raw}”.", f"Give {' or '.join(JOIN_SCORERS)}, or leave it empty."
        )
    return str(raw)
