"""Keys of things that the files of a family write each in its own way: `H01` and `H-01`, `P0417` and `417`.

Left so, a thing would be two, and a column in which each stands twice would pass for a key. All are written as the
files do that hold most rows of those that have letters in front.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import duckdb

_KEY = re.compile(r"(?:([A-Za-z]{1,5})([-/ ._]?))?(\d{1,9})([A-Za-z]?)", re.ASCII)
_MOST = 50_000
"""Different keys that are looked at."""
_LEAST = 5
"""Keys that a file has at least."""
_FIT = 0.98
"""The share of a file's texts that must be keys."""
_MET = 0.3
"""The share of the keys of the file that has fewer that the others have too."""

Key = tuple[str, int, str]
"""Letters in front, number, letter behind, in small letters."""


@dataclass(frozen=True, slots=True)
class Way:
    """How a file writes keys."""

    lettered: bool
    sign: str
    width: int
    """Digits that the number is filled up to with zeros; 0: it has none before it."""
    upper: bool

    def written(self, key: Key) -> str:
        head, number, tail = (part.upper() if self.upper and isinstance(part, str) else part for part in key)
        return f"{head}{self.sign}{str(number).zfill(self.width)}{tail}"


def unite_keys(con: duckdb.DuckDBPyConnection, column: str) -> str:
    """Write the keys in a column of `gathered` in one way; an example of what became another, "" where none did."""
    rows = con.execute(
        f"SELECT s, trim({column}), count(*) FROM gathered WHERE trim({column}) <> '' GROUP BY ALL LIMIT {_MOST + 1}"
    ).fetchall()
    if len(rows) > _MOST:
        return ""
    texts: dict[str, dict[str, int]] = defaultdict(dict)
    for source, text, n in rows:
        texts[str(source)][str(text)] = int(n)
    held: dict[Way, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for some in texts.values():
        if (way := _way(some)) is None:
            return ""
        for text, n in some.items():
            held[way][text] += n
    if len(held) < 2 or (chosen := max(held, key=lambda w: (w.lettered, sum(held[w].values())))) is None:
        return ""
    heads = {k[0] for w, some in held.items() if w.lettered for k in map(_key, some) if k}
    if not chosen.lettered or (len(heads) > 1 and not all(w.lettered for w in held)):
        return ""
    head = next(iter(heads)) if len(heads) == 1 else ""
    keys = {way: {t: (k[0] or head, k[1], k[2]) for t in some if (k := _key(t))} for way, some in held.items()}
    if not all(_meet(keys[chosen].values(), keys[way].values()) for way in held if way != chosen):
        return ""
    changed = {t: now for way in held for t, k in keys[way].items() if (now := chosen.written(k)) != t}
    return _rewritten(con, column, changed)


def _key(text: str) -> Key | None:
    met = _KEY.fullmatch(text)
    return ((met[1] or "").lower(), int(met[3]), met[4].lower()) if met else None


def _way(texts: Mapping[str, int]) -> Way | None:
    """How these texts are written, if they are keys of one form; files with few say nothing, as empty ones do."""
    met = [m for t in texts if (m := _KEY.fullmatch(t))]
    if len(texts) < _LEAST or len(met) < _FIT * len(texts):
        return None
    lettered, signs = {bool(m[1]) for m in met}, [m[2] or "" for m in met]
    if len(lettered) > 1:
        return None
    digits: Sequence[int] = [len(m[3]) for m in met]
    padded = any(m[3].startswith("0") for m in met)
    capitals = sum((m[1] or "A").isupper() for m in met)
    sign = max(set(signs), key=signs.count)
    return Way(lettered.pop(), sign, max(digits) if padded else 0, 2 * capitals > len(met))


def _meet(one: Collection[Key], other: Collection[Key]) -> bool:
    ours, theirs = set(one), set(other)
    return len(ours & theirs) >= _MET * min(len(ours), len(theirs))


def _rewritten(con: duckdb.DuckDBPyConnection, column: str, changed: Mapping[str, str]) -> str:
    if not changed:
        return ""
    con.execute("CREATE OR REPLACE TEMP TABLE respelt (was VARCHAR PRIMARY KEY, now VARCHAR)")
    con.executemany("INSERT INTO respelt VALUES (?, ?)", [list(pair) for pair in changed.items()])
    con.execute(f"UPDATE gathered SET {column} = respelt.now FROM respelt WHERE trim({column}) = respelt.was")
    was, now = min(changed.items())
    return f"“{was}” became “{now}”"
