"""The rules, following a talk: a text that does not stand by itself changes the query of the question before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import astuple, replace
from itertools import pairwise
from typing import Any

from core.ask.chips import meaning
from core.ask.conversation.edit import edited, head
from core.ask.conversation.fragment import Fragment, fragment, joined
from core.ask.conversation.listing import listed
from core.ask.conversation.own_words import Told, own_words
from core.ask.conversation.sorting import sorted_anew
from core.ask.conversation.wording import Wording
from core.ask.roles import roles_of
from core.ask.state import Clarify, Link, Mention, NotUnderstood, Question, Reading, Role, Run, SchemaView
from core.ask.tokens import Token, tokenise
from core.ask.translators.rules.candidates import Found, Tried, candidate_of, probed, spoken_for, tree_of
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.grammar.parse import Parse
from core.ask.translators.rules.grammar.role_tables import keep_roles
from core.ask.translators.rules.lexicon.chunk import Chunk, chunk
from core.ask.translators.rules.linking.resolve import Chosen, resolve
from core.ask.translators.rules.plan import Plan
from core.ask.translators.rules.query import Query, all_tables
from core.ask.translators.rules.ranking.contradictions import reason
from core.ask.translators.rules.ranking.features import content
from core.ask.translators.rules.ranking.rank import Candidate, confidence
from core.ask.translators.rules.realisation.phrase import Phrase
from core.ask.translators.rules.slots.parts import parts_of
from core.ask.translators.rules.translator import RulesTranslator
from core.ask.turns import held, in_role_tables, query_of, to_plain

_EACH = ("per", "each", "every", "for each", "for every", "in each")
NEAR = 0.5
"""What a choice of links gains when all lie in tables that the earlier question used."""
ASSUMED = 0.9
"""The confidence that is left when what the follow-up does not say is taken from the question before."""
TAKEN_ALONE = 0.74
"""The most confidence in a text that may follow on and is read by itself."""
PORTION = 0.85
"""How sure it is what "as a percentage of the total", or "top 3", means of a question that was read so surely."""


_HELD = 0.95
"""The least score of a link to a cell that is said as it is held."""


class FollowingRules(RulesTranslator):
    """`RulesTranslator` that knows the talk's last question, and reads follow-ups in its light."""

    def read(
        self, question: Question, mentions: Sequence[Mention], schema: SchemaView, run: Run
    ) -> Reading | Clarify | NotUnderstood:
        """A question that stands by itself is read as if nothing had been said before."""
        earlier = question.earlier[-1] if question.earlier and not (question.overrides or question.reading) else None
        before = query_of((earlier.query or {}).get("query")) if earlier else None
        if earlier is None or before is None:
            return super().read(question, mentions, schema, run)
        tokens = tokenise(question.text)
        facts, followed = Facts(schema), mentions
        roles = tuple(Role(*r) for r in (earlier.query or {}).get("along") or ())
        kept = keep_roles(tokens, mentions, schema, roles) if roles else None
        if kept is not None:
            before = in_role_tables(before, roles, kept.roles)
            facts, followed = Facts(kept.schema, schema, kept.roles), kept.mentions
        if not held(before, facts):
            return super().read(question, mentions, schema, run)
        followed, own = own_words(question.hint, tokens, followed, facts.schema)
        said = fragment(tokens, followed if question.hint else mentions, [facts.source(t) for t in all_tables(before)])
        turned = before if question.again else listed(tokens, before, facts) or sorted_anew(tokens, before, facts)
        if turned is not None:
            said = Fragment(used=frozenset(range(len(tokens))), strong=False)
        if said is None:
            alone = super().read(question, mentions, schema, run)
            return _by_itself(alone) if joined(tokens) and (before.where or before.having) else alone
        preferred = tuple((earlier.query or {}).get("preferred") or ())
        turned = turned or (_turned(before, roles, kept.roles) if kept is not None else None)
        told = min(PORTION, (earlier.query or {}).get("sure", PORTION))
        reading = self._follow(tokens, followed, said, before, facts, preferred, told, own, run, turned)
        if reading is not None:
            return reading
        alone = super().read(question, mentions, schema, run)
        if said.strong:
            reason = f"I could not tell how this follows on “{earlier.text}”. Please ask it as a whole question."
            known = alone.links if isinstance(alone, Reading) else getattr(alone, "understood", ())
            return NotUnderstood(reason, known)
        return alone

    def remembered(self, reading: Reading) -> Mapping[str, Any] | None:
        """The query, as plain values, the joins that the question's words spoke for, the roles that its tables may have
        (`roles`), those that its path takes (`along`), and how sure it was."""
        if not isinstance(reading.plan, Plan):
            return None
        roles, along = ([list(astuple(r)) for r in found] for found in (reading.plan.facts.roles, reading.roles))
        preferred = list(reading.plan.preferred)
        query, sure = to_plain(reading.plan.query), reading.confidence
        return {"query": query, "preferred": preferred, "roles": roles, "along": along, "sure": sure}

    def _follow(
        self,
        tokens: Sequence[Token],
        mentions: Sequence[Mention],
        said: Fragment,
        before: Query,
        facts: Facts,
        preferred: tuple[str, ...],
        told: float,
        own_words: Told,
        run: Run,
        turned: Query | None = None,
    ) -> Reading | None:
        """The likeliest change of the earlier query that uses all of the text; None when there is none. A text that
        names nothing but another role of its table means `turned`. `told` is how sure it is at least where its words
        guess nothing."""
        used = tuple(m for m in mentions if not all(i in said.used for i in range(m.start, m.end)))
        about = list(dict.fromkeys((head(before), *all_tables(before))))
        choices = resolve(tokens, used, facts.schema) if used else ()
        found: list[tuple[float, Candidate]] = []
        for choice in choices or (Chosen((), 1.0),):
            run.check()
            chunks = chunk(tokens, used, choice.links, own_words)
            own = [c for c in chunks if not all(i in said.used for i in range(c.start, c.end))]
            parts = parts_of(own, about, facts, grouped=bool(before.group), cut=bool(said.limit))
            changed = None if parts.left or _per_value(own) else edited(before, said, parts, facts)
            if turned is not None and not parts.left and not parts.where:
                changed = turned
            if changed is None or changed in [c.query for _, c in found]:
                continue
            spoken = preferred + spoken_for(tokens, facts.schema)
            tree = tree_of(Parse(changed, ()), facts, spoken)
            if tree is not None:
                tried = Tried(Found(Parse(changed, ()), chunks, choice), tree, *probed(changed, tree, facts, run))
                candidate = candidate_of(tokens, used, tried, facts, spoken, choice.score)
                found.append((candidate.score + _near(choice.links, about), candidate))
        if not found:
            return None
        found.sort(key=lambda f: -f[0])
        best = found[0][1]
        sure = confidence(best, [c for _, c in found])
        whole, enriched = Wording(facts).question(best.query), Phrase(facts).query(best.query)
        same = self._whole(whole, best.query, facts, run)
        if same is not None:  # the few words alone say too little of what the query does
            sure = max(sure, same.confidence)
        cut = said.limit and not content(tuple(t.lower for i, t in enumerate(tokens) if i not in said.used))
        alone = turned is not None and not said.strong and (same is None or turned == before)
        held = bool(before.share and best.links) and all(k.kind == "value" and k.score >= _HELD for k in best.links)
        if said.share or cut or alone or held:  # its words say nothing else, and no table or column is guessed
            sure = max(sure, told)
        return Reading(
            "data",
            enriched,
            tuple(dict.fromkeys(facts.source(t) for t in all_tables(best.query))),
            tuple((k.text, meaning(k.link, facts.schema)) for k in best.chunks if k.link),
            content(best.ignored),
            round(sure * (1.0 if turned == before else ASSUMED), 2),
            Plan(best.query, facts, best.preferred),
            roles=(*facts.used(all_tables(best.query)), *roles_of(facts.schema.joins, best.preferred)),
            rewritten=whole,
            chips=same.chips if same else (),
            runners_up=same.runners_up if same else (),
            doubt=same.doubt if same else reason(dict(best.features)),
        )

    def _whole(self, text: str, query: Query, facts: Facts, run: Run) -> Reading | None:
        """The whole question read by itself, if that means the same: then its words can be changed one by one."""
        alone = super().read(Question(text), run.link(text), facts.schema, run)
        if not isinstance(alone, Reading) or not isinstance(alone.plan, Plan):
            return None
        both = ((query, facts), (alone.plan.query, alone.plan.facts))
        said = [Phrase(f, named=True).query(_bare(q)) for q, f in both]
        return alone if said[0] == said[1] else None


def _bare(query: Query) -> Query:
    """Without the tables that it needs for its columns anyway."""
    if query.share or query.everything:
        return query
    needed = all_tables(replace(query, tables=()))
    return replace(query, tables=tuple(t for t in query.tables if t not in needed))


def _by_itself(reading: Reading | Clarify | NotUnderstood) -> Reading | Clarify | NotUnderstood:
    """What begins with “and” and is read as a question of its own: it says what it was taken for, and is not sure."""
    if not isinstance(reading, Reading) or not isinstance(reading.plan, Plan) or reading.rewritten:
        return reading
    whole = Wording(reading.plan.facts).question(reading.plan.query)
    return replace(reading, rewritten=whole, confidence=min(reading.confidence, TAKEN_ALONE))


def _per_value(chunks: Sequence[Chunk]) -> bool:
    """`per vet`, taken for a cell: what stands behind "per" tells groups."""
    return any(
        one.text.lower() in _EACH and other.kind == "value" and other.start == one.end
        for one, other in pairwise(chunks)
    )


def _turned(before: Query, roles: Sequence[Role], now: Sequence[Role]) -> Query | None:
    """The earlier query with the one other role that the text speaks of in place of its own."""
    columns = {r.column for r in roles}
    own, other = [r for r in now if r.column in columns], [r for r in now if r.column not in columns]
    return (
        in_role_tables(before, own, [replace(other[0], column=own[0].column)]) if len(own) == len(other) == 1 else None
    )


def _near(links: Sequence[Link | None], about: Sequence[str]) -> float:
    kept = [k for k in links if k]
    return NEAR * sum(1 for k in kept if k.table in about) / len(kept) if kept else 0.0
