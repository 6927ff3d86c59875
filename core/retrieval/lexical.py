"""Ranking by words: BM25 (SQLite's FTS5) over texts in memory."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Sequence

from core.index.forms import FUNCTION_WORDS
from core.text.words import words

_TOKENS = "porter unicode61 remove_diacritics 2"


class Lexical:
    """Texts by their words, in English by their stems. Threads may share it."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._lock = threading.Lock()
        self._db = sqlite3.connect(":memory:", check_same_thread=False)
        self._db.execute(f'CREATE VIRTUAL TABLE said USING fts5 (text, tokenize = "{_TOKENS}", detail = "none")')
        self._db.executemany("INSERT INTO said (rowid, text) VALUES (?, ?)", enumerate(texts))

    def rank(self, question: str, most: int = 50) -> tuple[int, ...]:
        """The numbers of the texts that share words with the question, best first."""
        asked = [w for w in dict.fromkeys(words(question)) if w not in FUNCTION_WORDS] or list(words(question))
        if not asked:
            return ()
        terms = " OR ".join(f'"{w}"' for w in asked)
        with self._lock:
            rows = self._db.execute("SELECT rowid FROM said WHERE said MATCH ? ORDER BY rank LIMIT ?", (terms, most))
            return tuple(int(n) for (n,) in rows)
