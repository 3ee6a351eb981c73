"""The violation in gdb."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from .problems import ReplayProblem

HINT = "break smtcb_switch stops wherever another thread goes on"


def open_in_gdb(program: Path, plan: Path) -> int:
    """Stops at the violation. Where nobody sits at a terminal, it prints where all threads are."""
    gdb = shutil.which("gdb")
    if gdb is None:
        raise ReplayProblem("there is no gdb; without --gdb the replay says where the violation is")
    interactive = sys.stdin.isatty() and sys.stdout.isatty()
    environment = {**os.environ, "SMTCB_PLAN": str(plan), "SMTCB_NO_WATCH": "1"}
    command = [gdb, "-q", "-nx", "-ex", "set pagination off", "-ex", "set debuginfod enabled off"]
    command += ["-ex", "handle SIGSEGV stop print nopass", "-ex", "run"]
    if not interactive:
        command += ["-batch", "-ex", "thread apply all -s backtrace -5"]
    else:
        print(f"gdb: {HINT}")
    return subprocess.call([*command, str(program)], env=environment, stdin=None if interactive else subprocess.DEVNULL)
