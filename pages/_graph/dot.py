"""Drawings as DOT text: the path an answer took, and the tables with their columns and joins."""

from __future__ import annotations

import html
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from core.model import JoinState, PathEdge

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
    ground: str
    edge: str
    chosen: str
    states: Mapping[JoinState, str]


LIGHT = Palette(
    text="#1B2A30",
    faint="#5A6B72",
    fill="#FFFFFF",
    head="#DDEBEA",
    line="#9DB2B2",
    ground="#FBFCFC",
    edge="#D3DEDE",
    chosen="#0B4F9C",
    states={"confirmed": "#0B7A75", "probable": "#B4560F", "rejected": "#8A949A"},
)
DARK = Palette(
    text="#E3EBED",
    faint="#A4B4BA",
    fill="#1B252A",
    head="#24464A",
    line="#54686F",
    ground="#141D21",
    edge="#34444B",
    chosen="#8FC1FF",
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
        note = " · ".join(filter(None, (edge.cardinality, edge.state, edge.after)))
        lines.append(
            f"{ids[edge.left_table]} -- {ids[edge.right_table]} [{_line(edge.state, colours)}, penwidth=2, "
            f'label=<  {pairs}<br/><font point-size="10" color="{colours.faint}">{shown(note)}</font>'
            '<br/><font point-size="4"> </font>  >]'
        )
    return "\n".join([*lines, "}"])


def _fonts(colours: Palette) -> str:
    font = f'fontname="Helvetica,Arial,sans-serif", fontsize=12, fontcolor="{colours.text}"'
    return f"node [{font}]; edge [{font}, fontsize=11];"


def _line(state: JoinState, colours: Palette) -> str:
    return f'style={_STYLES[state]}, color="{colours.states[state]}"'
