"""Lines of running text that a delimiter cut into cells: `Visits to pools, 2023/24`, `Note: halls, courts, and tracks`.

In a sentence a blank follows the comma; in a file whose rows have none there, such a line is one text again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from core.ingest.layout.cells import kind
from core.ingest.layout.grid import Record

_RARE = 0.34
"""The share of a file's lines that may be such at most: with more, blanks follow its delimiter everywhere."""
_LOOKED = 200
"""Rows that are looked at for figures."""
_LABELS, _SHORT = 4, 3
"""So many cells of so few words each are labels: `Country, Both sexes, Male, Female`."""
_WORDS = 6
"""Words of a line in which not every cell begins with a blank: figures like 1,200 stand in sentences, too."""


def rejoined(records: list[Record], delimiter: str) -> list[Record]:
    """The records, lines of running text as one cell each. Only commas and semicolons stand in sentences."""
    if delimiter not in (",", ";"):
        return records
    wide = [n for n, r in enumerate(records) if len(_upto(r.cells)) > 1]
    split = [n for n in wide if _is_split(_upto(records[n].cells))]
    if not split or len(split) > _RARE * len(wide):
        return records
    usual = Counter(len(records[n].cells) for n in wide).most_common(1)[0][0]
    rows = [records[n].cells for n in wide if len(records[n].cells) == usual and not _is_split(_upto(records[n].cells))]
    figures = sum(any(kind(c) == "n" for c in cells[1:]) for cells in rows[:_LOOKED]) > 0.8 * len(rows[:_LOOKED])
    made = list(records)
    for n in split:
        record = records[n]
        cut = _upto(record.cells)
        if len(cut) != usual or (figures and _is_prose(cut)):
            cells = [delimiter.join(_upto(record.cells)).strip()]
            made[n] = record._replace(cells=cells)
    return made


def _upto(cells: Sequence[str]) -> Sequence[str]:
    """The cells without the empty ones at the end."""
    end = len(cells)
    while end and not cells[end - 1].strip():
        end -= 1
    return cells[:end]


def _is_prose(cells: Sequence[str]) -> bool:
    """Of as many cells as the rows have, which hold figures: words and nothing else, and not the labels of columns."""
    words = [len(c.split()) for c in cells]
    labels = len(cells) >= _LABELS and max(words) <= _SHORT
    return sum(words) >= _WORDS and not labels and all(kind(c) == "t" for c in cells)


def _is_split(cells: Sequence[str]) -> bool:
    after = cells[1:]
    if not cells[0].strip() or not cells[0][:1].strip():
        return False
    blanks = sum(len(c) > 1 and c[0] == " " != c[1] for c in after)
    words = sum(len(c.split()) for c in cells)
    return blanks == len(after) or (2 * blanks >= len(after) and words >= _WORDS)
