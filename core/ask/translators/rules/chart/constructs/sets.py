"""`both novels and poems`, `a battery but never a chain`, `both 1998 and 2011`: what a thing's rows meet."""

from __future__ import annotations

from dataclasses import replace

from core.ask.translators.rules.chart.constructs.absence import turned
from core.ask.translators.rules.chart.edge import Rule
from core.ask.translators.rules.chart.meanings import (
    Bound,
    Columns,
    Cue,
    Date,
    Figure,
    Joint,
    Predicate,
    Shown,
    Things,
)
from core.ask.translators.rules.chart.schema import apart, pairing, restricted
from core.ask.translators.rules.chart.timing import timed
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Among, Col, Condition, Filter, Item, Related

_AND = frozenset(("and", ",", "as", "well", "also", "together", "along", "with"))
_WHERE = frozenset(("where", "which"))
_BUT = frozenset(("but", "and", "yet", "though", ",", "who", "that", "which"))
CUES = {"as well": ("as well as", "and also", "but also", "along with", "together with"),
        "shared": ("shared by", "shared by both", "common to", "common to both", "in common to")}  # fmt: skip


def _said(met: Predicate, *operators: str) -> tuple[Filter, Col] | None:
    """The one comparison that a predicate makes of cells of a column."""
    made = met.where[0] if len(met.where) == 1 and not met.having else None
    if not isinstance(made, Filter) or made.operator not in operators or made.item.column is None:
        return None
    return made, made.item.column


def cells(one: Predicate, two: Predicate, facts: Facts) -> Joint | None:
    """`novels and poems`: two cells of one column, which no row holds together."""
    first, second = _said(one, "="), _said(two, "=")
    if first is None or second is None or first[1] != second[1] or set(first[0].values) & set(second[0].values):
        return None
    return Joint(first[1].table, ((first[0],), (second[0],)))


def another(joint: Joint, met: Predicate, facts: Facts) -> Joint | None:
    """A third cell of the same column."""
    known = [c for (c,) in joint.having if isinstance(c, Filter)]
    further = _said(met, "=")
    if further is None or joint.lacking or any(c.item != further[0].item or c == further[0] for c in known):
        return None
    return replace(joint, having=(*joint.having, (further[0],)))


def cell_only(one: Predicate, two: Predicate, facts: Facts) -> Joint | None:
    """`a battery but not a chain`: one cell of a column, and never the other."""
    first, second = _said(one, "="), _said(two, "!=")
    if first is None or second is None or first[1] != second[1] or set(first[0].values) & set(second[0].values):
        return None
    return Joint(first[1].table, ((first[0],),), ((replace(second[0], operator="="),),))


def none_of(cue: Cue, met: Predicate, facts: Facts) -> Joint | None:
    """`neither a novel nor a poem`, `never a chain`."""
    said = _said(met, "=")
    return Joint(said[1].table, (), ((said[0],),)) if said else None


def rows(one: Things, two: Things, facts: Facts) -> Joint | None:
    """`a book of 1998 and a book of 2011`: two rows of one table."""
    plain = not (one.having or two.having or one.rank or two.rank)
    fits = plain and one.table == two.table and bool(one.where) and bool(two.where) and one.where != two.where
    return Joint(one.table, (one.where, two.where)) if fits else None


def of_rows(joint: Joint, things: Things, facts: Facts) -> Joint | None:
    """`a brake and a wheel repair`: what the rows are called behind their cells."""
    return joint if things == Things(joint.table) else None


def of_pairs(joint: Joint, things: Things, facts: Facts) -> Joint | None:
    """`played as striker and as keeper in matches`: what the rows that hold the cells belong to."""
    return joint if things == Things(things.table) and things.table in facts.owners(joint.table) else None


def by_way_of(things: Things, joint: Joint, facts: Facts) -> Joint | None:
    """`borrowed both Emma and Ulysses`: rows that hold the cells, belong to those that do, or are paired with them."""
    if things != Things(things.table):
        return None
    if joint.table == things.table:
        return joint
    if joint.table in facts.above(things.table):
        return replace(joint, table=things.table)
    if not pairing(things.table, joint.table, facts):
        return None
    have, lack = (tuple((Related(things.table, (joint.table,), w),) for w in s) for s in (joint.having, joint.lacking))
    return Joint(things.table, have, lack)


def times(cue: Cue, span: Bound, facts: Facts) -> Bound | None:
    """`both 1998 and 2011`."""
    return Bound("=", span.values, True) if span.dated and span.values[0] != span.values[1] else None


def time_only(one: Date, two: Date, facts: Facts) -> Bound | None:
    """`in 2023 but not in 2024`."""
    return Bound("!=", (one.text, two.text), True) if one != two else None


def shared_by(columns: Columns, things: Things, facts: Facts) -> Shown | None:
    """`genres shared by books`: what is still to be said of these."""
    plain = things == Things(columns.columns[0].table) and len(columns.columns) == 1
    return Shown(columns.columns, things, distinct=True) if plain else None


def not_then(things: Things, day: Date, facts: Facts) -> Things | None:
    """`orders not in 2024`, `excluding 2024`."""
    column = facts.when((things.table,))
    then = timed(column, Bound("=", (day.text,), True), facts) if column else None
    other = turned(Cue(""), Predicate((then,)), facts) if then else None
    return restricted(things, other, facts) if other else None


def dated(columns: Columns, said: Bound, facts: Facts) -> Joint | None:
    """`published in both 1998 and 2011`."""
    column = columns.columns[0]
    if len(columns.columns) > 1 or not facts.dated(column):
        return None
    first, second = (timed(column, Bound("=", (v,), True), facts) for v in said.values)
    if first is None or second is None:
        return None
    return (
        Joint(column.table, ((first,), (second,)))
        if said.operator == "="
        else (Joint(column.table, ((first,),), ((second,),)))
    )


def dated_rows(things: Things, said: Bound, facts: Facts) -> Joint | None:
    """`orders in both 2023 and 2024`, `rent payments in 2023 but not in 2024`, by the date of the rows."""
    column = facts.when((things.table,)) if not (things.rank or things.having) else None
    made = dated(Columns((column,)), said, facts) if column and column.table == things.table else None
    if made is None or not things.where:
        return made
    have, lack = (tuple((*things.where, *met) for met in side) for side in (made.having, made.lacking))
    return replace(made, having=have, lacking=lack)


def had(things: Things, joint: Joint, facts: Facts) -> Things | None:
    """Things that several rows may belong to."""
    own = things.table == joint.table or joint.table in facts.above(things.table)
    if own or apart(things.table, joint.table, facts) is None:
        return None
    have = [Related(things.table, (joint.table,), w) for w in joint.having]
    lack = [Related(things.table, (joint.table,), w, negated=True) for w in joint.lacking]
    return replace(things, where=(*things.where, *have, *lack))


def values(columns: Columns, joint: Joint, facts: Facts) -> Shown | None:
    """`genres with a book of 1998 and a book of 2011`: values of a column that several rows hold."""
    column = columns.columns[0]
    if len(columns.columns) > 1 or column.table != joint.table or not joint.having or _of(joint, column):
        return None
    found = facts.column(column)
    if (found is not None and found.profile.unique) or (facts.telling(column) and not columns.distinct):
        return None
    have: list[Condition] = [Among(column, w) for w in joint.having]
    lack = [Among(column, w, negated=True) for w in joint.lacking]
    return Shown((column,), Things(column.table, (*have, *lack)), distinct=True)


def where(columns: Columns, joint: Joint, facts: Facts) -> Shown | None:
    """`towns where customers placed orders in both years`: whether or not each customer has a town of its own."""
    return values(replace(columns, distinct=True), joint, facts)


def _of(joint: Joint, column: Col) -> bool:
    """The rows are told by what that column holds."""
    met = [c for w in (*joint.having, *joint.lacking) for c in w]
    return any(isinstance(c, Filter) and c.item.column == column for c in met)


def shown(what: Shown, joint: Joint, facts: Facts) -> Shown | None:
    """`names of things that have both`, `genres of books of both 1998 and 2011`."""
    if what.things == Things(joint.table):
        return values(Columns(what.columns, what.distinct), joint, facts)
    things = had(what.things, joint, facts)
    return replace(what, things=things) if things else None


def how_many(cue: Cue, what: Shown, facts: Facts) -> Figure | None:
    """`how many genres have both`."""
    among = any(isinstance(c, Among) for c in what.things.where)
    counted = len(what.columns) == 1 and among
    return Figure((Item(what.columns[0], "count", distinct=True),), what.things) if counted else None


RULES = (
    Rule("two cells", "predicate", "predicate", "cells", cells, between=_AND),
    Rule("a further cell", "cells", "predicate", "cells", another, between=_AND),
    Rule("both cells", "both", "cells", "joint", lambda cue, joint, facts: joint),
    Rule("another as well", "as well", "predicate", "further", lambda cue, met, facts: met),
    Rule("a cell and another as well", "predicate", "further", "joint", cells),
    Rule("a cell but not another", "predicate", "predicate", "joint", cell_only, between=_BUT),
    Rule("a cell, never another", "predicate", "predicate", "joint", cell_only, near=True),
    *(Rule(f"{cue} of the {c}", cue, c, "joint", none_of) for cue in ("not", "none") for c in ("values", "predicate")),
    Rule("rows and rows", "things", "things", "joint", rows, between=_AND),
    Rule("cells of rows", "joint", "things", "joint", of_rows, near=True),
    Rule("rows as cells", "things", "cells", "cells", lambda t, j, k: of_rows(j, t, k), between=frozenset(("as",))),
    Rule("cells of pairs", "joint", "things", "joint", of_pairs, 0.1, between=frozenset(("with", "in"))),
    Rule("rows by way of others", "things", "joint", "joint", by_way_of),
    Rule("both parts of dates", "both", "part", "both", lambda cue, part, facts: cue, near=True),
    Rule("both times", "both", "range", "times", times, near=True),
    *(
        Rule(f"{cue} a time", cue, "date", "no time", lambda cue, date, facts: date)
        for cue in ("not", "none", "cmp:!=")
    ),
    Rule("things not of a time", "things", "no time", "things", not_then, 0.1),
    Rule("a time but not another", "date", "no time", "times", time_only),
    Rule("a time, but not another", "date", "no time", "times", time_only, between=_BUT),
    Rule("shared by things", "shared", "things", "sharing things", lambda cue, things, facts: things, near=True),
    Rule("column shared", "column", "sharing things", "shown", shared_by),
    Rule("column that is shared", "column", "sharing things", "shared column", shared_by),
    Rule("column shared by those of cells", "shared column", "cells", "shown", shown),
    Rule("rows that share", "shared", "joint", "joint", lambda cue, joint, facts: joint, near=True),
    Rule("cells that share", "shared", "cells", "joint", lambda cue, joint, facts: joint, near=True),
    Rule("column at times", "column", "times", "joint", dated),
    Rule("rows at times", "things", "times", "joint", dated_rows),
    Rule("things that had all", "things", "joint", "things", had),
    Rule("values that had all", "column", "joint", "shown", values),
    Rule("values where some had all", "column", "joint", "shown", where, between=_WHERE),
    Rule("shown that had all", "shown", "joint", "shown", shown),
    Rule("count values that had all", "count", "shown", "figure", how_many, 0.1),
    Rule("both rows", "both", "joint", "joint", lambda cue, joint, facts: joint, near=True),
)
