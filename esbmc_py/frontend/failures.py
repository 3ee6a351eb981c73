"""Calls that may fail although their models, or the executors that print, never do.

Where nobody looks at the result, nothing is asked: most programs print, and few want to know whether that went well.
Elsewhere the result goes through a function of `pthread_models/library/failures.c`.
"""

from __future__ import annotations

from collections.abc import Iterable

_FAILING = "__smtcb_unless_it_fails"
_PRINTED = "__smtcb_unless_printing_fails"
_BYTES = "__smtcb_some_bytes"
_ITEMS = "__smtcb_some_items"
_CLOSED = "__smtcb_unless_close_fails"

_PRINTING = """
    printf vprintf fprintf vfprintf dprintf vdprintf puts puts_unlocked fputs fputs_unlocked putchar putchar_unlocked
    putc fputc putc_unlocked fputc_unlocked _IO_putc
"""
_WITH_MINUS_ONE = """
    fflush fflush_unlocked fclose fsync fdatasync
"""
_WRAPPERS = {
    **dict.fromkeys(_WITH_MINUS_ONE.split(), _FAILING),
    **dict.fromkeys(_PRINTING.split(), _PRINTED),
    "close": _CLOSED,
    "write": _BYTES,
    "fwrite": _ITEMS,
    "fwrite_unlocked": _ITEMS,
}


def failing(name: str) -> str | None:
    """What the result of a function goes through if somebody looks at it."""
    return _WRAPPERS.get(name)


def wrappers(mentioned: Iterable[str]) -> set[str]:
    """Those that a program with these names may need."""
    return {_WRAPPERS[name] for name in mentioned if name in _WRAPPERS}
