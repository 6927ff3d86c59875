"""The editor of an answer's reading: a control for each part. Each change is asked at once, and can be undone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from functools import partial

import streamlit as st

from core.ask.edit import arranging, changes, parts, tables, things
from core.ask.form import Form
from core.ask.translators.rules.query import Item, Query, all_tables
from core.ask.translators.rules.realisation.phrase import Phrase
from core.model import Answer, Step
from pages._chat import ask_again
from pages._chat.answer_view import editing, suggests
from pages._chat.ask_again import Entry
from pages._chat.spoken import spoken
from pages._editor import beginning, calculating, conditions, joining, percentages, sorting, suggesting
from pages._editor.late import NOT_MADE
from pages._editor.panel import Panel, turn_of
from pages._ui.jobs import Job
from pages._ui.markup import literal, marked

ALL = "every column"


def show(entry: Entry) -> None:
    """The controls; without a form to change, a table to begin with."""
    form = _form(entry)
    if form is None:
        _begin(entry)
        return
    panel = Panel(entry, form)
    steps = None
    with panel.trying():
        _head(panel)
        if not suggests(entry):
            suggesting.show(panel)
        _show(panel)
        conditions.show(panel)
        _per(panel)
        sorting.show(panel)
        joining.ways(panel)
        tables = (*panel.offers.used(), *(() if entry.answer.sql else beginning.named(entry)))
        steps = joining.show(panel, tables, form if entry.answer.by_hand else None)
    if entry.answer.sql:
        st.code(entry.answer.sql, language="sql", wrap_lines=True)
    if panel.wanted is not None:
        before = _told(panel) if panel.late.waited else ""  # of the change before, which nobody saw yet
        st.session_state[_left(entry)] = (panel.wanted, f"{before} {panel.left}".strip())
        _ask(panel, panel.wanted)
    elif steps is not None:
        _replaced(entry, steps)
    elif not entry.busy and not panel.late.done():
        st.caption(f"✂️ {NOT_MADE}")


def suggest(entry: Entry) -> None:
    """The changes that words of the question speak for, each made with one click, apart from the controls."""
    if (form := _form(entry)) is None:
        return
    panel = Panel(entry, form)
    with panel.trying():
        suggesting.show(panel, "Or with one change:", "secondary")
    if panel.wanted is not None:
        _ask(panel, panel.wanted)


def _form(entry: Entry) -> Form | None:
    """The reading, where its tables are still there."""
    form = Form.of(entry.answer.form)
    gone = form is not None and not set(all_tables(form.query)) <= set(entry.ws.questions.facts(form).tables)
    return None if gone else form


def _left(entry: Entry) -> str:
    """Where the session keeps what the last change of this answer could not keep, with the reading that came of it."""
    return f"edit-left-{entry.place}"


def _head(panel: Panel) -> None:
    """The reading in words with what came of it, the way back, and away from it; of what nothing was asked yet, the
    way to its rows."""
    entry = panel.entry
    with st.container(horizontal=True, vertical_alignment="center"):
        if entry.answer.sql:
            st.markdown(spoken(entry.ws, entry.answer.enriched))
        else:
            nearest = spoken(entry.ws, Phrase(panel.offers.facts).query(panel.query))
            st.markdown(f"What comes nearest; change what is wrong: {nearest}")
            if panel.button("Show this", "as-it-is", "Show the rows of this reading", icon="▶️"):
                panel.become(panel.form)
        place = editing(entry.chat, entry.number)
        stay = partial(st.session_state.__setitem__, place, True)  # the editor stays open
        label, key = "Undo", f"unedit-{entry.key}"
        if entry.answer.edits and st.button(label, icon="↩️", key=key, disabled=entry.busy, on_click=stay):
            _replaced(entry, lambda job: entry.ws.questions.unedited(entry.answer, chat=entry.chat, stop=job.stop))
        beginning.anew(panel)
    if entry.answer.by_hand and entry.answer.sql:
        st.markdown(f"**{marked(_from_here(entry.answer.answer))}**")
    if left := _told(panel):
        st.caption(f"✂️ {left}")


def _told(panel: Panel) -> str:
    """What the change that led to this reading could not keep."""
    form, left = st.session_state.get(_left(panel.entry), (None, ""))
    return str(left) if form == panel.form else ""


def _from_here(sentence: str) -> str:
    """The answer's sentence, as seen from the editor: its rows stand over it."""
    return sentence.replace("listed below", "listed above")


def _begin(entry: Entry) -> None:
    """No reading to change: one to begin with."""
    panel = beginning.show(entry)
    answer = entry.answer
    if panel is None:
        return
    steps = None
    if answer.translator and not answer.sql:
        steps = joining.show(panel, beginning.named(entry), None)
    if panel.wanted is not None:
        _ask(panel, panel.wanted)
    elif steps is not None:
        _replaced(entry, steps)


def _about(panel: Panel) -> None:
    """Of which table."""
    table = parts.about(panel.query)
    chosen = panel.select("Of", panel.offers.tables(), table or None, "of", panel.offers.table)
    if chosen is not None:
        gone = tables.lost(panel.query, chosen, panel.offers.facts)
        said = "; ".join(literal(panel.offers.part(part)) for part in gone)
        left = f"Left out, since it cannot be asked of {literal(panel.offers.rows(chosen))}: {said}." if gone else ""
        panel.change(tables.of_table(panel.query, chosen, panel.offers.facts), left)


def _show(panel: Panel) -> None:
    """What is shown: figures, or columns of the rows."""
    query, offers = panel.query, panel.offers
    reckoned = parts.figures(query)
    if query.beside:
        st.caption("Beside it stands the same of other tables.")
        if panel.button("Only the first", "alone", "Leave the same of other tables out"):
            panel.change(changes.alone(query))
    for n, item in enumerate(reckoned):
        with _row():
            _figure(panel, item, n)
            if n == 0:
                _about(panel)
        if item.where or st.session_state.get(panel.key(f"only-{n}-open")):
            with st.container(border=True, gap="small"):
                conditions.of_figure(panel, n)
    for n, item in enumerate(parts.shown(query) if reckoned else ()):
        with _row():
            st.markdown(f"and {literal(offers.item(item))}", width="content")
            about = f"Do not show {literal(offers.item(item))}"
            if panel.button("hide", f"no-shown-{n}", about, type="tertiary"):
                panel.change(changes.without_shown(query, item))
    if not reckoned:
        with _row():
            _columns(panel)
            _about(panel)
        _ranking(panel)
    with _row():
        label = "Also show" if reckoned or parts.hidden(query) else "Figure"
        now = parts.groups(query)
        beside = [Item(c) for c in offers.columns() if c not in now] if reckoned and not query.share else []
        hint = "Add a figure" + (", or a column to tell it apart by" if beside else "")
        more = panel.select(
            label, [*offers.figures(), *offers.running(), *beside], None, "more", offers.item, placeholder=hint
        )
        if more is not None and more.aggregate:
            made = changes.also_figure(query, more, offers.facts)
            panel.change(made, _moved(panel, made))
        elif more is not None and more.column is not None:  # the total, and of which title: for each of them
            panel.change(arranging.per(query, (*now, more.column)))
        calculating.show(panel)
        percentages.show(panel)
        if not reckoned and not query.everything:
            shown, wired = panel.wired("once", query.distinct)
            once = st.checkbox("each only once", value=shown, **wired)
            if once != query.distinct:
                panel.change(arranging.different(query, once))


def _moved(panel: Panel, made: Query) -> str:
    """What a figure in place of listed rows changes beside it, in words: of which table it is, what is no group."""
    query, offers = panel.query, panel.offers
    table, listed = parts.about(made), () if parts.figures(query) else query.select
    kept = {i.column for i in made.select}
    gone = [offers.item(i) for i in listed if made.group and i.column not in kept]
    left = [f"Left out, since figures are not given for each of it: {literal('; '.join(gone))}."] if gone else []
    now = [f"This is a figure of {literal(offers.rows(table))} now."] if table != parts.about(query) else []
    return " ".join(now + left)


def _figure(panel: Panel, item: Item, n: int) -> None:
    """One figure; a column in place of the only one lists the rows."""
    query, offers = panel.query, panel.offers
    alone = not query.group and not query.share and len(parts.figures(query)) == 1
    listed = [Item(c) for c in offers.columns()] if alone else []
    reckoned = [*offers.figures(), *offers.running()]
    of_rows = [parts.about(query)]
    first = [i for i in reckoned if i == item or parts.tables_of_item(i) == of_rows]
    columns = [i for i in listed if parts.tables_of_item(i) == of_rows]
    rest = (i for i in (*reckoned, *listed) if i not in first and i not in columns)
    choices = [*first, *columns, *rest]
    chosen = panel.select("Show" if n == 0 else "and", choices, item, f"figure-{n}", offers.item)
    if chosen is not None and chosen.aggregate:
        panel.change(changes.with_figure(query, chosen, n, offers.facts))
    elif chosen is not None:  # of another table: beside what the rows are called by, which stay what is listed
        own = chosen.column is None or chosen.column.table == parts.about(query)
        panel.change(changes.listing(query, [chosen]) if own else changes.also_listed(query, chosen, offers.facts))
    plain = not query.share and not item.where and item.formula is None and item.aggregate != "median"
    if plain and st.button("only …", key=panel.key(f"only-{n}"), type="tertiary", help="Only of some of the rows"):
        st.session_state[panel.key(f"only-{n}-open")] = True
    about = f"Do not show {literal(offers.item(item))}"
    if panel.button("hide", f"no-figure-{n}", about, type="tertiary"):
        panel.change(changes.without_figure(query, n, offers.facts))


def _ranking(panel: Panel) -> None:
    """The figure that the rows are ranked by, which the query itself does not show."""
    now = parts.ranking(panel.query)
    if now is not None:
        chosen = panel.select("Ranked by", panel.offers.figures(), now, "ranking", panel.offers.item)
        if chosen is not None:
            panel.change(arranging.ranked_by(panel.query, chosen))


def _row() -> AbstractContextManager[object]:
    """Controls beside each other; below each other where there is no room."""
    return st.container(horizontal=True, vertical_alignment="bottom", gap="small")


def _columns(panel: Panel) -> None:
    """The columns of a list."""
    query, offers = panel.query, panel.offers
    items: list[Item | str] = [*(Item(c) for c in offers.columns()), *(i for i in query.select)]
    now: list[Item | str] = [ALL] if query.everything else list(query.select)
    shown, wired = panel.wired("columns", now)
    chosen = st.multiselect(
        "Show",
        list(dict.fromkeys([ALL, *now, *items])),
        default=shown,
        format_func=lambda i: i if isinstance(i, str) else offers.item(i),
        select_all=False,
        **wired,
    )
    if chosen != now and chosen:
        picked = [i for i in chosen if isinstance(i, Item)]
        all_of_them = ALL in chosen and ALL not in now
        panel.change(changes.everything(query) if all_of_them or not picked else changes.listing(query, picked))


def _per(panel: Panel) -> None:
    """For each of what."""
    query, offers = panel.query, panel.offers
    now = things.now(query, offers.facts)
    offered = things.offered(offers)
    shown, wired = panel.wired("per", now)
    chosen: list[things.Group] = st.multiselect(
        "Per",
        offered,
        default=[group for group in shown if group in offered],
        format_func=lambda group: things.said(group, offers),
        select_all=False,
        placeholder="For each of what? A thing, a column, or a year, month, weekday or hour",
        **wired,
    )
    if chosen != now:
        panel.change(things.per(query, chosen, offers.facts))


def _ask(panel: Panel, form: Form) -> None:
    """Ask the changed reading; its answer takes this one's place. While it is under way nothing more is asked: what was
    chosen meanwhile waits."""
    entry = panel.entry
    if entry.busy:
        return
    if ask_again.under_way(entry):
        st.rerun()
    panel.late.asked(panel.parts)
    edited = entry.ws.questions.edited
    _replaced(entry, lambda job: edited(form, old=entry.answer, chat=entry.chat, stop=job.stop))


def _replaced(entry: Entry, steps: Callable[[Job], Iterator[Step | Answer]]) -> None:
    """Ask in a job. What cannot be asked is told, and the controls are drawn as they were."""
    if not ask_again.put(entry, steps):
        st.session_state[turn_of(entry)] = st.session_state.get(turn_of(entry), 0) + 1
