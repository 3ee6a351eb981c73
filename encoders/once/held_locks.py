"""Locks that a thread has while it is recorded: where it writes its name to what its path asks to be 0."""

from __future__ import annotations

from symex.terms import Term, conjuncts
from symex.values import Value

from .operations import Read, Write
from .recording_run import RecordingRun


def must_be_zero(run: RecordingRun, condition: Term) -> frozenset[int]:
    """Where the condition asks for 0 in what the block has read, without having written to it."""
    zeros = {term.args[0] for term in conjuncts(condition) if term.op == "=" and term.args[1].op == "const"
             and term.args[1].payload == 0}  # fmt: skip
    found: set[int] = set()
    for operation in run.current.operations:
        if isinstance(operation, Write):
            found.discard(operation.address)
        elif isinstance(operation, Read) and operation.address.__class__ is int and operation.result in zeros:
            found.add(operation.address)
    return frozenset(found)


def takes_lock(run: RecordingRun, address: Value, value: Value) -> bool:
    """The thread writes its name to where the path asks for 0."""
    mine = value.__class__ is int and value == run.into.self_value and value != 0
    return mine and address.__class__ is int and address in must_be_zero(run, run.guard)


def follow_lock(run: RecordingRun, address: Value, *, takes: bool) -> None:
    if address.__class__ is int:
        run.held = run.held | {address} if takes else run.held - {address}
