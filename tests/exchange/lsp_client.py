"""A client of the language server that says what it is told to, and remembers what it hears."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any


class Client:
    def __init__(self, folder: Path, *options: str):
        self.process = subprocess.Popen(
            [sys.executable, "-m", "esbmc_py", "lsp", *options],
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self.heard: list[dict[str, Any]] = []
        self._arrived = threading.Condition()
        self._number = 0
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        self.ask("initialize", {"processId": None, "rootUri": folder.as_uri(), "capabilities": {}})
        self.tell("initialized", {})

    def _read(self) -> None:
        stream = self.process.stdout
        assert stream is not None
        while True:
            length = 0
            while (line := stream.readline().strip()) != b"":
                if line.lower().startswith(b"content-length:"):
                    length = int(line.split(b":")[1])
            if not length:
                return
            message = json.loads(stream.read(length))
            with self._arrived:
                self.heard.append(message)
                self._arrived.notify_all()

    def _send(self, message: dict[str, Any]) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self.process.stdin is not None
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def tell(self, method: str, params: Any) -> None:
        self._send({"method": method, "params": params})

    def ask(self, method: str, params: Any) -> dict[str, Any]:
        self._number += 1
        number = self._number
        self._send({"id": number, "method": method, "params": params})
        return self.wait(lambda one: one.get("id") == number and "method" not in one)

    def wait(self, wanted: Callable[[dict[str, Any]], bool], after: int = 0) -> dict[str, Any]:
        """The first message of that kind, among those after so many; the limit is there so that tests end at all."""
        end = time.monotonic() + 120
        with self._arrived:
            while True:
                for one in self.heard[after:]:
                    if wanted(one):
                        return one
                if not self._arrived.wait(max(0.0, end - time.monotonic())):
                    raise AssertionError(f"not heard; but {[one.get('method') for one in self.heard]}")

    def diagnostics(self, path: Path, after: int = 0) -> list[dict[str, Any]]:
        def about(one: dict[str, Any]) -> bool:
            return one.get("method") == "textDocument/publishDiagnostics" and one["params"]["uri"] == path.as_uri()

        found: list[dict[str, Any]] = self.wait(about, after)["params"]["diagnostics"]
        return found

    def open(self, path: Path) -> None:
        text = path.read_text()
        item = {"uri": path.as_uri(), "languageId": "c", "version": 1, "text": text}
        self.tell("textDocument/didOpen", {"textDocument": item})

    def save(self, path: Path) -> None:
        self.tell("textDocument/didSave", {"textDocument": {"uri": path.as_uri()}})

    def close(self) -> None:
        """The editor goes without a word."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait(60)
