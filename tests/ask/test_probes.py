"""Readings are tried out once for each text of SQL, however many readers give it."""

from __future__ import annotations

import threading

import pytest

from core.ask.state import Run
from core.errors import Cancelled, QueryError, QueryFailed
from core.model import Rows


def test_each_text_is_tried_once() -> None:
    tried: list[str] = []

    def probe(sql: str) -> Rows:
        tried.append(sql)
        if sql == "SELECT nothing":
            raise QueryFailed("There is no such column.", "")
        return Rows(("n",), ((len(tried),),))

    run = Run(lambda step: None, probe)
    assert run.probe("SELECT 1") == run.probe("SELECT 1")
    for _ in range(2):
        with pytest.raises(QueryError, match="no such column"):
            run.probe("SELECT nothing")
    assert tried == ["SELECT 1", "SELECT nothing"]


def test_what_was_tried_before_is_not_told_after_a_stop() -> None:
    stop = threading.Event()
    run = Run(lambda step: None, lambda sql: Rows((), ()), stop=stop)
    run.probe("SELECT 1")
    stop.set()
    with pytest.raises(Cancelled):
        run.probe("SELECT 1")
