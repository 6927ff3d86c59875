"""What the schema graph needs for its first row, fetched ahead: the libraries take a third of a second to import."""

from __future__ import annotations

from contextlib import suppress
from importlib import import_module

_LIBRARIES = ("networkx", "pandas")
"""The first lays the graph out, the other the embedded graph's driver asks for."""


def prepare_graph() -> None:
    """Import what writing the graph will import; what is not there is not missed."""
    for name in _LIBRARIES:
        with suppress(ImportError):
            import_module(name)
