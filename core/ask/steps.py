"""The steps of the workflow, one function each: `State -> what it adds`. The order stands in workflow.py."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from langgraph.runtime import Runtime
from langgraph.types import interrupt

from core.ask.alternatives import alternatives_of
from core.ask.ambiguous_columns import UNDECIDED as UNDECIDED_NAME
from core.ask.ambiguous_columns import called_alike
from core.ask.cautions import DOUBT, ONLY_IN_COMMON, cautions
from core.ask.chart_words import chart_asked, undrawn, without_figure
from core.ask.choices_used import passed_over, unheard
from core.ask.clarify import question_back
from core.ask.deciding import LEFT, deciding
from core.ask.filtering import schema_view, spoken_of_components, within
from core.ask.foreign import heard
from core.ask.form import Form, form_of, planned
from core.ask.language import ENGLISH, language_of, named
from core.ask.load_warnings import DOUBTED, DOUBTS
from core.ask.nearest import with_unknown
from core.ask.overrides import pinned
from core.ask.own_words import kept_where, own_word
from core.ask.query_steps import tree_of
from core.ask.read_only import REASON as READ_ONLY
from core.ask.read_only import asks_to_change
from core.ask.schema_answers import answered_from_schema
from core.ask.scope_choice import best_scope
from core.ask.scopes import WHOLE, Scoped
from core.ask.services import Services
from core.ask.span_selection import cover
from core.ask.state import Clarify, NotUnderstood, Question, Reading, SchemaView, State, Turn
from core.ask.tokens import tokenise
from core.ask.top_rows import top_rows
from core.ask.translators.base import Conversing, Reviewer
from core.ask.translators.rules.plan import Plan
from core.ask.turns import kept, turns
from core.config import RULES
from core.model import Caution, Chip, Rows, Step

TOGETHER = 0.8
"""What is left of the confidence where rows are together only by a third table that the question does not name."""
HINTED = 500
"""Characters of a hint whose tables go on with those of the question."""
UNDECIDED = 0.8
"""What is left of the confidence where a person would be asked which of two readings is meant, and nobody is there."""


EMPTY = "Type a question."


def link(state: State, runtime: Runtime[Services]) -> State:
    """Schema linking and filtering: which words mean what, and which tables go on."""
    services = runtime.context
    question = state.get("question") or Question.of(state["asked"])
    choice = state.get("choice") or question.reading
    question = replace(question, earlier=turns(state.get("turns") or ()) or question.earlier, reading=choice)
    chart, asked = chart_asked(question.text)
    if chart and (asked or question.earlier):  # “as a pie”, and nothing else: the question before
        question = replace(question, text=asked or question.earlier[-1].text, again=not asked)
    tokens = tokenise(question.text)
    spans = services.linker.spans(tokens)
    mentions = pinned(tokens, cover(tokens, spans), question.overrides, services.tables)
    question = replace(question, language=language_of(tokens, mentions))
    if services.translator.name == RULES:  # a model reads other languages itself
        text = heard(question.text, question.language, services.linker.vocabulary.label_words, named(tokens, mentions))
        if text != question.text:
            foreign = question.language if question.language != ENGLISH else ""
            question = replace(question, text=text, language=ENGLISH, heard=foreign)
            tokens = tokenise(text)
            spans = services.linker.spans(tokens)
            mentions = pinned(tokens, cover(tokens, spans), question.overrides, services.tables)
    spoken_of = question.earlier[-1].tables if question.earlier else ()
    hinted = services.linker.link(tokenise(question.hint[:HINTED])) if question.hint else ()
    view = schema_view(services.tables, services.joins, (*mentions, *hinted), spoken_of)
    scoped: tuple[Scoped, ...] = ()
    if services.translator.name != RULES:  # a model is shown all that may matter
        view = spoken_of_components(view, (*mentions, *hinted), spoken_of)
    elif services.scopes:
        hint = tokenise(question.hint[:HINTED])
        scoped = services.scopes.likeliest(tokens, spans, hint, question.overrides, spoken_of)
        if scoped:
            scoped = (*scoped, Scoped(WHOLE, within(mentions, view), view, 0.0))
            mentions, view = scoped[0].mentions, scoped[0].view
    mentions = within(mentions, view)
    found = ", ".join(f"“{m.text}”" for m in mentions if m.links) or "no known words"
    services.run.step(Step("link", "done", f"Recognised {found}", {"tables": [t.label for t in view.tables]}))
    return {"question": question, "mentions": mentions, "view": view, "scoped": scoped, "chart": chart}


def read(state: State, runtime: Runtime[Services]) -> State:
    """The question in the schema's terms (question enrichment), or why it cannot be read."""
    services = runtime.context
    if not any(ch.isalnum() for ch in state["question"].text):
        services.run.step(Step("read", "failed", EMPTY))
        return {"stopped": EMPTY}
    if state["question"].language == ENGLISH and asks_to_change(tokenise(state["question"].text), state["mentions"]):
        services.run.step(Step("read", "failed", READ_ONLY))
        return {"stopped": READ_ONLY}
    told = own_word(state["question"].text) if state["question"].language == ENGLISH else None
    if told is not None:
        services.run.step(Step("read", "failed", kept_where(*told)))
        return {"stopped": kept_where(*told)}
    reading, narrowed = _read(state, services)
    state = {**state, **narrowed}
    if isinstance(reading, Reading):
        back = question_back(state["question"], reading)
        if back is not None and services.talking:
            return {**_asked_back(back, services), "form": planned(reading)}
        services.run.step(Step("read", "done", f"Understood as: {reading.enriched}", {"links": dict(reading.links)}))
        chips = _chips(reading, state, services)
        return {
            **narrowed,
            "reading": reading,
            "understood": reading.links,
            "ignored": _ignored(reading, state["question"], services),
            "chips": chips,
            "confidence": _sure(reading, state["question"], services) * (UNDECIDED if back else 1.0),
        }
    if isinstance(reading, NotUnderstood):
        services.run.step(Step("read", "failed", reading.reason))
        return {
            "stopped": reading.reason,
            "offered": reading.offered,
            "understood": reading.understood,
            "ignored": reading.ignored,
            "chips": _chips(reading, state, services),
            "form": planned(reading),
        }
    if services.talking and reading.options:
        return _asked_back(reading, services)
    options = " · ".join(reading.options)
    return {"stopped": f"{reading.question} {options}"}


def _read(state: State, services: Services) -> tuple[Reading | Clarify | NotUnderstood, State]:
    """The reading, and the tables that it was read over where several parts of the schema came into question."""
    question, run = state["question"], services.run
    scoped: tuple[Scoped, ...] = state.get("scoped", ())
    if len(scoped) < 2:
        reading = services.translator.read(question, state["mentions"], state["view"], run)
        return reading, {"fits_alike": (), **_widened(reading, state["view"], services)}

    chosen, reading, others = best_scope(
        scoped,
        lambda s: services.translator.read(question, s.mentions, s.view, run),
        lambda found: _sure(found, question, services),
        question.reading,
    )
    if chosen.scope.name:
        run.step(
            Step("link", "done", f"Looked in {chosen.scope.name}", {"tables": [t.label for t in chosen.view.tables]})
        )
    wider = _widened(reading, chosen.view, services)
    alike = (chosen.scope.name, *others) if others else ()
    return reading, {"mentions": chosen.mentions, "view": chosen.view, "fits_alike": alike, **wider}


def _widened(reading: Reading | Clarify | NotUnderstood, view: SchemaView, services: Services) -> State:
    """All tables, where a reading uses one that the question did not seem to need."""
    if not isinstance(reading, Reading) or all(view.table(t) for t in reading.tables):
        return {}
    return {"view": SchemaView(services.tables, tuple(j for j in services.joins if j.state != "rejected"))}


def _sure(reading: Reading, question: Question, services: Services) -> float:
    """The confidence in a reading of the rules; little where a word that decides had no part in it, or what a person
    chose for a word."""
    if unheard(question.overrides, reading.chips) or passed_over(question.overrides, reading, services.tables):
        return min(reading.confidence, LEFT)
    if not reading.ignored or not isinstance(reading.plan, Plan) or reading.rewritten or question.overrides:
        return reading.confidence
    lost = deciding(tokenise(question.text), reading.ignored, reading.chips)
    return min(reading.confidence, LEFT) if lost else reading.confidence


def _ignored(reading: Reading, question: Question, services: Services) -> tuple[str, ...]:
    """The words that had no part in a reading, also those whose meaning a person chose for nothing."""
    lost = passed_over(question.overrides, reading, services.tables)
    return tuple(dict.fromkeys((*reading.ignored, *lost, *unheard(question.overrides, reading.chips))))


def _chips(found: Reading | NotUnderstood, state: State, services: Services) -> tuple[Chip, ...]:
    """The chips of what was found, and what the words that led to nothing may mean; not for another text."""
    if isinstance(found, Reading) and found.rewritten:
        return found.chips
    schema = SchemaView(services.tables, services.joins)
    text = state["question"].text
    return with_unknown(found.chips, found.ignored, text, schema, services.linker.labels, services.embed)


def _asked_back(back: Clarify, services: Services) -> State:
    """Two readings differ and nothing decides: the person does."""
    services.run.step(Step("read", "done", back.question, {"options": list(back.options)}))
    return {"pending": {"question": back.question, "options": list(back.options)}}


def clarify(state: State, runtime: Runtime[Services]) -> State:
    """The question back: the run ends here, and goes on here with the person's choice."""
    return {"choice": str(interrupt(state["pending"])), "pending": {}}


def otherwise(state: State, runtime: Runtime[Services]) -> State:
    """At a dead end: another reading from a translator that has one; the queries begin anew."""
    services = runtime.context
    if not isinstance(services.translator, Reviewer):
        return {}
    other = services.translator.otherwise(state["stopped"], services.run)
    if other is None:
        return {}
    if isinstance(other, NotUnderstood):
        return {
            "stopped": other.reason,
            "offered": other.offered,
            "understood": other.understood,
            "ignored": other.ignored,
            "chips": _chips(other, state, services),
        }
    services.run.step(Step("read", "repaired", f"Understood as: {other.enriched}", {"links": dict(other.links)}))
    return {
        "reading": other,
        "understood": other.links,
        "ignored": other.ignored,
        "chips": _chips(other, state, services),
        "confidence": other.confidence,
        "stopped": "",
        "paths": (),
        "cypher_failed": (),
        "sql_failed": (),
    }


def tell(state: State, runtime: Runtime[Services]) -> State:
    """The sentence and what must be said beside it."""
    services = runtime.context
    services.run.check()
    if state.get("stopped"):
        return {"answer": state["stopped"], "confidence": 0.0}
    if state["reading"].kind == "schema":
        return answered_from_schema(state, services)
    rows = state["rows"]
    found = top_rows(state["sql"].text, services.engine.dialect, rows, services.run.probe)
    text = "".join(services.translator.tell(state["reading"], rows, services.run, found))
    chart = state.get("chart", "")
    bare = without_figure(chart, rows.rows)
    text = " ".join(filter(None, (text, undrawn(chart, len(rows.rows)))))
    path = state["paths"][0]
    unsure = [e for e in path if e.state != "confirmed"]
    confidence = state.get("confidence", 0.0)
    alike = tuple(called_alike(state["reading"], state.get("mentions", ()), state["view"], state["sql"].text))
    confidence *= UNDECIDED_NAME ** len(alike)
    warnings = (*cautions(state, services, found), *alike, *([Caution(DOUBT, bare)] if bare else []))
    if isinstance(services.translator, Reviewer):
        confidence, more = services.translator.weigh(
            state["reading"], tree_of(state), state["sql"], rows, confidence, services.run
        )
        warnings += more
    for e in unsure:
        confidence *= 0.5 + 0.5 * e.score
    if any(c.code in DOUBTS for c in warnings):
        confidence *= DOUBTED
    if any(c.code == ONLY_IN_COMMON for c in warnings):
        confidence *= TOGETHER
    tied = found.more and len(rows.rows) == 1  # more than twenty others are first as well: nothing was ranked
    if found.unknown or tied or bare or _unknown(state["reading"], rows):
        confidence = min(confidence, LEFT)
    others = alternatives_of(state["reading"], state["view"], services.translator, services.run)
    return {
        "answer": text,
        "beside": found.beside,
        "cautions": warnings,
        "confidence": round(confidence, 2),
        "alternatives": others,
        "form": _form(state, services),
        "turns": kept(state.get("turns") or (), _turn(state, services)),
    }


def _unknown(reading: Reading, rows: Rows) -> bool:
    """Nothing in a lone row is known, or of its figures some are not; of the figures of groups half are not."""
    if len(rows.rows) == 1:
        row = rows.rows[0]
        figures = sum(isinstance(cell, int | float) for cell in row)
        return row.count(None) == len(row) or (figures > 0 < row.count(None) and figures + row.count(None) == len(row))
    if not isinstance(reading.plan, Plan) or not reading.plan.query.group:
        return False
    at = [n for n, item in enumerate(reading.plan.query.select) if item.aggregate]
    return any(2 * sum(row[n] is None for row in rows.rows) >= len(rows.rows) > 0 for n in at if n < len(rows.columns))


def _turn(state: State, services: Services) -> Turn:
    """What the next question of the talk may refer to."""
    question, reading = state["question"], state["reading"]
    query = services.translator.remembered(reading) if isinstance(services.translator, Conversing) else None
    return Turn(reading.rewritten or question.text, reading.enriched, query, reading.tables)


def _form(state: State, services: Services) -> dict[str, Any] | None:
    """The reading as plain values, where the SQL is what the rules make of it."""
    if (own := form_of(state["reading"], tree_of(state), state["sql"].text)) is not None:
        return own.plain()
    if isinstance(services.translator, Conversing):
        form = Form.of(services.translator.remembered(state["reading"]))
        if form is not None and form.writes(state["sql"].text, tree_of(state), services.tables, services.joins):
            return form.plain()
    return None
