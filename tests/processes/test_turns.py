"""The fair queue: whose turn it is, told by who holds and used how much."""

from __future__ import annotations

import threading
from contextvars import copy_context

from core.processes.turns import LIGHT_SECONDS, Turn, Turns, asker, asking


class Queue:
    """A queue whose clock stands until it is told."""

    def __init__(self, most: int) -> None:
        self.now = 0.0
        self.turns = Turns(most, lambda: self.now)

    def next(self, *waiting: Turn) -> list[Turn]:
        return [t for t in waiting if self.turns.is_next(t)]

    def worked(self, who: str, seconds: float) -> None:
        turn = self.turns.wait(who)
        self.turns.begin(turn)
        self.now += seconds
        self.turns.end(turn)


def test_who_holds_and_used_least_goes_first_then_who_came_first() -> None:
    queue = Queue(8)
    queue.worked("greedy", 0.5)
    held = queue.turns.wait("busy")
    queue.turns.begin(held)
    waiting = [queue.turns.wait(who) for who in ("busy", "greedy", "new", "newer", "new")]
    order = []
    while left := [t for t in waiting if t not in order]:
        (one,) = queue.next(*left)
        order.append(one)
        queue.turns.begin(one)
    assert [t.who for t in order] == ["new", "newer", "greedy", "busy", "new"]


def test_the_last_process_is_kept_for_who_asks_little() -> None:
    queue = Queue(3)
    queue.worked("heavy", LIGHT_SECONDS)
    for _ in range(2):
        queue.turns.begin(queue.turns.wait("heavy"))
    more = queue.turns.wait("heavy")
    assert queue.next(more) == []
    light = queue.turns.wait("light")
    assert queue.next(more, light) == [light]
    queue.turns.begin(light)
    again = queue.turns.wait("light")
    assert queue.next(more, again) == []  # it holds one already
    queue.turns.end(light)
    assert queue.next(more, again) == [again]


def test_what_was_used_is_forgotten() -> None:
    queue = Queue(2)
    queue.worked("a", 8.0)
    queue.turns.begin(queue.turns.wait("b"))
    turn = queue.turns.wait("a")
    assert queue.next(turn) == []
    queue.now += 65.0  # an eighth and less is left
    assert queue.next(turn) == [turn]
    queue.turns.leave(turn)
    queue.now += 600.0
    queue.worked("c", 0.0)
    assert set(queue.turns._used) == {"b"}


def test_one_alone_uses_all_but_one() -> None:
    queue = Queue(4)
    waiting = [queue.turns.wait("a") for _ in range(5)]
    for turn in waiting[:3]:
        assert queue.next(*waiting) == [turn]
        queue.turns.begin(turn)
    assert queue.next(*waiting[3:]) == []


def test_who_asks_goes_with_the_context() -> None:
    seen: list[str] = []
    with asking("session 1"):
        own = copy_context()
        for work in (own.run, lambda call: call()):
            thread = threading.Thread(target=work, args=(lambda: seen.append(asker()),))
            thread.start()
            thread.join()
    assert seen[0] == "session 1"
    assert seen[1].startswith("thread ")
    assert asker() == f"thread {threading.get_ident()}"
