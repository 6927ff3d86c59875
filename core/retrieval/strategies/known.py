"""The strategies by name, and the one that the product uses."""

from __future__ import annotations

from collections.abc import Mapping

from core.errors import UnknownName
from core.retrieval.base import Strategy
from core.retrieval.strategies.basic_retrieval import BasicRetrieval
from core.retrieval.strategies.hybrid_retrieval import HybridRetrieval
from core.retrieval.strategies.kg_traversal import KgTraversal
from core.retrieval.strategies.llm_guided_traversal import Ask, LlmGuidedTraversal
from core.retrieval.strategies.query_traversal import QueryTraversal
from core.retrieval.strategies.triangulation_average import TriangulationAverage
from core.retrieval.strategies.triangulation_fulldim import TriangulationFulldim
from core.retrieval.strategies.triangulation_geometric_3d import TriangulationGeometric3d

CHOSEN = "hybrid_retrieval"
"""The best of the benchmark (docs/retrieval.md)."""


def strategies(ask: Ask | None = None) -> Mapping[str, Strategy]:
    """All of them; `ask` puts a prompt to a chat model."""
    found: tuple[Strategy, ...] = (
        BasicRetrieval(),
        QueryTraversal(),
        KgTraversal(),
        TriangulationAverage(),
        TriangulationGeometric3d(),
        TriangulationFulldim(),
        LlmGuidedTraversal(ask),
        HybridRetrieval(),
    )
    return {s.name: s for s in found}


def named(wanted: str, ask: Ask | None = None) -> tuple[Strategy, ...]:
    """Those that a text names: `all`, or names with commas between. Raises UnknownName."""
    known = strategies(ask)
    names = list(known) if wanted == "all" else [n.strip() for n in wanted.split(",") if n.strip()]
    for name in names:
        if name not in known:
            raise UnknownName(name, tuple(known), "strategy")
    return tuple(known[n] for n in names)
