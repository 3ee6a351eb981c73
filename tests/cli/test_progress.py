"""The live line on a terminal, plain lines elsewhere, and silence where that was asked for."""

from __future__ import annotations

import io
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from encoders.outcome import Statistics
from esbmc_py.cli import progress
from esbmc_py.cli.check_command import progress_text
from esbmc_py.cli.progress import ProgressLine
from tests.conftest import ROOT, Finished

LONGEST = 20.0  # seconds to wait for something that takes none


class Stream(io.StringIO):
    """Says when somebody has written a text to it."""

    def __init__(self, *, terminal: bool, awaited: str) -> None:
        super().__init__()
        self._terminal = terminal
        self._awaited = awaited
        self.arrived = threading.Event()

    def isatty(self) -> bool:
        return self._terminal

    def write(self, text: str) -> int:
        count = super().write(text)
        if self._awaited in self.getvalue():
            self.arrived.set()
        return count


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("FIRST_SECONDS", "REFRESH_SECONDS", "PLAIN_SECONDS"):
        monkeypatch.setattr(progress, name, 0.01)


def shown(monkeypatch: pytest.MonkeyPatch, *, terminal: bool, wanted: bool = True) -> str:
    """What is written while `three nodes` is being told."""
    stream = Stream(terminal=terminal, awaited="three nodes")
    monkeypatch.setattr("sys.stderr", stream)
    with ProgressLine(wanted=wanted) as line:
        line.show("three nodes")
        if wanted:
            assert stream.arrived.wait(LONGEST)
    return stream.getvalue()


@pytest.mark.usefixtures("at_once")
def test_on_a_terminal_the_line_is_drawn_and_taken_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    text = shown(monkeypatch, terminal=True)
    assert "0 s: three nodes (Ctrl-C ends)" in text
    assert "\x1b[2K" in text, "the line is erased in the end"


@pytest.mark.usefixtures("at_once")
def test_elsewhere_there_are_plain_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    text = shown(monkeypatch, terminal=False)
    assert text.startswith("0 s: ")
    assert "0 s: three nodes\n" in text
    assert "\x1b" not in text


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize("terminal", [True, False])
def test_nobody_is_told_who_does_not_want_to_know(monkeypatch: pytest.MonkeyPatch, terminal: bool) -> None:
    assert shown(monkeypatch, terminal=terminal, wanted=False) == ""


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize("option", ["--quiet", "--json"])
def test_commands_are_silent_on_request(smtcb: Callable[..., Finished], option: str) -> None:
    example: Path = ROOT / "examples" / "lost_update.c"
    assert smtcb("check", example, option).errors == ""


def test_the_line_names_mode_bounds_and_numbers() -> None:
    statistics = Statistics(nodes=1200, interleavings=7, formula_nodes=34567, solver_checks=2)
    assert progress_text("uw", "unwind 2", statistics) == (
        "uw, unwind 2: 1,200 nodes, 7 interleavings, 34,567 terms in the formula, 2 solver checks"
    )
    assert progress_text("lazy", "all schedules", Statistics()) == "lazy, all schedules"
