"""Nothing leaves the machine, whatever the environment says."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture
def listener() -> Iterator[tuple[str, list[str]]]:
    """A server on this machine that notes the path of every request: its address, and the paths."""
    heard: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            heard.append(self.path)
            self.send_response(202)
            self.end_headers()

        do_GET = do_PATCH = do_POST  # noqa: N815

        def log_message(self, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}", heard
    server.shutdown()
    server.server_close()


@pytest.mark.slow
def test_tracing_asked_for_by_the_environment_sends_nothing(tmp_path: Path, listener: tuple[str, list[str]]) -> None:
    address, heard = listener
    (tmp_path / "pets.csv").write_text("id,name,kind\n1,Ada,cat\n2,Bo,dog\n3,Cy,cat\n", encoding="utf-8")
    env = os.environ | {"LANGSMITH_TRACING": "true", "LANGCHAIN_TRACING_V2": "true", "LANGSMITH_API_KEY": "ls-key"}
    env |= {"LANGSMITH_ENDPOINT": address, "LANGCHAIN_ENDPOINT": address}
    for command in (["load", str(tmp_path / "pets.csv")], ["ask", "How many pets are there?"]):
        done = subprocess.run(
            [sys.executable, "-m", "core", *command, "--workspace", str(tmp_path / "ws")],
            cwd=ROOT, env=env, capture_output=True, text=True, timeout=300, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr
    assert '"rows": [[3]]' in done.stdout
    assert heard == []
