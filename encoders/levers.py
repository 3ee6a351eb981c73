"""Levers: what makes the formula of a sequentialization easier, and changes no answer. Each can be switched off."""

from __future__ import annotations

LEVERS: dict[str, str] = {
    "order": "where no bound on schedules is given, one formula for all of them comes after that of few rounds",
    "movers": "no switch before what conflicts with nothing, as in a section under a lock",
    "joins": "what a thread does after it has joined another comes after all that the other does",
    "spinning": "a thread that waits in a loop does not go round as long as nothing changes",
    "trust": "as movers, where something may fail that was not asked for; if it can, the answer is found without this",
    "slicing": "accesses that nothing which is asked depends on are left out",
    "views": "what only the thread itself and its creators wrote is not read, but known",
    "recordings": "attempts with the same unwinding use the same recorded threads",
    "incremental": "attempts within growing bounds use one solver, each with what it asserts under assumptions",
    "narrowing": "reads return only values that can be in memory; integers get as few bits as these need",
    "liveness": "schema cseq: what nothing reads any more is not carried on from round to round",
}
ALL_LEVERS = frozenset(LEVERS)
