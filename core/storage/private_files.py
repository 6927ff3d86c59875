"""What the program writes is its owner's alone."""

from __future__ import annotations

import os


def keep_private() -> None:
    """From now on the files that this process and those it starts make are 0600, in folders that are 0700.

    Who starts a program says this, nobody else: it holds for all that the process does.
    """
    os.umask(0o077)
