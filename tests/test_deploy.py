"""The compose file keeps to itself: loopback ports, secrets in files, and what it copies is there."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
FILE = ROOT / "deploy" / "compose.yaml"


@pytest.fixture(scope="module")
def compose() -> Any:
    return pytest.importorskip("yaml").safe_load(FILE.read_text(encoding="utf-8"))


def test_it_is_the_app_and_a_pinned_neo4j(compose: Any) -> None:
    always = {name for name, service in compose["services"].items() if "profiles" not in service}
    assert always == {"app", "neo4j"}
    assert compose["services"]["neo4j"]["image"] == "neo4j:5.26-community"
    assert compose["services"]["app"]["depends_on"] == {"neo4j": {"condition": "service_healthy"}}


def test_an_office_has_a_pinned_postgresql_and_chroma_too(compose: Any) -> None:
    office = {name: s["image"] for name, s in compose["services"].items() if s.get("profiles") == ["office"]}
    chroma = re.search(r"^chromadb==(.+)$", (ROOT / "requirements.txt").read_text(encoding="utf-8"), re.MULTILINE)
    assert chroma is not None
    assert office == {"postgres": "postgres:15", "chroma": f"chromadb/chroma:{chroma[1]}"}


def test_trino_is_of_the_version_that_is_tested_and_reads_its_catalogues_from_files(compose: Any) -> None:
    trino = compose["services"]["trino"]
    tested = (ROOT / "tests" / "trino" / "pom.xml").read_text(encoding="utf-8")
    assert trino["profiles"] == ["trino"]
    assert f"<version>{trino['image'].partition(':')[2]}</version>" in tested
    assert trino["volumes"] == ["./trino/catalog:/etc/trino/catalog:ro"]
    assert (FILE.parent / "trino" / "catalog" / "sales.properties").is_file()


def test_ports_listen_on_this_machine_only(compose: Any) -> None:
    ports = [port for service in compose["services"].values() for port in service["ports"]]
    published = ["7474:7474", "7687:7687", "5432:5432", "8080:8080", "8000:8000", "8501:8501"]
    assert ports == [f"127.0.0.1:{port}" for port in published]


def test_secrets_lie_in_files_that_are_not_kept(compose: Any) -> None:
    assert compose["secrets"] == {
        "neo4j_auth": {"file": "./secrets/neo4j_auth"},
        "postgres_password": {"file": "./secrets/postgres_password"},
        "reader_password": {"file": "./secrets/reader_password"},
        "app": {"file": "./secrets/secrets.toml"},
    }
    assert (FILE.parent / ".gitignore").read_text(encoding="utf-8") == "secrets/\n"
    for service in compose["services"].values():
        for name, value in service.get("environment", {}).items():
            assert "password" not in name.lower() or name.endswith("_FILE")
            assert not name.endswith("_AUTH")
            assert not name.endswith("_FILE") or value.startswith("/run/secrets/")


def test_what_the_image_copies_is_there(compose: Any) -> None:
    recipe = compose["services"]["app"]["build"]["dockerfile_inline"]
    copied = [path for line in re.findall(r"^COPY (.+) \S+$", recipe, re.MULTILINE) for path in line.split()]
    assert copied
    assert [path for path in copied if not (ROOT / path).exists()] == []
