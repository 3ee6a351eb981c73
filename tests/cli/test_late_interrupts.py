"""An interruption that comes where Python cannot raise anything is not lost, and no traceback tells of it."""

from __future__ import annotations

import subprocess
import sys

WHILE_AN_OBJECT_GOES = """
import time, weakref
from esbmc_py.cli import main

class Thing: pass

def interrupt(_reference):
    raise KeyboardInterrupt

def command(supervised):
    thing = Thing()
    kept = weakref.ref(thing, interrupt)
    del thing
    time.sleep(60)
    return 0

main.main = command
main.entry_point()
"""


def test_it_comes_again_a_moment_later() -> None:
    ended = subprocess.run([sys.executable, "-c", WHILE_AN_OBJECT_GOES], capture_output=True, text=True, check=False)
    assert ended.returncode == 3
    assert "interrupted" in ended.stderr
    assert "Traceback" not in ended.stderr
