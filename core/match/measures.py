"""Words for what is counted, measured or ordered: a column so called holds numbers of its own and points at nothing.

Read by their noun, the last word of a label: `order count` counts, `count order` orders, `customer rank` ranks. In the
languages of most open data. A label that has a key word as well (`rank_id`) is not read so.
"""

from __future__ import annotations

from collections.abc import Sequence

ORDERS = frozenset(
    "rank ranking rang position pos placing standing row line seq sequence sort ordering ordinal nth rownum "
    "platz posicion positie".split()
)
"""A thing's place in a list."""

COUNTS = frozenset(
    "count counts total subtotal sum tally qty quantity num frequency occurrence population attendance visit view like "
    "vote goal point win loss draw hit anzahl menge summe gesamt nombre somme quantite cantidad totale aantal".split()
)
"""How many."""

MEASURES = frozenset(
    "amount price cost value fee charge rate ratio share percent percentage pct proportion fraction score rating mark "
    "age weight height length width depth thickness area size distance radius diameter perimeter speed velocity "
    "duration minute second hour latitude longitude lat lon lng long elevation altitude temperature humidity pressure "
    "rainfall volume capacity income revenue sale budget balance salary wage spend spending expenditure turnover "
    "profit tax discount average avg mean median min minimum max maximum low high deviation variance stdev sd error "
    "margin change growth difference delta level intensity density magnitude power energy emission consumption mileage "
    "betrag preis wert kosten anteil prozent gewicht laenge breite hoehe groesse alter flaeche montant prix cout taux "
    "valeur part longueur hauteur importe precio coste valor tasa peso edad".split()
)
"""How much."""

TIMES = frozenset(
    "year month week day date time quarter decade century created updated modified deleted started ended opened closed "
    "timestamp since until jahr monat woche tag datum zeit annee mois semaine jour ano mes dia fecha".split()
)
"""When."""


def measured(entity: Sequence[str]) -> bool:
    """Whether a label's words (in the singular, without key words) say how much, how many or at which place."""
    return bool(entity) and (
        entity[-1] in ORDERS
        or entity[-1] in COUNTS
        or entity[-1] in MEASURES
        or entity[0] in ("num", "number", "total", "avg", "average", "mean", "sum", "min", "max", "pct", "percent")
    )


def timed(entity: Sequence[str]) -> bool:
    """Whether a label's words say when."""
    return bool(entity) and entity[-1] in TIMES
