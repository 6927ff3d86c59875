"""Readings and meanings as the chat shows them: each table called as people call its rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.ask.labelled import called
from pages._ui.markup import marked

if TYPE_CHECKING:
    from core.workspace import Workspace


def spoken(ws: Workspace, text: str) -> str:
    """A reading as Markdown. What is asked again stays as it was read."""
    return marked(called(text, ws.tables.all()))
