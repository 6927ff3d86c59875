"""The reading of a question over published statistics, where one cube says every word of it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from core.ask.figures.told import Fit
from core.ask.roles import roles_of
from core.ask.state import Mention, Reading, Run, SchemaView
from core.ask.tokens import Token, stem
from core.ask.translators.rules.candidates import probed, tree_of
from core.ask.translators.rules.columns import KEYS
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.figure_queries import query_of
from core.ask.translators.rules.grammar.naming import figures_by_name
from core.ask.translators.rules.grammar.parse import Parse
from core.ask.translators.rules.main_figures import panel
from core.ask.translators.rules.passes.known_values import known_only
from core.ask.translators.rules.passes.months_shown import months_shown
from core.ask.translators.rules.plan import Plan
from core.ask.translators.rules.query import Col, Query, all_tables
from core.ask.translators.rules.ranking.rank import Candidate
from core.ask.translators.rules.realisation.phrase import Phrase
from core.model import TEMPORAL, Table
from core.text.words import words

SURE, DOUBTFUL = 0.88, 0.5
"""The confidence in a reading, and where another cube fits as well."""
_YEAR = re.compile(r"(?:1[5-9]|2[01])\d\d")
_NAMED = 0.9
_ROWS = 30
"""Rows of a register at least; shorter ones are lists of what figures are about."""


def figure_reading(fit: Fit, schema: SchemaView, run: Run) -> Reading | None:
    """None where the query cannot be made, does not run or finds nothing."""
    facts = Facts(schema)
    wholes = any(d.whole for d in fit.cube.parts) and bool(fit.measures[0].kind[0])
    tried = (query_of(fit, facts, parted=parted) for parted in ((False, True) if wholes else (False,)))
    return next((r for made in tried if made and (r := _reading(fit, made, schema, facts, run))), None)


def _reading(fit: Fit, made: Query, schema: SchemaView, facts: Facts, run: Run) -> Reading | None:
    keyed = any({stem(w) for w in said.lower().split()} & KEYS for said, _ in fit.words)
    known = months_shown(known_only(made, facts, ()), facts, ())
    query, joins = (known, ()) if keyed else figures_by_name(known, facts)
    tree = tree_of(Parse(query, (), joins), facts, ())
    if tree is None:
        return None
    rows, runs = probed(query, tree, facts, run)
    if not runs or rows == ():
        return None
    used = all_tables(query)
    label = facts.tables[fit.cube.table].label
    return Reading(
        "data",
        Phrase(facts).query(query),
        tuple(dict.fromkeys(facts.source(t) for t in used)),
        (*fit.words, ("figures", f"{label}.{fit.measures[0].column}")),
        (),
        SURE if fit.sure else DOUBTFUL,
        Plan(query, facts, joins, False),
        roles=(*facts.used(used), *roles_of(schema.joins, joins)),
    )


def rows_named(tokens: Sequence[Token], mentions: Sequence[Mention], over: Sequence[str], facts: Facts) -> bool:
    """A table of single rows is called by its name (`parking_fines`), a figure of theirs by all its words (`Fine
    Amount`) or a code of theirs by its meaning, beside published figures of such rows: these are no answer to how many
    rows of ours there are. `over` are the tables that the figures are from. A year of which the table has no days is
    asked of what was published.
    """
    firm = (k for m in mentions for k in m.links[:1] if k.score >= _NAMED)
    named = {
        k.table
        for k in firm
        if k.kind == "table" or k.how == "code" or (k.kind == "column" and _figure_named(Col(k.table, k.column), facts))
    }
    tables = (facts.tables[name] for name in named - set(over) if name in facts.tables)
    years = [t.text for t in tokens if _YEAR.fullmatch(t.text)]
    return any(
        not t.published
        and not t.derived_from
        and t.rows >= _ROWS
        and not _out_of_reach(t, years)
        and panel(facts, t.name) is None
        for t in tables
    )


def _out_of_reach(table: Table, years: Sequence[str]) -> bool:
    """One of the years lies before or after all days of the table."""
    ends = [(str(c.profile.minimum)[:4], str(c.profile.maximum)[:4]) for c in table.columns if c.type in TEMPORAL]
    ends = [e for e in ends if all(map(_YEAR.fullmatch, e))]
    return bool(ends) and any(all(not low <= year <= high for low, high in ends) for year in years)


def _figure_named(column: Col, facts: Facts) -> bool:
    held = facts.column(column)
    return held is not None and facts.measure(column) and len(words(held.label)) > 1


def finds_something(best: Candidate) -> bool:
    """A reading gives rows, and not just that there is none."""
    return bool(best.rows) and best.rows not in (frozenset(((0,),)), frozenset(((None,),)))
