"""Words that decide what a question asks, and had no part in its reading: then its rows answer another question.

A word decides when it stands where a condition or a measure stands: a number or a name; behind a word that opens a
condition (“customers in Atlantis”); behind a word that measures (“the total turnover”) or groups (“loans by genre”);
right before the things it tells from others (“premium customers”), or behind them at the end (“fines unpaid”); behind
“how many”, “the most” and “the five”; as the head of a heading (“income from rents”). Verbs and words for the data
itself are small: without them the question is the same (“templates used by a document”, “in the database”).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from core.ask.stop_words import DETERMINERS
from core.ask.tokens import Token, place_of
from core.model import Chip

LEFT = 0.45
"""The most confidence that is left: the rows are withheld."""
_OPENS = frozenset("have has had in with without from at for over under during within outside near than as".split())
_MEASURES = frozenset("total average mean median highest lowest largest smallest maximum minimum sum overall".split())
_MORE = frozenset(("more", "fewer", "less"))
_ENDS = frozenset(("most", "fewest"))
_TIMES = frozenset("year month week day hour minute decade quarter percent decimal place figure time".split())
_GROUPS = frozenset("per by each every".split())
_HEADS = frozenset("of from for per by".split())
"""Behind the first word of a heading: that word is its figure."""
_AROUND = _HEADS | frozenset("in at on during between among across".split())
"""Behind the last word of what is asked for: `what is the customer satisfaction in …`."""
_PLAIN = frozenset(
    "breakdown distribution overview summary comparison amount quantity figure statistic report trend development "
    "history kind sort type name chart graph plot picture pie line bar table".split()
)
"""Heads of headings that say no more than that rows are wanted (lemmas)."""
_SHOWING = frozenset("show list give tell find get display what which is are was were me us all please".split())
_HAVE = frozenset(("have", "has", "had"))
_HAD = frozenset("already just ever also since got done".split())
"""Behind these what adds nothing: `have already got their theory`, `has done the most hours`."""
_HOW = frozenset("late early overdue twice online abroad alone".split())
"""How something was done, behind what was done."""
_STILL_THERE = frozenset("left remaining unsold free spare vacant available".split())
"""`seats left`: what there is besides those that are told of."""
_DOERS = frozenset("we they you i".split())
PLAIN_VERBS = frozenset(
    "have hold own keep run make do get take see deal handle carry hold offer provide serve treat teach cover use work "
    "know record log list register receive need want stock sell visit issue count go supply cater host stage arrange "
    "organise organize undertake process".split()
)
"""What is done with whatever a table holds."""
_CHANGING = frozenset(
    "grow grew grown growth change changed rise rose risen fall fell fallen increase increased decrease decreased "
    "decline declined drop dropped gain gained lose lost shrink shrank shrunk improve improved worsen worsened".split()
)
"""How a figure went from one time to another."""
_NO_STATE = frozenset("there they these those it available known listed recorded present".split())
_TODAY = frozenset("now at present today currently right the moment still".split())
PLAINLY = frozenset(
    "recorded reported listed registered logged used needed received carried handled treated served visited involved "
    "included noted counted measured collected observed issued created entered offered provided located based lodged "
    "filed submitted made raised placed triggered given shown aired broadcast screened held run staged hosted handed "
    "awarded published played produced written built found seen operated managed owned organised organized".split()
)
"""What was done to whatever a table holds."""
_AWAY = frozenset("off out away back up over down from".split())
"""Behind `taken`, what makes another verb of it."""
_CAME = frozenset(
    "joined happened occurred attended enrolled arrived applied responded participated entered existed called started "
    "opened turned".split()
)
"""How those that are counted came to be there: that all of them did."""
_BEING = ("is", "are", "was", "were", "been")
_ON = frozenset("on off under beyond behind".split())
_NOTED = frozenset("record file list books book system site offer average".split())
"""Behind `are on`, what holds of whatever a table has."""
_SHARES = ("percentage", "percent", "share", "proportion", "fraction")
_DATA = frozenset(
    "data database dataset database file files table tables record records row rows list result results question "
    "information detail details value values column columns system case order descending ascending general catalogue "
    "catalog fleet register portfolio".split()
)
_ANY = frozenset("people person individual thing one time item unit case different distinct other".split())
"""What is counted, said by a word that fits any rows (lemmas)."""
_SCORES = frozenset("score scores rating ratings mark marks figure figures level levels reading readings".split())
"""Behind what is measured they say no more than that it is."""
_ADJECTIVES = ("ible", "able", "free", "ful", "less", "proof", "friendly")
"""How adjectives end that another word may stand before."""
DONE = ("ed", "en", "wn", "de", "ht", "ld", "id")
"""How participles end."""
_ADJECTIVE = 6
"""Letters of one in its highest degree at least."""
_NO_DEGREE = frozenset(
    "interest request harvest contest forest protest invest arrest conquest suggest digest honest modest earnest "
    "northwest southwest midwest rainforest manifest tempest inquest behest infest divest attest detest ingest "
    "priest disinterest reforest".split()
)
"""Words that end in -est and are no highest degree (lemmas)."""
_EVERYTHING = frozenset("everything all them it these those money stock work whole year time".split())
_SPENDING = frozenset("spent spend spends spending".split())
_TIME = frozenset("hours hour time days day minutes weeks".split())
_SKIPPED = DETERMINERS | {"of"}


def deciding(tokens: Sequence[Token], ignored: Sequence[str], chips: Sequence[Chip]) -> tuple[str, ...]:
    """Of the words that had no part in a reading those that decide, in the question's order. `chips` say where what
    was understood stands."""
    lost = {part for w in ignored for part in w.casefold().split()}
    things = {c.start for c in chips if c.kind == "table"}
    figures = {c.start for c in chips if c.kind == "column"}
    ends = {c.start + len(c.words.split()) for c in chips if c.kind in ("column", "figure")}
    free = [
        i
        for i, t in enumerate(tokens)
        if t.text.casefold() in lost and not (t.lower in _SCORES and i in ends)  # “the feedback score”, of the feedback
    ]
    of_what = [i for i in free if _of_what(tokens, i, ends)]
    found = sorted({*_deciding(tokens, free, things, figures), *of_what})
    return tuple(dict.fromkeys(tokens[i].text for i in found))


def _deciding(tokens: Sequence[Token], free: Sequence[int], things: set[int], figures: set[int]) -> Iterator[int]:
    for i in free:
        token = tokens[i]
        if token.kind in ("number", "quoted", "date") or (token.lower == "value" and _before(tokens, i) == "by"):
            yield i
        elif token.kind == "word" and token.lower not in _DATA and token.lemma not in _DATA:
            before = _before(tokens, i)
            alone = not token.lower.endswith(("ing", "ed"))
            had = token.lower in _HAD or _adverb(token)
            opened = alone and (before in _OPENS or _spent_on(tokens, i)) and not (before in _HAVE and had)
            measured = alone and before in _MEASURES
            telling = (alone or token.lower.endswith("ed")) and i + 1 in things and before not in _OPENS
            more = before in _MORE and "many" in (t.lower for t in tokens[max(0, i - 3) : i])  # “how many fewer hours”
            counted = (before == "many" or more) and token.lemma not in _ANY and i + 1 not in things
            several = token.lower.endswith("s") and token.lemma not in _ANY and i + 1 not in things
            number = tokens[i - 1].number if i else None
            topped = several and (before in _ENDS or (number is not None and number > 1 and token.lemma not in _TIMES))
            named = not token.lower.endswith("ing") and token.lemma not in _ANY
            grouped = before in _GROUPS and named and not _by_whom(tokens, i)
            behind = alone and i - 1 in things and _last(tokens, i) and not _adverb(token) and not _verb(tokens, i)
            behind_it = tokens[i + 1].lower if i + 1 < len(tokens) else ""
            changes = token.lower in _CHANGING and behind_it not in ("on", "within", "under", "into", "due")
            predicate = _predicate(tokens, i) or changes
            too = i > 0 and tokens[i - 1].lower == "too"  # “too short for it”
            reversing = token.lower in _STILL_THERE and i > 0 and tokens[i - 1].kind == "word"
            shared = token.lower in _SHARES and not behind_it.startswith("of")
            figured = alone and i + 1 in figures and not token.lower.endswith("ly") and token.lemma not in _PLAIN
            how = too or (token.lower in _HOW and i > 0 and tokens[i - 1].kind == "word")
            asked = _main_verb(tokens, i)
            done = _was_done(tokens, i) or (i - 1 in things and _came_out(tokens, i))
            headed = alone and _heads(tokens, i) and token.lemma not in _PLAIN
            if (
                token.capital
                or superlative(token)
                or opened
                or (alone and (_placed(tokens, i) or _agent(tokens, i)))
                or measured
                or telling
                or counted
                or topped
                or grouped
                or behind
                or headed
                or asked
                or how
                or predicate
                or done
                or reversing
                or shared
                or figured
            ):
                yield i


def _of_what(tokens: Sequence[Token], i: int, ends: set[int]) -> bool:
    """`total cost of bridges`, at the end: of what the figure is."""
    led = i > 1 and tokens[i - 1].lower == "of" and i - 1 in ends and _last(tokens, i)
    plain = tokens[i].lemma in _ANY or tokens[i].lemma in _DATA or tokens[i].lower in _DATA | _EVERYTHING
    return led and tokens[i].kind == "word" and not plain


def _spent_on(tokens: Sequence[Token], i: int) -> bool:
    """`what have we spent on bridges`: what the money went to."""
    led = [t.lower for t in tokens[:i] if t.lower not in _SKIPPED]
    return led[-1:] == ["on"] and bool(_SPENDING & set(led)) and not _TIME & set(led)


def _agent(tokens: Sequence[Token], i: int) -> bool:
    """`how many lessons did mark give`: who did it, whoever that is."""
    led = i > 1 and tokens[i - 1].lower in ("did", "does") and tokens[i].lower not in _DOERS | {"it", "this", "that"}
    return led and i + 1 < len(tokens) and tokens[i + 1].lemma in PLAIN_VERBS | {"give", "gave"}


def _placed(tokens: Sequence[Token], i: int) -> bool:
    """`were on the house`, `is on leave`: the state they are in, unless it says no more than that they are noted."""
    j = i - 1
    while j >= 0 and tokens[j].lower in _SKIPPED:
        j -= 1
    return j > 0 and tokens[j].lower in _ON and tokens[j - 1].lower in _BEING and tokens[i].lower not in _NOTED


def _main_verb(tokens: Sequence[Token], i: int) -> bool:
    """`how many did we cancel`: what was done to them, unless it says no more than that they are there."""
    led = i > 1 and tokens[i - 1].lower in _DOERS and tokens[i - 2].lower in ("did", "do")
    return led and tokens[i].kind == "word" and tokens[i].lemma not in PLAIN_VERBS


def _predicate(tokens: Sequence[Token], i: int) -> bool:
    """`which homes are vacant`: what they are, with nothing but a time behind it."""
    if i == 0 or tokens[i - 1].lower not in _BEING or tokens[i].lower in _NO_STATE:
        return False
    behind = [t.lower for t in tokens[i + 1 :] if t.kind == "word"]
    of_two = len(behind) == 1 and behind[0].endswith(_ADJECTIVES)  # “wheelchair accessible”
    listing = tokens[0].lower in ("which", "what", "list", "how")
    return listing and tokens[i].kind == "word" and (of_two or all(w in _TODAY for w in behind))


def _was_done(tokens: Sequence[Token], i: int) -> bool:
    """`how many visits were cancelled`: what was done to those that are counted."""
    counts = place_of([t.lower for t in tokens[: max(0, i - 1)]], ("how", "many")) is not None
    said = tokens[i].lower
    plain = said in PLAINLY or (said == "taken" and (_last(tokens, i) or tokens[i + 1].lower not in _AWAY))
    done = said.endswith(DONE) and tokens[i - 1].lower in ("was", "were", "been") and not plain
    return i > 0 and ((counts and done) or _share_of(tokens, i))


def _came_out(tokens: Sequence[Token], i: int) -> bool:
    """`how many parcels bounced`, right behind those that are counted and with nothing else: which of them."""
    counts = place_of([t.lower for t in tokens[: i - 1]], ("how", "many")) is not None
    said = tokens[i].lower
    return counts and _last(tokens, i) and said.endswith("ed") and said not in PLAINLY | _CAME


def _share_of(tokens: Sequence[Token], i: int) -> bool:
    """`what percentage of deliveries failed`: which part of them is meant."""
    share = any(t.lower in _SHARES for t in tokens[:i])
    ends = i + 1 == len(tokens) or tokens[i + 1].kind == "punct" or tokens[i + 1].lower in _GROUPS
    return share and ends and tokens[i].lower.endswith("ed") and tokens[i].lower not in PLAINLY


def _by_whom(tokens: Sequence[Token], i: int) -> bool:
    """Behind “used by”, “written by”: who does it, and no group."""
    j = i - 1
    while j > 0 and tokens[j].lower in _SKIPPED:
        j -= 1
    return tokens[j].lower == "by" and j > 0 and tokens[j - 1].lower.endswith(DONE)


def _last(tokens: Sequence[Token], i: int) -> bool:
    return all(t.kind == "punct" for t in tokens[i + 1 :])


def _verb(tokens: Sequence[Token], i: int) -> bool:
    """Behind “do the documents …”: what they do."""
    return any(t.lower in ("do", "does", "did") for t in tokens[:i])


def _adverb(token: Token) -> bool:
    return token.lower.endswith("ly") or token.lemma in ("exist", "please", "altogether", "again", "now", "there")


def superlative(token: Token) -> bool:
    """`warmest`, `northernmost`: an adjective in its highest degree says by what rows are ranked."""
    if token.lower.endswith("most") and len(token.lower) > len("almost"):
        return True
    return token.lower.endswith("est") and len(token.lower) >= _ADJECTIVE and token.lemma not in _NO_DEGREE


def _heads(tokens: Sequence[Token], i: int) -> bool:
    """The first word, words that ask to be shown something aside, before one that leads to what it is the figure of;
    behind `what is the` the last of a few nouns."""
    led = next((n for n, t in enumerate(tokens[:i]) if t.lower not in _SHOWING and t.lower not in _SKIPPED), i)
    behind = tokens[i + 1].lower if i + 1 < len(tokens) else ""
    what = led > 1 and tokens[0].lower == "what" and tokens[1].lower in _BEING
    nouns = all(t.kind == "word" and t.lower not in _AROUND and not t.lower.endswith("ing") for t in tokens[led:i])
    noun = led == i or not tokens[i].lower.endswith(DONE)  # “the total given in …”
    return (led == i and behind in _HEADS) or (what and i - led < 3 and nouns and noun and behind in _AROUND)


def _before(tokens: Sequence[Token], i: int) -> str:
    """The word that leads to the `i`-th, articles aside."""
    j = i - 1
    while j >= 0 and tokens[j].lower in _SKIPPED:
        j -= 1
    return tokens[j].lower if j >= 0 else ""
