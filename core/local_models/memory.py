"""This machine's memory, what a model takes of it, and the recommended models that fit."""

from __future__ import annotations

import os
import re
import sys
import tomllib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

FILE = Path(__file__).parent / "recommended.toml"
GB = 1_000_000_000
OVERHEAD = 1.2
"""A loaded model to its file: the context and the program beside the weights."""
LEFT = 0.8
"""Share of the memory that a model may take."""
BYTES_PER_WEIGHT = 0.6
"""Of a model whose size nobody tells: four bits and something, as most are served."""
_WEIGHTS = re.compile(r"(?<![\d.])(\d+(?:\.\d+)?)\s?b(?![a-z])", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Recommended:
    """An open model worth having on a machine of so much memory; `size` is the download, in bytes."""

    name: str
    memory_gb: int
    size: int
    licence: str
    source: str


def memory() -> int:
    """The machine's memory in bytes; 0 where it cannot be told."""
    try:
        return int(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"))
    except (AttributeError, ValueError, OSError):
        return _windows_memory() if sys.platform == "win32" else 0


def size_from(name: str) -> int:
    """About the bytes of a model by the number of weights in its name ("qwen3:4b"); 0 without one."""
    found = _WEIGHTS.search(name)
    return int(float(found.group(1)) * GB * BYTES_PER_WEIGHT) if found else 0


def fits(size: int, of: int) -> bool | None:
    """Whether a model of this size runs in this memory, both in bytes; None where either is not known."""
    return size * OVERHEAD <= of * LEFT if size and of else None


def recommended(of: int) -> tuple[Recommended, ...]:
    """The models of the list for so much memory (0: not known, all), the largest first."""
    found = [m for m in _listed() if not of or m.memory_gb * GB * 0.9 <= of]
    return tuple(sorted(found, key=lambda m: (-m.memory_gb, -m.size, m.name)))


def dated() -> str:
    """The date of the list."""
    return str(tomllib.loads(FILE.read_text(encoding="utf-8"))["date"])


@lru_cache(maxsize=1)
def _listed() -> tuple[Recommended, ...]:
    body = tomllib.loads(FILE.read_text(encoding="utf-8"))
    return tuple(
        Recommended(m["name"], m["memory_gb"], int(m["size"] * GB), m["licence"], m["source"]) for m in body["model"]
    )


def _windows_memory() -> int:
    import ctypes

    kilobytes = ctypes.c_ulonglong(0)
    windll = getattr(ctypes, "windll", None)
    known = windll is not None and windll.kernel32.GetPhysicallyInstalledSystemMemory(ctypes.byref(kilobytes))
    return kilobytes.value * 1024 if known else 0
