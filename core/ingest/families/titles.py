"""The title that the files of a family share, for the table's description."""

from __future__ import annotations

from collections.abc import Sequence

_VARIES = "…"


def shared_title(titles: Sequence[Sequence[str]]) -> str:
    """The lines above the tables that all files have in the same place, words that differ left out with "…".

    Empty where the files have other numbers of lines; a line of which less than half is shared is left out.
    """
    if not titles or not titles[0] or len({len(t) for t in titles}) > 1:
        return ""
    lines = (_shared([t[n].split() for t in titles]) for n in range(len(titles[0])))
    return " · ".join(filter(None, lines))


def _shared(texts: Sequence[Sequence[str]]) -> str:
    if len({len(t) for t in texts}) > 1:
        return ""
    words = [w if all(t[n] == w for t in texts) else _VARIES for n, w in enumerate(texts[0])]
    if 2 * words.count(_VARIES) > len(words):
        return ""
    return " ".join(w for n, w in enumerate(words) if w != _VARIES or n == 0 or words[n - 1] != _VARIES)
