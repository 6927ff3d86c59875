"""Whether a text stands by itself or follows on what was asked before. General English only, no word of any data."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from core.ask.state import Mention
from core.ask.tokens import Token
from core.ask.translators.rules.lexicon.words import lexicon

_LEADS = frozenset("and but or so then now also plus ok okay please well hmm , & ah oh yes no thanks great".split())
"""Words before what is said; "and" and its like make a follow-up of what is not a whole question."""
_JOINING = frozenset("and but or also plus then so now &".split())
_ALSO = frozenset("also too additionally".split())
_SAME = ("the same for", "same for", "the same with", "same with", "do the same for", "the same but", "same but")
_ABOUT = ("what about", "how about", "and for", "what of", *_SAME)
_LEAVING = ("without", "except for", "except", "excluding", "not counting", "leave out", "leaving out", "ignoring",
            "ignore", "but not", "other than", "apart from", "exclude", "skip", "not", "minus")  # fmt: skip
_ONLY = ("only", "just", "limit it to", "limit to", "limit that to", "restrict it to", "restrict to",
         "restrict that to", "narrow it down to", "instead")  # fmt: skip
_SHAPING = ("sort", "sorted", "order by", "order it", "order them", "ordered", "rank", "ranked", "reverse", "reversed",
            "descending", "ascending", "break it", "break that", "break this", "break them", "broken down", "split",
            "grouped", "group", "by", "per", "for each", "for every", "in each", "each", "alphabetically",
            "the other way round", "the other way around", "in reverse", "in descending", "in ascending",
            "largest first", "smallest first", "highest first", "lowest first", "newest first",
            "oldest first")  # fmt: skip
_RESTRICTING = frozenset(
    "as for of in from on at to since before after between during with within where who whose that which above below "
    "over under more less fewer at greater older younger longer shorter older newer until".split()
)
_ASKING = frozenset(
    "how what which who whom whose where when list show find give return display tell get count calculate compute "
    "report select output fetch identify determine present provide retrieve name is are was were do does did can "
    "could".split()
)
_ELIDED = frozenset("is are was were have has had in from with for did do does of that there".split())
_PRONOUNS = frozenset("those these them they ones their theirs".split())
_POINTING = re.compile(
    r"\b(?:(?:of|is|was|are|do|sort|order|break|split|group|show|count|list|make|rank|limit|reverse|repeat) "
    r"(?:that|this|it)\b(?! (?:the|a|an|many|much|which)\b)|^(?:that|this|it) (?:by|for|in|per|with|without|only)\b|"
    r"(?:that|this|it)$)"
)
_RELATIVE = frozenset("who whose whom that which with without where having in from of".split())
_SORTING = frozenset("sort order rank group list".split())
_LIMIT = re.compile(
    r"\b(?:(top|first|best|highest|largest|biggest|bottom|last|worst|lowest|smallest) (\d+|NUMBER)\b|"
    r"(?:only|just|limit(?: it| that| them)? to) (\d+|NUMBER)$)"
)
_PART = re.compile(
    r"(?:(?:show|give|express|say)(?: me)? (?:it|that|this|them|those) )?(?:as|in|and as|what) (?:a |an |the )?"
    r"(percentage|percent|percentages|share|shares|proportion|fraction)(?: (?:of|is that of|out of) "
    r"(?:the )?(?:total|whole|all|sum|them|those|all of them))?"
)
_EACH = frozenset("per by each every".split())
_LOW = frozenset("bottom last worst lowest smallest".split())


@dataclass(frozen=True, slots=True)
class Fragment:
    """A text that follows on. `used` are the tokens that only say how it follows on."""

    also: bool = False
    """It adds to what was asked, rather than taking the place of a part of it."""
    leaving: bool = False
    """What it names is left out."""
    about: bool = False
    """It names something to ask the same of."""
    limit: int = 0
    lowest: bool = False
    strong: bool = True
    """Its words say that it follows on; a weak one only lacks what a question needs."""
    used: frozenset[int] = frozenset()
    share: float = 0.0
    """`As a percentage of the total` (100) or a share of it (1)."""


def fragment(tokens: Sequence[Token], mentions: Sequence[Mention], heads: Collection[str] = ()) -> Fragment | None:
    """How a text follows on, None when it stands by itself. `heads` are the tables that were asked about."""
    words = [t.lower for t in tokens]
    ends = len(words)
    while ends and tokens[ends - 1].kind == "punct":
        ends -= 1
    begins = 0
    while begins < ends and words[begins] in _LEADS:
        begins += 1
    if begins == ends:
        return None
    joining = any(w in _JOINING for w in words[:begins])
    said = " ".join(words[begins:ends])
    used = set(range(begins))
    also = bool(_ALSO & {words[i] for i in (*range(begins), ends - 1)}) or said.endswith(" as well")
    if also:
        used |= {i for i in (*range(begins), ends - 1) if words[i] in _ALSO}
        used |= {ends - 2, ends - 1} if said.endswith(" as well") else set()
    if asked := _PART.fullmatch(said):
        everything = frozenset(range(ends))
        return Fragment(share=100.0 if asked[1].startswith("percent") else 1.0, used=everything)
    opener = _opener(said, (*_ABOUT, *_ONLY, *_LEAVING, *_SHAPING))
    after = begins
    while opener in (*_ABOUT, *_ONLY):
        used |= set(range(after, after + len(opener.split())))
        after += len(opener.split())
        if not (inner := _opener(" ".join(words[after:ends]), (*_ABOUT, *_ONLY, *_LEAVING))):
            break
        opener = inner
    leaving = opener in _LEAVING
    if leaving:
        used |= set(range(after, after + len(opener.split())))
    first = _opener(said, (*_ABOUT, *_ONLY, *_LEAVING, *_SHAPING))
    pointing = _pointing(words, begins, ends, mentions, heads)
    bare = _bare(tokens, mentions, begins, ends)
    whole = _whole(tokens, mentions, begins, ends)
    same = joining and _same_rows(tokens, mentions, begins, ends, heads)
    limit, low, at = _limit(tokens, begins, ends)
    if pointing or first in (*_ABOUT, *_LEAVING):
        strong = True
    elif whole and not same:
        return None
    elif first in _ONLY or joining:
        if joining and not (first or same) and _other_noun(mentions, begins, heads):
            return None
        strong = True
    elif first in _SHAPING or bare or (limit and not _named(mentions, begins, ("table", "column"))):
        strong = first in _SHAPING
    else:
        return None
    used |= pointing | at
    used |= {i for i in range(ends) if words[i] in ("only", "just", "instead")}
    used |= {i for i in range(begins + 1, ends) if words[i] in ("ones", "one") and any(m.end == i for m in mentions)}
    return Fragment(also, leaving, first in _ABOUT or joining, limit, low, strong, frozenset(used))


def joined(tokens: Sequence[Token]) -> bool:
    """Whether a text begins with “and” or its like."""
    return bool(tokens) and tokens[0].lower in _JOINING - {"so", "now"}


def _opener(said: str, openers: Sequence[str]) -> str:
    found = [o for o in openers if said == o or said.startswith(f"{o} ")]
    return max(found, key=len, default="")


def _pointing(
    words: Sequence[str], begins: int, ends: int, mentions: Sequence[Mention], heads: Collection[str]
) -> set[int]:
    """The tokens that point back: pronouns with nothing before them in the text that they could stand for."""
    first = min((m.start for m in mentions if m.links), default=ends)
    nouns = {m.start for m in mentions if m.links and m.links[0].kind == "table" and m.links[0].table not in heads}
    found = {i for i in range(begins, ends) if words[i] in _PRONOUNS and i <= first and i + 1 not in nouns}
    found = {i for i in found if not _explained(words, i, mentions)}
    said = " ".join(words[begins:ends])
    if not found and (match := _POINTING.search(said)):
        at = begins + len(said[: match.start()].split()) + (len(match.group().split()) > 1)
        at = next((i for i in range(begins, ends) if words[i] in ("that", "this", "it") and i >= at - 1), at)
        if at <= first:
            found = {at}
    return found


def _explained(words: Sequence[str], i: int, mentions: Sequence[Mention]) -> bool:
    """`those employees who …`: the text itself says which ones."""
    noun = next((m for m in mentions if m.start == i + 1), None)
    return noun is not None and noun.end < len(words) and words[noun.end] in _RELATIVE


def _named(mentions: Sequence[Mention], begins: int, kinds: Collection[str]) -> list[Mention]:
    """Mentions that most likely mean one of these kinds."""
    return [m for m in mentions if m.links and m.start >= begins and m.links[0].kind in kinds]


def _whole(tokens: Sequence[Token], mentions: Sequence[Mention], begins: int, ends: int) -> bool:
    """It asks for something and names what."""
    tables, columns = _named(mentions, begins, ("table",)), _named(mentions, begins, ("column",))
    values = _named(mentions, begins, ("value",))
    words = [t.lower for t in tokens[begins:ends]]
    asking = next((i for i, w in enumerate(words) if w in _ASKING), None)
    figure = any(t in lexicon().phrases and _figure(lexicon().phrases[t][0]) for t in _phrases(words))
    near = min((m.start for m in tables + columns), default=ends) <= begins + 2
    if words[0] in _SORTING and near and words[1] not in ("by", *_PRONOUNS, "it", "that", "this"):
        return True
    if asking is None:
        led = words[0] in _RESTRICTING or bool(_opener(" ".join(words), _SHAPING))
        if led:
            return figure and bool(tables)
        return bool(tables) or (figure and bool(columns))
    word, follows = words[asking], words[asking + 1] if asking + 1 < len(words) else ""
    beyond = words[asking + 2] if asking + 2 < len(words) else ""
    if word == "how" and follows in ("many", "much"):
        return bool(tables) if beyond in _ELIDED or not beyond else bool(tables or columns or values)
    if word == "which" and (follows in _ELIDED or not follows):
        return bool(tables)
    if follows in _ELIDED and word in ("what", "who"):
        return bool(tables or columns or (word == "who" and values) or (values and not columns))
    return bool(tables or columns or values)


def _figure(tags: Sequence[str]) -> bool:
    return any(t == "count" or t.startswith(("agg:", "sup:", "common:")) for t in tags)


def _phrases(words: Sequence[str]) -> list[tuple[str, ...]]:
    return [tuple(words[i : i + n]) for i in range(len(words)) for n in (1, 2, 3)]


def _bare(tokens: Sequence[Token], mentions: Sequence[Mention], begins: int, ends: int) -> bool:
    """Nothing but a restriction, a value, or an ordering."""
    words = [t.lower for t in tokens[begins:ends]]
    if words[0] in _RESTRICTING:
        return True
    if any(w in _ASKING for w in words[:1]):
        return True  # it asks, and names nothing: `_whole` has said so
    values = _named(mentions, begins, ("value",))
    covered = {i for m in values for i in range(m.start, m.end)}
    covered |= {i for i in range(begins, ends) if tokens[i].number is not None or tokens[i].kind == "date"}
    small = ("or", "and", "the", "ones", "one")
    return bool(covered) and all(i in covered or tokens[i].lower in small for i in range(begins, ends))


def _other_noun(mentions: Sequence[Mention], begins: int, heads: Collection[str]) -> bool:
    """It names a table beside other things, and not one that was asked about."""
    tables = _named(mentions, begins, ("table",))
    return bool(tables) and len(mentions) > 1 and not any(k.table in heads for m in tables for k in m.links[:1])


def _same_rows(
    tokens: Sequence[Token], mentions: Sequence[Mention], begins: int, ends: int, heads: Collection[str]
) -> bool:
    """`and the average fee`, `… per vet`, `… for cats`: another figure of the rows asked about, or of some."""
    named = _named(mentions, begins, ("table", "column"))
    named = [m for m in named if tokens[m.start - 1].lower not in _EACH]
    columns = [m.links[0] for m in named if m.links[0].kind == "column" and m.links[0].table in heads]
    words = [t.lower for t in tokens[begins:ends]]
    told = any(t in lexicon().phrases and _computed(lexicon().phrases[t][0]) for t in _phrases(words))
    return told and len(columns) == len(named) == 1


def _computed(tags: Sequence[str]) -> bool:
    return any(t.startswith("agg:") for t in tags)


def _limit(tokens: Sequence[Token], begins: int, ends: int) -> tuple[int, bool, set[int]]:
    """`top 3`, `only 5`: how many, whether the lowest, and the tokens that say so."""
    words = ["NUMBER" if t.number is not None and t.kind == "word" else t.lower for t in tokens[begins:ends]]
    match = _LIMIT.search(" ".join(words))
    if match is None:
        return 0, False, set()
    at = begins + len(" ".join(words)[: match.start()].split())
    span = set(range(at, at + len(match.group().split())))
    number = next((tokens[i].number for i in sorted(span, reverse=True) if tokens[i].number is not None), None)
    if number is None or not number.is_integer() or not 0 < number < 1000:
        return 0, False, set()
    return int(number), match.group(1) in _LOW, span
