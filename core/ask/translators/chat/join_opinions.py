"""A chat model's opinion on joins in doubt: several pairs to a call, each asked about once, within a budget."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from dataclasses import replace

from core.ask.state import Run
from core.ask.translators.chat.asked_model import Model
from core.ask.translators.chat.column_text import column_text
from core.ask.translators.chat.model import no_rows
from core.ask.translators.chat.notation import plain
from core.ask.translators.chat.replies import BadReply, opinions_reply
from core.ask.translators.chat.templates import messages
from core.errors import Cancelled, ModelFailed
from core.match.opinions import pair_of
from core.model import Column, Join, Table

BATCH = 12
"""Pairs of one call."""
MOST_FAULTS = 3
"""Calls in a row that failed after which nothing more is asked."""


def join_opinions(
    model: Model,
    tables: Sequence[Table],
    wanted: Sequence[Join],
    *,
    send_values: bool,
    most_tokens: int,
    stop: threading.Event,
) -> Iterator[dict[str, bool | None]]:
    """What the model says of each batch, by pair: True for the same, False for different things, None where it is
    unsure; a reply that cannot be read says nothing of its batch.

    Ends early after Stop and at the budget. Raises ModelFailed when the model does not answer.
    """
    columns = {c.id: c for t in tables for c in t.columns}
    labels = {t.name: t.label for t in tables}
    used = faults = 0
    for start in range(0, len(wanted), BATCH):
        if stop.is_set() or used >= most_tokens:
            return
        run = Run(lambda step: None, no_rows, stop=stop)
        batch = wanted[start : start + BATCH]
        listed = "\n".join(_line(n, j, columns, labels, send_values) for n, j in enumerate(batch, 1))
        try:
            said = model.ask(messages("join_opinions", pairs=listed), run, "joins", structured=True)
            found = opinions_reply(said, len(batch))
        except Cancelled:
            return
        except BadReply:
            found = {}
        except ModelFailed:
            faults += 1
            if faults == MOST_FAULTS or start == 0:
                raise
            continue
        faults, used = 0, used + run.tokens
        yield {pair_of(batch[n - 1]): same for n, same in found.items()}


def _line(number: int, join: Join, columns: dict[str, Column], labels: dict[str, str], values: bool) -> str:
    """One pair: both columns with what is known of them, and how many of the first's values the second has."""
    sides = [(join.child_table, join.child[0]), (join.parent_table, join.parent[0])]
    told = [f"{plain(labels[t])}: {column_text(_said(columns[f'{t}.{c}'], values), values)}" for t, c in sides]
    return (
        f"{number}. {told[0]}\n   {told[1]}\n   {join.evidence.containment:.0%} of the first's values are in the second"
    )


def _said(column: Column, values: bool) -> Column:
    """Without its description, which may quote a cell, where none may be sent."""
    return column if values else replace(column, description="")
