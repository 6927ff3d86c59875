"""What Joinery is made of: a software bill of materials (CycloneDX 1.6, JSON) or the list of licences, on stdout.

    python deploy/sbom.py              the bill
    python deploy/sbom.py --licences   a line for each package: name, version, licence

Versions and hashes are those of `requirements.lock`; licences are what the installed packages say of themselves, so run
it in the environment that Joinery runs in. A package that is not installed here (another system's) has none.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
LOCK = ROOT / "requirements.lock"
MODEL = ROOT / "requirements-model.txt"
_PIN = re.compile(r"^([a-z0-9._-]+)==([^\s;\\]+)")
_HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")
_LONGEST = 80


@dataclass(frozen=True, slots=True)
class Package:
    name: str
    version: str
    hashes: tuple[str, ...]
    """SHA-256 of each file that may be installed."""

    @property
    def licence(self) -> str:
        """An SPDX expression or a few words; "" where the package is not installed or says nothing."""
        try:
            found = metadata(self.name)
        except PackageNotFoundError:
            return ""
        if expression := found.get("License-Expression"):
            return expression
        classes = [c.rpartition(" :: ")[2] for c in found.get_all("Classifier", []) if c.startswith("License ::")]
        said = " ".join((found.get("License") or "").split("\n")[0].split())
        return " AND ".join(c for c in classes if c != "OSI Approved") or said[:_LONGEST]


def packages() -> Iterator[Package]:
    """Every package of the lock file, and the embedding model, in the order of the files."""
    for file in (LOCK, MODEL):
        for entry in re.split(r"\n(?=\S)", file.read_text(encoding="utf-8")):
            if pin := _PIN.match(entry):
                yield Package(pin[1], pin[2], tuple(_HASH.findall(entry)))


def bill() -> dict[str, Any]:
    """The bill of materials, by https://cyclonedx.org/docs/1.6/json/."""
    components = []
    for p in packages():
        component: dict[str, Any] = {
            "type": "library",
            "bom-ref": f"pkg:pypi/{p.name}@{p.version}",
            "name": p.name,
            "version": p.version,
            "purl": f"pkg:pypi/{p.name}@{p.version}",
        }
        if p.licence:
            component["licenses"] = [{"license": {"name": p.licence}}]
        if p.hashes:
            component["hashes"] = [{"alg": "SHA-256", "content": h} for h in p.hashes]
        components.append(component)
    root = {"type": "application", "name": "joinery", "licenses": [{"license": {"id": "Apache-2.0"}}]}
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": root},
        "components": components,
    }


def main() -> None:
    if "--licences" in sys.argv[1:]:
        for p in packages():
            sys.stdout.write(f"{p.name}\t{p.version}\t{p.licence or '?'}\n")
    else:
        sys.stdout.write(json.dumps(bill(), indent=2, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
