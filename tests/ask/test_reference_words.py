"""Words that come from references: a noun that other tables use for it, codes of letters that a list names, a value of
a thing's own name and of what it belongs to; and who has more of what is said after "more".
"""

from __future__ import annotations

from collections import Counter

from core.workspace import Workspace
from tests.ask.worlds import answers, ask, office_fixture

KINDS = {"FUL": "Full consent", "HOU": "Householder works", "ADV": "Signs", "OUT": "Outline consent"}
WARDS = [(f"W{n:02}", f"Ward {'ABCDEFGHIJ'[n]}", 2000 + 170 * n, "RU"[n % 2]) for n in range(10)]
APPLIED = [(f"{n:03}/23", list(KINDS)[(n + n // 7) % 4], f"W{(n * n + n) % 10:02}", 100 + n) for n in range(160)]
LETTERS = [(n, APPLIED[(n * n) % 120][0], "NOS"[n % 3]) for n in range(300)]
QUAYS = ["Ness", "Outer", "Kirk", "Holm", "Sand", "Mill"]
PORTS = [(f"P{n}", quay, QUAYS[n - n % 3]) for n, quay in enumerate(QUAYS)]
CREWED = [(port, year, 100 + 10 * n + year - 2020) for n, (port, _, _) in enumerate(PORTS) for year in (2022, 2023)]


def _text(header: str, rows: object) -> str:
    return header + "\n" + "".join(",".join(map(str, r)) + "\n" for r in rows)  # type: ignore[attr-defined]


office = office_fixture(
    {
        "wards": _text("WARD_CD,WARD_NM,POP,URB_RUR", WARDS),
        "app_kinds": _text("KindCode,KindDesc", KINDS.items()),
        "applications": _text("REFNO,KIND,WARD,FEE_GBP", APPLIED),
        "letters": _text("letter_id,planning_ref,stance", LETTERS),
        "notes": "FIELD,CODE,MEANING\nURB_RUR,R,rural ward\nURB_RUR,U,urban ward\n"
        "stance,N,neutral\nstance,O,objects\nstance,S,supports\n",
        "ports": _text("PORT_CD,PORT_NAME,FISHERY_OFFICE", PORTS),
        "crews": _text("PORT_CD,YEAR,ALL_FISHERS", CREWED),
    }
)


def test_a_word_by_which_other_tables_refer_to_rows_names_them(office: Workspace) -> None:
    per_ward = Counter(ward for _, _, ward, _ in APPLIED)
    best = max(WARDS, key=lambda w: per_ward[w[0]] / w[2])
    answer = ask(office, "Which ward has had the most planning applications per 1,000 residents?")
    assert answers(answer.rows, ((best[1], 1000 * per_ward[best[0]] / best[2]),), figure=True)
    assert not answer.unsure


def test_who_has_more_is_reckoned_of_what_there_is_more_of(office: Workspace) -> None:
    kinds = {code: kind for code, _, _, kind in WARDS}
    for asked in ("Give the number for each.", "How many each?"):
        answer = ask(office, f"Did rural or urban wards get more planning applications? {asked}")
        wanted = Counter({"R": "rural ward", "U": "urban ward"}[kinds[ward]] for _, _, ward, _ in APPLIED)
        assert answers(answer.rows, tuple(wanted.items()))


def test_codes_of_letters_are_shown_by_the_names_of_their_list(office: Workspace) -> None:
    fees: Counter[str] = Counter()
    for _, kind, _, fee in APPLIED:
        fees[KINDS[kind]] += fee
    assert answers(ask(office, "total fee for each kind of application").rows, tuple(fees.items()))


def test_a_value_is_a_name_before_it_is_what_others_belong_to(office: Workspace) -> None:
    answer = ask(office, "How many fishers were there at Holm in 2023?")
    assert answers(answer.rows, ((133,),))


def test_half_of_what_is_joined_is_no_answer(office: Workspace) -> None:
    assert ask(office, "How many petitions and objects were there?").unsure
