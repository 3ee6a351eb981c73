"""Signal handlers that wait for a lock which the thread that they interrupt may hold."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from .change import Change
from .edits import without_statement
from .executions import Execution
from .source import LOCKS, UNLOCKS, Source

_COST = 5
_REMARK = "what the handler does is not guarded by a lock any more"


def handlers_without_locks(source: Source, execution: Execution) -> Iterator[Change]:
    """No handler may take a lock: POSIX does not have that among what is safe there."""
    blocked = execution.deadlock.blocked if execution.deadlock is not None else ()
    for handler in dict.fromkeys(one.handler for one in blocked if one.handler in source.bodies):
        sites = source.calls((*LOCKS, *UNLOCKS), handler)
        statements = [source.statement_at(handler, site.offset) for site in sites]
        if sites and all(one is not None and one.keyword == "" for one in statements):
            edits = tuple(without_statement(source.text, one.begin, one.end) for one in statements if one is not None)
            yield Change(f"{handler} takes no lock", edits, _COST, _waits_in(handler), remark=_REMARK)


def _waits_in(handler: str) -> Callable[[Execution], bool]:
    def forbids(execution: Execution) -> bool:
        return execution.deadlock is not None and any(one.handler == handler for one in execution.deadlock.blocked)

    return forbids
