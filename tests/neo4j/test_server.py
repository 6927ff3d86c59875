"""Getting the test server's jars: what Maven says stays out of the way, and what it leaves is whole or not there."""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import bolt_uri
from tests.servers import jars

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Maven is stood in for by a shell script")

POM = Path(__file__).with_name("pom.xml")
MAVEN = """#!/bin/sh
printf '\\033[0m\\033[0m'
for given; do case $given in -DoutputDirectory=*) folder=${given#*=};; esac; done
mkdir -p "$folder"
touch "$folder/neo4j-5.26.30.jar"
exit STATUS
"""


def install_maven(folder: Path, monkeypatch: pytest.MonkeyPatch, status: int) -> None:
    """A `mvn` that writes colour codes to stdout and copies one jar."""
    tool = folder / "bin" / "mvn"
    tool.parent.mkdir()
    tool.write_text(MAVEN.replace("STATUS", str(status)), encoding="utf-8")
    tool.chmod(0o755)
    monkeypatch.setenv("PATH", str(tool.parent), prepend=":")


def test_nothing_of_maven_is_on_stdout(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    install_maven(tmp_path, monkeypatch, 0)
    lib = jars(tmp_path / "cache" / "neo4j", "neo4j-5.*.jar", POM)
    assert capfd.readouterr() == ("", "\x1b[0m\x1b[0m")
    assert [jar.name for jar in lib.iterdir()] == ["neo4j-5.26.30.jar"]
    assert [folder.name for folder in lib.parent.iterdir()] == ["neo4j"]


def test_a_download_that_fails_leaves_no_jars(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install_maven(tmp_path, monkeypatch, 1)
    with pytest.raises(subprocess.CalledProcessError):
        jars(tmp_path / "cache" / "neo4j", "neo4j-5.*.jar", POM)
    assert list((tmp_path / "cache").iterdir()) == []


@pytest.mark.parametrize("text", ["\x1b[0m bolt://neo4j:p@127.0.0.1:7687", "[INFO] done", "127.0.0.1:7687", "bolt://"])
def test_only_a_bolt_uri_is_taken_for_a_server(text: str) -> None:
    assert bolt_uri("bolt://neo4j:p@127.0.0.1:7687") == "bolt://neo4j:p@127.0.0.1:7687"
    with pytest.raises(argparse.ArgumentTypeError, match="not the URI of a Neo4j server"):
        bolt_uri(text)
