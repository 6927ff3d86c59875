"""The handles that the workflow's steps work with: LangGraph's runtime context, never part of the state."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.ask.link import Linker
from core.ask.scopes import Scopes
from core.ask.state import Run
from core.ask.translators.base import Translator
from core.graph.base import GraphStore
from core.model import Join, Table
from core.sql.base import SqlEngine

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Services:
    """`tables` and `joins` are the whole schema; the link step chooses the part that a question sees."""

    engine: SqlEngine
    graph: GraphStore
    tables: tuple[Table, ...]
    joins: tuple[Join, ...]
    linker: Linker
    translator: Translator
    run: Run
    scopes: Scopes | None = None
    """The parts of a schema of many tables that are asked by themselves."""
    seconds: float = 20.0
    talking: bool = False
    """A person is there to be asked back."""
    embed: Callable[[Sequence[str]], NDArray[np.float32]] | None = None
    """Texts to vectors of unit length, as the label index makes them."""
