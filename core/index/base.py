"""The two protocols of the label index: `Embedder` makes vectors, `LabelIndex` keeps and searches them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Protocol

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

LabelKind = Literal["table", "column"]


class Embedder(Protocol):
    """Text to vectors."""

    name: str
    """Stable name with version; vectors of different names never mix."""
    dimensions: int

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """An array of shape (len(texts), dimensions), each row of unit length."""
        ...


@dataclass(frozen=True, slots=True)
class LabelEntry:
    """One thing that has a label. `id` is a table's name or a column's `table.column`."""

    id: str
    kind: LabelKind
    table: str
    text: str
    """What is embedded: the label in words."""


@dataclass(frozen=True, slots=True)
class LabelHit:
    id: str
    kind: LabelKind
    table: str
    similarity: float
    """Cosine, -1..1."""

    @property
    def column(self) -> str:
        """The name of the column; "" for a table."""
        return self.id.removeprefix(f"{self.table}.") if self.kind == "column" else ""


class LabelIndex(Protocol):
    """Label vectors, kept and searched."""

    name: str

    def put(self, entries: Sequence[LabelEntry]) -> None:
        """Add or replace entries by id."""
        ...

    def remove(self, tables: Sequence[str]) -> None:
        """Forget every entry of these tables."""
        ...

    def search(self, texts: Sequence[str], k: int = 10, kind: LabelKind | None = None) -> list[list[LabelHit]]:
        """For each text its `k` nearest entries, nearest first; of one kind if given."""
        ...

    def count(self) -> int: ...

    def prepare(self) -> None:
        """Load what makes vectors, so that the next `put` or `search` does not wait for it."""
        ...

    def rebuild(self) -> None:
        """Throw every vector away and begin with an empty store; the entries must be put again."""
        ...

    def close(self) -> None: ...
