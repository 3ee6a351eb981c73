"""Fixtures that tests of several parts share."""

from __future__ import annotations

import gc
import shutil
import signal
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent

# Shells start jobs in the background with interrupts ignored; tests send some, and children inherit what is set here.
signal.signal(signal.SIGINT, signal.default_int_handler)

needs_gcc = pytest.mark.skipif(shutil.which("gcc") is None, reason="gcc is not installed")


@dataclass(frozen=True, slots=True)
class Finished:
    """A command that has ended."""

    status: int
    output: str
    errors: str


@pytest.fixture
def smtcb(capsys: pytest.CaptureFixture[str]) -> Callable[..., Finished]:
    """Runs `smtcb` with the given arguments, in this process."""
    from esbmc_py.cli.main import main

    def run(*arguments: object) -> Finished:
        capsys.readouterr()
        try:
            status = main([str(argument) for argument in arguments])
        except SystemExit as end:
            status = int(end.code or 0)
        captured = capsys.readouterr()
        return Finished(status, captured.out, captured.err)

    return run


@pytest.fixture
def source(tmp_path: Path) -> Callable[..., Path]:
    """Writes a C source to a file."""

    def write(text: str | bytes, name: str = "prog.c") -> Path:
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    return write


def one_in(count: int, values: Iterable[Any]) -> list[Any]:
    """Every so-many-th of the values that a test is run with; the others with --more."""
    return [
        pytest.param(value, marks=pytest.mark.more if number % count else ()) for number, value in enumerate(values)
    ]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--more", action="store_true", help="also what is beyond the sample that is run each time")


def pytest_collection_finish() -> None:
    """What was collected stays until the end, and programs are large and live: whoever looks for cyclic garbage among
    them at every 700 new objects takes a third of the time of all tests. `smtcb` itself looks as seldom.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(200_000)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--more"):
        return
    beyond = [item for item in items if item.get_closest_marker("more")]
    config.hook.pytest_deselected(items=beyond)
    items[:] = [item for item in items if not item.get_closest_marker("more")]
