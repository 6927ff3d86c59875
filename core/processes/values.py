"""Values of our own classes on their way from a process that reads what others wrote.

Pickle, of which only the names of plain classes are followed: what a process that was taken over could send makes
records and nothing else.
"""

from __future__ import annotations

import dataclasses
import io
import pickle
from collections.abc import Callable
from pathlib import Path, PosixPath, PurePosixPath, PureWindowsPath, WindowsPath
from typing import Any

from core.errors import StoreRefused

_PLAIN: frozenset[object] = frozenset(
    (set, frozenset, complex, object, Path, PosixPath, WindowsPath, PurePosixPath, PureWindowsPath)
)
_HELPERS = {("copyreg", "_reconstructor"), ("copyreg", "__newobj__")}


def pack(value: object) -> bytes:
    """The value as bytes."""
    return pickle.dumps(value, protocol=pickle.HIGHEST_PROTOCOL)


def unpack(data: bytes, also: Callable[[type], bool] = lambda kind: False) -> Any:
    """The value again: of built-in kinds, of dataclasses and named tuples of `core`, and of classes that `also` admits.

    Raises StoreRefused when it holds anything else.
    """

    class Records(pickle.Unpickler):
        def find_class(self, module: str, name: str) -> Any:
            if (module, name) in _HELPERS:
                return super().find_class(module, name)
            found = super().find_class(module, name) if module.startswith(("core.", "pathlib", "builtins")) else None
            if isinstance(found, type):
                ours = module.startswith("core.") and found.__module__ == module
                if found in _PLAIN or (
                    ours and (dataclasses.is_dataclass(found) or issubclass(found, tuple) or also(found))
                ):
                    return found
            raise pickle.UnpicklingError(f"{module}.{name}")

    try:
        return Records(io.BytesIO(data)).load()
    except Exception as error:  # whatever was sent, it is not what was asked for
        raise StoreRefused(f"The process that reads files sent what it may not: {error}.") from error
