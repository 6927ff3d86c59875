"""The schema graph as text for other programs: GraphML, a Cypher script, and a Mermaid diagram.

Rejected joins are left out of GraphML and Cypher, as the stores leave them out (see `base`), and of Mermaid.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from xml.sax.saxutils import escape, quoteattr

from core.graph.base import EDGES, NODES, stored
from core.graph.build import edge_records, node_records, property_names
from core.graph.changes import Record
from core.model import Cardinality, SchemaGraph
from core.sql.rewrites import after

_UNFIT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_MERMAID_NAME = re.compile(r"[^\w]", re.UNICODE)
_MERMAID_ENDS: Mapping[Cardinality, str] = {"1:1": "|o--||", "1:n": "||--o{", "n:1": "}o--||", "n:m": "}o--o{"}

_TYPES = {"integer": "long", "real": "double", "boolean": "boolean", "string": "string"}


def graphml(graph: SchemaGraph) -> str:
    """GraphML 1.0, as yEd, Gephi and networkx read it; node ids are `Table:…`, `Column:…`, `Cluster:…`.

    Signs that XML cannot hold become U+FFFD.
    """
    out = ['<?xml version="1.0" encoding="UTF-8"?>', '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">']
    for what, kinds in (("node", NODES.values()), ("edge", (e[2] for e in EDGES.values()))):
        properties = {"kind": "string"} | {name: held for kind in kinds for name, held in kind}
        out += [
            f'  <key id="{what}_{name}" for="{what}" attr.name="{name}" attr.type="{_TYPES[held]}"/>'
            for name, held in properties.items()
        ]
    out.append('  <graph id="schema" edgedefault="directed">')
    for kind, records in node_records(graph).items():
        out += [f"    <node id={_node(kind, r['id'])}>{_data('node', kind, r)}</node>" for r in records]
    for kind, records in edge_records(graph).items():
        start, end, _ = EDGES[kind]
        for record in records:
            ends = f"source={_node(start, record['from'])} target={_node(end, record['to'])}"
            out.append(f"    <edge {ends}>{_data('edge', kind, record)}</edge>")
    return "\n".join([*out, "  </graph>", "</graphml>", ""])


def cypher(graph: SchemaGraph) -> str:
    """A script for `cypher-shell` that makes the graph in an empty Neo4j database, one statement a line.

    All but the constraints runs in ladybug as well, where tables for the nodes and edges are declared: names stand in
    back ticks, as some are words of its own.
    """
    lines = [f"CREATE CONSTRAINT IF NOT EXISTS FOR (n:`{kind}`) REQUIRE n.id IS UNIQUE;" for kind in NODES]
    for kind, records in node_records(graph).items():
        lines += [f"CREATE (:`{kind}` {_map(kind, r)});" for r in records]
    for kind, records in edge_records(graph).items():
        start, end, properties = EDGES[kind]
        lines += [
            f"MATCH (a:`{start}` {{`id`: {_literal(r['from'])}}}), (b:`{end}` {{`id`: {_literal(r['to'])}}}) "
            f"CREATE (a)-[:`{kind}`{' ' + _map(kind, r) if properties else ''}]->(b);"
            for r in records
        ]
    return "\n".join(lines) + "\n"


def mermaid(graph: SchemaGraph) -> str:
    """An entity-relationship diagram in Mermaid: every table with the columns that join, every join as a line."""
    names = _distinct(t.name for t in graph.tables)
    joins = stored(graph.joins)
    joined = {(j.child_table, c) for j in joins for c in j.child} | {
        (j.parent_table, c) for j in joins for c in j.parent
    }
    lines = ["erDiagram"]
    for table in graph.tables:
        columns = [c for c in table.columns if (table.name, c.name) in joined]
        inner = _distinct(c.name for c in columns)
        lines.append(f'    {names[table.name]}["{_mermaid_text(table.label)}"] {{')
        lines += [
            f'        {c.type} {inner[c.name]}{" UK" if c.profile.unique else ""} "{_mermaid_text(c.label)}"'
            for c in columns
        ]
        lines.append("    }")
    for join in joins:
        ends = _MERMAID_ENDS[join.evidence.cardinality]
        if join.state == "probable":
            ends = ends.replace("--", "..")
        pairs = ", ".join(f"{c} = {p}" for c, p in zip(join.child, join.parent, strict=True))
        words = _mermaid_text(f"{pairs} {after(join)}".rstrip())
        lines.append(f'    {names[join.child_table]} {ends} {names[join.parent_table]} : "{words}"')
    return "\n".join(lines) + "\n"


FORMATS: Mapping[str, tuple[str, Callable[[SchemaGraph], str]]] = {
    "GraphML": ("graphml", graphml),
    "Cypher script": ("cypher", cypher),
    "Mermaid": ("mmd", mermaid),
}
"""By the name that people know: the file's ending, and what writes it."""


def _node(kind: str, key: object) -> str:
    return quoteattr(_UNFIT_XML.sub("\ufffd", f"{kind}:{key}"))


def _data(what: str, kind: str, record: Record) -> str:
    held = [f'<data key="{what}_kind">{kind}</data>']
    for name in property_names(kind):
        if (value := record[name]) is not None:
            text = str(value).lower() if isinstance(value, bool) else str(value)
            held.append(f'<data key="{what}_{name}">{escape(_UNFIT_XML.sub(chr(0xFFFD), text))}</data>')
    return "".join(held)


def _map(kind: str, record: Record) -> str:
    return "{" + ", ".join(f"`{name}`: {_literal(record[name])}" for name in property_names(kind)) + "}"


def _literal(value: object) -> str:
    """A Cypher literal; in text everything that could end it is escaped."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return repr(value)
    escaped = str(value).replace("\\", "\\\\").replace("'", "\\'")
    return "'" + "".join(c if c.isprintable() else _code(c) for c in escaped) + "'"


def _code(sign: str) -> str:
    return f"\\u{ord(sign):04X}" if ord(sign) < 0x10000 else f"\\U{ord(sign):08X}"


def _distinct(texts: Iterable[str]) -> dict[str, str]:
    """Names as Mermaid takes them: letters, digits and `_`, each once."""
    found: dict[str, str] = {}
    taken: set[str] = set()
    for text in texts:
        plain = _MERMAID_NAME.sub("_", text) or "_"
        if plain[0].isdigit():
            plain = f"_{plain}"
        name, n = plain, 1
        while name.casefold() in taken:
            n += 1
            name = f"{plain}_{n}"
        taken.add(name.casefold())
        found[text] = name
    return found


def _mermaid_text(text: str) -> str:
    """Text inside Mermaid's quotes: entities for what would end them, on one line."""
    line = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return line.replace("#", "#35;").replace('"', "#quot;").replace("<", "#lt;").replace(">", "#gt;")
