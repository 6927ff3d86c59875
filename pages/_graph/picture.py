"""The picture of the graph: it fits its area, is moved and zoomed, and tells which table, column or join was clicked.

What is drawn and where is decided here; the component in `pages/_graph/component/` only draws it. It is part of the
page, not a frame of its own, so each box and line can be reached by keyboard and by a screen reader.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import streamlit as st

from pages._graph.dot import Palette
from pages._graph.layout import HEAD, ROW, plan
from pages._graph.shapes import Box, Line, Network

KEY = "picture"
_PARTS = Path(__file__).parent / "component"
_TOOLS = ("Zoom in (+)", "Zoom out (−)", "Fit the picture to its area (0)")
_KINDS = {"table": "Table", "cluster": "Group of tables", "alone": "Group of tables", "shared": "Join of equal columns"}


@lru_cache(maxsize=1)
def _component() -> Any:
    html, css, js = ((_PARTS / f"picture.{end}").read_text(encoding="utf-8") for end in ("html", "css", "js"))
    return st.components.v2.component("joinery_picture", html=html, css=css, js=js)


def render(
    drawn: Network, colours: Palette, chosen: str | None, legend: Mapping[str, str], clicked: Callable[[str], None]
) -> None:
    """Draw the network, with `chosen` marked; `clicked` is called with the id of what a person clicks, before the page
    runs again. `legend`: what each look stands for."""

    def on_clicked() -> None:
        found = st.session_state.get(KEY)
        if found is not None and found.clicked:
            clicked(str(found.clicked))

    _component()(key=KEY, data=data(drawn, colours, chosen, legend), on_clicked_change=on_clicked)


def data(drawn: Network, colours: Palette, chosen: str | None, legend: Mapping[str, str]) -> dict[str, Any]:
    """What the component is given. `drawn` is the same for the same network: then a person's zoom stays. `tall`: where
    boxes and lines stand on a narrow screen, in the same order."""
    laid, tall = plan(drawn), plan(drawn, tall=True)
    return {
        "drawn": sha256(repr(drawn).encode()).hexdigest()[:16],
        "size": [laid.width, laid.height],
        "measures": {"head": HEAD, "row": ROW},
        "boxes": [_box(box, laid.boxes[box.id]) for box in drawn.boxes],
        "lines": [_line(line, *way) for line, way in zip(drawn.lines, laid.paths, strict=True)],
        "tall": {
            "boxes": [tall.boxes[box.id][:2] for box in drawn.boxes],
            "lines": [
                {"path": path, "marks": _marks(line, marks)}
                for line, (path, marks) in zip(drawn.lines, tall.paths, strict=True)
            ],
        },
        "selected": chosen or "",
        "legend": list(legend.items()),
        "colours": {
            "text": colours.text,
            "faint": colours.faint,
            "fill": colours.fill,
            "head": colours.head,
            "line": colours.line,
            "ground": colours.ground,
            "edge": colours.edge,
            "chosen": colours.chosen,
            **colours.states,
        },
        "words": {"picture": "Tables and the joins between them", "tools": list(_TOOLS)},
    }


def _box(box: Box, place: tuple[float, float, float, float]) -> dict[str, Any]:
    x, y, w, h = place
    rows = [
        {
            "id": r.id,
            "label": r.label,
            "note": r.note,
            "hit": r.hit,
            "said": f"Column {box.title}.{r.label.removeprefix('🔑 ')}",
        }
        for r in box.rows
    ]
    label = f"{_KINDS[box.kind]} {box.title}" + (f", {box.note}" if box.note else "")
    return {
        "id": box.id, "title": box.title, "kind": box.kind, "note": box.note, "more": box.more, "hit": box.hit,
        "x": x, "y": y, "w": w, "h": h, "rows": rows, "said": label,
    }  # fmt: skip


def _line(line: Line, path: str, marks: tuple[tuple[float, float], ...]) -> dict[str, Any]:
    return {
        "id": line.id, "path": path, "state": line.state, "perfect": line.perfect, "said": f"Join {line.label}",
        "marks": _marks(line, marks),
    }  # fmt: skip


def _marks(line: Line, places: tuple[tuple[float, float], ...]) -> list[list[Any]]:
    """What is written at the line's ends, and where."""
    return [[x, y, said] for (x, y), said in zip(places, line.ends, strict=False) if said]
