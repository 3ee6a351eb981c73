"""Kinds of input: where good ones come from, and who reads them. Readers may refuse in their own words only."""

from __future__ import annotations

import contextlib
import io
import json
import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from tests.agreement import fuzz_sources
from tests.conftest import ROOT

from . import mutations

PROGRAM = ROOT / "examples" / "lost_update.c"


@dataclass(frozen=True, slots=True)
class Kind:
    """`make` breaks something good; `read` is what smtcb does with it: it returns, or refuses as it should."""

    name: str
    share: int  # of a hundred inputs, roughly
    make: Callable[[random.Random], bytes]
    read: Callable[[bytes, Path], None]


def _file(folder: Path, name: str, data: bytes) -> Path:
    path = folder / name
    path.write_bytes(data)
    return path


# -- sources ----------------------------------------------------------------------------------------------------------


@cache
def _sources() -> list[bytes]:
    return [path.read_bytes() for path in fuzz_sources.corpus() if path.stat().st_size < 6_000]


def _make_source(chance: random.Random) -> bytes:
    return mutations.of_text(chance.choice(_sources()), chance)


def _read_source(data: bytes, folder: Path) -> None:
    problem = fuzz_sources.outcome(data, folder, 60)
    if problem:
        raise AssertionError(problem)


# -- documents --------------------------------------------------------------------------------------------------------


@cache
def _checked() -> Any:
    import esbmc_py

    return esbmc_py.check(PROGRAM)


@cache
def _schedule() -> dict[str, Any]:
    found: dict[str, Any] = _checked().to_json()["findings"][0]["schedule"]
    return found


@cache
def _program() -> Any:
    from esbmc_py.frontend import load_program
    from esbmc_py.goto.sharing import prepare

    return prepare(load_program([PROGRAM]))


def _read_schedule(data: bytes, folder: Path) -> None:
    from esbmc_py.cli.problems import UserError
    from esbmc_py.cli.schedule_file import read_schedule
    from esbmc_py.frontend.surroundings import Surroundings
    from esbmc_py.vm.run import run

    path = _file(folder, "schedule.json", data)
    try:
        schedule = read_schedule(path)
        if schedule.surroundings is not None:
            Surroundings.from_record(dict(schedule.surroundings))
    except (UserError, ValueError):
        return
    run(_program(), schedule=schedule, max_steps=2_000)


@cache
def _tasks() -> list[Any]:
    import yaml

    paths = sorted((ROOT / "benchmarks/suite/mutex").glob("*.yml"))[:20]
    verdict = {"property_file": "property.prp", "expected_verdict": False}
    return [{**yaml.safe_load(path.read_text()), "input_files": "prog.c", "properties": [verdict]} for path in paths]


def _read_task(data: bytes, folder: Path) -> None:
    from esbmc_py.experiments.problems import ExperimentProblem
    from esbmc_py.experiments.tasks import read_task_file

    _file(folder, "prog.c", b"int main(void) { return 0; }\n")
    _file(folder, "property.prp", _property_files()[0])
    with contextlib.suppress(ExperimentProblem):
        read_task_file(_file(folder, "task.yml", data))


@cache
def _witness() -> tuple[bytes, Any, bytes]:
    import yaml

    from esbmc_py.exchange.write import WitnessRequest, witness_text

    request = WitnessRequest((PROGRAM,), 64)
    text = witness_text(_checked(), request, ".yml")
    return text.encode(), yaml.safe_load(text), witness_text(_checked(), request, ".graphml").encode()


def _make_witness(chance: random.Random) -> bytes:
    text, document, graph = _witness()
    match chance.randrange(3):
        case 0:
            return mutations.of_text(text, chance)
        case 1:
            return mutations.of_text(graph, chance)
        case _:
            return mutations.of_document(document, chance)


def _read_witness(data: bytes, folder: Path) -> None:
    from esbmc_py.exchange.problems import WitnessProblem
    from esbmc_py.exchange.reading import read_witness

    suffix = ".graphml" if data.lstrip().startswith(b"<") else ".yml"
    with contextlib.suppress(WitnessProblem):
        read_witness(_file(folder, f"witness{suffix}", data))


def _read_validated(data: bytes, folder: Path) -> None:
    suffix = ".graphml" if data.lstrip().startswith(b"<") else ".yml"
    path = _file(folder, f"witness{suffix}", data)
    _command(["validate", str(PROGRAM), "--witness", str(path), "--ignore-hash", "--timeout", "2"])


@cache
def _database() -> list[dict[str, Any]]:
    words = ["gcc", "-DX=1", "-Iinclude", "-O2", "-c", "prog.c", "-o", "prog.o"]
    return [
        {"directory": ".", "file": "prog.c", "arguments": words},
        {"directory": "/tmp", "file": "a.c", "command": "cc -D'A B' -c a.c", "output": "a.o"},
    ]


def _read_database(data: bytes, folder: Path) -> None:
    from esbmc_py.cli.main import build_parser
    from esbmc_py.cli.problems import UserError
    from esbmc_py.cli.project import read_database

    path = _file(folder, "compile_commands.json", data)
    options = build_parser(["check"]).parse_args(["check", "--project", str(path)])
    with contextlib.suppress(UserError):
        read_database(path, options)


def _read_results(data: bytes, folder: Path) -> None:
    """A results file is lines; here each document is one. All tables are made of it."""
    lines = b" ".join(data.splitlines()) + b"\n"
    others = [json.dumps(one).encode() + b"\n" for one in (_SESSION, _RECORD)]
    path = _file(folder, "results.jsonl", b"".join([*others, lines]))
    _command(["bench", "report", str(path), "--summary", "-", "--tasks", "-", "--runs", "-", "--families", "-"])


_RECORD = {
    "kind": "run",
    "task": "a/t",
    "family": "a",
    "program": "t.c",
    "looked_for": "reach",
    "expected": True,
    "parameters": {"N": "2"},
    "configuration": "lazy",
    "arguments": ["smtcb", "check"],
    "fingerprint": "f",
    "session": "1",
    "started": "2026-01-01T00:00:00+00:00",
    "status": "proved",
    "verdict": "successful",
    "complete": True,
    "scope": "all executions",
    "bounds": {"unwind": 2},
    "found": "",
    "reason": "",
    "cpu": 0.5,
    "wall": 0.6,
    "memory": 30.0,
    "exit_status": 0,
    "statistics": {"nodes": 3, "times": {"total": 0.4}},
}


_SESSION = {
    "kind": "session",
    "session": "1",
    "started": "2026-01-01T00:00:00+00:00",
    "command": ["smtcb", "bench"],
    "versions": {"smtcb": "0.1.0", "sources": "734db073"},
    "machine": {"processor": "P", "cores": 2, "memory_mb": 25276, "system": "Linux", "python": "3.11.7"},
    "options": {"timeout": 6.0, "memory": 4000, "jobs": 1, "bounds": "task", "configurations": ["lazy", "uw"]},
}


@cache
def _tools() -> list[bytes]:
    folders = (ROOT / "benchmarks" / "tools", ROOT / "esbmc_py" / "experiments")
    found = [path.read_bytes() for folder in folders for path in sorted(folder.rglob("*.toml"))]
    return [text for text in found if b"command" in text]


def _read_tool(data: bytes, folder: Path) -> None:
    from esbmc_py.experiments.problems import ExperimentProblem
    from esbmc_py.experiments.processes import ProcessLimits
    from esbmc_py.experiments.tools import load_tool

    with contextlib.suppress(ExperimentProblem):
        load_tool(str(_file(folder, "tool.toml", data)), ProcessLimits())


@cache
def _property_files() -> list[bytes]:
    return [path.read_bytes() for path in sorted((ROOT / "benchmarks/suite/properties").rglob("*.prp"))]


def _read_property(data: bytes, folder: Path) -> None:
    _command(["check", "no-such-file.c", "--prp", str(_file(folder, "property.prp", data))])


_INVARIANT = {
    "format": "smtcb-invariant",
    "version": 1,
    "properties": ["reach"],
    "invariant": [{"place": "main:3", "location": "lost_update.c:13:5", "thread": "main", "clause": "counter <= 1"}],
}


def _read_invariant(data: bytes, folder: Path) -> None:
    _command(["prove-check", str(PROGRAM), str(_file(folder, "invariant.json", data))])


@cache
def _sarif() -> Any:
    from esbmc_py.checking.report.answer import traces
    from esbmc_py.exchange.sarif import sarif_document

    return sarif_document(_checked(), traces(_checked()))


def _read_sarif(data: bytes, folder: Path) -> None:
    _command(["sarif", str(_file(folder, "one.sarif", data))])


# -- command lines ----------------------------------------------------------------------------------------------------

LINES = (
    "check prog.c --unwind 2 --contexts 3 --property reach",
    "check prog.c --mode lazyseq --rounds 3 --json",
    "run prog.c --seed 3",
    "run --explore prog.c --max-states 10",
    "goto prog.c",
    "tree prog.c --max-nodes 9",
    "sequentialize prog.c --unwind 2 --rounds 2",
    "compare prog.c --modes lazy,uw",
    "bench suite --timeout 3",
    "fix prog.c --alternatives 2",
    "swarm prog.c --unwind 2 --rounds 2",
    "validate prog.c --witness w.yml",
    "play prog.c",
    "replay prog.c --schedule s.json",
    "prove-check prog.c",
    "completion bash",
)


@cache
def _flags() -> list[str]:
    from esbmc_py.cli.main import build_parser, command_parsers

    known = command_parsers(build_parser())
    return sorted(
        {flag for parser in known.values() for flag in parser.option_names()} | {"-DX", "-I.", "-lm", "-std=c99"}
    )


def _make_words(chance: random.Random) -> bytes:
    return json.dumps(mutations.of_words(chance.choice(LINES).split(), chance, _flags())).encode()


def _read_words(data: bytes, _folder: Path) -> None:
    """The words are understood or refused; nothing runs."""
    from esbmc_py.cli import main
    from esbmc_py.cli.problems import UserError

    words = main.with_program_arguments(json.loads(data))
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        try:
            parser = main.build_parser(words)
            main.require_command(parser, words)
            main.parse(parser, words)
        except UserError:
            pass
        except SystemExit as ended:
            assert ended.code in (0, 2), f"exit status {ended.code}"


def _command(words: list[str]) -> None:
    """The whole command, in this process."""
    from esbmc_py.cli.main import main

    said = io.StringIO()
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(said):
        try:
            status = main(words)
        except SystemExit as ended:
            status = ended.code if isinstance(ended.code, int) else 99
    assert status in (0, 1, 2, 3, 4), f"exit status {status}"
    assert "internal error" not in said.getvalue(), said.getvalue()[:300]


def _of(*documents: Callable[[], Any]) -> Callable[[random.Random], bytes]:
    """Half of the time as a document, half of the time as text."""

    def make(chance: random.Random) -> bytes:
        document = chance.choice(documents)()
        if isinstance(document, bytes):
            return mutations.of_text(document, chance)
        if chance.random() < 0.5:
            return mutations.of_document(document, chance)
        return mutations.of_text(json.dumps(document, indent=1).encode(), chance)

    return make


def _one_of(several: Callable[[], list[Any]]) -> Callable[[random.Random], bytes]:
    return lambda chance: _of(lambda: chance.choice(several()))(chance)


KINDS = (
    Kind("source", 4, _make_source, _read_source),
    Kind("schedule", 14, _of(_schedule), _read_schedule),
    Kind("task", 16, _one_of(_tasks), _read_task),
    Kind("witness", 16, _make_witness, _read_witness),
    Kind("validated", 1, _make_witness, _read_validated),
    Kind("database", 10, _of(_database), _read_database),
    Kind("results", 12, _of(lambda: _RECORD, lambda: _SESSION), _read_results),
    Kind("tool", 14, _one_of(_tools), _read_tool),
    Kind("property", 5, _one_of(_property_files), _read_property),
    Kind("invariant", 2, _of(lambda: _INVARIANT), _read_invariant),
    Kind("sarif", 4, _of(_sarif), _read_sarif),
    Kind("words", 8, _make_words, _read_words),
)
