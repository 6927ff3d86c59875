"""A paint laboratory: of two nouns in a row the second is counted; shares of what each firm does; what comes first."""

from __future__ import annotations

from collections import Counter, defaultdict

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, csv_text, office_fixture

FIRMS = {"AL": "Alder Coatings", "BR": "Brightwell", "CO": "Copperline", "DU": "Dunmore", "EV": "Everly"}
FAULTS = {
    "BL": ("Blistering", "Works"),
    "CH": ("Chalking", "Firm"),
    "DR": ("Drips", "Firm"),
    "PE": ("Peeling", "Works"),
}
HANDS = ("Ida Marsh", "Joel Penn", "Kit Rowe")
TRIALS = [
    (
        7000 + n,
        f"{2022 + n % 3}-0{1 + n % 9}-1{n % 7}",
        f"{8 + n * 5 % 11:02}:{n * 7 % 60:02}",
        list(FIRMS)[n * n % 11 % 5],
        list(FAULTS)[n * 3 % 7 % 4],
        HANDS[0] if n % 5 < 3 else HANDS[1 + n % 2],
        20.5 if n % 5 < 3 else 24.5 + n % 4,
        10 + n * 13 % 50,
        "NYNNY"[n * n % 11 % 5] if n % 4 else "Y",
    )
    for n in range(150)
]
QUARTERS = [(f"2024 Q{q}", firm, 60 + len(firm) + q, 70 + q * 3) for q in range(1, 5) for firm in FIRMS.values()]

lab = office_fixture(
    {
        "lab_firms": csv_text("firm_code,Firm Name,Town", [(k, v, "Leigh") for k, v in FIRMS.items()]),
        "fault_codes": csv_text("Fault,In Words,Group", [(k, *v) for k, v in FAULTS.items()]),
        "coat_trials_2022_24": csv_text(
            "trial_no,trialDate,trialTime,firm,fault,triedBy,paintTempC,lost_mins,contested", TRIALS
        ),
        "firm_service_quarterly": csv_text("Quarter,Firm,% answered in time,Content with service %", QUARTERS),
    }
)


def test_of_two_nouns_the_second_is_counted(lab: Workspace) -> None:
    each = Counter(hand for _, day, *_, hand, _, _, _ in TRIALS if day.startswith("2023"))
    found = ask(lab, "Who did the most paint trials in 2023?")
    assert not found.unsure
    assert found.rows[0][0] == each.most_common(1)[0][0] == "Ida Marsh"


@pytest.mark.parametrize(
    "question",
    [
        "What percentage of trials does each firm contest?",
        "What percentage of trials were contested for each firm?",
        "What share of the trials does every firm contest?",
    ],
)
def test_the_share_that_each_contests_is_told_by_name(lab: Workspace, question: str) -> None:
    marks = defaultdict(list)
    for trial in TRIALS:
        marks[FIRMS[trial[3]]].append(trial[-1] == "Y")
    found = ask(lab, question)
    assert not found.unsure
    assert dict(found.rows) == {firm: pytest.approx(100 * sum(m) / len(m)) for firm, m in marks.items()}


def test_which_is_answered_by_things_and_no_figure_alone(lab: Workspace) -> None:
    lost = Counter[str]()
    for trial in TRIALS:
        lost[FIRMS[trial[3]]] += trial[7]
    found = ask(lab, "Which firm lost the most minutes?")
    assert found.unsure or found.rows[0][0] == lost.most_common(1)[0][0]


def test_longest_first_sorts_by_the_figure_shown(lab: Workspace) -> None:
    times = defaultdict(list)
    for trial in TRIALS:
        times[trial[4]].append(trial[7])
    found = ask(lab, "What are the average lost minutes for each kind of fault, longest first?")
    means = sorted((sum(t) / len(t) for t in times.values()), reverse=True)
    assert [r[-1] for r in found.rows] == [pytest.approx(m) for m in means]
    assert not found.unsure


def test_a_code_with_a_group_beside_it_is_told_in_words(lab: Workspace) -> None:
    seen = Counter(FAULTS[trial[4]][0] for trial in TRIALS)
    found = ask(lab, "How many trials were there for each fault?")
    assert not found.unsure
    assert dict(found.rows) == seen
