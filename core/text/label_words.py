"""Word lists by which a column's label is read: what marks a key, what counts, measures or orders, when and who."""

from __future__ import annotations

from collections.abc import Sequence

from core.text.key_words import KEY_WORDS as SPOKEN_KEY_WORDS

KEY_WORDS = frozenset(SPOKEN_KEY_WORDS) | frozenset(
    "ids nr num nbr uid uuid guid pk fk sk ref identifier idx cd kod "
    "numero nummer codigo clave cle kennung codice chiave".split()
)
"""Words by which people mark a column as naming a thing: those that are said, shortened ones, and those of the
languages of most open data."""

NAMED_TIME = frozenset("calendar year month period annual yearly monthly time date quarter".split())
"""Words in the name of a table that has a row for each period."""

ORDERS = frozenset(
    "rank ranking rang position pos placing standing row line seq sequence sort ordering ordinal nth rownum "
    "platz posicion positie".split()
)
"""A thing's place in a list."""

COUNTS = frozenset(
    "count counts total subtotal sum tally qty quantity stock inventory onhand num frequency occurrence population "
    "attendance visit view like vote goal point win loss draw hit anzahl menge summe gesamt nombre somme quantite "
    "cantidad totale aantal".split()
)
"""How many."""

MEASURES = frozenset(
    "amount price cost value fee charge rate ratio share percent percentage pct proportion fraction score rating mark "
    "age weight height length width depth thickness area size distance radius diameter perimeter speed velocity "
    "duration minute second hour latitude longitude lat lon lng long elevation altitude temperature humidity pressure "
    "rainfall volume capacity income revenue sale budget balance salary wage spend spending expenditure turnover "
    "profit tax discount average avg mean median min minimum max maximum low high deviation variance stdev sd error "
    "litre liter gallon kilometre kilometer km mile kilogram kg gram tonne hectare acre kwh "
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

PEOPLE = frozenset(
    "person people employee staff user member student faculty teacher customer client profile contact author "
    "player worker personnel professor account tenant guest driver agent patient owner visitor passenger resident "
    "citizen volunteer officer official nurse doctor physician pilot engineer technician inspector reader human "
    "tutor instructor helper colleague operative learner trainee apprentice entrant competitor participant "
    "subscriber supporter parishioner shareholder leaseholder sailor runner rider swimmer singer clinician".split()
)
ROLES = frozenset(
    "manager mgr supervisor super boss advisor adviser instructor teacher tutor lecturer head chief leader lead "
    "owner author professor prof dean editor creator reviewer approver agent rep representative salesperson "
    "seller buyer driver assistant friend follower sender receiver recipient winner loser captain coach president "
    "secretary treasurer spouse mentor contact host guest chair chairman chairperson holder keeper inspector operator "
    "clerk referee umpire requester applicant assignee assigned borrower lender landlord trainer payer payee by "
    "vendor purchaser bidder consignor consignee helm skipper crew rider jockey pilot handler minder carer sponsor "
    "proposer seconder nominee beneficiary trustee patron donor engineer technician fitter mechanic surveyor assessor "
    "examiner coordinator organiser organizer nurse doctor clinician therapist practitioner consultant courier "
    "chauffeur presenter producer steward caretaker warden stylist groomer chef cook server waiter cleaner sitter "
    "walker interpreter translator photographer judge marshal scorer timekeeper cashier teller operative installer "
    "auditor lifeguard counsellor counselor capt auctioneer valuer negotiator buddy champion player opponent partner "
    "challenger contestant finalist soloist conductor accompanist performer scout guide".split()
)
"""People are seldom called by their table's name: a manager is an employee, a winner a player."""
UPWARD = frozenset(
    "parent manager mgr supervisor super boss report reports superior predecessor previous prev next successor "
    "reply original foreman forewoman mother father sire dam master root "
    "replace replaces replaced superseded supersedes amended amends".split()
)
"""Words by which a row points at another of its own table."""

ENDS: tuple[tuple[str, str], ...] = (
    ("home", "away"), ("start", "end"), ("from", "to"), ("source", "target"), ("source", "destination"),
    ("origin", "destination"), ("departure", "arrival"), ("sender", "receiver"), ("sender", "recipient"),
    ("buyer", "seller"), ("winner", "loser"), ("first", "second"), ("payer", "payee"), ("host", "guest"),
    ("lender", "borrower"), ("author", "approver"), ("one", "two"), ("left", "right"), ("upstream", "downstream"),
)  # fmt: skip
"""The words for the two ends of one thing."""


def other_ends(label: Sequence[str]) -> set[tuple[str, ...]]:
    """The labels of the other end: `away team` for `home team`, `cited` for `citing`."""
    found: set[tuple[str, ...]] = set()
    for n, word in enumerate(label):
        others = {b for a, b in ENDS if a == word} | {a for a, b in ENDS if b == word}
        if word.endswith("ing") and len(word) > 5:
            others.add(word[:-3] + "ed")
        if word.endswith("ed") and len(word) > 4:
            others.add(word[:-2] + "ing")
        found |= {(*label[:n], other, *label[n + 1 :]) for other in others}
    return found


def says_how_much(entity: Sequence[str]) -> bool:
    """Whether a label's words (in the singular, without key words) say how much, how many or at which place.

    By the noun, the last word: `order count` counts, `count order` orders, `customer rank` ranks. A column so called
    holds numbers of its own and points at nothing; a label that has a key word as well (`rank_id`) is not asked.
    """
    return bool(entity) and (
        entity[-1] in ORDERS
        or entity[-1] in COUNTS
        or entity[-1] in MEASURES
        or entity[0] in ("num", "number", "total", "avg", "average", "mean", "sum", "min", "max", "pct", "percent")
    )


def says_when(entity: Sequence[str]) -> bool:
    """Whether a label's words say when."""
    return bool(entity) and entity[-1] in TIMES
