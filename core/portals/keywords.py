"""The words of a question that data sets may be found by, and how they are widened until some are.

By rules: words that only shape a question are left out (`core.ask.stop_words`), quoted words stay together, and then
fewer words, their singulars and their synonyms are tried, one search at a time.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations

from core.ask.stop_words import FUNCTION, MODIFIERS, VERBS
from core.ask.tokens import Token, tokenise
from core.portals.languages import Said
from core.text.synonyms import synonyms
from core.text.words import fold, singular

MOST = 6
"""Words that are searched by."""
SEARCHES = 12
"""Searches at most for one question."""
_OF_DATA = frozenset(
    "data dataset datasets table tables file files csv figures statistics list year years month months day days time "
    "people person thing things percent percentage share rate ratio proportion per each change trend".split()
)
"""What nearly every data set could be called: searched by only where nothing else is left."""
_SMALL = frozenset(
    "der die das den dem des ein eine einer eines einem einen und oder im in am an auf von vom zu zum zur mit bei für "
    "wie viele viel welche welcher welches was wo wann gibt es ist sind war waren pro nach aus über alle je "
    "le la les un une des du de et ou dans en sur par pour avec combien quel quelle quels quelles que est sont y a "
    "t il au aux ce ces se "
    "el los las unos unas del y o por con para cuántos cuántas cuál cuáles qué hay son era cada al "
    "il lo gli i uno della dei delle degli dello e quanti quante quale quali che c'è ci sono per ogni nel nella "
    "het een van op met voor hoeveel welke wat zijn er".split()
)
"""The small words of German, French, Spanish, Italian and Dutch."""


def keywords(question: str) -> tuple[str, ...]:
    """The words to search by, as written, the telling ones first; at most `MOST`."""
    tokens = tokenise(question)
    first = not re.search(r"\s", question.strip())
    telling = [t for n, t in enumerate(tokens) if _tells(t, n == 0 and not first)]
    plain = [t for t in telling if t.lemma not in _OF_DATA and t.lower not in _OF_DATA]
    chosen = plain or telling or [t for t in tokens if t.kind in ("word", "quoted")]
    return tuple(dict.fromkeys(t.text for t in chosen))[:MOST]


def times(question: str) -> tuple[str, ...]:
    """The years that a question names: they order what is found, and leave nothing out."""
    return tuple(dict.fromkeys(re.findall(r"(?<!\d)(?:19|20)\d{2}(?!\d)", question)))


def widened(words: tuple[str, ...], there: Sequence[Said] = ()) -> Iterator[tuple[str, ...]]:
    """What to search by, from all words to single ones; each once, at most `SEARCHES`. Where `there`, the same words as
    the portal's language says them, differs, it is tried first."""
    seen: set[tuple[str, ...]] = set()

    def new() -> Iterator[tuple[str, ...]]:
        if any(s.other for s in there):
            yield from _there(there)
            yield words
            for one in there:
                yield from ((form,) for form in one.forms[:3])
        yield words
        yield tuple(_one(w) for w in words)
        for n, word in enumerate(words):
            for other in synonyms().get(_one(word), ())[:2]:
                yield (*words[:n], other, *words[n + 1 :])
        for n in range(len(words) - 1, 0, -1):
            yield from combinations(words, n)
        for word in words:
            for other in (_one(word), *synonyms().get(_one(word), ())[:2]):
                yield (other,)

    for some in new():
        key = tuple(fold(w) for w in some)
        if key not in seen and some:
            seen.add(key)
            yield some
        if len(seen) >= SEARCHES:
            return


def _there(said: Sequence[Said]) -> Iterator[tuple[str, ...]]:
    """All words in the portal's language, one of them in another form, then fewer."""
    heads = tuple(s.forms[0] for s in said)
    yield heads
    for n, one in enumerate(said):
        for form in one.forms[1:2]:
            yield (*heads[:n], form, *heads[n + 1 :])
    if len(heads) > 2:
        yield from combinations(heads, len(heads) - 1)


def _tells(token: Token, opens: bool) -> bool:
    if token.kind == "quoted":
        return True
    if token.kind != "word" or token.number is not None or len(token.lower) < 2:
        return False
    if token.lower in FUNCTION or token.lower in _SMALL or token.lower in MODIFIERS or token.lemma in MODIFIERS:
        return False
    return token.lower not in VERBS or not opens


def _one(word: str) -> str:
    return word if " " in word else singular(fold(word))
