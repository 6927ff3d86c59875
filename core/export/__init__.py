"""An answer as a file that outlives the app: its rows, how it was found, and how to find it again."""

from __future__ import annotations

from core.export.base import MOST_ROWS, Export, gather
from core.export.formats import FORMATS, Format, format_of, save

__all__ = ["FORMATS", "MOST_ROWS", "Export", "Format", "format_of", "gather", "save"]
