"""Lines of a text that tell of columns with nothing but blanks between: `HT_M   height in metres   DBH_CM   girth`."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from core.documents.lines import lines_of
from core.text.words import flat

_NAME = re.compile(r"(?<![\w.])[`\"']?(?P<name>[A-Za-z]\w{1,30})[`\"']?(?=\s+[a-z(])")
_CODELIKE = re.compile(r"[A-Z][A-Z0-9_]+|\w+_\w+|\w*[a-z]\w*\d+|[a-z]+[A-Z]\w+")
"""A name that is no word of a sentence: `HT_M`, `TPO`, `dbh_cm`, `fineAmt`."""


def told_on_lines(text: str, breaks: Sequence[int], known: Collection[str]) -> Iterator[tuple[str, str]]:
    """The columns that lines of a text begin with, and what these say of them. `breaks` are where its further lines
    begin, `known` holds the columns' names, flat."""
    for line in lines_of(text, breaks):
        names = [m for m in _NAME.finditer(line) if flat(m["name"]) in known and _CODELIKE.fullmatch(m["name"])]
        if not names or names[0].start() > 1:
            continue
        for m, after in zip(names, [*(n.start() for n in names[1:]), len(line)], strict=True):
            said = line[m.end() : after].strip(" `\"',;")
            if len(said) > 1:
                yield m["name"], said
