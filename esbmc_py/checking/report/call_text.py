"""How to call the program, as a line for a shell."""

from __future__ import annotations

import shlex

from esbmc_py.frontend.main_arguments import PROGRAM_NAME
from esbmc_py.vm.invocation import Invocation

_NAMED = {7: "\\a", 8: "\\b", 9: "\\t", 10: "\\n", 11: "\\v", 12: "\\f", 13: "\\r", 39: "\\'", 92: "\\\\"}


def call_text(invocation: Invocation) -> str:
    """`HOME=x ./prog -v 7`; `env -u HOME ./prog` where a variable must not be set."""
    assigned = [
        f"{name.decode(errors='replace')}={quoted(value)}"
        for name, value in invocation.environment
        if value is not None
    ]
    unset = [f"-u {quoted(name)}" for name, value in invocation.environment if value is None]
    prefix = ["env", *unset] if unset else []
    return " ".join([*prefix, *assigned, PROGRAM_NAME, *map(quoted, invocation.arguments)])


def quoted(data: bytes) -> str:
    """As one word: plain, in quotes, or as $'..' where there are bytes that cannot be seen."""
    if all(32 <= byte < 127 for byte in data):
        return shlex.quote(data.decode("ascii"))
    return "$'" + "".join(_escaped(byte) for byte in data) + "'"


def _escaped(byte: int) -> str:
    if byte in _NAMED:
        return _NAMED[byte]
    return chr(byte) if 32 <= byte < 127 else f"\\{byte:03o}"
