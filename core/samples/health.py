"""Open health data: what patients reported before and after an operation, and the bodies that ran and paid for it.

As in such files: wide tables, one row per patient, `*` where a value is withheld, 9 and 999 where an answer is
missing, empty cells where the second questionnaire never came back.
"""

from __future__ import annotations

from datetime import date
from pathlib import Path

from core.samples.base import Cell, Draws, Sample, SampleQuestion, decimal, write_table

_SEED = 1_948
_WITHHELD = "*"
_NO_ANSWER = 9
_NO_SCALE = 999

_PLACES = ("Alder", "Bram", "Carn", "Dun", "Elm", "Fen", "Glen", "Hart", "Ivel", "Kes", "Lang", "Mar")
_ENDINGS = ("brook", "combe", "field", "ford", "mere", "ley", "stow", "wick", "ham", "worth")
_REGIONS = ("North West", "North East", "Midlands", "East of England", "London", "South East", "South West")
_KINDS = (
    ("Acute trust", 55, ("General Hospital", "Infirmary", "University Hospital")),
    ("Specialist trust", 15, ("Orthopaedic Hospital", "Elective Centre")),
    ("Independent sector", 30, ("Clinic", "Park Hospital", "Treatment Centre")),
)
_AGES = (("40 to 49", 6), ("50 to 59", 21), ("60 to 69", 33), ("70 to 79", 30), ("80 to 89", 10))

_KNEE_ITEMS = tuple(
    "Rest Pain,Sleep,Bathing,Car Travel,Walking Distance,Rising From Chair,Limp,Kneeling,"
    "Housework,Steadiness,Errands,Stairs".split(",")
)
_SHOULDER_ITEMS = tuple(
    "Rest Pain,Sleep,Bathing,Car Travel,Dressing,Cutlery,Tray Carrying,Hair Care,"
    "Reaching Up,Hanging Clothes,Housework,Errands".split(",")
)
_CONDITIONS = ("Heart", "Blood Pressure", "Diabetes", "Lung", "Mood")

_PROVIDERS = 120
_KNEE_PROVIDERS = slice(0, 96)
_SHOULDER_PROVIDERS = slice(30, 102)
"""So some providers send only one kind of record, and the last 18 none."""


def _header(items: tuple[str, ...]) -> tuple[str, ...]:
    return (
        "Provider Code",
        "Procedure",
        "Revision Flag",
        "Reporting Period",
        "Age Band",
        "Gender",
        "Pre-Op Q Completed By",
        "Pre-Op Q Symptom Period",
        "Pre-Op Q Living Arrangement",
        *(f"{name} Condition" for name in _CONDITIONS),
        *(f"Pre-Op Q {item}" for item in items),
        "Pre-Op Q EQ Index",
        "Pre-Op Q EQ VAS",
        "Pre-Op Q Score",
        "Post-Op Q Readmitted",
        "Post-Op Q Further Surgery",
        "Post-Op Q Satisfaction",
        *(f"Post-Op Q {item}" for item in items),
        "Post-Op Q EQ Index",
        "Post-Op Q EQ VAS",
        "Post-Op Q Score",
    )


def _register(draws: Draws) -> list[tuple[Cell, ...]]:
    """Provider Code, Provider Name, Region, Organisation Type, Beds, Opened; sorted by code."""
    places = draws.shuffled(place + ending for place in _PLACES for ending in _ENDINGS)
    letters = "ABCDEFGHJKLMNPQRTVWXY"
    codes = draws.shuffled(f"R{a}{b}" for a in letters for b in letters)[:_PROVIDERS]
    rows: list[tuple[Cell, ...]] = []
    for code, place in zip(sorted(codes), places, strict=True):
        kind, _, names = draws.weighted([(kind, kind[1]) for kind in _KINDS])
        beds = None if draws.chance(50) else draws.bell(20, 180 if kind == "Independent sector" else 900)
        opened = draws.day(date(1962, 1, 1), date(2019, 12, 31))
        site = f"{code}{draws.whole(1, 12):02d}"
        rows.append((site, f"{place} {draws.pick(names)}", draws.pick(_REGIONS), kind, beds, opened.isoformat()))
    return rows


def _answers(draws: Draws, level: int) -> tuple[list[int], str | int]:
    """Twelve answers of 0 to 4 about `level` (0 to 48), and their total: withheld if one is missing."""
    answers = [
        _NO_ANSWER if draws.chance(2) else min(4, max(0, level // 12 + draws.weighted(((-1, 1), (0, 2), (1, 2)))))
        for _ in range(12)
    ]
    return answers, _WITHHELD if _NO_ANSWER in answers else sum(answers)


def _general(draws: Draws, level: int) -> tuple[str, int]:
    """The EQ index and the EQ VAS that go with a level of 0 to 48."""
    index = min(1000, -300 + level * 26 + draws.bell(-250, 250))
    scale = _NO_SCALE if draws.chance(40) else min(100, max(0, 30 + level + draws.bell(-30, 30)))
    return decimal(index, 3), scale


def _records(
    draws: Draws, providers: list[tuple[str, int]], procedures: tuple[tuple[str, int], ...], rows: int
) -> list[list[Cell]]:
    out: list[list[Cell]] = []
    for _ in range(rows):
        procedure = draws.weighted(procedures)
        revision = procedure.endswith("Revision")
        row: list[Cell] = [
            draws.weighted(providers),
            procedure,
            int(revision),
            "2023/24",
            draws.weighted(_AGES),
            _WITHHELD if draws.chance(45) else draws.weighted(((1, 44), (2, 56))),
            draws.weighted(((1, 88), (2, 10), (_NO_ANSWER, 2))),
            draws.weighted(((1, 12), (2, 48), (3, 25), (4, 13), (_NO_ANSWER, 2))),
            draws.weighted(((1, 68), (2, 27), (3, 3), (_NO_ANSWER, 2))),
        ]
        row += [draws.weighted(((1, weight), (_NO_ANSWER, 100 - weight))) for weight in (12, 41, 11, 9, 10)]
        before = draws.bell(2, 38)
        answers, total = _answers(draws, before)
        row += [*answers, *_general(draws, before), total]
        if draws.chance(160):
            row += [None] * 18
        else:
            after = min(48, max(0, before + draws.bell(-6, 30 if revision else 40)))
            answers, total = _answers(draws, after)
            row += [
                draws.weighted(((1, 7), (2, 90), (_NO_ANSWER, 3))),
                draws.weighted(((1, 3), (2, 94), (_NO_ANSWER, 3))),
                _NO_ANSWER if draws.chance(25) else max(1, 5 - after // 10),
            ]
            row += [*answers, *_general(draws, after), total]
        out.append(row)
    return out


def _commissioners(draws: Draws, codes: list[str]) -> list[tuple[Cell, ...]]:
    """Code and name of a commissioner, a provider it pays, episodes, questionnaires returned, participation rate."""
    counties = draws.shuffled(f"{place}shire" for place in ("Aven", "Bel", "Cor", "Der", "Fal", "Hol", "Lin", "Mel"))
    rows: list[tuple[Cell, ...]] = []
    for number, name in enumerate(f"{county} {side}" for county in counties for side in ("North", "South", "Central")):
        for provider in sorted(draws.shuffled(codes)[: draws.whole(9, 18)]):
            eligible = draws.whole(3, 90) * draws.whole(1, 6)
            returned = eligible * draws.whole(45, 97) // 100
            shown: tuple[Cell, ...] = (_WITHHELD, _WITHHELD, _WITHHELD)
            if returned >= 6:
                shown = (eligible, returned, decimal(returned * 1000 // eligible, 1))
            rows.append((f"Q{11 + number}", f"{name} Commissioning Board", provider, *shown))
    return rows


def write(folder: Path) -> list[Path]:
    """Write the four files; see `Sample.write`."""
    draws = Draws(_SEED)
    register = _register(draws)
    sized = [
        (code, draws.whole(4, 20) * draws.whole(4, 20)) for code in draws.shuffled(str(row[0]) for row in register)
    ]
    knee = _records(
        draws,
        sized[_KNEE_PROVIDERS],
        (("Total Knee Replacement", 80), ("Partial Knee Replacement", 13), ("Knee Replacement Revision", 7)),
        4_100,
    )
    shoulder = _records(
        draws,
        sized[_SHOULDER_PROVIDERS],
        (("Shoulder Replacement", 72), ("Shoulder Decompression", 22), ("Shoulder Replacement Revision", 6)),
        3_900,
    )
    commissioners = _commissioners(draws, [code for code, _ in sized[:102]])

    folder.mkdir(parents=True, exist_ok=True)
    return [
        write_table(folder / "Knee Procedure Records 2023.csv", _header(_KNEE_ITEMS), knee),
        write_table(folder / "Shoulder Procedure Records 2023.csv", _header(_SHOULDER_ITEMS), shoulder),
        write_table(
            folder / "Provider Register.csv",
            ("Provider Code", "Provider Name", "Region", "Organisation Type", "Beds", "Opened"),
            register,
        ),
        write_table(
            folder / "Commissioner Summary.csv",
            (
                "Commissioner Code",
                "Commissioner Name",
                "Provider",
                "Eligible Episodes",
                "Questionnaires Returned",
                "Participation Rate",
            ),
            commissioners,
        ),
    ]


SAMPLE = Sample(
    key="health",
    title="Patient-reported outcomes",
    sentence="What patients reported before and after knee and shoulder operations, and who provided them.",
    preview=(
        ("Knee Procedure Records 2023.csv", "one row per knee patient, before and after"),
        ("Shoulder Procedure Records 2023.csv", "the same for shoulders"),
        ("Provider Register.csv", "hospitals and clinics, with region and type"),
        ("Commissioner Summary.csv", "who pays for care at which provider"),
    ),
    joins=(
        ("Knee Procedure Records 2023.Provider Code", "Provider Register.Provider Code"),
        ("Shoulder Procedure Records 2023.Provider Code", "Provider Register.Provider Code"),
        ("Commissioner Summary.Provider", "Provider Register.Provider Code"),
    ),
    questions=(
        SampleQuestion(
            "How many knee procedure records are there?",
            'SELECT COUNT(*) FROM "Knee Procedure Records 2023"',
        ),
        SampleQuestion(
            "List the provider name of the providers in the region North West.",
            'SELECT "Provider Name" FROM "Provider Register" WHERE "Region" = \'North West\'',
        ),
        SampleQuestion(
            "How many shoulder procedure records are there per age band?",
            'SELECT "Age Band", COUNT(*) FROM "Shoulder Procedure Records 2023" GROUP BY "Age Band"',
        ),
        SampleQuestion(
            "What is the average post-op Q score in the knee procedure records for each procedure?",
            'SELECT "Procedure", AVG("Post-Op Q Score") FROM "Knee Procedure Records 2023" GROUP BY "Procedure"',
        ),
        SampleQuestion(
            "How many knee procedure records are there per region?",
            'SELECT p."Region", COUNT(*) FROM "Knee Procedure Records 2023" k '
            'JOIN "Provider Register" p ON k."Provider Code" = p."Provider Code" GROUP BY p."Region"',
        ),
        SampleQuestion(
            "Which five provider names have the most shoulder procedure records?",
            'SELECT p."Provider Name" FROM "Shoulder Procedure Records 2023" s '
            'JOIN "Provider Register" p ON s."Provider Code" = p."Provider Code" '
            'GROUP BY p."Provider Name" ORDER BY COUNT(*) DESC LIMIT 5',
            ordered=True,
        ),
        SampleQuestion(
            "Which provider names have no knee procedure records?",
            'SELECT p."Provider Name" FROM "Provider Register" p WHERE NOT EXISTS (SELECT 1 '
            'FROM "Knee Procedure Records 2023" k WHERE k."Provider Code" = p."Provider Code")',
        ),
        SampleQuestion(
            "How many providers opened after 2010?",
            'SELECT COUNT(*) FROM "Provider Register" WHERE "Opened" > \'2010-12-31\'',
        ),
        SampleQuestion(
            "What is the average pre-op Q EQ VAS in the knee procedure records where the pre-op Q EQ VAS is not 999?",
            'SELECT AVG("Pre-Op Q EQ VAS") FROM "Knee Procedure Records 2023" WHERE "Pre-Op Q EQ VAS" <> 999',
        ),
        SampleQuestion(
            "What is the total of eligible episodes per organisation type?",
            'SELECT p."Organisation Type", SUM(c."Eligible Episodes") FROM "Commissioner Summary" c '
            'JOIN "Provider Register" p ON c."Provider" = p."Provider Code" GROUP BY p."Organisation Type"',
        ),
    ),
    write=write,
    missing=(_WITHHELD,),
)
