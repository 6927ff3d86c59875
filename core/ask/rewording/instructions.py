"""`…, names please`, `… Leave out the ones with none`, `…, counting only active ones`, `… Show what the codes mean`:
what is said behind a question about its answer, said plainly or left out where the answer is so anyhow.
"""

from __future__ import annotations

import re

_END = r"\)?(?=[ .!?]*$)"
_BEHIND = r"[,.;?:(–-]+ ?(?:and )?(?:but )?(?:please )?"
_THOSE = r"(?:the ones|those|ones|any|the people|people|everyone|anyone|all)"
_CODES = r"(?:codes?|letters|abbreviations|initials|acronyms)"
_NONE = r"(?:none|nothing|no \w+|zero|0|nil)(?: at all)?"
_DONE = r"(?P<state>\w+ed|kept|paid|sold|sent|lost|done|won)"
_COUNTED = r"(?:counting|count|including|include|looking at|look at|taking|take|using|use)"
_THEY = r"\w+(?:ed|ers|ors|ees|ive)"
"""Some of those that are counted (`leavers`, `cancelled`), and no amount that comes on top (`overtime included`)."""
_ONLY = rf"(?:(?:only|just) {_COUNTED}|{_COUNTED} (?:only|just))"

_NAMES = re.compile(
    rf"^(?P<said>(?!.*\bhow (?:many|much)\b).{{12,}}?){_BEHIND}"
    r"(?:(?:i|we)(?:['’]d| would) (?:like|need) |(?:i|we) (?:just |only )?(?:need|want) |(?:can|could"
    r"|may) (?:i|we|you) "
    r"(?:have|get|give me|give us) )?(?:just |only )?(?:the |their )?(?:name them|names?)(?: only| please)*"
    rf"(?: so (?:that )?(?:i|we) can [\w ]{{2,30}})?{_END}",
    re.IGNORECASE,
)
"""`names please`, of what is listed."""
_WITH_NONE = re.compile(
    rf"^(?P<said>(?=.*\b(?:each|every|per|by)\b).+?){_BEHIND}(?:leave|leaving|miss|missing|skip"
    rf"|skipping|ignore|ignoring|"
    rf"omit|omitting|drop|forget)(?: out)? (?:{_THOSE}|all those)?(?: of them)? ?(?:with|that have|that had|who have"
    rf"|who had|having) {_NONE}{_END}",
    re.IGNORECASE,
)
"""`leave out the ones with none`, of what is counted for each: they have no row."""
_TOO = re.compile(
    rf"{_BEHIND}(?:also )?(?:counting|count|including|include|even) {_THOSE} (?:that|who"
    rf"|which) (?:have |has |had |are |were "
    rf"|was )?(?:since |already )?\w+(?: \w+){{0,2}}?(?: too| as well| also)?{_END}",
    re.IGNORECASE,
)
"""`counting the ones that have died too`: no condition."""
_ALL = re.compile(
    rf"{_BEHIND}(?:(?:the )?(?:\w+ (?:ones|people|of them)|{_THEY}) (?:included|as well|too)"
    rf"|whatever (?:the|their|its) \w+|(?:regardless|irrespective) of (?:the |their |its )?\w+){_END}",
    re.IGNORECASE,
)
"""`closed ones included`, `leavers too`, `whatever the status`: no condition."""
_SUCH = re.compile(
    rf"{_BEHIND}{_ONLY} (?:the |those )?(?P<state>\w+(?= (?:ones?|of them)\b)|\w+ed)"
    rf"(?: (?:ones?|of them))?{_END}",
    re.IGNORECASE,
)
"""`counting only active ones`."""
_THAT = re.compile(
    rf"{_BEHIND}{_ONLY} {_THOSE}(?: (?:that|who|which))?(?: (?:the )?\w+)??"
    rf"(?: (?:were|was|have been|had been|been|have|had|has|actually|really|got))* {_DONE}{_END}",
    re.IGNORECASE,
)
"""`only count the ones the client attended`."""
_MEANINGS = re.compile(
    rf"{_BEHIND}(?:(?:show|give|tell|use|put|say|include)(?: me| us)? (?:what (?:the|those|these"
    rf"|all the) {_CODES} (?:mean|"
    rf"means|stand for)|(?:the )?(?:full )?(?:names?|descriptions?|meanings?|words),? (?:not"
    rf"|instead of|rather than) (?:the "
    rf"|their )?{_CODES})|(?:spell|write|spelling|writing|spelt|spelled|written)(?: the| all| them"
    rf"| those| these| each| \w+s)*"
    rf" out(?: in full| properly)?|(?:names?|descriptions?|meanings?|words),? not (?:the |just )?{_CODES}"
    rf"|not (?:the |just the |just )?{_CODES})(?: please)?"
    rf"(?:[,;–-]? ?(?:as |since |because )?(?:the |these |those )?{_CODES} [\w ’']+)?{_END}",
    re.IGNORECASE,
)
"""`show what the codes mean`."""
_EACH = re.compile(
    rf"^(?P<said>(?=.*\b(?:each|every|per|by)\b).+?)[,.;:–-]+ ?(?:and )?how many(?: (?:is|are|were) (?:that|there))?"
    rf"(?: (?:of|for|in|from|at))? ?(?:each|every one)(?: of them| one)?{_END}",
    re.IGNORECASE,
)
"""`boats by country, how many each`."""
_ASKED = re.compile(
    r"^(?:how|what|which|who|where|when|count|number|list|show|give|total|average|do|does|did|is|are|was|were|has|have)\b",
    re.IGNORECASE,
)
_HOW_MANY = re.compile(r"^(?P<how>(?:\W|so |and |please )*how many )(?!of\b)(?P<rest>\w.*)$", re.IGNORECASE)
_MOST = re.compile(
    r"^(?P<how>.*?\b(?:the most|the fewest|(?:by|for|in) (?:the )?(?:total )?(?:number|count) of) )(?P<rest>\w.*)$",
    re.I,
)
_TOP = re.compile(r"^(?P<how>(?:the |our |my )?top \w+ \w+ (?:for|by) )(?P<rest>\w.*)$", re.IGNORECASE)


def meant_plainly(text: str) -> str:
    """The question with what is said behind it about its answer in plain words."""
    if (met := _EACH.match(text)) and not _ASKED.match(met["said"]):
        return f"number of {met['said']}"
    for pattern in (_MEANINGS, _WITH_NONE, _NAMES, _TOO, _ALL):
        if (met := pattern.search(text)) and met.start() + len(met.groupdict().get("said") or "") > 0:
            text = (met.groupdict().get("said") or text[: met.start()]) + _mark(text)
    for pattern in (_THAT, _SUCH):
        if met := pattern.search(text):
            return _such(text[: met.start()], met["state"]) + _mark(text)
    return text


def _mark(text: str) -> str:
    return "?" if "?" in text else ""


def _such(text: str, state: str) -> str:
    """The state right before what is counted; else behind it all."""
    for pattern in (_HOW_MANY, _MOST, _TOP):
        if met := pattern.match(text):
            return f"{met['how']}{state} {met['rest']}"
    return f"{text}, {state} only"
