"""A word that kinds of one sort are all about, and another code too, tells nothing apart: fires, at a fire brigade."""

from __future__ import annotations

from core.model import UNSURE
from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

_KINDS = ("DF", "VF", "CF", "FLD")
_ROLES = ("CTL", "SUP", "FFT")
_TEXTS = {
    "stations": "Code,Station,Opened,Closed\n"
    + "".join(f"S{n},Station {n},19{60 + n}-04-01,{'2019-07-01' if n % 5 == 0 else ''}\n" for n in range(20)),
    "incidents": "Ref,KIND,Attended,Code\n"
    + "".join(f"I{n:03},{_KINDS[n % 4]},2023-0{n % 9 + 1}-10,S{n % 20}\n" for n in range(90)),
    "crew": "Crew no,ROLE,Code,Joined\n"
    + "".join(f"{500 + n},{_ROLES[n % 3]},S{n % 20},20{n % 15 + 10}-02-01\n" for n in range(60)),
    "codes": "FIELD,CODE,DESCRIPTION\nKIND,DF,Dwelling fire\nKIND,VF,Vehicle fire\nKIND,CF,Chimney fire\n"
    "KIND,FLD,Flooding\nROLE,CTL,Fire control\nROLE,SUP,Support staff\nROLE,FFT,Wholetime firefighter\n",
}
office = office_fixture(_TEXTS)


def test_it_tells_of_no_code_and_belongs_to_the_table_behind_it(office: Workspace) -> None:
    answer = ask(office, "How many fire stations have shut since 2018?")
    assert answer.rows == ((4,),)
    assert answer.confidence >= UNSURE
    assert ask(office, "How many incidents were chimney fires?").rows == ((sum(n % 4 == 2 for n in range(90)),),)
