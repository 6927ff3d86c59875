"""What is worked out once for each view of the schema, however many readings ask for it."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import update_wrapper
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar


class Remembers(Protocol):
    """A view that does not change, with what was worked out of it so far."""

    remembered: dict[Hashable, Any]


_P = ParamSpec("_P")
_R = TypeVar("_R")
_V = TypeVar("_V", bound=Remembers)


def remembered(work: Callable[Concatenate[_V, _P], _R]) -> Callable[Concatenate[_V, _P], _R]:
    """The same function of a view and of arguments that can be hashed, worked out once for each of these."""

    def known(view: _V, /, *args: _P.args, **others: _P.kwargs) -> _R:
        asked = (work, args, tuple(others.items())) if others else (work, args)
        try:  # one look-up: most of the time is the hashing of columns
            found: _R = view.remembered[asked]
        except KeyError:
            found = view.remembered[asked] = work(view, *args, **others)
        return found

    update_wrapper(known, work)
    return known
