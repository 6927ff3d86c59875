"""Web pages as passages: paragraphs, items and rows of tables under their headings; no menus, scripts and footers."""

from __future__ import annotations

from collections.abc import Iterator
from html.parser import HTMLParser

_HEADINGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))
_BLOCKS = _HEADINGS | frozenset(
    "p div li dd dt td th tr table ul ol dl section article main blockquote pre figcaption caption summary details "
    "br hr body html address fieldset".split()
)
"""What begins and ends a passage."""
_UNSAID = frozenset("script style noscript template svg nav footer head select button form iframe object".split())
"""What a page holds and does not say."""

Block = tuple[str, str, tuple[str, ...], int]
"""Heading, text, the cells of a row (none: it is prose) and the line on which it begins."""


def blocks(text: str) -> Iterator[Block]:
    """The page's passages in order."""
    page = _Page()
    page.feed(text)
    page.close()
    page.end()
    yield from page.found


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[Block] = []
        self._place = ""
        self._text: list[str] = []
        self._line = 0
        self._cells: list[str] | None = None
        self._unsaid = ""
        self._depth = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self._unsaid:
            self._depth += tag == self._unsaid
        elif tag in _UNSAID:
            self.end()
            self._unsaid, self._depth = tag, 1
        elif tag == "tr":
            self.end()
            self._cells, self._line = [], self.getpos()[0]
        elif tag in _BLOCKS and self._cells is None:
            self.end()
        elif tag in _BLOCKS:
            self._text.append(" ")

    def handle_endtag(self, tag: str) -> None:
        if self._unsaid:
            self._depth -= tag == self._unsaid
            if not self._depth:
                self._unsaid = ""
        elif tag in _HEADINGS and self._cells is None:
            self._place = self._said() or self._place
        elif tag in ("td", "th") and self._cells is not None:
            self._cells.append(self._said())
        elif tag in ("tr", "table") and self._cells is not None:
            self._row()
        elif tag in _BLOCKS and self._cells is None:
            self.end()

    def handle_data(self, data: str) -> None:
        if self._unsaid:
            return
        if data.strip() and not self._line:
            self._line = self.getpos()[0] + data[: len(data) - len(data.lstrip())].count("\n")
        self._text.append(data)

    def end(self) -> None:
        """What was said up to here is a passage, or a row."""
        if self._cells is not None:
            self._row()
            return
        line = self._line
        if text := self._said():
            self.found.append((self._place, text, (), line))
        self._line = 0

    def _row(self) -> None:
        last, cells = self._said(), tuple(self._cells or ())
        cells += (last,) if last else ()
        self._cells = None
        if any(cells):
            self.found.append((self._place, " | ".join(c for c in cells if c), cells, self._line))
        self._line = 0

    def _said(self) -> str:
        text = " ".join("".join(self._text).split())
        self._text.clear()
        if self._cells is None:
            self._line = 0
        return text
