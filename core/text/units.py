"""What labels say of how their values are written: units, scales and formats behind the words themselves."""

from __future__ import annotations

import re

from core.text.words import words

BRACKETS = re.compile(r"\s*(\([^()]*\)|\[[^\[\]]*\])\s*$")
"""A closing bracket: `Rainfall (mm)`, `score (0-100)`, `Paid (Y/N)`."""
UNITS = frozenset(
    "milliseconds seconds minutes hours days weeks km miles metres meters cm mm kg grams mg litres liters usd eur gbp "
    "euros dollars pounds tonnes percent pct bytes".split()
)
"""Words that close a label and say what its numbers are counted in: `duration_minutes`."""
SIGNS = frozenset("£$€¥₹")
"""Signs of money; a label may be nothing else."""
_SHORT = UNITS | frozenset("m g l t ha sqm m2 m3 ml hrs hr mins secs lb lbs oz ft k c kw kwh mwh ug ppm ntu".split())
"""Such words and their marks, which a word before them makes units: `Length m`, `weight_g`, `Cost £k`."""
_WRITTEN = (
    ("tonnes tonne tons", "t tonnes tonne tons"),
    ("kilograms kilogram kilos kilo kilogrammes kg", "kg kgs kilograms kilos"),
    ("grams grammes", "g grams"),
    ("metres metre meters meter", "m metres meters mtrs"),
    ("kilometres kilometre kilometers kilometer km", "km kms kilometres kilometers"),
    ("miles", "mi miles"),
    ("feet", "ft feet"),
    ("litres liters", "l ltr ltrs litres liters"),
    ("hectares hectare", "ha hectares"),
    ("acres", "acres"),
    ("kilowatts kw", "kw"),
    ("kilowatt-hours kwh", "kwh"),
    ("megawatt-hours mwh", "mwh"),
)
SAID = {said: frozenset(written.split()) for several, written in _WRITTEN for said in several.split()}
"""Units as people say them, and the words with which labels close that mean them."""
SIGN = {said: written.split()[0] for several, written in _WRITTEN for said in several.split()}
"""The sign of each, as bands of sizes write it."""
_OF = "ng µg μg ug mg g kg t tonnes tons mm cm m km ml cl dl l hl litres liters j kj mj w kw kwh wh eur usd gbp chf"
_PER = (
    "mg g kg t ml dl l litre liter cm2 cm3 m m2 m3 m² m³ km km2 ha hectare acre s sec min h hr hour d day week yr year"
)
_RATIO = re.compile(
    rf"(?P<of>{'|'.join(_OF.split())})(?:\s*/\s*|[_ .-]per[_ .-]|[_ .-])(?P<per>{'|'.join(_PER.split())})",
    re.IGNORECASE,
)
_CLOSES = re.compile(
    rf"(?P<name>.*[^\W_].*?)(?:[_ .-]+|\s*[(\[]\s*)(?P<unit>{_RATIO.pattern})\s*[)\]]?\s*", re.IGNORECASE
)
_LETTERS = frozenset(("m/s", "g/l", "l/s", "l/h", "t/h"))
"""What two letters say, which else may stand for anything: `size_m_l`."""
CURRENCIES = frozenset(("eur", "usd", "gbp", "chf"))
_WORDS = 4
"""Words of a label at most whose last may be a unit; of longer ones each is but a small part."""
_SPANS = frozenset("duration time wait waiting delay late dur travel trip elapsed".split())
"""Behind these `min` is a unit."""


_OF_TIME = frozenset("seconds secs minutes mins min hours hrs hr days weeks months years".split())


def time_counted(label: str, bare: str) -> str:
    """`Wait (mins)` is a wait time, too: what a label without its unit (`bare`) is called where that is one of time; ""
    where it is none, or the label says so itself."""
    unit = set(words(label)) - set(words(bare))
    said = words(bare)
    return f"{bare} time" if unit & _OF_TIME and said and "time" not in said and said[-1] not in _OF_TIME else ""


def ratio(label: str) -> str:
    """The two units with which a label closes, one by the other: `mg/kg` for `NO3_mg_kg`, `t/ha` for `Yield (t/ha)`."""
    found = _closing(label)
    if found is None:
        return ""
    of = found["of"].upper() if found["of"].lower() in CURRENCIES else found["of"]
    return f"{of}/{found['per']}"


def _closing(label: str) -> re.Match[str] | None:
    found = _CLOSES.fullmatch(label)
    if found is None:
        return None
    said = f"{found['of']}/{found['per']}".lower()
    return found if len(said) > len("m/s") or said in _LETTERS or "/" in found["unit"] else None


def without_unit(label: str, numbers: bool) -> str:
    """A label without what its end says of the way values are written, "" where nothing does: `score (0-100)` is a
    score, `Length m` a length. Of columns that hold no numbers only brackets are left out."""
    bare = BRACKETS.sub("", label).rstrip(" ?:")
    if numbers and bare == label and (closes := _closing(label)):
        return " ".join(words(closes["name"]))
    if bare != label and words(bare):
        return bare
    said = words(label)
    if len(said) > 1 and said[-2].isdigit():
        return ""  # “over 52 weeks” says which, and not in what
    if numbers and 1 < len(said) <= _WORDS and (said[-1] in _SHORT or (said[-1] == "min" and said[-2] in _SPANS)):
        return " ".join(said[:-1])
    return ""
