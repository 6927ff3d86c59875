"""Asking a model again: the fault, what helps to mend it, and one thing to do. The first prompt is not sent again."""

from __future__ import annotations

from collections.abc import Sequence

from core.ask.state import Attempt, JoinTree, Question, SchemaView
from core.ask.translators.chat.asking import tree_lines
from core.ask.translators.chat.hiding import Hiding
from core.ask.translators.chat.model import Message
from core.ask.translators.chat.notation import plain, plain_lines, spelled
from core.ask.translators.chat.replies import BadReply
from core.ask.translators.chat.schema_text import join_lines, table_text
from core.ask.translators.chat.templates import block, messages

EMPTY, CONTRADICTION, UNORDERED = "empty_result", "contradiction", "unordered"
LONGEST_REPLY = 4_000
"""Characters of a faulty reply that are sent back."""
MOST_TABLES, MOST_JOINS = 6, 20
_UNDONE = "It runs, but does not do all that the question says:"
_DOUBTS = {
    EMPTY: "It runs and finds no rows. A text is perhaps spelled otherwise in the data, stands in another column, or a "
    "condition is too strict:",
    "fan_out": "It runs, but a join may repeat rows before they are added up or counted:",
    "cross_join": "It runs, but tables in it are not connected:",
    "unknown_join": "It runs, but joins columns of which nobody found that they hold the same:",
    "rejected_join": "It runs, but uses a rejected join: a person, or the values themselves, say that the two columns "
    "do not hold the same things, so the rows it pairs do not belong together:",
    CONTRADICTION: _UNDONE,
    UNORDERED: _UNDONE,
}
_REMEDIES = {
    "fan_out": "If figures come out too high by it, aggregate in a subquery first, use EXISTS, or count DISTINCT keys.",
    "cross_join": "If that is not meant, add the join condition.",
    "unknown_join": "If one of the joins in <joins> says the same, use it.",
    "rejected_join": "If one of the joins in <joins> says the same, use it.",
}
_STANDS = "If the query is right as it stands, reply with the same query."


def again_reply(reply: str, fault: BadReply) -> list[Message]:
    """The model's own reply and why it cannot be used, for a talk that goes on."""
    offers = f" Names that exist and are close: {plain_lines(', '.join(fault.close))}." if fault.close else ""
    request = f"Your reply cannot be used: {plain(fault.message)}{offers}\nReply in the same form, mended."
    return [("ai", reply[:LONGEST_REPLY]), ("human", request)]


def again_cypher(attempt: Attempt, prompt: Sequence[Message]) -> list[Message]:
    """The prompt, the model's own Cypher and what was wrong with it."""
    offers = f" Names that exist and are close: {plain_lines(', '.join(attempt.close))}." if attempt.close else ""
    request = f"The query was refused: {plain(attempt.message)}{offers}\nWrite the query anew without this fault."
    return [*prompt, ("ai", f"```cypher\n{attempt.draft.text}\n```"), ("human", request)]


def again_sql(
    attempt: Attempt, question: Question, schema: SchemaView, tree: JoinTree, hiding: Hiding, apart: Sequence[str] = ()
) -> list[Message]:
    """The model's own query, what was wrong with it, and the piece of schema that helps; `schema` holds the tables
    that it may name."""
    offers, extra = "", ""
    if attempt.close:
        what = "Values in the data that are close" if attempt.code == EMPTY else "Names that exist and are close"
        near = attempt.close if attempt.code == EMPTY else [spelled(n, schema) for n in attempt.close]
        offers = f"{what}: {plain_lines(', '.join(near))}"
    if attempt.code in _DOUBTS and attempt.code not in (EMPTY, CONTRADICTION, UNORDERED):
        names = {t.name for t in schema.tables}
        lines = join_lines(schema.joins, lambda j: {j.child_table, j.parent_table} <= names)
        extra = block("joins", "\n".join(map(plain_lines, lines[:MOST_JOINS])))
    elif attempt.code != EMPTY:
        tables = [plain_lines(table_text(t, "names")) for t in schema.tables[:MOST_TABLES]]
        paths = tree_lines(tree, schema, apart) if tree.edges or apart else []
        extra = block("columns", "\n".join([*tables, *paths]))
    remedy = _REMEDIES.get(attempt.code, "")
    return messages(
        "again",
        question=plain(hiding.hide(question.text)),
        query=plain_lines(hiding.hide(attempt.draft.text)),
        task=_DOUBTS.get(attempt.code, "The query was refused; this is why:"),
        fault=plain(hiding.hide(attempt.message)),
        offers=block("offers", hiding.hide(offers)),
        columns=extra,
        closing=f"{remedy} {_STANDS}".strip() if attempt.valid else "Write the query anew without this fault.",
    )
