"""The memory models by name, and the memory orders of C11. What they mean is in docs/memory_models.md."""

from __future__ import annotations

from enum import IntEnum

SC = "sc"  # every store reaches memory at once
TSO = "tso"  # stores wait in a queue of their thread (x86)
PSO = "pso"  # stores to different places may also reach memory in another order (SPARC PSO)
RC11 = "rc11"  # C11 as repaired by Lahav et al.
MODELS = (SC, TSO, PSO, RC11)


class MemoryOrder(IntEnum):
    """With the numbers that they have in <stdatomic.h>, and in gcc."""

    RELAXED = 0
    CONSUME = 1  # taken as acquire
    ACQUIRE = 2
    RELEASE = 3
    ACQ_REL = 4
    SEQ_CST = 5

    @property
    def acquires(self) -> bool:
        return self in (self.CONSUME, self.ACQUIRE, self.ACQ_REL, self.SEQ_CST)

    @property
    def releases(self) -> bool:
        return self in (self.RELEASE, self.ACQ_REL, self.SEQ_CST)


STORE_BUFFERS = "__smtcb_store_"  # how the names begin of all functions that have to do with buffers
STORE_WAITS = "__smtcb_store_waits"  # what puts a store into its thread's buffer
STORE_REACHES = "__smtcb_store_reaches_memory"  # and what takes one out of it
STORE_FORWARDED = "__smtcb_store_forwarded"  # how the names of those begin by which loads look into it
STORE_FENCE = "__smtcb_store_fence"  # a call of it says that no store passes it
FENCE = (
    "__smtcb_fence"  # under rc11: a call of it with an order is a fence, and so is a store to an object of this name
)
