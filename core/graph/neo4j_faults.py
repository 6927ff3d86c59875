"""What a Neo4j server says, or that it says nothing, as one of our faults."""

from __future__ import annotations

import re
from dataclasses import dataclass

from core.errors import (
    BadSyntax,
    JoineryError,
    QueryFailed,
    QueryTimeout,
    StoreRefused,
    StoreUnreachable,
    UnknownName,
)
from core.graph.words import close_names


def no_address(uri: str) -> StoreRefused:
    return StoreRefused(f"“{uri}” is not the address of a Neo4j server.", "Write it like bolt://localhost:7687.")


@dataclass(frozen=True, slots=True)
class Server:
    """The server as its faults name it: `where` is host and port; `anonymous` when no password was given."""

    where: str
    user: str
    database: str
    anonymous: bool

    def silent(self) -> StoreUnreachable:
        return StoreUnreachable(
            f"The Neo4j server at {self.where} does not answer.",
            "See that it runs and that its address (neo4j_uri) is right. The embedded graph needs no server.",
        )

    def refusal(self, code: str, message: str, known: frozenset[str], seconds: float) -> JoineryError:
        """The server's error as one of ours; `known` are the query's variables."""
        _, _, name = code.removeprefix("Neo.").partition(".")
        if name == "Security.Unauthorized" and self.anonymous:
            return StoreRefused(
                f"The Neo4j server at {self.where} wants a password of “{self.user}”, and none was found.",
                "Type it on the settings page, or give it in neo4j_password.",
            )
        if name in ("Security.Unauthorized", "Security.AuthenticationRateLimit", "Security.CredentialsExpired"):
            return StoreRefused(
                f"The Neo4j server at {self.where} does not accept the password of “{self.user}”.",
                "Check the user (neo4j_user) and the password (neo4j_password).",
            )
        if name == "Database.DatabaseNotFound":
            return StoreRefused(
                f"The Neo4j server has no database “{self.database}”.", "Check neo4j_database; usually it is neo4j."
            )
        if name in ("General.ForbiddenOnReadOnlyDatabase", "General.WriteOnReadOnlyAccessDatabase"):
            return StoreRefused(
                f"The Neo4j database “{self.database}” is read-only.", "Make it writable, or name another."
            )
        if name == "Statement.AccessMode" or name.startswith("Security."):
            return StoreRefused(f"The Neo4j server does not let “{self.user}” do this.", "Ask for the right to write.")
        if "TimedOut" in name or name == "Transaction.Terminated":
            return QueryTimeout(seconds)
        if "Unavailable" in name or name in ("Cluster.NotALeader", "General.DatabaseUnavailable"):
            return self.silent()
        text = message.splitlines()[0] if message else code
        if found := re.match(r"Variable `(.+?)` not defined", text):
            return UnknownName(found[1], close_names(found[1], known - {found[1]}), kind="variable")
        if name == "Statement.SyntaxError":
            return BadSyntax(text, "Mend the query there.")
        if "OutOfMemory" in name or "MemoryPool" in name:
            return QueryFailed("The query needs more memory than the server gives.", "Ask for less at a time.")
        return QueryFailed(text, "Change the query; one MATCH … WITH … for each step works best.")
