"""The first few of each group, each with its figure."""

from __future__ import annotations

from collections import Counter

from core.ask.names import listed, many_of
from core.ask.translators.rules.query import Query
from core.ask.translators.rules.realisation.groups import called
from core.ask.translators.rules.realisation.ranked import measured
from core.ask.translators.rules.realisation.speech import Speech
from core.ask.translators.rules.sql.each import told_apart
from core.model import Rows

_SHARING = 5


def first_of_each(q: Query, rows: Rows, say: Speech, about: str) -> str:
    """`Of each depot, the 2 vans with the latest date bought: …`"""
    order, sides = q.order[0], told_apart(q)
    at = [k for k, i in enumerate(q.select) if i.column in sides and not i.aggregate]
    measure = next((k for k, i in enumerate(q.select) if i == order.item), None)
    entries = []
    for row in rows.rows[:_SHARING]:
        rest = [(i.column, v) for k, (i, v) in enumerate(zip(q.select, row, strict=True)) if k not in (*at, measure)]
        group = called([(q.select[k].column, row[k]) for k in at], say) if at else ""
        figure = say.value(q.select[measure], row[measure]) if measure is not None else ""
        name = called(rest, say) if rest else group or figure
        more = [told for told in (group if rest else "", figure if rest or group else "") if told]
        entries.append(f"{name} ({', '.join(more)})" if more else name)
    left = len(rows.rows) - len(entries)
    entries += [f"{left:,} more"] if left > 0 else []
    counts = Counter(tuple(r[k] for k in at) for r in rows.rows) if at else Counter()
    tied = any(n > (q.limit or 1) for n in counts.values())
    n = q.limit or 1
    about = q.tables[0] if q.tables and not q.group else about
    kinds = [c for c in q.group if c not in q.each and c not in sides]
    thing = (
        say.groups(kinds, about, n) if kinds else many_of(say.names.one(about), n) if n > 1 else say.names.one(about)
    )
    those = f"{n:,} {thing}" if n > 1 else thing
    what = measured(order.item, order.descending, say, about, q.offset + 1)
    ties = " Some share a place." if tied else ""
    return f"Of each {say.group(q.each, about)}, the {those} with {what}: {listed(entries)}.{ties}"
