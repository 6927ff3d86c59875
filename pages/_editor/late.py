"""What a person chose while the change before it was still being asked: it is made once that one is drawn.

A control notes what it is given. The first change of a run is made, and the answer to it has controls of its own; what
the others were given is put into these, where they show what stood there when it was chosen. What a person began and
did not finish goes along from answer to answer until it is made or taken back.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any

import streamlit as st

from pages._chat.ask_again import Entry

NOT_MADE = "Another change came too soon and was not made: make it once more."
"""Beside an answer in which one of two changes is missing."""


@dataclass(frozen=True, slots=True)
class Given:
    """What a control was given."""

    over: tuple[object, ...]
    """What stood there: what was shown, then what was given before."""
    value: Any
    asked: bool = False


class Late:
    """What was noted of an answer's controls, in one run of the page."""

    def __init__(self, entry: Entry) -> None:
        self._slot = f"edit-late-{entry.place}"
        self._noted: dict[str, Given] = st.session_state.get(self._slot, {})
        self._drawn: set[str] = set()
        self._met: set[str] = set()
        self._begun: set[str] = set()

    def now(self, part: str, shown: Any, among: Collection[object] | None = None) -> Any:
        """What a control is drawn with: what it was given, if that is `among` its choices, else what is `shown`."""
        self._drawn.add(part)
        given = self._noted.get(part)
        late = given is not None and not given.asked and shown in given.over
        if given is None or not late or (among is not None and given.value not in among):
            return shown
        self._met.add(part)
        return given.value

    def noting(self, part: str, key: str, shown: object) -> dict[str, Any]:
        """The arguments by which a control notes what it is given; a button, without a `key`, that it was pressed."""
        return {"on_change" if key else "on_click": _note, "args": (self._slot, part, key, shown)}

    @property
    def given(self) -> bool:
        """Some control was given something."""
        return bool(self._noted)

    def asked(self, parts: Collection[str]) -> None:
        """What these controls were given is asked now."""
        made = frozenset(parts) - self._begun
        noted = {p: replace(g, asked=g.asked or p in made) for p, g in self._noted.items()}
        st.session_state[self._slot] = noted

    def drawn(self) -> frozenset[str]:
        """The controls up to now: theirs is a change that is made here."""
        return frozenset(self._drawn)

    def unfinished(self, since: frozenset[str]) -> None:
        """What the controls drawn `since` then were given is no change yet."""
        self._begun |= self._drawn - since

    @property
    def waited(self) -> bool:
        """Another change was asked just before, and nothing was drawn in between."""
        return any(g.asked for g in self._noted.values())

    def done(self) -> bool:
        """All is asked and drawn; False where something could not be put into any control."""
        begun = {p: replace(g, asked=False) for p, g in self._noted.items() if p in self._begun}
        if begun:
            st.session_state[self._slot] = begun
        else:
            st.session_state.pop(self._slot, None)
        return all(g.asked or p in self._met for p, g in self._noted.items())


def _note(slot: str, part: str, key: str, shown: object) -> None:
    noted: dict[str, Given] = dict(st.session_state.get(slot, {}))
    before = noted.get(part)
    over = (*before.over, before.value) if before else (shown,)
    noted[part] = Given(over, st.session_state[key] if key else True)
    st.session_state[slot] = noted
