"""What the parts of the editor share: the reading, what may be chosen, and the change that a person makes.

Each part is drawn from the reading as it is; what a control gives back differently is a change. The first change of a
run is made, its answer takes the place of the one before, and all is drawn anew.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import TypeVar

import streamlit as st

from core.ask.edit.arranging import settled
from core.ask.edit.changes import with_figure
from core.ask.edit.offers import Offers
from core.ask.edit.parts import about, figures
from core.ask.edit.portions import closed, opened
from core.ask.form import Form, begin
from core.ask.translators.rules.query import Query
from core.errors import JoineryError
from pages._chat.ask_again import Entry
from pages._ui.faults import show_fault

Choice = TypeVar("Choice", bound=Hashable)


SECOND = "Another change came at the same moment and was not made: make it once more."
"""Beside an answer in which one of two changes is missing."""


class Panel:
    """The editor of one answer, in one run of the page."""

    def __init__(self, entry: Entry, form: Form) -> None:
        self.entry, self.form = entry, form
        self.query: Query = opened(form.query)
        """The reading as it is changed: a percentage of groups opened into its count and its conditions."""
        self.offers = Offers(self.query, entry.ws.questions.facts(form))
        self.wanted: Form | None = None
        """The reading after the change that was made in this run."""
        self.left = ""
        """What that change could not keep, in words."""

    def key(self, part: str) -> str:
        """A control's key: another one for every answer, and after a change that could not be made."""
        turn = st.session_state.get(turn_of(self.entry), 0)
        return f"edit-{part}-{self.entry.key}-{turn}"

    def change(self, query: Query, left: str = "") -> None:
        """Make this the reading, unless another change came first. `left`: what it could not keep, in words."""
        if query == self.query:
            return
        if self.wanted is not None:  # whoever is quick changes two things before the first is drawn
            self.left = f"{self.left} {SECOND}".strip()
        else:
            self.left = left
            self.wanted = replace(self.form, query=closed(settled(query, self.offers.facts)))

    @contextmanager
    def trying(self) -> Iterator[None]:
        """A change that cannot be made is told right where it was tried."""
        try:
            yield
        except JoineryError as fault:
            show_fault(fault)

    def select(
        self,
        label: str,
        options: Sequence[Choice],
        current: Choice | None,
        part: str,
        said: Callable[[Choice], str],
        *,
        placeholder: str = "Choose",
        hidden: bool = False,
    ) -> Choice | None:
        """A list with search; what was chosen now and was not before, else None."""
        known = list(dict.fromkeys([*([current] if current is not None else []), *options]))
        chosen: Choice | None = st.selectbox(
            label,
            known,
            index=None if current is None else 0 if current not in options else known.index(current),
            format_func=said,
            key=self.key(part),
            placeholder=placeholder,
            label_visibility="collapsed" if hidden else "visible",
            disabled=self.entry.busy,
        )
        return chosen if chosen is not None and chosen != current else None


class OfFigure(Panel):
    """The rows that one figure alone is taken of, as conditions of a query of its own."""

    def __init__(self, panel: Panel, place: int) -> None:
        self.panel, self.place = panel, place
        self.entry, self.form, self.wanted = panel.entry, panel.form, None
        self.item = figures(panel.query)[place]
        table = self.item.table or (self.item.column.table if self.item.column else about(panel.query))
        self.query = replace(begin(table).query, where=self.item.where)
        self.offers = Offers(self.query, panel.offers.facts)

    def key(self, part: str) -> str:
        return self.panel.key(f"only-{self.place}-{part}")

    def change(self, query: Query, left: str = "") -> None:
        if query.where != self.item.where and not query.having:
            item = replace(self.item, where=query.where)
            self.panel.change(with_figure(self.panel.query, item, self.place, self.offers.facts), left)


def turn_of(entry: Entry) -> str:
    """Where the session keeps how often a change of this answer failed."""
    return f"edit-turn-{entry.place}"
