"""What the parts of the editor share: the reading, what may be chosen, and the change that a person makes.

Each part is drawn from the reading as it is; what a control gives back differently is a change. The first change of a
run is made, its answer takes the place of the one before, and all is drawn anew; then the next one is made.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, TypeVar

import streamlit as st

from core.ask.edit.arranging import settled
from core.ask.edit.changes import with_figure
from core.ask.edit.known import of_known
from core.ask.edit.offers import Offers
from core.ask.edit.parts import about, figures
from core.ask.edit.portions import closed, opened
from core.ask.form import Form, begin
from core.ask.hints.column_terms import told_of
from core.ask.translators.rules.query import Query
from core.errors import JoineryError
from pages._chat.ask_again import Entry
from pages._editor.late import Late
from pages._ui.faults import show_fault

Choice = TypeVar("Choice", bound=Hashable)


class Panel:
    """The editor of one answer, in one run of the page."""

    def __init__(self, entry: Entry, form: Form) -> None:
        self.entry, self.form = entry, form
        self.query: Query = opened(form.query)
        """The reading as it is changed: a percentage of groups opened into its count and its conditions."""
        facts = entry.ws.questions.facts(form)
        self.offers = Offers(self.query, facts, told=told_of(facts.base.tables, entry.ws.glossary.terms()))
        self.wanted: Form | None = None
        """The reading after the change that was made in this run."""
        self.left = ""
        """What that change could not keep, in words."""
        self.late = Late(entry)
        self.touched = self.late.given
        """A person gave a control something, or pressed a button: without that there is no change, whatever a control
        gives back."""
        self.parts: frozenset[str] = frozenset()
        """The controls that may have made that change."""

    def key(self, part: str) -> str:
        """A control's key: another one for every answer, and after a change that could not be made."""
        turn = st.session_state.get(turn_of(self.entry), 0)
        return f"edit-{part}-{self.entry.key}-{turn}"

    def change(self, query: Query, left: str = "") -> None:
        """Make this the reading, unless another change came first. `left`: what it could not keep, in words."""
        if query == self.query:
            return
        facts = self.offers.facts
        self.become(replace(self.form, query=closed(settled(of_known(self.query, query, facts), facts))), left)

    def become(self, form: Form, left: str = "") -> None:
        """The same for a whole form. Of two things changed before the first is drawn the second waits."""
        if self.wanted is None and self.touched:
            self.wanted, self.left, self.parts = form, left, self.late.drawn()

    def wired(self, part: str, shown: Any, among: Sequence[object] | None = None) -> tuple[Any, dict[str, Any]]:
        """What a control is drawn with, and its arguments: its key, and that it notes what it is given."""
        key = self.key(part)
        noting = self.late.noting(self.part(part), key, shown)
        return self.late.now(self.part(part), shown, among), {"key": key, "disabled": self.entry.busy, **noting}

    def part(self, part: str) -> str:
        """What a control is called in every answer of this place."""
        return part

    def button(self, label: str, part: str, about: str, **looks: Any) -> bool:
        """A button that changes something; `about`: what, in words."""
        place = self.part(part)
        late = self.late.now(place, about) is True
        noting = self.late.noting(place, "", about)
        return st.button(label, key=self.key(part), help=about, disabled=self.entry.busy, **noting, **looks) or late

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
        now, wired = self.wired(part, current, known)
        chosen: Choice | None = st.selectbox(
            label,
            known,
            index=None if now is None else known.index(now),
            format_func=said,
            placeholder=placeholder,
            label_visibility="collapsed" if hidden else "visible",
            **wired,
        )
        return chosen if chosen is not None and chosen != current else None


class OfFigure(Panel):
    """The rows that one figure alone is taken of, as conditions of a query of its own."""

    def __init__(self, panel: Panel, place: int) -> None:
        self.panel, self.place = panel, place
        self.entry, self.form, self.wanted, self.late = panel.entry, panel.form, None, panel.late
        self.touched = panel.touched
        self.item = figures(panel.query)[place]
        table = self.item.table or (self.item.column.table if self.item.column else about(panel.query))
        self.query = replace(begin(table).query, where=self.item.where)
        self.offers = Offers(self.query, panel.offers.facts, told=panel.offers.told)

    def key(self, part: str) -> str:
        return self.panel.key(self.part(part))

    def part(self, part: str) -> str:
        return f"only-{self.place}-{part}"

    def change(self, query: Query, left: str = "") -> None:
        if query.where != self.item.where and not query.having:
            item = replace(self.item, where=query.where)
            self.panel.change(with_figure(self.panel.query, item, self.place, self.offers.facts), left)


def turn_of(entry: Entry) -> str:
    """Where the session keeps how often a change of this answer failed."""
    return f"edit-turn-{entry.place}"
