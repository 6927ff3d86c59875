"""A process that reads files, with a mistake in it: run as `python -m tests.attacks.mistaken MODULE …`."""

from __future__ import annotations

import importlib
import sys


def mistake(*given: object, **named: object) -> None:
    raise ValueError("Ost")


if __name__ == "__main__":
    module = importlib.import_module(sys.argv[1])
    for name in ("read_document", "parts_in"):
        if hasattr(module, name):
            setattr(module, name, mistake)
    module.main(*sys.argv[2:])
