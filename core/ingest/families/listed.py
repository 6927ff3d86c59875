"""What files are told apart by, called as the list calls it that has them all.

Sheets `Eastside`, `Mill Lane`, `Harbour` beside a list of sites that has these three: they are told by their site.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from core.ingest.families.forms import Facet, Form
from core.ingest.families.varying import Varying
from core.text.words import normalise, singular, words

UNNAMED = ("kind", "folder")
"""What values without a noun are called."""
_NOUNLESS = frozenset("name title label description full short code id key no number desc".split())
"""Words of a label that do not say what its values are."""


def called_by_lists(tells: Sequence[Varying], others: Iterable[Form]) -> list[Varying]:
    """The same, those without a noun under the label of the shortest column among the other files that has each of
    their values; for a column `name`, what its file lists."""
    if not any(t.label in UNNAMED for t in tells):
        return list(tells)
    taken = {t.label.casefold() for t in tells}
    lists = [(facet, noun) for form in others for facet in form.columns if (noun := _noun(facet, form))]
    return [_called(t, lists, taken) for t in tells]


def _called(told: Varying, lists: Sequence[tuple[Facet, str]], taken: set[str]) -> Varying:
    values = {normalise(v) for v in told.values}
    if told.label not in UNNAMED or len(values) < 2:
        return told
    fit = [(len(facet.values), noun) for facet, noun in lists if noun not in taken and values <= facet.values]
    return replace(told, label=min(fit)[1]) if fit else told


def _noun(facet: Facet, form: Form) -> str:
    """`site` for a column `Site name` and for the column `Name` of `sites`; "" where neither says."""
    if facet.kind != "text":
        return ""
    said = [w for w in words(facet.label) if w not in _NOUNLESS]
    if said:
        return " ".join(said)
    own = [w for w in words(form.own[-1]) if not w.isdigit()] if form.own else []
    last = own[-1] if own else ""
    return singular(last) if singular(last) != last else ""
