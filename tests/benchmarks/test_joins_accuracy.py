"""The measure of how right the joins are, on a database small enough to reckon by hand."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from core.match import decide, offers
from core.match.candidates import candidates
from core.match.pool import Pool
from tests.benchmarks.joins_accuracy import learned, main, read


@pytest.fixture
def shop(tmp_path: Path) -> tuple[Path, Path]:
    folder, truth = tmp_path / "files" / "shop", tmp_path / "truth"
    folder.mkdir(parents=True)
    truth.mkdir()
    (folder / "customers.csv").write_text("id,name\n" + "".join(f"{n},Ann {n}\n" for n in range(101, 131)))
    (folder / "towns.csv").write_text("town_id,town\n" + "".join(f"{n},Town {n}\n" for n in range(1, 31)))
    rows = "".join(f"{n},{101 + n % 30},{n % 9}\n" for n in range(60))
    (folder / "orders.csv").write_text("order_id,customer_id,boxes\n" + rows)
    known = {"true": [["Orders.customer_id", "customers.ID"], ["orders.boxes", "towns.town_id"]], "ignored": []}
    (truth / "shop.json").write_text(json.dumps(known))
    return tmp_path / "files", truth


def test_pairs_are_right_wrong_or_missed(shop: tuple[Path, Path], capsys: pytest.CaptureFixture[str]) -> None:
    main([str(path) for path in shop])
    assert capsys.readouterr().out.splitlines()[-1].split() == (
        "all precision 1.000 recall 0.500 F1 0.667 confirmed 1.000 offered 0.500".split()
    )


@pytest.mark.slow
def test_weights_can_be_learned_from_other_databases(shop: tuple[Path, Path], tmp_path: Path) -> None:
    database = read(shop[0] / "shop", shop[1] / "shop.json", tmp_path)
    scorer = learned([database])
    found = {frozenset((c.child.id, c.parent.id)): scorer.score(c).score for c in candidates(Pool(database.tables))}
    best = sorted(found, key=lambda pair: -found[pair])[:2]
    assert set(best) == database.true


def test_the_readme_tells_the_thresholds_that_the_program_has() -> None:
    readme = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    section = readme.split("### When a join is called confirmed")[1].split("\n## ")[0]
    for share in (1 - decide.CONFIRMED_CONTAINMENT, decide.CONFIRMED, decide.ALIKE, decide.PROBABLE, decide.NEAR_MISS):
        assert f"{share:.0%}".replace("%", " %") in section
    assert f"{decide.TELLING_VALUES} values" in section
    for share in (offers.OFFERED, 1 - offers.FITS):
        assert f"{share:.0%}".replace("%", " %") in section
