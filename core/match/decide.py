"""One decision over the whole set of scored pairs, not pair by pair.

After Auto-BI (arXiv 2306.12515): the joins kept are the likeliest set under what schemas look like, not each pair above
a bar. Here:

1. A column points at one key. A child's parents share one unit of belief between them and "none" (a softmax over their
   log-odds), so ids that fit ten keys are only believed when a label singles one out.
2. No circles. Columns already tied together by likelier joins need no further join: it follows from them.
3. Two tables meet in one many-to-many pair at most, and in none when a key joins them or both hold the same reference
   to a third: files of one form share dozens of equal labels, of which the most telling is meant.
4. Exceptions to 1. A key split over several files ("partition"): the child's values lie partly in one, partly in
   another, together all of them. Two files of one form ("siblings"): equal labels, when the joins kept go elsewhere.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from core.match.choice import PROBABLE, Choice, meets, tables_of
from core.match.competition import one_way, weigh
from core.match.explain import why
from core.match.features import NAMESAKE, WHOLE, WORDS
from core.match.keys import codes, key_like, own_key
from core.match.label_match import of_another
from core.match.labels import meaning
from core.match.offers import with_offers
from core.match.pool import Candidate
from core.match.rescue import with_rescued
from core.match.scorers import Features, Scored
from core.match.union_find import UnionFind
from core.match.values import NUMBERING, chance, in_a_row
from core.model import Cardinality, Evidence, Join, JoinState

CONFIRMED = 0.9
"""At least this likely, with hardly a value missing in a unique parent: used without a word."""
# From PROBABLE on a pair is used, and said so. Enough for a confirmed join where more speaks for it than belief …
ALIKE = 0.75
"""… names so much alike, or …"""
TELLING_VALUES = 20
"""… so many values in common that are no mere numbering. With these, belief and one name, a parent may repeat."""
NEAR_MISS = 0.1
"""At least this likely: kept as rejected, so that a person can see and confirm it."""
NEAR_MISSES = 3
"""At most so many rejected joins per child column."""
CONFIRMED_CONTAINMENT = 0.95
"""A confirmed join misses at most this share of the child's values …"""
SPOILT = 0.7
"""… or keeps this share, where names are the same and nearly nothing speaks against it: values are misspelled then."""
OF_ONE_FORM = 2
"""Equal labels at least of two files of one form that both refer to one key by the same column."""
CERTAIN = 0.97
"""The belief that stands for that."""


def decide(
    scored: Iterable[Scored],
    features: Callable[[Candidate], Features] | None = None,
    folders: Mapping[str, str] = MappingProxyType({}),
) -> tuple[Join, ...]:
    """Confirmed, probable and near-miss rejected joins, likeliest first, ids breaking ties.

    `features` says what led to a score, where the scored pairs do not; `folders` where tables come from, of several.
    """
    chosen = choose(list(scored), folders)
    joins = [as_join(choice if features is None else _with_features(choice, features)) for choice in chosen]
    return tuple(sorted(joins, key=lambda j: (-j.score, j.id)))


def _with_features(choice: Choice, features: Callable[[Candidate], Features]) -> Choice:
    return replace(choice, scored=replace(choice.scored, features=features(choice.scored.candidate)))


def choose(scored: Sequence[Scored], folders: Mapping[str, str] = MappingProxyType({})) -> list[Choice]:
    """The kept pairs and the near misses. Pairs with a key come first; pairs with none see what is left."""
    likelier = one_way(scored)
    state = _State()
    keyed = [s for s in likelier if key_like(s.candidate.parent)]
    for belief, s, note in weigh(keyed):
        state.settle(s, belief, note)
    points_at = {c.scored.candidate.child.id: c.scored.candidate for c in state.out if c.kept}
    references: dict[str, set[str]] = defaultdict(set)
    for found in points_at.values():
        references[found.child.table].add(f"{found.parent.id} {meaning(found.child_label, found.child.id)}")
    by_pair = {s.candidate.key: s for s in likelier}
    alike = Counter(tables_of(s.candidate) for s in scored if s.candidate.label.same)
    for belief, s, note in weigh([s for s in likelier if not key_like(s.candidate.parent)]):
        pair = s.candidate
        if belief >= PROBABLE and (onward := _onward(pair, points_at, by_pair)):
            state.settle(onward, belief, note)
            continue
        keys = [points_at.get(c.id) for c in (pair.child, pair.parent)]
        if not meets(pair) or pair.holds_figures:
            state.settle(s, belief, note)
            continue
        siblings = pair.label.same and all(k is not None and not k.label.same for k in keys)
        within = pair.child.table == pair.parent.table
        shared = not within and references[pair.child.table] & references[pair.parent.table]
        if (
            siblings
            and s.score >= PROBABLE
            and state.apart(pair)
            and not (shared and alike[tables_of(pair)] < OF_ONE_FORM)
        ):
            state.keep(s, s.score, "siblings")
        elif belief >= PROBABLE and (shared or not state.apart(pair)):
            state.reject(s, "met")
        elif keys[0] is not None:
            state.reject(s, "follows")
        else:
            state.settle(s, belief, note)
    return _with_better(with_offers(with_rescued(state.out, likelier, folders), likelier))


def _with_better(out: Sequence[Choice]) -> list[Choice]:
    """The choices, those outbid with the column that is taken in their parent's place, else the likeliest other."""
    best: dict[str, list[Choice]] = defaultdict(list)
    for choice in sorted(out, key=lambda c: (not c.kept, -c.belief, c.scored.candidate.key)):
        best[choice.scored.candidate.child.id].append(choice)

    def better(choice: Choice) -> str:
        others = (c for c in best[choice.scored.candidate.child.id] if c is not choice)
        return next((c.scored.candidate.parent.id for c in others), "")

    return [replace(c, better=better(c)) if c.note == "outbid" else c for c in out]


def _onward(
    pair: Candidate, points_at: Mapping[str, Candidate], by_pair: Mapping[tuple[str, str], Scored]
) -> Scored | None:
    """The key that the pair's parent itself points at, when it holds the child's values as well: that one is meant."""
    for one, other in ((pair.child, pair.parent), (pair.parent, pair.child)):
        key = points_at.get(other.id)
        if key is not None and one.id not in points_at:
            found = by_pair.get((one.id, key.parent.id))
            held = pair.overlap.forth if one is pair.child else pair.overlap.back
            if found is not None and found.candidate.overlap.forth >= held:
                return found
    return None


class _State:
    """What has been decided so far."""

    def __init__(self) -> None:
        self.out: list[Choice] = []
        self._tied = UnionFind()
        self._met: set[frozenset[str]] = set()
        self._misses: dict[str, int] = defaultdict(int)

    def settle(self, s: Scored, belief: float, note: str) -> None:
        """Keeps a pair believed in, unless it closes a circle; remembers a near miss."""
        pair = s.candidate
        if not meets(pair):
            self.reject(s, "disjoint", belief)
        elif pair.holds_figures:
            self.reject(s, "measure", belief)
        elif belief < PROBABLE:
            self.reject(s, "outbid" if s.score >= PROBABLE else "", belief)
        elif self._tied.join(pair.child.id, pair.parent.id) or note == "partition":
            self.keep(s, belief, note)
        else:
            self.reject(s, "follows")

    def keep(self, s: Scored, belief: float, note: str) -> None:
        self._met.add(tables_of(s.candidate))
        self.out.append(Choice(s, belief, kept=True, note=note))

    def reject(self, s: Scored, note: str, belief: float = 0.49) -> None:
        child = s.candidate.key[0]
        if belief >= NEAR_MISS and self._misses[child] < NEAR_MISSES:
            self._misses[child] += 1
            self.out.append(Choice(s, min(belief, s.score), kept=False, note=note))

    def apart(self, pair: Candidate) -> bool:
        """Whether no kept join ties the pair's tables yet."""
        return tables_of(pair) not in self._met


_CARDINALITY: dict[tuple[bool, bool], Cardinality] = {
    (True, True): "1:1",
    (False, True): "n:1",
    (True, False): "1:n",
    (False, False): "n:m",
}


def as_join(choice: Choice, said: JoinState | None = None) -> Join:
    """The choice as a join with its evidence; its state as `said`, else by belief."""
    pair = choice.scored.candidate
    child, parent = pair.child, pair.parent
    shared = pair.overlap
    both = key_like(child), key_like(parent)
    cardinality = _CARDINALITY[both]
    evidence = Evidence(
        containment=shared.forth,
        containment_back=shared.back,
        label_similarity=pair.label.similarity,
        child_unique=child.profile.unique,
        parent_unique=parent.profile.unique,
        cardinality=cardinality,
        shared=shared.shared,
        features=choice.scored.features,
    )
    state: JoinState = "rejected"
    if choice.kept:
        state = "confirmed" if choice.note != "rescued" and _sure(pair, choice.belief) else "probable"
    join = Join(
        id=Join.make_id(child.table, (child.name,), parent.table, (parent.name,)),
        child_table=child.table,
        child=(child.name,),
        parent_table=parent.table,
        parent=(parent.name,),
        score=round(choice.belief, 4),
        state=said or state,
        evidence=evidence,
        offered=choice.offered,
        perfect=child.label == parent.label and child.type == parent.type and shared.forth == shared.back == 1.0,
    )
    return replace(join, why=why(join, choice.note, choice.better))


def _sure(pair: Candidate, belief: float) -> bool:
    """Whether a kept pair is used without asking; the constants above say when."""
    telling = pair.overlap.shared >= TELLING_VALUES and chance(pair.child, pair.parent) < NUMBERING
    if pair.overlap.forth < CONFIRMED_CONTAINMENT:
        certain = belief >= CERTAIN and pair.label.same and pair.parent.profile.unique
        return certain and telling and pair.overlap.forth >= SPOILT
    doubtful = not telling and not _same_codes(pair) and of_another(pair.child_label, pair.parent_label)
    if _two_numberings(pair) or doubtful:
        return False
    if pair.parent.profile.unique:
        alike = pair.label.similarity >= ALIKE and (pair.label.same or not key_like(pair.child))
        if chance(pair.child, pair.parent) >= NUMBERING:  # then both must say that they number the same things
            alike = alike and (pair.child_label.key or pair.parent_label.owner >= 0.5)
            alike = alike and not own_key(pair.child, pair.child_label)
        return belief >= CONFIRMED or alike or telling
    return belief >= CONFIRMED and pair.label.same and telling


def _same_codes(pair: Candidate) -> bool:
    """Many rows hold all the codes of a list, in letters, and no others: two things are seldom written so alike."""
    child, parent, shared = pair.child, pair.parent, pair.overlap
    lettered = codes(child) and codes(parent) and all(value.isalpha() for value, _ in child.profile.common)
    whole = shared.shared >= WORDS and min(shared.forth, shared.back) >= WHOLE
    return lettered and whole and parent.profile.unique and not key_like(child)


def _two_numberings(pair: Candidate) -> bool:
    """Two tables number their own rows, each its own things: that the numbers are the same is no reference."""
    child, parent = pair.child, pair.parent
    keys = own_key(child, pair.child_label) and own_key(parent, pair.parent_label)
    numbers = child.type == "integer" and in_a_row(child) and child.table != parent.table
    return keys and numbers and pair.child_label.owner >= NAMESAKE and pair.parent_label.owner >= NAMESAKE


def column_ids(join: Join) -> tuple[str, ...]:
    """The ids of all columns a join names, the child's first."""
    left = tuple(f"{join.child_table}.{c}" for c in join.child)
    return (*left, *(f"{join.parent_table}.{c}" for c in join.parent))


def reviewed(found: Iterable[Join], known: Iterable[Join]) -> tuple[Join, ...]:
    """The joins found, with a person's verdicts; those that were not found again stay by them.

    A verdict is on a pair of columns: it holds whichever way round the pair is found.
    """
    verdicts = {j.pairs: j for j in known if j.reviewed}
    verdicts = {pair: replace(j, offered=False) for pair, j in verdicts.items()}
    met = {j.pairs: _reviewed(j, verdicts.get(j.pairs)) for j in found}
    return tuple(sorted({**verdicts, **met}.values(), key=lambda j: (-j.score, j.id)))


def _reviewed(join: Join, verdict: Join | None) -> Join:
    """A verdict says that a join is meant, not which of two between the same tables is: its own score tells that."""
    if verdict is None:
        return join
    return replace(join, state=verdict.state, score=verdict.score, reviewed=True, offered=False)
