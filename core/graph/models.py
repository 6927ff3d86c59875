"""What a graph database may hold: the labels and relationship types of a graph, with their properties.

There are two graphs, and a query speaks of one of them: SCHEMA (`core.graph.base` says what it means) and PASSAGES, the
similarity graph of the documents and of the cards of tables:

    (:Document {id, label, kind, date})                kind "passage": of a document; "card": it describes a table
    (:Chunk {id, document, position, place, line, text})    (:Sentence {the same})    (:Theme {id, label})
    (:Document)-[:HAS_CHUNK {position}]->(:Chunk)-[:HAS_SENTENCE {position}]->(:Sentence)
    (:Document)-[:HAS_THEME {rank}]->(:Theme)          (:Chunk)-[:NEXT]->(:Chunk)
    (:Chunk)-[:NEAR {rank, score, across}]->(:Chunk)   (:Document)-[:AKIN {rank, score}]->(:Document)

`across` says that the neighbour is of another document. Every node of PASSAGES bears two fingerprints, `version` of its
own properties and `links` of its relationships to others, so that a store can be told what changed
(`core.graph.changes`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

Properties = tuple[tuple[str, str], ...]
"""Names with their types: string, integer, real, boolean."""


@dataclass(frozen=True)
class GraphModel:
    """Node labels with their properties, and relationship types with where they begin and end."""

    name: str
    nodes: Mapping[str, Properties]
    edges: Mapping[str, tuple[str, str, Properties]]

    @cached_property
    def labels(self) -> Mapping[str, frozenset[str]]:
        """The properties of each node label."""
        return {n: frozenset(p for p, _ in properties) for n, properties in self.nodes.items()}

    @cached_property
    def types(self) -> Mapping[str, frozenset[str]]:
        """The properties of each relationship type."""
        return {n: frozenset(p for p, _ in e[2]) for n, e in self.edges.items()}

    @cached_property
    def properties(self) -> frozenset[str]:
        """All that anything may have."""
        return frozenset().union(*self.labels.values(), *self.types.values())

    def properties_of(self, kind: str) -> Properties:
        """Those of a node label or relationship type, in order."""
        return self.nodes[kind] if kind in self.nodes else self.edges[kind][2]

    def property_names(self, kind: str) -> Sequence[str]:
        return [name for name, _ in self.properties_of(kind)]


SCHEMA = GraphModel(
    "schema",
    {
        "Table": (("id", "string"), ("label", "string"), ("rows", "integer"), ("description", "string")),
        "Column": (
            ("id", "string"),
            ("label", "string"),
            ("data_type", "string"),
            ("is_unique", "boolean"),
            ("nulls", "integer"),
            ("distinct", "integer"),
        ),
        "Cluster": (("id", "string"), ("label", "string"), ("description", "string")),
    },
    {
        "HAS_COLUMN": ("Table", "Column", (("position", "integer"),)),
        "IN_CLUSTER": ("Table", "Cluster", ()),
        "SAME_ATTRIBUTE": (
            "Column",
            "Column",
            (
                ("join_id", "string"),
                ("similarity", "real"),
                ("state", "string"),
                ("cardinality", "string"),
                ("part", "integer"),
                ("parts", "integer"),
                ("perfect", "boolean"),
                ("after", "string"),
            ),
        ),
    },
)

_PRINTS: Properties = (("version", "string"), ("links", "string"))
_TEXT: Properties = (
    ("id", "string"),
    ("document", "string"),
    ("position", "integer"),
    ("place", "string"),
    ("line", "integer"),
    ("text", "string"),
)
PASSAGES = GraphModel(
    "passages",
    {
        "Document": (("id", "string"), ("label", "string"), ("kind", "string"), ("date", "string"), *_PRINTS),
        "Chunk": (*_TEXT, *_PRINTS),
        "Sentence": (*_TEXT, *_PRINTS),
        "Theme": (("id", "string"), ("label", "string"), *_PRINTS),
    },
    {
        "HAS_CHUNK": ("Document", "Chunk", (("position", "integer"),)),
        "HAS_SENTENCE": ("Chunk", "Sentence", (("position", "integer"),)),
        "HAS_THEME": ("Document", "Theme", (("rank", "integer"),)),
        "NEXT": ("Chunk", "Chunk", ()),
        "NEAR": ("Chunk", "Chunk", (("rank", "integer"), ("score", "real"), ("across", "boolean"))),
        "AKIN": ("Document", "Document", (("rank", "integer"), ("score", "real"))),
    },
)
MODELS: Mapping[str, GraphModel] = {m.name: m for m in (SCHEMA, PASSAGES)}


def _naming(model: GraphModel) -> re.Pattern[str]:
    return re.compile(rf"[:|]\s*`?(?:{'|'.join((*model.nodes, *model.edges))})\b")


_NAMED = {m.name: _naming(m) for m in MODELS.values()}


def model_of(cypher: str) -> GraphModel:
    """Which graph a query speaks of, by the labels that it names: SCHEMA, unless they are all those of PASSAGES."""
    if _NAMED["passages"].search(cypher) and not _NAMED["schema"].search(cypher):
        return PASSAGES
    return SCHEMA
