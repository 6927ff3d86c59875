"""`current members`, `members we have now`, `members who have left`: things whose end has not come, or has.

The end is a date that some rows lack, called an end (`Left`, `date_closed`), in the table that the question names.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from core.ask.label_stems import stems
from core.ask.state import Mention
from core.ask.tokens import Token, places_of, stem
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.words import lexicon
from core.ask.translators.rules.linking.named import FIRM, cell_places, firm_places, tables_named
from core.ask.translators.rules.query import Col, Definition, Filter, Item
from core.ask.translators.rules.row_days import RETURNED, comes_back, end_of
from core.ask.translators.rules.told.not_yet import COME, FINISHED, not_yet
from core.ask.translators.rules.told.staying import staying
from core.text.words import words

_BEFORE = frozenset("current present existing active remaining".split())
"""Right before what they tell of."""
_OPEN = frozenset("open outstanding ongoing unresolved unfinished pending unclosed".split())
"""Right before what they tell of, or behind `are`."""
_STAYS = frozenset("are is still remain remains currently left now".split())
_PLACED = frozenset("in at for with by and or but".split())
"""Behind it, what says which of them are meant; `open on Sundays`, `open the longest` says when."""
_WHO = frozenset(("who", "that", "which"))
_THERE = tuple([w] for w in "on in at a living".split())
"""Behind `still`, what they are part of: `still on deck A`, `still at Oakdene`."""
_CURRENT = frozenset("current active present".split())
_PAST = frozenset("ex former left past leavers closed old gone resigned".split())
_GONE_BEFORE = frozenset("former past previous departed retired discontinued defunct".split())
_SAID = (
    "still out on loan",
    "still on loan",
    "still on hire",
    "out on loan",
    "out on hire",
    "still out",
    "out at the moment",
    "at present",
    "at the moment",
    "right now",
    "have still got",
    "still have",
    "still got",
    "currently employed",
    "currently working",
    "currently serving",
    "currently in post",
    "still up and running",
    "nowadays",
)
_OUT_THERE = tuple(said for said in _SAID if "out" in said.split() or said.endswith(("loan", "hire")))
"""Said of things whose loans or hires have not ended."""
_DISPOSED = frozenset(map(stem, "off scrapped disposed discontinued retired decommissioned".split()))
_GONE = (
    "have since left", "gone out of business", "went out of business", "out of business", "no longer in business",
)  # fmt: skip
_DAYS = frozenset(map(stem, "date day time on at of".split()))
_LAST = frozenset(("now", "currently", "today"))
"""At the end of the question, or of what comes before a comma."""
_SOME = frozenset("a an any one even".split())
_NOT = frozenset(("not", "never", "n't", "yet"))
_HAVE = frozenset(("have", "has", "had"))
_BETWEEN = frozenset(("already", "since", "now", "ever", "been"))
_US = frozenset("us here".split())
_LEFT = frozenset("left resigned departed".split())
_LEAVING = frozenset("left leave leaving leaver leavers departed departure resigned quit".split())
"""Headers of the day on which people leave."""
_OUT = _LEAVING | {"out"}
_HOLDING = frozenset("got have has hold holds holding".split())
_DWELLING = frozenset("living residing lodging".split())
_BE = frozenset("are is 're 's".split())
_LED = frozenset(p.split()[0] for p in (*_GONE, *_SAID))
_SAID_AS_MANY = 0.7
"""What a cell is worth at least that is said in the plural: `volunteers`."""
_CALLED = 0.7
"""What a table is worth at least that a word says in part."""
_CUES = _BEFORE | _OPEN | _GONE_BEFORE | _LAST | FINISHED | _HAVE | _LED | _LEFT | _DWELLING
_CUES |= {"no", "we", "they", "back", "still", "yet", "down", "off"}
"""Without one of these nothing of the kind is said."""


def still(tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts) -> dict[int, tuple[int, Definition]]:
    """Where the question says so: start → (end, the condition). The first that fits is taken."""
    said_all = [t.lower for t in tokens]
    if _CUES.isdisjoint(said_all):
        return {}
    held = cell_places(mentions)
    named, theirs = tables_named(mentions), False
    if (open_yet := _open(tokens, mentions, facts)) is not None:
        return open_yet
    ends = _leaving(tokens, mentions, facts) or [e for t in sorted(named) if (e := end_of(t, facts))]
    if not ends:
        tabled = {m for m in mentions if any(k.kind == "table" and k.score >= FIRM for k in m.links)}
        first = [k for m in mentions if m not in tabled for k in m.links[:1] if k.kind != "table"]
        held_by = {k.table for k in first if k.score >= FIRM or (k.how == "plural" and k.score >= _SAID_AS_MANY)}
        ends = [e for t in sorted(held_by - named) if (e := end_of(t, facts))]
    if not ends:  # “businesses”, of the `Food business register`
        called = {k.table for m in mentions for k in m.links[:1] if k.kind == "table" and k.score >= _CALLED}
        ends = [e for t in sorted(called - named) if (e := end_of(t, facts))]
    if not ends and said_all[:1] == ["who"] and _LEFT & set(said_all):  # of the only people who ever leave
        ends = [e for t in sorted(facts.tables) if facts.persons(t) and (e := end_of(t, facts))]
        ends = [e for e in ends if _LEAVING & set(facts.spelt(e))]
    of_theirs = [e for t in below(named, facts) if (e := end_of(t, facts))]
    lent = _lent(tokens)
    if named and not ends and not of_theirs and _HOLDING & set(said_all):  # “instruments has the school got now”
        holders = {k.table for m in mentions for k in m.links[:1] if k.kind == "value"}
        of_theirs = [e for t in below(holders, facts) if (e := end_of(t, facts)) and comes_back(e, facts)]
    if lent and (back := [e for e in ends if comes_back(e, facts)]):
        ends = back
    elif lent and (back := [e for e in of_theirs if comes_back(e, facts)]):  # and not those `Written off`
        ends, theirs = back, True
    elif not ends or (lent and all(facts.speaks(e, _DISPOSED) for e in ends)):  # it is their rentals that end
        ends, theirs = of_theirs, True
    if theirs and (here := _of_those(tokens, named, facts)) is not None:
        return {here: (here + 1, Definition((tokens[here].lemma,)))}
    if len(ends) != 1:
        return {}
    things = {m.start for m in mentions for k in m.links if k.kind in ("table", "value")}
    there = [] if theirs else list(staying(tokens, _spoken_for(mentions)))
    for start, end, gone in (*there, *_places(tokens, things, ends[0], facts, theirs)):
        if held.isdisjoint(range(start, end)):
            said = tuple(t.lemma for t in tokens[start:end])
            return {
                start: (end, Definition(said, None, (Filter(Item(ends[0]), "is not null" if gone else "is null"),)))
            }
    return {}


def _lent(tokens: Sequence[Token]) -> bool:
    """Whether things are said to be out, or to be back."""
    lowers = [t.lower for t in tokens]
    return bool(RETURNED & set(lowers)) or any(places_of(lowers, p.split()) for p in _OUT_THERE)


def _leaving(tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts) -> list[Col]:
    """The day on which people leave, or a mark that they have, where it is said whether they are there still, and one
    table of those that the words may mean has it: of drivers it is the staff's, though deliveries have a `Driver`."""
    if next(staying(tokens, _spoken_for(mentions)), None) is None:
        return []
    meant = {k.table for m in mentions for k in m.links if k.kind in ("table", "value") and k.score >= _SAID_AS_MANY}
    ends = [e for t in sorted(meant) if (e := end_of(t, facts) or _marked(t, facts))]
    ends = [e for e in ends if _LEAVING & set(facts.spelt(e))]
    return ends if len(ends) == 1 else []


def _marked(table: str, facts: Facts) -> Col | None:
    """A column that is marked for those who have left, and empty for the others."""
    columns = facts.tables[table].columns if table in facts.tables else ()
    one = [Col(table, c.name) for c in columns if c.profile.distinct == 1 and c.profile.nulls]
    return next((c for c in one if _LEAVING & set(facts.spelt(c))), None)


def _spoken_for(mentions: Sequence[Mention]) -> frozenset[int]:
    """The tokens that name something surely."""
    return firm_places(mentions) | cell_places(mentions)


def _open(
    tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts
) -> dict[int, tuple[int, Definition]] | None:
    """`advisers with the most cases still open`: what is open is no person, but what is theirs; None where nothing is
    said so beside people who leave."""
    lowers, named = [t.lower for t in tokens], tables_named(mentions)
    ends = [e for t in sorted(named) if (e := end_of(t, facts))]
    people = [e for e in ends if facts.persons(e.table) or _LEAVING & set(facts.spelt(e))]
    own = [e for e in ends if e not in people]
    own = own or [e for t in below(named, facts) if (e := end_of(t, facts)) and not facts.persons(t)]
    said = next((i for i, word in enumerate(lowers) if word in _OPEN), None)
    if said is None or not people or len(own) != 1 or said in cell_places(mentions):
        return None
    first = _stays(lowers, said)
    means = Definition(tuple(t.lemma for t in tokens[first : said + 1]), None, (Filter(Item(own[0]), "is null"),))
    return {first: (said + 1, means)}


def _of_those(tokens: Sequence[Token], named: Collection[str], facts: Facts) -> int | None:
    """`current members`, where a table holds the active ones alone."""
    here = any(_CURRENT & set(words(facts.tables[t].label)) for t in named if t in facts.tables)
    return next((i for i, t in enumerate(tokens) if t.lower in _BEFORE), None) if here else None


def below(named: Collection[str], facts: Facts) -> list[str]:
    """The tables whose rows belong to rows of some tables, by name."""
    return sorted({j.child_table for j in facts.schema.joins if j.parent_table in named} - set(named))


def gone_by(table: str, facts: Facts) -> bool:
    """A table of those that have left: `Ex members`."""
    return bool(_PAST & set(words(facts.tables[table].label)))


def _places(
    tokens: Sequence[Token], things: set[int], ended: Col, facts: Facts, theirs: bool
) -> Iterator[tuple[int, int, bool]]:
    """Where it may be said: start, end, and whether the end has come; of `theirs` only what is said not to have
    happened."""
    lowers = [t.lower for t in tokens]
    for i, word in enumerate(lowers):
        back = word == "back" and i > 0 and lowers[i - 1] in COME
        some = lowers[i + 1 : i + 2] and lowers[i + 1] in _SOME  # “did not finish a walk”: it is they who did not
        if (word in FINISHED or back) and not some and (denied := _denied(lowers, i)) is not None:
            yield denied, i + 1, False
    held = theirs and comes_back(ended, facts) and _HOLDING & set(lowers)  # “what has the school got at the moment?”
    for phrases, gone in ((_SAID if held else _OUT_THERE, False),) if theirs else ((_GONE, True), (_SAID, False)):
        for start, end in (place for p in phrases for place in places_of(lowers, p.split())):
            never = "never" in lowers[max(0, start - 2) : start] and lowers[start] == "out"
            denied_yet = lowers[end - 1] == "have" and lowers[end : end + 1] == ["not"]
            if not (never or denied_yet):  # “never been out on loan”: it never was; “still have not paid”
                yield start, end, gone
    yield from not_yet(tokens, ended, facts)
    if held:
        yield from ((i, i + 1, False) for i, w in enumerate(lowers) if w in _LAST and _ends(tokens, i + 1, _WHO))
    if theirs:
        return
    for i, word in enumerate(lowers):
        if i + 1 in things and word in _BEFORE | _OPEN | _GONE_BEFORE:
            yield i, i + 1, word in _GONE_BEFORE
        behind = i + 1 + (lowers[i + 1 : i + 2] != [] and lowers[i + 1] in _LAST)  # `are still open today`
        if word in _OPEN and (first := _stays(lowers, i)) < i and _ends(tokens, behind, _PLACED):
            yield first, behind, False
        if word in _LAST and _ends(tokens, i + 1, _WHO):
            yield i, i + 1, False
        longer = word == "no" and lowers[i + 1 : i + 2] == ["longer"]
        doing = i + 1 + longer
        if (word == "still" or longer) and doing < len(lowers) and tokens[doing].stem in _done_until(ended, facts):
            yield i, doing + 1, longer  # `Ceased Trading`
        if word in _DWELLING and i and lowers[i - 1] in _BE and lowers[i + 1 : i + 2] in _THERE:
            yield i, i + 1, False  # `are living in flats`: now
        if word == "still" and lowers[i + 1 : i + 2] in _THERE:
            yield i, i + 1, False
        if word in facts.spelt(ended) or (word in _LEFT and _OUT & set(facts.spelt(ended))):
            end = i + 1
            while lowers[end : end + 1] in (["out"], ["off"]) and lowers[end] in facts.spelt(ended):
                end += 1
            if behind := _happened(tokens, i, end):
                yield i, behind, True
            elif (denied := _not_happened(lowers, i)) < i:
                yield denied, end, False


def _done_until(ended: Col, facts: Facts) -> frozenset[str]:
    """What was done until that day, by its header: trading, of `Ceased Trading`."""
    held = facts.column(ended)
    return frozenset(stems(held.label)) - lexicon().ends - _DAYS if held else frozenset()


def _denied(lowers: Sequence[str], i: int) -> int | None:
    """Where the `not` stands that denies the word at `i`: `not yet been fixed`, `aren't finished`."""
    return next((j for j in range(max(0, i - 3), i) if lowers[j] in _NOT or lowers[j].endswith(("n't", "n’t"))), None)


def _stays(lowers: Sequence[str], i: int) -> int:
    """Where `are still` begins before the word at `i`; `i` where nothing of the kind stands there."""
    first = i
    while first and lowers[first - 1] in _STAYS:
        first -= 1
    return first


def _ends(tokens: Sequence[Token], i: int, also: Collection[str] = ()) -> bool:
    """The question, or a part of it, ends before the token at `i`, or goes on with one of these words."""
    return i >= len(tokens) or tokens[i].kind == "punct" or tokens[i].lower in also


def _not_happened(lowers: Sequence[str], i: int) -> int:
    """Where `have not yet` begins before the word at `i`, `haven't`; `i` where nothing of the kind stands there."""
    j = i
    while j and lowers[j - 1] in _BETWEEN | {"yet"}:
        j -= 1
    if j and lowers[j - 1].endswith(("n't", "n’t")):
        return j - 1
    return j - 1 if j > 1 and lowers[j - 1] == "not" and (lowers[j - 2] in _HAVE or "yet" in lowers[j:i]) else i


def _happened(tokens: Sequence[Token], i: int, end: int) -> int:
    """Behind `have left`, `have already left us` at the end of the question or of a part of it; 0 where it is not said,
    as in `have not left`. The words end before `end`."""
    j = i - 1
    while j > 0 and tokens[j].lower in _BETWEEN:
        j -= 1
    while end < len(tokens) and tokens[end].lower in _US:
        end += 1
    return end if j >= 0 and tokens[j].lower in _HAVE and _ends(tokens, end) else 0
