"""A table's source as the catalogue writes it: the file, then after `#` the member, sheet or title inside it."""

from __future__ import annotations

import re
from pathlib import Path

_FILE = re.compile(r"\.(?:csv|tsv|tab|psv|txt|jsonl|ndjson|xlsx|xlsm|parquet|pq|zip|gz)$", re.IGNORECASE)


def divided(source: str) -> tuple[str, str]:
    """The file's path and what is named inside it, "" for the file itself. A `#` in a folder's name, or a file's, is
    told from the one behind the file: what stands before that ends like a file that is read, or is one."""
    cuts = [n for n, sign in enumerate(source) if sign == "#"]
    if not cuts or (_FILE.search(source) and not any(_FILE.search(source[:n]) for n in cuts)):
        return source, ""
    cut = next((n for n in cuts if _FILE.search(source[:n])), None)
    if cut is None:
        whole = [n for n in (len(source), *reversed(cuts)) if Path(source[:n]).is_file()]
        cut = whole[0] if whole else cuts[0]
    return source[:cut], source[cut + 1 :]
