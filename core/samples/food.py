"""Food inspection in two languages: laboratory results per sample, and what came of them.

Every sample goes to the microbiology laboratory and most go on to chemistry; each laboratory writes a row per thing it
looks for. A case is opened only once both have reported.
"""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path

from core.samples.base import Cell, Draws, Sample, SampleQuestion, decimal, write_table

_SEED = 18_670_701
_SAMPLES = 820

_SAMPLE_NUMBER = "Sample number / Numéro d'échantillon"
_CATEGORY = "Product category code / Code de catégorie de produit"
_PRODUCT = "Product type / Type de produit"
_COUNTRY = "Country of origin / Pays d'origine"
_TAKEN = "Sampling date / Date d'échantillonnage"
_ASSESSMENT = "Assessment / Évaluation"
_HEAD = (_SAMPLE_NUMBER, _TAKEN, _CATEGORY, _PRODUCT, _COUNTRY)

_GOOD = "Satisfactory / Satisfaisant"
_DOUBTFUL = "Investigative / À examiner"
_BAD = "Unsatisfactory / Non satisfaisant"

# Code, level of risk, name, kinds of product. Those of the first three go to no chemist.
# fmt: off
_CATEGORIES: tuple[tuple[str, ...], ...] = (
    ("RS", "High / Élevé", "Ready-to-eat salads / Salades prêtes à manger",
     "Bean salad / Salade de haricots", "Coleslaw / Salade de chou"),
    ("SP", "High / Élevé", "Sprouts / Germinations",
     "Alfalfa sprouts / Germes de luzerne", "Mung bean sprouts / Germes de haricot mungo"),
    ("FZ", "Medium / Moyen", "Frozen desserts / Desserts glacés",
     "Ice cream / Crème glacée", "Sorbet"),
    ("DY", "High / Élevé", "Dairy / Produits laitiers",
     "Soft cheese / Fromage à pâte molle", "Hard cheese / Fromage à pâte dure", "Yogurt / Yogourt"),
    ("MT", "High / Élevé", "Meat products / Produits de viande",
     "Dry sausage / Saucisson sec", "Cooked ham / Jambon cuit", "Minced beef / Bœuf haché"),
    ("SE", "High / Élevé", "Fish and seafood / Poissons et fruits de mer",
     "Smoked salmon / Saumon fumé", "Mussels / Moules", "Tuna / Thon"),
    ("FR", "Medium / Moyen", "Fresh fruit / Fruits frais",
     "Berries / Petits fruits", "Melons", "Apples / Pommes"),
    ("VG", "Medium / Moyen", "Fresh vegetables / Légumes frais",
     "Leafy greens / Légumes-feuilles", "Peppers / Poivrons", "Carrots / Carottes"),
    ("NT", "Medium / Moyen", "Nuts and seeds / Noix et graines",
     "Almonds / Amandes", "Tahini / Pâte de sésame", "Pistachios / Pistaches"),
    ("SC", "Medium / Moyen", "Spices / Épices",
     "Black pepper / Poivre noir", "Paprika", "Turmeric / Curcuma"),
    ("CR", "Low / Faible", "Cereals / Céréales",
     "Wheat flour / Farine de blé", "Oat flakes / Flocons d'avoine", "Rice / Riz"),
    ("CC", "Low / Faible", "Chocolate and cocoa / Chocolat et cacao",
     "Dark chocolate / Chocolat noir", "Cocoa powder / Poudre de cacao"),
    ("JU", "Low / Faible", "Juices / Jus",
     "Apple juice / Jus de pomme", "Orange juice / Jus d'orange"),
    ("BB", "High / Élevé", "Infant foods / Aliments pour nourrissons",
     "Infant cereal / Céréales pour nourrissons", "Fruit purée / Purée de fruits"),
    ("HN", "Low / Faible", "Honey and syrups / Miel et sirops",
     "Honey / Miel", "Maple syrup / Sirop d'érable"),
)

_COUNTRIES = (
    ("Canada", 34), ("United States", 19), ("Mexico", 9), ("Italy", 7), ("India", 6), ("China", 5), ("France", 5),
    ("Peru", 4), ("Spain", 4), ("Türkiye", 3), ("Thailand", 2), ("Côte d'Ivoire", 2),
)
# fmt: on

# Substance, unit, the limit in thousandths of the unit.
_SUBSTANCES = (
    ("Lead / Plomb", "mg/kg", 200),
    ("Cadmium", "mg/kg", 150),
    ("Mercury / Mercure", "mg/kg", 500),
    ("Arsenic", "mg/kg", 350),
    ("Glyphosate", "mg/kg", 3_000),
    ("Chlorpyrifos", "mg/kg", 50),
    ("Ochratoxin A / Ochratoxine A", "µg/kg", 5_000),
    ("Aflatoxin B1 / Aflatoxine B1", "µg/kg", 4_000),
    ("Sulphites / Sulfites", "mg/kg", 10_000),
)
_ORGANISMS = (
    ("Salmonella", 12),
    ("Listeria monocytogenes", 18),
    ("Escherichia coli", 45),
    ("Staphylococcus aureus", 30),
    ("Bacillus cereus", 35),
)
_ACTIONS = (
    ("Further sampling / Échantillonnage supplémentaire", 38),
    ("Warning letter / Lettre d'avertissement", 27),
    ("Product recall / Rappel de produit", 16),
    ("Border lookout / Surveillance à la frontière", 10),
    ("No further action / Aucune autre mesure", 9),
)
_OFFICES = ("Halifax", "Montréal", "Québec", "Toronto", "Winnipeg", "Calgary", "Vancouver")


def _chemistry(draws: Draws, head: tuple[Cell, ...], taken: date) -> list[tuple[Cell, ...]]:
    """One row per substance; nothing in the result where none was found."""
    start = taken.year if taken.month >= 4 else taken.year - 1
    rows: list[tuple[Cell, ...]] = []
    for substance, unit, limit in draws.shuffled(_SUBSTANCES)[: draws.whole(4, 7)]:
        found = 0 if draws.chance(550) else limit * draws.bell(1, 95) * draws.bell(1, 95) // 5_000
        assessment = _BAD if found > limit else _DOUBTFUL if found * 10 > limit * 8 else _GOOD
        result = decimal(found, 3) if found else None
        rows.append((*head, f"{start}-{start + 1}", substance, result, unit, decimal(limit, 3), assessment))
    return rows


def _microbiology(draws: Draws, head: tuple[Cell, ...], risk: str) -> list[tuple[Cell, ...]]:
    """One row per organism, with the number found in a gram."""
    rows: list[tuple[Cell, ...]] = []
    for organism, often in draws.shuffled(_ORGANISMS)[: draws.whole(3, 4)]:
        share = often * (3 if risk.startswith("High") else 2)
        count = draws.whole(1, 40) * draws.whole(1, 40) if draws.chance(share) else 0
        assessment = _GOOD if count == 0 else _DOUBTFUL if count < 200 else _BAD
        rows.append((*head, organism, count, assessment))
    return rows


def write(folder: Path) -> list[Path]:
    """Write the four files; see `Sample.write`."""
    draws = Draws(_SEED)
    days = sorted(draws.day(date(2021, 4, 1), date(2024, 3, 31)) for _ in range(_SAMPLES))
    chemistry: list[tuple[Cell, ...]] = []
    microbiology: list[tuple[Cell, ...]] = []
    cases: list[tuple[Cell, ...]] = []
    for number, taken in enumerate(days, start=1):
        place = draws.below(len(_CATEGORIES))
        code, risk, _, *products = _CATEGORIES[place]
        head = (
            f"FS{taken.year % 100}-{number * 7 + draws.below(7):05d}",
            taken.isoformat(),
            code,
            draws.pick(products),
            draws.weighted(_COUNTRIES),
        )
        found = _microbiology(draws, head, risk)
        microbiology += found
        if place < 3 or draws.chance(130):
            continue
        analysed = _chemistry(draws, head, taken)
        chemistry += analysed
        verdicts = [row[-1] for row in found + analysed]
        if _BAD in verdicts or (_DOUBTFUL in verdicts and draws.chance(350)):
            opened = taken + timedelta(days=draws.whole(9, 40))
            closed = None if draws.chance(180) else (opened + timedelta(days=draws.whole(5, 200))).isoformat()
            action = draws.weighted(_ACTIONS)
            cases.append((f"C{2_000 + len(cases)}", head[0], action, opened.isoformat(), closed, draws.pick(_OFFICES)))

    folder.mkdir(parents=True, exist_ok=True)
    return [
        write_table(
            folder / "Chemistry Results.csv",
            (
                *_HEAD,
                "Fiscal year / Exercice",
                "Substance tested / Substance analysée",
                "Result / Résultat",
                "Unit / Unité",
                "Limit / Limite",
                _ASSESSMENT,
            ),
            chemistry,
            bom=True,
        ),
        write_table(
            folder / "Microbiology Results.csv",
            (*_HEAD, "Organism / Micro-organisme", "Count per gram / Nombre par gramme", _ASSESSMENT),
            microbiology,
            bom=True,
        ),
        write_table(
            folder / "Follow-up Actions.csv",
            (
                "Case number / Numéro de dossier",
                "Sample ID / Identifiant d'échantillon",
                "Action taken / Mesure prise",
                "Opened on / Date d'ouverture",
                "Closed on / Date de fermeture",
                "Office / Bureau",
            ),
            cases,
            bom=True,
        ),
        write_table(
            folder / "Product Categories.csv",
            ("Code / Code de catégorie", "Category name / Nom de la catégorie", "Risk level / Niveau de risque"),
            ((code, name, risk) for code, risk, name, *_ in _CATEGORIES),
            bom=True,
        ),
    ]


SAMPLE = Sample(
    key="food",
    title="Food inspection",
    sentence="Chemistry and microbiology results for food samples, labelled in English and French, and what followed.",
    preview=(
        ("Chemistry Results.csv", "one row per sample and substance"),
        ("Microbiology Results.csv", "one row per sample and organism"),
        ("Follow-up Actions.csv", "what was done about a sample"),
        ("Product Categories.csv", "codes, names and risk levels"),
    ),
    joins=(
        (f"Chemistry Results.{_SAMPLE_NUMBER}", f"Microbiology Results.{_SAMPLE_NUMBER}"),
        ("Follow-up Actions.Sample ID / Identifiant d'échantillon", f"Microbiology Results.{_SAMPLE_NUMBER}"),
        ("Follow-up Actions.Sample ID / Identifiant d'échantillon", f"Chemistry Results.{_SAMPLE_NUMBER}"),
        (f"Chemistry Results.{_CATEGORY}", "Product Categories.Code / Code de catégorie"),
        (f"Microbiology Results.{_CATEGORY}", "Product Categories.Code / Code de catégorie"),
    ),
    questions=(
        SampleQuestion(
            "How many different sample numbers are there in the chemistry results?",
            f'SELECT COUNT(DISTINCT "{_SAMPLE_NUMBER}") FROM "Chemistry Results"',
        ),
        SampleQuestion(
            "List the different product types in the chemistry results with country of origin Italy.",
            f'SELECT DISTINCT "{_PRODUCT}" FROM "Chemistry Results" WHERE "{_COUNTRY}" = \'Italy\'',
        ),
        SampleQuestion(
            "How many microbiology results are there per organism?",
            'SELECT "Organism / Micro-organisme", COUNT(*) FROM "Microbiology Results" '
            'GROUP BY "Organism / Micro-organisme"',
        ),
        SampleQuestion(
            "What is the average result for lead in the chemistry results?",
            'SELECT AVG("Result / Résultat") FROM "Chemistry Results" '
            "WHERE \"Substance tested / Substance analysée\" = 'Lead / Plomb'",
        ),
        SampleQuestion(
            "How many chemistry results are there per category name?",
            'SELECT p."Category name / Nom de la catégorie", COUNT(*) FROM "Chemistry Results" c '
            f'JOIN "Product Categories" p ON c."{_CATEGORY}" = p."Code / Code de catégorie" '
            'GROUP BY p."Category name / Nom de la catégorie"',
        ),
        SampleQuestion(
            "Which three countries of origin have the most chemistry results?",
            f'SELECT "{_COUNTRY}" FROM "Chemistry Results" GROUP BY "{_COUNTRY}" ORDER BY COUNT(*) DESC LIMIT 3',
            ordered=True,
        ),
        SampleQuestion(
            "Which category names have no chemistry results?",
            'SELECT p."Category name / Nom de la catégorie" FROM "Product Categories" p WHERE NOT EXISTS (SELECT 1 '
            f'FROM "Chemistry Results" c WHERE c."{_CATEGORY}" = p."Code / Code de catégorie")',
        ),
        SampleQuestion(
            "How many follow-up actions were opened in 2023?",
            'SELECT COUNT(*) FROM "Follow-up Actions" '
            "WHERE \"Opened on / Date d'ouverture\" >= '2023-01-01' "
            "AND \"Opened on / Date d'ouverture\" < '2024-01-01'",
        ),
        SampleQuestion(
            "List the different category names of the microbiology results with the follow-up action product recall.",
            'SELECT DISTINCT p."Category name / Nom de la catégorie" FROM "Microbiology Results" m '
            f'JOIN "Follow-up Actions" f ON f."Sample ID / Identifiant d\'échantillon" = m."{_SAMPLE_NUMBER}" '
            f'JOIN "Product Categories" p ON m."{_CATEGORY}" = p."Code / Code de catégorie" '
            "WHERE f.\"Action taken / Mesure prise\" = 'Product recall / Rappel de produit'",
        ),
        SampleQuestion(
            "How many microbiology results from Canada are unsatisfactory?",
            f'SELECT COUNT(*) FROM "Microbiology Results" WHERE "{_COUNTRY}" = \'Canada\' '
            f"AND \"{_ASSESSMENT}\" = '{_BAD}'",
        ),
    ),
    write=write,
)
