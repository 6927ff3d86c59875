"""The words the product speaks, as frozen dataclasses. This package imports nothing of ours.

A *label* is what the file says, verbatim; a *name* is the SQL identifier, equal to the label where the engine allows.
"""

from __future__ import annotations

from core.model.answers import (
    BY_HAND,
    SHOWN,
    UNSURE,
    Alternative,
    Answer,
    Beside,
    Caution,
    Chip,
    ChipKind,
    Citation,
    Exchange,
    Override,
    PathEdge,
    Progress,
    Rows,
    Step,
    StepState,
    Told,
    Visited,
)
from core.model.files import FileNote, Layout, LineRange, LineRole, Problem, TotalRow
from core.model.joins import Cardinality, Cluster, Evidence, Join, JoinState, SchemaGraph
from core.model.tables import NUMERIC, TEMPORAL, Column, ColumnType, Family, Mark, Member, Profile, Table, Value

__all__ = [
    "BY_HAND",
    "NUMERIC",
    "SHOWN",
    "TEMPORAL",
    "UNSURE",
    "Alternative",
    "Answer",
    "Beside",
    "Cardinality",
    "Caution",
    "Chip",
    "ChipKind",
    "Citation",
    "Cluster",
    "Column",
    "ColumnType",
    "Evidence",
    "Exchange",
    "Family",
    "FileNote",
    "Join",
    "JoinState",
    "Layout",
    "LineRange",
    "LineRole",
    "Mark",
    "Member",
    "Override",
    "PathEdge",
    "Problem",
    "Profile",
    "Progress",
    "Rows",
    "SchemaGraph",
    "Step",
    "StepState",
    "Table",
    "Told",
    "TotalRow",
    "Value",
    "Visited",
]
