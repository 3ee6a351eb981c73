"""What a program gets from outside and a replay does not force: files, pipes, sockets, signals without a handler."""

from __future__ import annotations

from esbmc_py.goto.expressions import FunctionAddress
from esbmc_py.goto.instructions import Call
from esbmc_py.goto.program import Program
from esbmc_py.goto.symbols import SourceLocation

_FILES = ("fopen", "open", "openat", "fdopen", "popen", "read", "fread", "fgets", "getline")
_INPUT = ("fscanf", "scanf", "fgetc", "getc", "getchar", "gets")
_OTHERS = (
    "socket",
    "accept",
    "recv",
    "recvfrom",
    "sigwait",
    "sigwaitinfo",
    "sigtimedwait",
    "setitimer",
    "timer_settime",
)
NOT_FORCED = frozenset((*_FILES, *_INPUT, *_OTHERS))


def not_forced(program: Program) -> tuple[SourceLocation, str] | None:
    """The first call of such a function in the program's own code."""
    for function in program.functions.values():
        for one in function.instructions if not function.is_model else ():
            if isinstance(one, Call) and isinstance(one.callee, FunctionAddress) and one.callee.name in NOT_FORCED:
                return one.location, one.callee.name
    return None
