"""Which folder each table comes from, where several folders hold several tables each.

A folder with one table says nothing: then each table may have one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import PurePath

from core.model import Table
from core.model.sources import divided

LEAST_TABLES = 2


def folders_of(tables: Sequence[Table]) -> Mapping[str, str]:
    """Table name to its folder, for tables of folders that hold several; empty where there are no two such folders."""
    found = {t.name: _folder(t) for t in tables}
    held = Counter(found.values())
    several = {folder for folder, n in held.items() if n >= LEAST_TABLES}
    return {name: folder for name, folder in found.items() if folder in several} if len(several) > 1 else {}


def _folder(table: Table) -> str:
    """The folder of its file; of a member of an archive the folder in there."""
    if table.family is not None:
        return table.source
    file, inside = divided(table.source)
    if inside and file.casefold().endswith(".zip"):
        return str(PurePath(file) / PurePath(inside).parent)
    return str(PurePath(file).parent)
