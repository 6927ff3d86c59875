"""The shape of the house: imports run one way, drivers stay in their adapters, nothing heavy happens at import."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

LAYERS: tuple[tuple[str, ...], ...] = (
    ("core.storage", "core.model", "core.errors", "core.text", "core.config"),
    ("core.profiles", "core.local_models", "core.processes"),
    ("core.sql", "core.graph", "core.index", "core.catalogue", "core.samples"),
    ("core.ingest", "core.match"),
    ("core.documents",),
    ("core.retrieval",),
    ("core.ask", "core.export"),
    ("core.portals",),
    ("core.workspace",),
    ("core.evaluate", "core.agents"),
    ("core.cli", "core.__main__", "pages", "app"),
)
"""From the ground up: a module may import from its own layer and from those below."""

DRIVERS: dict[str, tuple[str, ...]] = {
    "duckdb": ("core.ingest",),
    "pyarrow": (
        "core.storage.arrays",
        "core.ingest",
        "core.sql.staging",
        "core.sql.remote.copying",
        "core.sql.remote.sending",
        "core.graph.embedded",
        "core.export.parquet",
    ),
    "pypdf": ("core.documents.read",),
    "docx": ("core.documents.read",),
    "openpyxl": ("core.ingest", "core.export.excel", "core.evaluate.written"),
    "sqlalchemy": ("core.sql.remote",),
    "trino": ("core.sql.remote.targets.trino",),
    "adbc_driver_sqlite": ("core.sql.staging",),
    "adbc_driver_manager": ("core.sql.staging",),
    "ladybug": ("core.graph.embedded",),
    "neo4j": ("core.graph.neo4j",),
    "chromadb": ("core.index.chroma", "core.index.chroma_server"),
    "httpx": ("core.index.chroma_server", "core.portals.web"),
    "httpcore": ("core.portals.web",),
    "onnx": ("core.index.minilm",),
    "onnxruntime": ("core.index.embed", "core.index.minilm"),
    "tokenizers": ("core.index.embed", "core.index.minilm"),
    "networkx": ("core.graph.clusters", "core.ask.k_shortest_paths", "pages"),
    "filelock": ("core.workspace.lock",),
    "py3langid": ("core.ask.language",),
    "langgraph": ("core.ask.workflow", "core.ask.steps", "core.ask.query_steps", "core.ask.conversation.chat_memory"),
    "langchain": ("core.ask.translators.chat.model",),
    "langchain_core": ("core.ask.translators.chat.model",),
    "keyring": ("core.config.secrets",),
    "mcp": ("core.agents.mcp_server",),
    "streamlit": ("pages", "app"),
}
"""Where each may be imported at all."""

EARLY = frozenset({"langgraph", "streamlit"})
"""These are what their module is made of; the others are imported inside functions only."""

ADAPTERS = frozenset(
    "core.sql.sqlite core.graph.embedded core.graph.neo4j core.index.chroma "
    "core.index.chroma_server core.index.embed core.index.minilm".split()
)
BEFORE_FIRST_USE = (
    "duckdb pyarrow adbc_driver_manager sqlalchemy psycopg ladybug neo4j chromadb onnxruntime onnx tokenizers networkx "
    "langgraph sklearn pandas langchain_core py3langid streamlit numpy snowballstemmer"
)


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


FILES = sorted([*(ROOT / "core").rglob("*.py"), *(ROOT / "pages").rglob("*.py"), *ROOT.glob("app.py")])
MODULES = {module_name(path): path for path in FILES}


HOMES = {
    module: module if path.name == "__init__.py" else module.rpartition(".")[0] for module, path in MODULES.items()
}
PACKAGES = sorted(set(HOMES.values()))


def modules_of(package: str) -> list[str]:
    return [module for module, home in HOMES.items() if home == package]


@cache
def named(module: str) -> tuple[tuple[str, bool, bool], ...]:
    """Every module named by an import, whether it is only for type checkers, and whether it waits in a function.

    The tree is not kept: those of all modules are a heap that each collection of cycles walks through.
    """

    def walk(node: ast.AST, typing_only: bool, late: bool) -> Iterator[tuple[str, bool, bool]]:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.Import):
                yield from ((alias.name, typing_only, late) for alias in child.names)
            elif isinstance(child, ast.ImportFrom):
                assert not child.level, "relative import"
                base = child.module or ""
                for name in (f"{base}.{a.name}" for a in child.names):
                    yield name if name in MODULES else base, typing_only, late
            elif isinstance(child, ast.If) and isinstance(child.test, ast.Name) and child.test.id == "TYPE_CHECKING":
                yield from walk(child, True, late)
            elif not isinstance(child, ast.expr):
                yield from walk(child, typing_only, late or isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef))

    return tuple(walk(ast.parse(MODULES[module].read_text(encoding="utf-8"), str(MODULES[module])), False, False))


def imports(module: str, early_only: bool = False) -> list[tuple[str, bool]]:
    """Every module named by an import, and whether the import is only for type checkers.

    With `early_only`, those that run when the module is imported.
    """
    return [(n, typing_only) for n, typing_only, late in named(module) if not (early_only and (late or typing_only))]


def layer(module: str) -> int:
    for n, names in enumerate(LAYERS):
        if any(module == name or module.startswith(f"{name}.") for name in names):
            return n
    raise AssertionError(f"{module} has no place in LAYERS")


def ours(module: str) -> bool:
    return module.split(".")[0] in ("core", "pages", "app") and module != "core"


@pytest.mark.parametrize("package", PACKAGES)
def test_imports_run_one_way(package: str) -> None:
    for module in (m for m in modules_of(package) if m != "core"):
        above = {name for name, _ in imports(module) if ours(name) and layer(name) > layer(module)}
        assert above == set(), module


@pytest.mark.parametrize("package", [p for p in PACKAGES if p.startswith(("core.ask", "core.match"))])
def test_the_stages_know_protocols_and_no_adapter(package: str) -> None:
    known = {module: {name for name, _ in imports(module)} & ADAPTERS for module in modules_of(package)}
    assert {module: names for module, names in known.items() if names} == {}


def test_only_the_composition_root_names_adapters() -> None:
    families = {a: a.rsplit(".", 1)[0] for a in ADAPTERS}
    for module in MODULES:
        named = {n for n, _ in imports(module) if n in ADAPTERS and not module.startswith(families[n])}
        assert not named or module in ("core.workspace.stores", "core.evaluate.run"), f"{module} names {named}"


@pytest.mark.parametrize("package", PACKAGES)
def test_drivers_stay_in_their_adapters_and_load_late(package: str) -> None:
    for module in modules_of(package):
        for name, typing_only in imports(module):
            driver = name.split(".")[0]
            if driver in DRIVERS and not typing_only:
                assert module.startswith(DRIVERS[driver]), f"{module} imports {driver}"
        early = {name.split(".")[0] for name, _ in imports(module, early_only=True)}
        assert early & set(DRIVERS) <= EARLY, module


def test_no_module_imports_itself_by_a_detour() -> None:
    graph = {
        module: {n for n, typing_only in imports(module) if n in MODULES and n != module and not typing_only}
        for module in MODULES
    }
    TopologicalSorter(graph).prepare()  # raises CycleError, which names the circle


def packages() -> set[str]:
    return {".".join(parts[:n]) for m in MODULES for parts in [m.split(".")] for n in range(1, len(parts))}


@pytest.mark.parametrize("package", sorted(p for p in packages() if p.startswith(("core", "pages"))))
def test_no_package_imports_its_neighbour_by_a_detour(package: str) -> None:
    """What lies in one folder, modules and packages alike, has an order: none needs what needs it."""
    depth = package.count(".") + 2

    def child(module: str) -> str:
        return ".".join(module.split(".")[:depth])

    inside = [m for m in MODULES if m.startswith(f"{package}.")]
    graph: dict[str, set[str]] = {}
    for module in inside:
        used = {child(n) for n, typing_only in imports(module) if n in inside and not typing_only}
        graph.setdefault(child(module), set()).update(used - {child(module)})
    TopologicalSorter(graph).prepare()  # raises CycleError, which names the circle


def test_the_lowest_modules_import_nothing_of_ours_but_faults() -> None:
    own = {m: {n for n, _ in imports(m) if ours(n)} for m in MODULES if m != "core" and layer(m) == 0}
    for module, used in own.items():
        package = ".".join(module.split(".")[:2])
        assert {n for n in used if not n.startswith((package, "core.errors"))} == set(), module
    assert not any(ours(n) for n, _ in imports("core.storage.arrays"))
    faults = {n for m in MODULES if m.startswith("core.errors") for n, _ in imports(m) if ours(n)}
    assert {n for n in faults if not n.startswith("core.errors.")} == set()
    model = {n for m in MODULES if m.startswith("core.model") for n, _ in imports(m) if ours(n)}
    assert {n for n in model if not n.startswith("core.model.")} == set()


def test_opening_a_workspace_loads_no_driver(tmp_path: Path) -> None:
    program = (
        "import sys\n"
        "from core.config import Settings\n"
        "from core.workspace import open_workspace\n"
        f"with open_workspace(Settings.read({{'workspace': {str(tmp_path / 'ws')!r}}})) as ws:\n"
        "    ws.tables.all(), ws.joins.all(), ws.chats.chats(), ws.outdated\n"
        f"print(sorted(set(sys.modules) & set({BEFORE_FIRST_USE!r}.split())))"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
