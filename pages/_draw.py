"""Drawings as DOT text: the path an answer took, and the tables with their columns and joins."""

from __future__ import annotations

import html
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from core.model import Column, Join, JoinState, PathEdge, Table
from pages._shared import count

_STYLES: Mapping[JoinState, str] = {"confirmed": "solid", "probable": "dashed", "rejected": "dotted"}
_LONGEST = 40


@dataclass(frozen=True)
class Palette:
    """Colours of one theme; `states` are those of the joins."""

    text: str
    faint: str
    fill: str
    head: str
    line: str
    states: Mapping[JoinState, str]


LIGHT = Palette(
    text="#1B2A30",
    faint="#5A6B72",
    fill="#FFFFFF",
    head="#DDEBEA",
    line="#9DB2B2",
    states={"confirmed": "#0B7A75", "probable": "#B4560F", "rejected": "#8A949A"},
)
DARK = Palette(
    text="#E3EBED",
    faint="#A4B4BA",
    fill="#1B252A",
    head="#24464A",
    line="#54686F",
    states={"confirmed": "#5FC3BC", "probable": "#F0A26B", "rejected": "#7D8A90"},
)


def palette(dark: bool) -> Palette:
    return DARK if dark else LIGHT


def shown(text: str, longest: int = _LONGEST) -> str:
    """Text for an HTML-like label: escaped, on one line, cut when very long."""
    line = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return html.escape(line if len(line) <= longest else line[: longest - 1] + "…") or " "


def plain(text: str) -> str:
    """Text for a quoted label: escaped like `shown`, and a backslash stays one."""
    return shown(text).replace("\\", "\\\\")


def path(
    tables: Sequence[str], edges: Sequence[PathEdge], colours: Palette, labels: Mapping[str, str] | None = None
) -> str:
    """The tables of an answer as boxes and its joins as edges, each with its columns, state and cardinality."""
    labels = labels or {}
    names = list(dict.fromkeys([*tables, *(t for e in edges for t in (e.left_table, e.right_table))]))
    ids = {name: f"t{i}" for i, name in enumerate(names)}
    lines = [
        "graph {",
        f'rankdir=LR; bgcolor="transparent"; nodesep=0.4; ranksep=0.7; {_fonts(colours)}',
        'node [shape=box, style="rounded,filled", margin="0.18,0.1", '
        f'fillcolor="{colours.head}", color="{colours.line}"]',
    ]
    lines += [f'{ids[name]} [label="{plain(labels.get(name, name))}"]' for name in names]
    for edge in edges:
        pairs = "<br/>".join(
            f"{shown(a)} = {shown(b)}" if a != b else shown(a) for a, b in zip(edge.left, edge.right, strict=True)
        )
        note = f"{edge.cardinality} · {edge.state}"
        lines.append(
            f"{ids[edge.left_table]} -- {ids[edge.right_table]} [{_line(edge.state, colours)}, penwidth=2, "
            f'label=<  {pairs}<br/><font point-size="10" color="{colours.faint}">{shown(note)}</font>'
            '<br/><font point-size="4"> </font>  >]'
        )
    return "\n".join([*lines, "}"])


def diagram(tables: Sequence[Table], joins: Sequence[Join], colours: Palette, *, every_column: bool = False) -> str:
    """The tables with their columns as rows of a box, and joins from column to column.

    Only columns that join are drawn, unless `every_column`; joins to tables that are not drawn are left out.
    """
    ids = {t.name: f"t{i}" for i, t in enumerate(tables)}
    kept = [j for j in joins if j.child_table in ids and j.parent_table in ids]
    joined = {(j.child_table, c) for j in kept for c in j.child} | {(j.parent_table, c) for j in kept for c in j.parent}
    lines = [
        "graph {",
        f'rankdir=LR; bgcolor="transparent"; nodesep=0.35; ranksep=1.1; {_fonts(colours)}',
        "node [shape=plain]",
    ]
    ports: dict[tuple[str, str], tuple[str, str]] = {}
    for table in tables:
        columns = [c for c in table.columns if every_column or (table.name, c.name) in joined]
        ports |= {
            (table.name, c.name): (f"{ids[table.name]}:t{c.position}:e", f"{ids[table.name]}:c{c.position}:w")
            for c in columns
        }
        lines.append(f"{ids[table.name]} [label=<{_box(table, columns, joined, colours)}>]")
    for join in kept:
        for n, (child, parent) in enumerate(zip(join.child, join.parent, strict=True)):
            label = f', label=<<font point-size="10">{join.evidence.cardinality}</font>>' if n == 0 else ""
            ends = f"{ports[join.child_table, child][0]} -- {ports[join.parent_table, parent][1]}"
            width = 2.4 if join.perfect else 1.4
            lines.append(f'{ends} [{_line(join.state, colours)}, penwidth={width}, fontcolor="{colours.faint}"{label}]')
    return "\n".join([*lines, "}"])


def _box(table: Table, columns: Sequence[Column], joined: set[tuple[str, str]], colours: Palette) -> str:
    rows = [
        f'<tr><td colspan="2" bgcolor="{colours.head}" align="left"><b>{shown(table.label)}</b>'
        f'<font color="{colours.faint}" point-size="10">  {count(table.rows, "row")}</font></td></tr>'
    ]
    for c in columns:
        key = "🔑 " if c.profile.unique and (table.name, c.name) in joined else ""
        rows.append(
            f'<tr><td port="c{c.position}" align="left">{key}{shown(c.label.strip() or c.name)}</td>'
            f'<td port="t{c.position}" align="left"><font color="{colours.faint}" point-size="10">{c.type}</font>'
            "</td></tr>"
        )
    if left := len(table.columns) - len(columns):
        more = f"and {left} more" if columns else count(left, "column")
        rows.append(
            f'<tr><td colspan="2" align="left"><font color="{colours.faint}" point-size="10">{more}</font></td></tr>'
        )
    return (
        f'<table border="1" cellborder="0" cellspacing="0" cellpadding="5" color="{colours.line}" '
        f'bgcolor="{colours.fill}">{"".join(rows)}</table>'
    )


def _fonts(colours: Palette) -> str:
    font = f'fontname="Helvetica,Arial,sans-serif", fontsize=12, fontcolor="{colours.text}"'
    return f"node [{font}]; edge [{font}, fontsize=11];"


def _line(state: JoinState, colours: Palette) -> str:
    return f'style={_STYLES[state]}, color="{colours.states[state]}"'
