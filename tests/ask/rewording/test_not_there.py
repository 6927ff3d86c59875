"""What there is not: things that nobody bought, that are empty, that have nobody, and cells that nobody filled in."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import answers, ask, csv_text, office_fixture

_SONGS = [(n, f"Song {n}", "" if n % 3 == 0 else f"Writer {n % 5}", n % 4 + 1) for n in range(1, 13)]
_SALES = [(n, n % 7 + 1, f"2024-0{n % 9 + 1}-11", 3.5) for n in range(1, 31)]
_LISTS = [(n, f"List {n}") for n in range(1, 7)]
_ENTRIES = [(n, n % 4 + 1, n % 12 + 1) for n in range(1, 41)]
_CLIENTS = [(n, f"Client {n}", f"0131 55{n}" if n % 4 else "", f"Firm {n}" if n in (2, 5) else "") for n in range(1, 9)]
_TEAMS = [(n, f"Team {n}") for n in range(1, 6)]
_PLAYERS = [(n, f"{('Ann', 'Bo', 'Cy')[n % 3]} Lee{n}", n % 3 + 1) for n in range(1, 13)]
_BERTHS = [(f"B{n}", 8 + n % 5, ("North", "South")[n % 2]) for n in range(1, 13)]
_LETS = [(n, f"B{n % 9 + 1}", f"2023-0{n % 9 + 1}-14", "" if n > 21 else f"2024-0{n % 9 + 1}-20") for n in range(1, 28)]
_RANGERS = [(n, f"{('Tom', 'Una', 'Vic')[n % 3]} Hale{n}", "" if n % 4 else "2025-03-09") for n in range(1, 11)]
_ROUNDS = [(n, n % 8 + 1, f"2024-0{n % 9 + 1}-05", "CA"[n % 8 > 5]) for n in range(1, 41)]
_STATES = [("C", "Completed"), ("A", "Abandoned")]

office = office_fixture(
    {
        "songs": csv_text("song_id,title,composer,minutes", _SONGS),
        "sales": csv_text("sale_id,song_id,sold_on,amount", _SALES),
        "lists": csv_text("list_id,list_name", _LISTS),
        "list_entries": csv_text("entry_id,list_id,place", _ENTRIES),
        "berths": csv_text("berth,metres,pier", _BERTHS),
        "berth_lets": csv_text("let_no,berth,started,ended", _LETS),
        "rangers": csv_text("ranger_id,ranger_name,left", _RANGERS),
        "rounds": csv_text("round_id,ranger_id,day,outcome", _ROUNDS),
        "outcomes": csv_text("outcome,meaning", _STATES),
        "clients": csv_text("client_id,client_name,phone,company", _CLIENTS),
        "teams": csv_text("team_id,team_name", _TEAMS),
        "players": csv_text("player_id,player_name,team_id", _PLAYERS),
    }
)


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("How many songs has nobody ever bought?", [(5,)]),
        ("How many of our lists are empty?", [(2,)]),
        ("How many songs have no composer given?", [(4,)]),
        ("How many clients gave the name of a company?", [(2,)]),
        ("How many clients left no phone?", [(2,)]),
        ("How many clients left a phone?", [(6,)]),
        ("How many berths have never been rented out to anyone?", [(3,)]),
        ("How many berths were never hired?", [(3,)]),
        ("How many berths are standing empty now?", [(6,)]),
        ("How many berths are vacant?", [(6,)]),
        ("How many berths are not rented out at the moment?", [(6,)]),
        ("How many rangers on our list did not complete a single round in 2024?", [(4,)]),
        ("How many current rangers made no rounds in 2024?", [(2,)]),
    ],
)
def test_what_lacks_is_counted(office: Workspace, question: str, rows: list[tuple[object, ...]]) -> None:
    got = ask(office, question)
    assert answers(got.rows, rows), (got.sql, got.rows)  # type: ignore[arg-type]
    assert not got.unsure
