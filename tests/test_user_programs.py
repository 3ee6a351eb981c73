"""Programs as users write them get their verdict without any flags: the quick ones of benchmarks/users."""

import subprocess
import sys
from pathlib import Path

import pytest

USERS = Path(__file__).parent.parent / "benchmarks" / "users"
QUICK = ["config_reload", "detached_workers", "thread_errors", "timer", "tokenizer"]


def _first_line(name: str, *flags: str) -> str:
    command = [sys.executable, "-m", "esbmc_py", "check", str(USERS / f"{name}.c"), *flags]
    lines = subprocess.run(command, capture_output=True, text=True, check=False).stdout.splitlines()
    return next(line for line in lines if line.startswith("VERIFICATION"))


@pytest.mark.parametrize("name", QUICK)
def test_the_right_program_is_settled_and_the_bug_is_found(name: str) -> None:
    assert _first_line(name) == "VERIFICATION SUCCESSFUL"
    assert _first_line(name, "-D", "BUG") == "VERIFICATION FAILED"
