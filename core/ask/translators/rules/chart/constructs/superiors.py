"""`their manager`, `who reports to Ann`, `whose supervisor is Ann`: the row of the same table that a row refers to.

A table that refers to itself has the row referred to in a role of its own, told by its column's label (`manager_id`).
"""

from __future__ import annotations

from dataclasses import replace

from core.ask.translators.rules.chart.edge import Rule
from core.ask.translators.rules.chart.meanings import Columns, Cue, Predicate, Shown, Things
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.words import lexicon
from core.ask.translators.rules.query import Col, Filter, Item, Via
from core.model import Join

CUES = {
    "superior": (
        "manager", "managers", "line manager", "supervisor", "supervisors", "boss", "bosses", "superior", "superiors",
        "person they report to", "people they report to", "whom they report to", "who they report to",
        "person they answer to", "person who supervises them", "person who manages them",
    ),
    "reports": (
        "report to", "reports to", "reported to", "reporting to", "answer to", "answers to", "answering to",
        "work under", "works under", "working under", "work for", "works for", "working for",
        "supervised by", "managed by", "overseen by",
    ),
    "supervises": (
        "supervise", "supervises", "supervised", "supervising", "manage", "manages", "managed", "managing",
        "oversee", "oversees",
    ),
    "whoever": ("who", "whom", "which person", "which people", "people", "everyone", "everybody", "anyone"),
}  # fmt: skip


def self_join(child: Col, facts: Facts) -> Join | None:
    """The join by which a column refers to rows of its own table."""
    joins = (j for j in facts.schema.joins if j.is_self and j.child == (child.name,))
    return next((j for j in joins if j.child_table == child.table), None)


def superior(facts: Facts, table: str = "") -> Col | None:
    """The one column of a table, or of all, that refers to whom somebody reports to."""
    joins = [j for j in facts.schema.joins if j.is_self and len(j.child) == 1 and table in ("", j.child_table)]
    columns = {c for j in joins if facts.speaks(c := Col(j.child_table, j.child[0]), lexicon().superiors)}
    return next(iter(columns)) if len(columns) == 1 else None


def of_role(child: Col, columns: tuple[Col, ...], facts: Facts) -> tuple[Col, ...]:
    """Columns of the row that a column refers to; empty where they are none of its table's."""
    join = self_join(child, facts)
    if join is None or any(c.table != child.table or c.through[0] or c.part for c in columns):
        return ()
    return tuple(replace(c, through=(child.name, join.parent[0])) for c in columns)


def referring(columns: Columns, none: None, facts: Facts) -> Columns | None:
    """`supervisor`, as a column that refers to rows of its own table."""
    column = columns.columns[0]
    plain = len(columns.columns) == 1 and not column.through[0]
    return columns if plain and self_join(column, facts) else None


def called(cue: Cue, none: None, facts: Facts) -> Columns | None:
    """`boss`: the one column that refers to such."""
    column = superior(facts)
    return Columns((column,)) if column else None


def names(above: Columns, none: None, facts: Facts) -> Columns | None:
    """`their manager`: what people call the row referred to."""
    child = above.columns[0]
    found = of_role(child, facts.display(child.table), facts)
    return Columns(found) if found else None


def column_of(columns: Columns, above: Columns, facts: Facts) -> Columns | None:
    """`the name of their manager`."""
    found = of_role(above.columns[0], columns.columns, facts)
    return Columns(found) if found else None


def same_of(shown: Shown, above: Columns, facts: Facts) -> Shown | None:
    """`the name of each employee and of their manager`."""
    own = tuple(c for c in shown.columns if not c.through[0])
    found = of_role(above.columns[0], own, facts) if own == shown.columns else ()
    fits = found and shown.said and shown.things.table == above.columns[0].table
    return replace(shown, columns=(*own, *found), distinct=False) if fits else None


def with_superior(things: Things, above: Columns, facts: Facts) -> Shown | None:
    """`staff with their managers`, `each vet's supervisor`."""
    found = names(above, None, facts)
    if found is None or above.columns[0].table != things.table:
        return None
    return Shown((*facts.display(things.table), *found.columns), things)


def below(child: Col, met: Predicate, facts: Facts, *, negated: bool = False) -> Predicate | None:
    """Rows that refer to one that meets a predicate."""
    join, own = self_join(child, facts), (child.table,)
    plain = all(isinstance(c, Filter) and c.item.column and not c.item.column.through[0] for c in met.where)
    if join is None or met.having or not met.where or met.tables != own or not plain:
        return None
    return Predicate((Via(child, Col(child.table, join.parent[0]), met.where, negated),), (), own)


def whose(above: Columns, met: Predicate, facts: Facts) -> Predicate | None:
    """`whose manager is Ann`."""
    return below(above.columns[0], met, facts)


def under(cue: Cue, met: Predicate, facts: Facts) -> Predicate | None:
    """`report to Ann`, `(whom) Ann supervises`."""
    child = superior(facts, met.tables[0]) if met.tables else None
    return below(child, met, facts) if child else None


def beneath(cue: Cue, met: Predicate, facts: Facts) -> Predicate | None:
    """`under Ann`."""
    return under(cue, met, facts) if cue.text in _BENEATH else None


def superiors(above: Columns, none: None, facts: Facts) -> Things | None:
    """`the managers`: those whom others refer to."""
    child = above.columns[0]
    join = self_join(child, facts)
    referred = Filter(Item(child), "is not null")
    return Things(child.table, (Via(Col(child.table, join.parent[0]), child, (referred,)),)) if join else None


def not_under(cue: Cue, met: Predicate, facts: Facts) -> Predicate | None:
    """`do not report to Ann`."""
    via = met.where[0]
    return replace(met, where=(replace(via, negated=not via.negated),)) if isinstance(via, Via) else None


def above_of(met: Predicate, cue: Cue, facts: Facts) -> Shown | None:
    """`(who) does Ann report to`, `(who) supervises Ann`: the row that those refer to who meet a predicate."""
    child = superior(facts, met.tables[0]) if met.tables else None
    found = of_role(child, facts.display(child.table), facts) if child else ()
    if child is None or not found or met.having or met.tables != (child.table,) or not met.where:
        return None
    return Shown(found, Things(child.table, met.where))


def superior_of(met: Predicate, above: Columns, facts: Facts) -> Shown | None:
    """`Ann's manager`."""
    child = above.columns[0]
    found = of_role(child, facts.display(child.table), facts)
    fits = found and met.tables == (child.table,) and met.where and not met.having
    return Shown(found, Things(child.table, met.where)) if fits else None


def column_above(columns: Columns, shown: Shown, facts: Facts) -> Shown | None:
    """`the salary of Ann's manager`."""
    child = Col(shown.things.table, shown.columns[0].through[0])
    found = of_role(child, columns.columns, facts)
    return replace(shown, columns=found) if found else None


def asked(things: Things, shown: Shown, facts: Facts) -> Shown | None:
    """`which staff supervise Ann`."""
    plain = not (things.where or things.having or things.rank)
    return shown if plain and things.table == shown.things.table else None


def those(cue: Cue, met: Predicate, facts: Facts) -> Things | None:
    """`who reports to Ann`."""
    return Things(met.tables[0], met.where)


_IS = frozenset("is was are were named called works has have had".split())
_BENEATH = ("under", "below")
_OF = frozenset(("of",))
_BESIDE = frozenset(("and", "with", "'s", "’s"))
RULES = (
    Rule("superior by its column", "column", "", "above", referring),
    Rule("superior by what it is called", "superior", "", "above", called, 0.45),
    Rule("superior's names", "above", "", "column", names, 0.1),
    Rule("column of the superior", "column", "above", "column", column_of, between=_OF),
    Rule("superior's column", "above", "column", "column", lambda a, c, k: column_of(c, a, k), 0.05, near=True),
    Rule("the same of the superior", "shown", "above", "shown", same_of, between=_OF),
    Rule("things and their superiors", "things", "above", "shown", with_superior, between=_BESIDE),
    Rule("whose superior", "above", "predicate", "below", whose, between=_IS),
    Rule("reports to", "reports", "predicate", "below", under, near=True),
    Rule("under somebody", "cmp:<", "predicate", "below", beneath, near=True),
    Rule("superiors as things", "above", "", "things", superiors, 0.4),
    Rule("whom one supervises", "predicate", "supervises", "below", lambda p, c, k: under(c, p, k), 0.05, near=True),
    *(Rule(f"{cue} reports to", cue, "below", "below", not_under) for cue in ("not", "none")),
    Rule("below", "below", "", "predicate", lambda p, none, facts: p),
    Rule("who is below", "whoever", "below", "things", those),
    Rule("to whom one reports", "predicate", "reports", "superior of", above_of, near=True),
    Rule("who supervises", "supervises", "predicate", "superior of", lambda c, p, k: above_of(p, c, k), near=True),
    Rule("one's superior", "predicate", "above", "superior of", superior_of, near=True),
    Rule("column of one's superior", "column", "superior of", "superior of", column_above),
    Rule("superior of one", "superior of", "", "shown", lambda shown, none, facts: shown),
    Rule("which of them is above", "things", "superior of", "shown", asked),
)
