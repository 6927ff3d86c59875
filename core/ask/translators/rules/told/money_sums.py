"""`how much rent came in`, `boarding income`, `what did our invoices come to`: the sum of the one column of money.

The words say money and no header; which column they mean, the tables that the question names tell, or those beside
them: the only one there that holds what was paid and is no rate. `still owed` is the sum of what has no day of payment.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence, Set

from core.ask.label_stems import stems
from core.ask.state import Mention
from core.ask.tokens import Token, place_of, places_of, stem
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.linking.named import cell_places, table_places, tables_named
from core.ask.translators.rules.query import Aggregate, Col, Definition, Filter, Formula, Item, Order
from core.ask.translators.rules.told.per_piece import priced
from core.ask.translators.rules.told.takings import ends_in_most
from core.model import TEMPORAL
from core.text.units import SIGNS
from core.text.words import singular, words

_INCOME = frozenset("income takings revenue turnover proceeds earnings billing billings".split())
_SPENDING = frozenset("spend spending expenditure outlay".split())
_AMOUNTS = frozenset("money amount amounts value worth sum".split())
_COSTS = frozenset(("cost", "spend", "expenditure", "income", "revenue"))
_ANOTHER = frozenset(
    "total sum average avg mean median highest lowest most least max min maximum minimum cheapest dearest list show "
    "each every which who whose more less over under above below than between sort sorted order ordered per number "
    "many all exceed exceeds equal equals where has have having with".split()
)
_CAME = frozenset(
    "take took taken make made earn earned bring brought come came receive received collect collected raise raised get "
    "got gain gained given donated won charge charged bill billed invoice invoiced".split()
)
_WENT = frozenset("spend spent pay paid".split())
_PAYING = frozenset(
    "spend spent spends pay paid pays charge charged bill billed invoice invoiced donated earned raised fined".split()
)
"""Verbs for money alone: `whom did we bill the most`."""
_GIVING = frozenset("give gave given contributed sent".split())
"""Verbs for money where the rows are of it: `who gave the most`."""
_EARNED = frozenset("royalty commission wage salary dividend bonus tip".split())
"""Of what people earn the most is the most money, however often it is paid."""
_GIVEN = _EARNED | frozenset(
    "donation payment fine fee sale expense invoice grant bill charge refund purchase subscription due receipt "
    "gift fare toll levy pledge contribution cheque".split()
)
"""What money changes hands by: their total is an amount, and not how many there are; so is their average."""
_AVERAGE = frozenset("average avg mean typical".split())
_IN_HAND = frozenset("received paid collected in taken got".split())
_BEING = frozenset(("is", "are", "was", "were"))
_ALTOGETHER = (("altogether",), ("in", "total"), ("in", "all"), ("all", "together"))
_OTHERWISE = frozenset("number of by per time days hours minutes weeks months".split())
"""Before such things: another figure of theirs (`average days from invoice to payment`)."""
_SIDE = frozenset(("in", "out", "up", "altogether"))
_OWED = (
    "still owed to us", "owed to us", "owing to us", "still owed", "still owing", "still outstanding", "still unpaid",
    "not yet paid", "still to be paid", "still to come in", "yet to come in", "outstanding", "owed", "owing", "unpaid",
)  # fmt: skip
_COME_TO: tuple[tuple[str, ...], ...] = (("come", "to"), ("came", "to"), ("amount", "to"), ("add", "up", "to"))
_HELD = tuple(
    map(
        stem,
        "paid received recd amount amt total charge fee fare toll takings price value net valuation worth".split(),
    )
)
_BILLED = frozenset("charge bill invoice fee due".split())
_ASKED = tuple(map(stem, "charge charged fee price due billed amount amt total net paid".split()))
"""What was to be paid goes before what was."""
_ENDS = frozenset(("most", "least"))
_FEW_WORDS = 3
_COST = tuple(map(stem, ("spent", "cost", "paid", "amount", "amt", "total", "price", "net")))
_RATE = frozenset("per each unit hourly daily weekly monthly rate pcm pw pa hour day night week month deposit".split())
_ONE = frozenset("each ea unit apiece".split())
"""Words of headers for what one costs."""
_BACK = frozenset("refund refunds refunded comp compensation repaid reimbursed discount".split())
"""Words of headers for money that is given back."""
_SETTLED = frozenset(map(stem, ("paid", "settled", "received")))
_FIRM = 0.8
_SURE = 0.95
"""The least score of a link to a column that only one table has."""
_THINGS = 0.65
"""The least score of a link to a table of payments, gifts…"""
_NEAR = 0.5
"""The least score of a link to a table that has the only column of money."""


def money_sums(tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts) -> dict[int, tuple[int, Definition]]:
    """Where the question says so: start → (end, what it means); verbs that add nothing mean nothing."""
    for spans, out, owed in _said(tokens, table_places(mentions, _THINGS)):
        start, end = spans[0]
        if not cell_places(mentions).isdisjoint(range(start, end)):
            continue
        called = _called_so(mentions, spans[0])
        if called is not None and (own := _own_money(called, tokens[end - 1].stem, facts)) is not None:
            said = tuple(t.lemma for t in tokens[called.start : called.end])
            return {called.start: (called.end, Definition(said, Item(own, "sum")))}
        lemmas = {t.lemma for t in tokens[start : end + _FEW_WORDS]}
        held = _COST if out else _ASKED if lemmas & _BILLED else _HELD
        column = _within(mentions, spans[0], facts) if _says_all(tokens, spans[0]) else None
        if column is None and _measured(mentions, spans[0], facts):
            continue
        back = out or any(t.lower in _BACK for t in tokens)
        if (column := column or _column(mentions, held, facts, back=back)) is None:
            continue
        if tokens[start].lower in _GIVING and not _gifts(column.table, facts):
            continue
        where: tuple[Filter, ...] = ()
        settled = settled_of(column.table, facts)
        if owed:
            if settled is None:
                continue
            where = (Filter(Item(settled), "is null"),)
        elif settled is not None and tokens[end - 1].lower in _IN_HAND and tokens[end - 2].lower in _AMOUNTS:
            where = (Filter(Item(settled), "is not null"),)
        said = tuple(t.lemma for t in tokens[start:end])
        idle = {s: (e, Definition(tuple(t.lemma for t in tokens[s:e]))) for s, e in spans[1:]}
        aggregate: Aggregate = "avg" if _AVERAGE & set(said) else "sum"
        item = _of_all(column, aggregate, facts)
        if (most := next((t.lower for t in (tokens[end - 1], tokens[start]) if t.lower in _ENDS), "")) != "":
            return {start: (end, Definition(said, None, where, Order(item, most == "most")))}
        return {start: (end, Definition(said, item, where)), **idle}
    return _headed(tokens, mentions, facts)


def _called_so(mentions: Sequence[Mention], span: tuple[int, int]) -> Mention | None:
    """The name of a table that the words are but a part of: `meter takings`."""
    longer = (m for m in mentions if m.start <= span[0] and span[1] <= m.end and m.end - m.start > span[1] - span[0])
    return next((m for m in longer if m.links and m.links[0].kind == "table" and m.links[0].score >= _FIRM), None)


def _own_money(called: Mention, word: str, facts: Facts) -> Col | None:
    """The one column of such a table whose header says the word."""
    table = facts.tables.get(called.links[0].table)
    own = [Col(table.name, c.name) for c in table.columns if word in stems(c.label)] if table else []
    return own[0] if len(own) == 1 and facts.measure(own[0]) else None


def _gifts(table: str, facts: Facts) -> bool:
    """Its rows are what money changes hands by."""
    return any(singular(w) in _GIVEN for w in words(facts.tables[table].label))


def _of_all(column: Col, aggregate: Aggregate, facts: Facts) -> Item:
    """The money of the rows: of a price for one, beside how many there were, that of all of them."""
    beside = [p for p in priced(facts) if p.price == column and p.many.table == column.table]
    if len(beside) != 1 or not _ONE & {w.lower() for w in facts.spelt(column)}:
        return Item(column, aggregate)
    many = beside[0].many
    return Item(many, aggregate, formula=Formula("*", Item(many), Item(column), "worth"))


def _says_all(tokens: Sequence[Token], span: tuple[int, int]) -> bool:
    """`money gained`, `worth altogether`: the words ask for a sum by themselves, whatever column they name."""
    said = [t.lower for t in tokens[slice(*span)]]
    return said[0] in ("worth", "money", "amount") and (said[0] == "worth" or len(said) > 1)


def _within(mentions: Sequence[Mention], span: tuple[int, int], facts: Facts) -> Col | None:
    """The column of figures that the last of the words name."""
    links = [k for m in mentions if span[0] <= m.start and m.end == span[1] for k in m.links[:1]]
    found = [Col(k.table, k.column) for k in links if k.kind == "column" and k.score >= _NEAR]
    return next((c for c in found if facts.measure(c)), None)


def _headed(tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts) -> dict[int, tuple[int, Definition]]:
    """`storm cleanup cost 2023 vs 2024`: all of it, where nothing asks for one row's, or for another figure."""
    if _ANOTHER & {t.lower for t in tokens}:
        return {}
    for m in mentions:
        said, link = tokens[m.end - 1].lower, m.links[0] if m.links else None
        if said in _COSTS and link is not None and link.kind == "column" and m.end == m.start + 1:
            column = Col(link.table, link.column)
            if facts.measure(column) and not _RATE & set(_label(column, facts)) and not _percent(column, facts):
                return {m.start: (m.end, Definition((said,), Item(column, "sum")))}
    return {}


def _said(tokens: Sequence[Token], things: Set[int]) -> Iterator[tuple[list[tuple[int, int]], bool, bool]]:
    """The words for the money, then the verbs beside them; whether it was spent, and whether it is owed. `things` are
    the places where tables are named."""
    lowers = [t.lower for t in tokens]
    much = place_of(lowers, ("how", "much"))
    if much is not None or {"total", "money", "amount", "sum"} & set(lowers) or lowers[:1] == ["what"]:
        for phrase in _OWED:
            for start, end in places_of(lowers, tuple(phrase.split())):
                if phrase == "unpaid" and (much is None or end in things):
                    continue  # unpaid invoices are some of them
                idle = (
                    []
                    if much is None or much + 2 > start
                    else [(much, much + 3 if lowers[much + 2] == "money" else much + 2)]
                )
                yield [(start, end), *idle], False, True
    for i, word in enumerate(lowers):
        if word == "worth" and lowers[0] == "what" and i > 1 and lowers[1] in _BEING:
            aside = next((len(a) for a in _ALTOGETHER if tuple(lowers[i + 1 : i + 1 + len(a)]) == a), 0)
            yield [(i, i + 1 + aside), (0, 2)], False, False
        after = lowers[i + 1 : i + 2]
        if word in ("money", "amount") and after and (after[0] in _CAME | _WENT or _done(lowers, i + 1, things)):
            begin = i - (i > 0 and lowers[i - 1] == "total")
            if lowers[begin - 1 : begin] not in (["much"], ["most"], ["least"]):
                side = i + 2 < len(lowers) and lowers[i + 2] in _SIDE
                yield [(i, i + 2 + side), *([(begin, i)] if begin < i else [])], after[0] in _WENT, False
        if word == "total" and _done(lowers, i + 1, things):
            yield [(i, i + 1)], False, False
    for i, word in enumerate(lowers):
        if word in _INCOME | _SPENDING:
            yield [(i - (i > 0 and lowers[i - 1] in ("total", "overall")), i + 1)], word in _SPENDING, False
        elif word == "value" and lowers[i + 1 : i + 2] == ["of"] and things & set(range(i + 2, i + 5)):
            yield [(i - (i > 0 and lowers[i - 1] in ("total", "overall", "combined")), i + 1)], False, False
    for i in range(len(lowers) - 1):
        behind = next(
            (j for j in range(i + 1, min(i + 4, len(lowers))) if tokens[j].lemma in _GIVEN and j in things), None
        )
        end = i + 1 + (lowers[i + 1] == "of" and lowers[i] == "total")  # the total of our fines
        plain = behind is not None and not _OTHERWISE & set(lowers[end:behind])
        if lowers[i] in {"total", *_AVERAGE} and plain:
            yield [(i, end)], False, False
    verb = next((i for i, w in enumerate(lowers) if w in _CAME | _WENT), None)
    if much is not None and verb is not None and much < verb:
        side = verb + 1 < len(lowers) and lowers[verb + 1] in _SIDE
        yield [(much, much + 2), (verb, verb + 1 + side)], lowers[verb] in _WENT, False
    most = next((i for i, w in enumerate(lowers) if w in _ENDS), 0)
    if most and most + 1 in things and tokens[most + 1].lemma in _EARNED:
        yield [(most, most + 2)], False, False
    paid = [i for i in range(most) if lowers[i] in _PAYING | _GIVING]
    if paid and ends_in_most(tokens, paid[-1], most):
        yield [(paid[-1], most + 1)], lowers[paid[-1]] in _WENT, False
    if lowers[:2] == ["what", "did"]:
        for come in _COME_TO:
            for start, end in places_of(lowers, come):
                yield [(start, end), (0, 2)], False, False


def _done(lowers: Sequence[str], at: int, things: Set[int]) -> bool:
    """`total invoiced`, `amount fined`: what is done with things that are called so."""
    return at in things and lowers[at : at + 1] != [] and lowers[at].endswith("ed")


def _measured(mentions: Sequence[Mention], span: tuple[int, int], facts: Facts) -> bool:
    """The words themselves, or what stands right behind them, surely name a column of numbers."""
    beside = range(span[0], span[1] + 1)
    firm = (m.links[0] for m in mentions if m.start in beside and m.links and m.links[0].score >= _FIRM)
    found = (k for k in firm if k.kind == "column" and k.how != "synonym")
    return any(facts.measure(Col(k.table, k.column)) for k in found)


def _column(mentions: Sequence[Mention], said: Sequence[str], facts: Facts, *, back: bool) -> Col | None:
    """The one column of money in the tables that are named, else in those whose rows refer to theirs; one of what was
    given `back` where that, or what was spent, is asked."""
    named = tables_named(mentions)
    spoken = named | {k.table for m in mentions for k in m.links[:1] if k.score >= _FIRM}
    headers = ({k.table for k in m.links if k.kind == "column" and k.score >= _SURE} for m in mentions)
    alone = frozenset(t for tables in headers if len(tables) == 1 for t in tables)
    below = {j.child_table for j in facts.schema.joins if j.state != "rejected" and j.parent_table in spoken}
    near = {k.table for m in mentions for k in m.links if k.kind == "table" and k.score >= _NEAR}
    for tables in (named, alone, spoken, near, below - spoken, facts.tables.keys()):
        found = [c for t in sorted(tables) if t in facts.tables and (c := _of_table(t, said, facts, back=back))]
        if found:
            return found[0] if len(found) == 1 else None
    return None


def money_of(table: str, facts: Facts) -> Col | None:
    """The column of a table that says how much money changed hands; None where none, or several, may."""
    return _of_table(table, _HELD, facts)


def money_words() -> frozenset[str]:
    """Nouns that say money, whatever the header says: never how many rows there are."""
    return _INCOME | _SPENDING | _AMOUNTS


def spent_of(table: str, facts: Facts) -> Col | None:
    """The column of a table that says what was paid, of costs as well."""
    return money_of(table, facts) or _of_table(table, _COST, facts)


def _of_table(table: str, said: Sequence[str], facts: Facts, *, back: bool = False) -> Col | None:
    """The column of money of a table: by the first word that only one header says, or by its sign alone."""
    columns = [Col(table, c.name) for c in facts.tables[table].columns]
    measures = [c for c in columns if facts.measure(c) and not _RATE & set(_label(c, facts)) and not _percent(c, facts)]
    measures = [c for c in measures if back or not _BACK & set(_label(c, facts))]
    for word in said:
        found = [c for c in measures if facts.speaks(c, (word,))]
        if len(found) == 1:
            return found[0]
        if found:
            return None
    signed = [c for c in measures if _signed(c, facts)]
    return signed[0] if len(signed) == 1 else None


def _signed(column: Col, facts: Facts) -> bool:
    """Money by a sign at its values, or in its label alone: `£`."""
    held = facts.column(column)
    return held is not None and (held.unit in SIGNS or held.label.strip() in SIGNS)


def _percent(column: Col, facts: Facts) -> bool:
    """A part of an amount, and no amount: `Fee %`."""
    held = facts.column(column)
    return held is not None and (held.unit == "%" or "%" in held.label)


def _label(column: Col, facts: Facts) -> Collection[str]:
    held = facts.column(column)
    return words(held.label) if held else ()


def settled_of(table: str, facts: Facts) -> Col | None:
    """The day on which it was paid, which some rows lack."""
    days = [c for c in facts.tables[table].columns if c.type in TEMPORAL and c.profile.nulls]
    found = [Col(table, c.name) for c in days if facts.speaks(Col(table, c.name), _SETTLED)]
    return found[0] if len(found) == 1 else None
