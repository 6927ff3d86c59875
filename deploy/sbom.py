"""What Joinery is made of: a software bill of materials (CycloneDX 1.6, JSON) or the list of licences, on stdout.

    python deploy/sbom.py              the bill
    python deploy/sbom.py --licences   a line for each package: name, version, licence
    python deploy/sbom.py --fetch      with either: what is not installed is downloaded by pip, by its hash, and read

Versions and hashes are those of `requirements.lock`; licences are what the packages say of themselves, in metadata
or else in licence files, so run it in the environment that Joinery runs in. Without `--fetch` a package that is
not installed here (another system's, or one for signing in) has none. Nothing of what is downloaded is run.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import Any
from zipfile import ZipFile

ROOT = Path(__file__).resolve().parent.parent
LOCK = ROOT / "requirements.lock"
MODEL = ROOT / "requirements-model.txt"
_PIN = re.compile(r"^([a-z0-9._-]+)==([^\s;\\]+)")
_HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")
_LONGEST = 80
_TEXTS = (
    ("Apache License Version 2.0", "Apache-2.0"),
    ("Permission is hereby granted, free of charge", "MIT"),
    ("Redistributions in binary form must reproduce", "BSD"),
    ("Mozilla Public License Version 2.0", "MPL-2.0"),
)
"""Words of a licence's text, and what it is called."""


@dataclass(frozen=True, slots=True)
class Package:
    name: str
    version: str
    hashes: tuple[str, ...]
    """SHA-256 of each file that may be installed."""


def licence(package: Package, fetch: bool = False) -> str:
    """An SPDX expression or a few words; "" where the package is not at hand or says nothing."""
    try:
        return licence_of(distribution(package.name))
    except PackageNotFoundError:
        if not fetch:
            return ""
    with tempfile.TemporaryDirectory() as folder:
        found = fetched(package, Path(folder))
        return licence_of(found) if found else ""


def licence_of(found: Distribution) -> str:
    """What a package's metadata say, or else what its licence files are called in their first lines."""
    said = found.metadata
    if expression := said.get("License-Expression"):
        return str(expression)
    classes = [c.rpartition(" :: ")[2] for c in said.get_all("Classifier") or [] if c.startswith("License ::")]
    words = " ".join((said.get("License") or "").split("\n")[0].split())
    if named := " AND ".join(c for c in classes if c != "OSI Approved") or words[:_LONGEST]:
        return named
    for file in said.get_all("License-File") or []:
        text = " ".join((found.read_text(f"licenses/{file}") or found.read_text(file) or "")[:2_000].split())
        if name := next((name for sign, name in _TEXTS if sign in text), ""):
            return name
    return ""


def fetched(package: Package, folder: Path) -> Distribution | None:
    """A package's metadata out of its wheel, which pip downloads into `folder` if its hash is one of the lock file's;
    None where there is no such wheel."""
    asked = folder / "asked.txt"
    asked.write_text(" ".join([f"{package.name}=={package.version}", *(f"--hash=sha256:{h}" for h in package.hashes)]))
    pip = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--only-binary=:all:", "--require-hashes"]
    for system in ([], ["--platform", "win_amd64"], ["--platform", "any", "--python-version", "3.13"]):
        done = subprocess.run([*pip, *system, "-r", str(asked), "-d", str(folder)], capture_output=True, check=False)  # noqa: S603
        if done.returncode == 0:
            break
    for wheel in folder.glob("*.whl"):
        with ZipFile(wheel) as packed:
            inside = [n for n in packed.namelist() if n.partition("/")[0].endswith(".dist-info")]
            packed.extractall(folder, inside)
        return Distribution.at(folder / inside[0].partition("/")[0])
    return None


def packages() -> Iterator[Package]:
    """Every package of the lock file, and the embedding model, in the order of the files."""
    for file in (LOCK, MODEL):
        for entry in re.split(r"\n(?=\S)", file.read_text(encoding="utf-8")):
            if pin := _PIN.match(entry):
                yield Package(pin[1], pin[2], tuple(_HASH.findall(entry)))


def bill(fetch: bool = False) -> dict[str, Any]:
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
        if said := licence(p, fetch):
            component["licenses"] = [{"license": {"name": said}}]
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
    fetch = "--fetch" in sys.argv[1:]
    if "--licences" in sys.argv[1:]:
        for p in packages():
            sys.stdout.write(f"{p.name}\t{p.version}\t{licence(p, fetch) or '?'}\n")
    else:
        sys.stdout.write(json.dumps(bill(fetch), indent=2, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
