"""A language server: files are checked when they are opened and saved, each check in a process of its own.

The next save of the same program ends the process and all that it has started; so does the end of the server.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

from lsprotocol import types
from pygls.lsp.server import LanguageServer
from pygls.uris import from_fs_path, to_fs_path

from esbmc_py.goto.deferred import dataclass

from .diagnostics import Diagnostic, Spot, diagnostics, problems

DATABASE = "compile_commands.json"
_SUFFIXES = (".c", ".i", ".h")


@dataclass(frozen=True, slots=True)
class LspOptions:
    timeout: float = 10.0
    project: Path | None = None  # None: the compile_commands.json of the folder that is opened, or above the file
    more: tuple[str, ...] = ()  # options of smtcb check


class CheckServer(LanguageServer):
    """`checks` has the process that works on each program."""

    def __init__(self, options: LspOptions):
        super().__init__("smtcb", "1")
        self.options = options
        self.checks: dict[str, Check] = {}
        self.shown: dict[str, set[str]] = {}  # program → the files that have diagnostics of it

    # -- which program

    def database(self, path: Path) -> Path | None:
        if self.options.project is not None:
            return self.options.project
        roots = [Path(root) for root in (self._root(),) if root]
        for folder in (*path.parents, *roots):
            for place in (folder / DATABASE, folder / "build" / DATABASE):
                if place.is_file():
                    return place
        return None

    def _root(self) -> str | None:
        return self.workspace.root_path

    def words(self, path: Path, database: Path | None) -> list[str]:
        words = [sys.executable, "-m", "esbmc_py", "check", "--json", "--timeout", str(self.options.timeout)]
        words += self.options.more
        if database is None:
            return [*words, str(path)]
        return [*words, "--project", str(database), *([str(path)] if _has_main(path) else [])]

    # -- checks

    def begin(self, uri: str) -> None:
        name = to_fs_path(uri)
        if name is None or Path(name).suffix not in _SUFFIXES:
            return
        path = Path(name)
        database = self.database(path)
        if database is None and path.suffix == ".h":
            return  # what includes it is not known
        program = str(path) if database is None or _has_main(path) else str(database)
        folder = path.parent if database is None else database.parent
        loop = asyncio.get_running_loop()

        def show(output: str, errors: str) -> None:
            loop.call_soon_threadsafe(self._show, program, output, errors, folder)

        if program in self.checks:
            self.checks[program].end()
        self.checks[program] = Check(self.words(path, database), folder, show)

    def _show(self, program: str, output: str, errors: str, folder: Path) -> None:
        found: Sequence[Diagnostic]
        try:
            document = json.loads(output)
            found = diagnostics(document, folder)
            self._log(f"{program}: {document['verdict']}: {document['scope']['text']}")
        except (ValueError, KeyError, TypeError):
            found = problems(errors, folder)
            self._log(f"{program}: {errors.strip() or 'no answer'}")
        self._publish(program, found)

    def _log(self, text: str) -> None:
        self.window_log_message(types.LogMessageParams(types.MessageType.Info, f"smtcb: {text}"))

    def _publish(self, program: str, found: Sequence[Diagnostic]) -> None:
        by_file: dict[str, list[types.Diagnostic]] = {uri: [] for uri in self.shown.get(program, ())}
        own = from_fs_path(program) if Path(program).suffix in _SUFFIXES else None
        if own is not None:
            by_file.setdefault(own, [])
        for one in found:
            by_file.setdefault(_uri(one.at), []).append(_lsp(one))
        for uri, some in by_file.items():
            self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, some))
        self.shown[program] = {uri for uri, some in by_file.items() if some}

    def end_all(self) -> None:
        for check in self.checks.values():
            check.end()


class Check:
    """A process that a thread waits for. Whoever ends it ends all that it has started: they are a group."""

    def __init__(self, words: Sequence[str], folder: Path, show: Callable[[str, str], None]):
        self._ended = False
        self._lock = threading.Lock()
        self._show = show
        self._process = subprocess.Popen(
            words,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        threading.Thread(target=self._wait, daemon=True).start()

    def _wait(self) -> None:
        output, errors = self._process.communicate()
        with self._lock:
            told = not self._ended
            self._ended = True
        if told:
            with contextlib.suppress(RuntimeError):  # the server has ended meanwhile
                self._show(output.decode("utf-8", "replace"), errors.decode("utf-8", "replace"))

    def end(self) -> None:
        with self._lock:
            if not self._ended:
                self._ended = True
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.killpg(self._process.pid, signal.SIGKILL)


def _has_main(path: Path) -> bool:
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False
    return re.search(r"\bmain\s*\(", text) is not None


# --- in the words of the protocol


def _uri(at: Spot) -> str:
    return from_fs_path(os.path.realpath(at.file)) or at.file.as_uri()


def _range(at: Spot) -> types.Range:
    line = max(0, at.line - 1)
    if not at.column:
        return types.Range(types.Position(line, 0), types.Position(line + 1, 0))
    return types.Range(types.Position(line, at.column - 1), types.Position(line, at.column))


def _lsp(one: Diagnostic) -> types.Diagnostic:
    related = [
        types.DiagnosticRelatedInformation(types.Location(_uri(spot), _range(spot)), spot.text) for spot in one.related
    ]
    return types.Diagnostic(
        _range(one.at),
        one.at.text,
        severity=types.DiagnosticSeverity.Error,
        code=one.rule,
        source="smtcb",
        related_information=related,
    )


def make_server(options: LspOptions) -> CheckServer:
    server = CheckServer(options)

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    async def opened(params: types.DidOpenTextDocumentParams) -> None:
        server.begin(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    async def saved(params: types.DidSaveTextDocumentParams) -> None:
        server.begin(params.text_document.uri)

    @server.feature(types.SHUTDOWN)
    async def shut_down(_params: None) -> None:
        server.end_all()

    return server


def serve(options: LspOptions) -> None:
    """Speaks on the standard streams until they end. (On copies of them: `exit` closes what it has spoken on.)"""
    server = make_server(options)
    try:
        with os.fdopen(os.dup(0), "rb") as heard, os.fdopen(os.dup(1), "wb") as said:
            server.start_io(heard, said)
    finally:  # also where the editor has gone without a word
        server.end_all()
