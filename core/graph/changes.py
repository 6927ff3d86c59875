"""What must be written so that a store of the similarity graph holds other records than it does.

Each node bears a fingerprint of its own properties and one of its relationships to others; the latter takes in the
fingerprints of those others, for the relationships of a node that is replaced go with it. So a store is asked for the
fingerprints alone, and only what differs is sent: of a document that changed its own nodes, of the others the
relationships that lead elsewhere now.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from core.graph.models import GraphModel

Record = dict[str, object]
Prints = Mapping[str, Mapping[str, tuple[str, str]]]
"""By label and id the two fingerprints of a node: `version` and `links`."""


@dataclass(frozen=True)
class Records:
    """A graph as records: of nodes by label, of relationships by type (`from` and `to` are ids)."""

    model: GraphModel
    nodes: Mapping[str, Sequence[Record]]
    edges: Mapping[str, Sequence[Record]]

    @property
    def size(self) -> int:
        """Nodes."""
        return sum(map(len, self.nodes.values()))

    @property
    def prints(self) -> Prints:
        return {
            label: {str(r["id"]): (str(r["version"]), str(r["links"])) for r in records}
            for label, records in self.nodes.items()
        }


@dataclass(frozen=True)
class Changes:
    """Ids by label, records by label or type; to be done in this order."""

    gone: Mapping[str, list[str]] = field(default_factory=dict)
    """Nodes to delete with all their relationships: those that are no longer there, and those that differ."""
    cut: Mapping[str, list[str]] = field(default_factory=dict)
    """Nodes that stay, whose relationships to others are to be deleted."""
    nodes: Mapping[str, list[Record]] = field(default_factory=dict)
    edges: Mapping[str, list[Record]] = field(default_factory=dict)
    links: Mapping[str, list[Record]] = field(default_factory=dict)
    """Of the nodes of `nodes` and `cut`: `id` and the fingerprint of their relationships, to be noted last."""

    @property
    def size(self) -> int:
        """Nodes that are touched."""
        return sum(len(found) for kind in (self.gone, self.links) for found in kind.values())


def sealed(model: GraphModel, nodes: Mapping[str, Sequence[Record]], edges: Mapping[str, Sequence[Record]]) -> Records:
    """The records with their fingerprints."""
    versions = {label: {str(r["id"]): _print(r) for r in records} for label, records in nodes.items()}
    said: dict[str, dict[str, list[str]]] = {label: defaultdict(list) for label in nodes}
    for kind, records in edges.items():
        start, end, _ = model.edges[kind]
        for r in records:
            said[start][str(r["from"])].append(f"{kind} {_text(r)} {versions[end][str(r['to'])]}")
    made = {
        label: [
            {**r, "version": versions[label][str(r["id"])], "links": _hash("\n".join(said[label][str(r["id"])]))}
            for r in records
        ]
        for label, records in nodes.items()
    }
    return Records(model, made, edges)


def changes(there: Prints, wanted: Records) -> Changes:
    """What makes a store that has nodes of these fingerprints hold the wanted records."""
    gone: dict[str, list[str]] = {}
    cut: dict[str, list[str]] = {}
    nodes: dict[str, list[Record]] = {}
    links: dict[str, list[Record]] = {}
    written: dict[str, set[str]] = {}
    for label, prints in wanted.prints.items():
        held = there.get(label, {})
        gone[label] = [i for i, (version, _) in held.items() if prints.get(i, ("",))[0] != version]
        away = set(gone[label])
        nodes[label] = [r for r in wanted.nodes[label] if str(r["id"]) in away or str(r["id"]) not in held]
        fresh = {str(r["id"]) for r in nodes[label]}
        cut[label] = [i for i, (_, to) in prints.items() if i not in fresh and held[i][1] != to]
        written[label] = fresh | set(cut[label])
        links[label] = [{"id": i, "links": to} for i, (_, to) in prints.items() if i in written[label]]
    edges = {
        kind: [r for r in records if str(r["from"]) in written[wanted.model.edges[kind][0]]]
        for kind, records in wanted.edges.items()
    }
    return Changes(gone, cut, nodes, edges, links)


def _print(record: Record) -> str:
    return _hash(_text(record))


def _text(record: Record) -> str:
    return repr(sorted(record.items()))


def _hash(text: str) -> str:
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
