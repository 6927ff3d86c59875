"""What already hangs together, so that joins which follow from others are told."""

from __future__ import annotations


class UnionFind:
    """Which columns, or tables, are tied (union-find)."""

    def __init__(self) -> None:
        self._up: dict[str, str] = {}

    def join(self, a: str, b: str) -> bool:
        """UnionFind two of them; False when they were tied before."""
        a, b = self._root(a), self._root(b)
        self._up[a] = b
        return a != b

    def tied(self, a: str, b: str) -> bool:
        """Whether they hang together already."""
        return self._root(a) == self._root(b)

    def _root(self, a: str) -> str:
        while (up := self._up.get(a, a)) != a:
            a = up
        return a
