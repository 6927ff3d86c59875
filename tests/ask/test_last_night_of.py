"""A fair: who was on duty on its last night are not those of all nights."""

from __future__ import annotations

from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

fair = office_fixture(
    {
        "stewards": "steward,steward_name\nS1,Ida Holm\nS2,Jon Beck\nS3,Kay Lund\n",
        "nights": "night,fair,held_on\nN1,May Fair,2024-05-02\nN2,May Fair,2024-05-03\nN3,Corn Fair,2024-08-01\n",
        "rota": "rota_no,night,steward,duty\n1,N1,S1,GT\n2,N2,S2,GT\n3,N2,S3,PK\n4,N3,S1,GT\n5,N1,S3,PK\n",
        "notes.txt": "Fairs\n\nRota duty: GT gate, PK car park.\n",
    }
)


def test_all_nights_are_withheld(fair: Workspace) -> None:
    answer = ask(fair, "Which stewards were on gate duty on the last night of May Fair?")
    assert answer.unsure or answer.rows == (("Jon Beck",),)
