"""Tables described by a chat model (Arfaoui, 7.3.1): several at a time, within a budget, until Stop."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass

from core.ask.state import Run, SchemaView
from core.ask.translators.chat.asked_model import Model
from core.ask.translators.chat.model import no_rows
from core.ask.translators.chat.notation import plain_lines, shown
from core.ask.translators.chat.replies import words
from core.ask.translators.chat.schema_text import join_lines, schema_text
from core.ask.translators.chat.templates import messages
from core.ask.translators.chat.windows import schema_tokens
from core.errors import Cancelled, ModelFailed
from core.model import Table

AT_ONCE = 4
"""Tables asked about side by side."""
MOST_FAULTS = 3
"""Consecutive faults after which nothing more is asked."""
LONGEST = 500
"""Characters of a description."""
MOST_JOINS = 12


@dataclass(frozen=True, slots=True)
class Described:
    """One table's text; empty when the model failed, and `fault` says why."""

    table: str
    text: str
    fault: str = ""
    tokens: int = 0


def describe_tables(
    model: Model,
    schema: SchemaView,
    tables: Sequence[Table],
    *,
    send_values: bool,
    most_tokens: int,
    stop: threading.Event,
) -> Iterator[Described]:
    """Each table's text as it comes, in any order; ends early after Stop, at the budget, or when the model is down.

    Raises ModelFailed when no table could be described.
    """
    left, under_way = list(tables), set[Future[Described]]()
    used = faults = good = 0
    last = ""
    with ThreadPoolExecutor(AT_ONCE, thread_name_prefix="describe") as pool:
        while left or under_way:
            going = not stop.is_set() and used < most_tokens and faults < MOST_FAULTS
            if not going:
                left = []
            while left and len(under_way) < AT_ONCE:
                under_way.add(pool.submit(_one, model, schema, left.pop(0), send_values, stop))
            done, under_way = wait(under_way, return_when=FIRST_COMPLETED)
            for found in (f.result() for f in done):
                used += found.tokens
                good += not found.fault
                faults, last = (faults + 1, found.fault) if found.fault else (0, last)
                yield found
    if not good and last:
        raise ModelFailed(f"No table could be described. {last}", "Test the connection on the settings page.")


def _one(model: Model, schema: SchemaView, table: Table, send_values: bool, stop: threading.Event) -> Described:
    run = Run(lambda step: None, no_rows, stop=stop)
    joins = join_lines(schema.joins, lambda j: j.touches(table.name))[:MOST_JOINS]
    view, room = SchemaView((table,), ()), schema_tokens(model.window)
    whole = schema_text(view, first=[table.name], values=send_values, tokens=room)
    text = "\n".join([whole, *map(plain_lines, joins)])
    try:
        said = model.ask(messages("describe", schema=text, table=shown(table.name)), run, "describe")
    except ModelFailed as fault:
        return Described(table.name, "", fault.message, run.tokens)
    except Cancelled:
        return Described(table.name, "", "Stopped.", run.tokens)
    kept = words(said, LONGEST)
    return Described(table.name, kept, "" if kept else "The model said nothing.", run.tokens)
