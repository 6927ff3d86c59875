"""The cycle collector is put off while any work that asks for it goes on, and comes back as it was."""

from __future__ import annotations

import gc
from threading import Event, Thread

from core.processes.gc_pause import uncollected


def test_it_is_off_inside_and_on_again_behind_the_last() -> None:
    with uncollected():
        with uncollected():
            assert not gc.isenabled()
        assert not gc.isenabled()
    assert gc.isenabled()


def test_it_stays_off_where_it_was_off() -> None:
    gc.disable()
    try:
        with uncollected():
            pass
        assert not gc.isenabled()
    finally:
        gc.enable()


def test_it_is_off_until_the_last_thread_leaves() -> None:
    inside, leave = Event(), Event()

    @uncollected()
    def work() -> None:
        inside.set()
        leave.wait()

    thread = Thread(target=work)
    thread.start()
    inside.wait()
    with uncollected():
        pass
    assert not gc.isenabled()
    leave.set()
    thread.join()
    assert gc.isenabled()
