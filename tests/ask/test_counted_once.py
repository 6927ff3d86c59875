"""Things that the joins say again and again are counted once each: keepers of an owner's animals, not their visits."""

from __future__ import annotations

from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

_OWNERS = {f"O{n:02}": f"Owner {n}" for n in range(12)}
_KEEPERS = {"AB": "Abel", "CD": "Cody", "EF": "Efa"}
ANIMALS = [(100 + n, f"O{n % 9:02}", ("Dog", "Cat", "Hen")[n % 3 if n % 4 else 0]) for n in range(24)]
STAYS = [(n, 100 + n * 7 % 24, list(_KEEPERS)[n % 5 % 3]) for n in range(60)]
_TEXTS = {
    "owners": "Owner No,Owner\n" + "".join(f"{k},{v}\n" for k, v in _OWNERS.items()),
    "keepers": "Initials,Keeper\n" + "".join(f"{k},{v}\n" for k, v in _KEEPERS.items()),
    "animals": "Animal ID,Owner No,Species\n" + "".join(",".join(map(str, r)) + "\n" for r in ANIMALS),
    "stays": "Stay ID,Animal,Kept by,Arrived\n" + "".join(f"{n},{a},{k},2024-0{n % 9 + 1}-12\n" for n, a, k in STAYS),
}
office = office_fixture(_TEXTS)
_OWNER_OF = {a: o for a, o, _ in ANIMALS}


def test_owners_of_a_species_and_of_a_keepers_animals(office: Workspace) -> None:
    species = {s: len({o for _, o, kind in ANIMALS if kind == s}) for s in ("Dog", "Cat", "Hen")}
    assert dict(ask(office, "how many owners per species").rows or ()) == species
    kept = {name: len({_OWNER_OF[a] for _, a, k in STAYS if k == code}) for code, name in _KEEPERS.items()}
    assert dict(ask(office, "number of owners per keeper").rows or ()) == kept


def test_things_bounded_by_how_many(office: Workspace) -> None:
    several = {_OWNERS[o] for o in _OWNERS if len({k for _, a, k in STAYS if _OWNER_OF[a] == o}) > 2}
    found = ask(office, "owners with more than 2 keepers")
    assert {str(r[0]) for r in found.rows or ()} == several
