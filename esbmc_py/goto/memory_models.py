"""The memory models by name. What they mean is in `store_buffers` and in docs/memory_models.md."""

from __future__ import annotations

SC = "sc"  # every store reaches memory at once
TSO = "tso"  # stores wait in a queue of their thread (x86)
PSO = "pso"  # stores to different places may also reach memory in another order (SPARC PSO)
RC11 = "rc11"  # C11 as repaired by Lahav et al.
MODELS = (SC, TSO, PSO, RC11)
SUPPORTED = (SC, TSO, PSO)

STORE_BUFFERS = "__smtcb_store_"  # how the names begin of all functions that have to do with buffers
STORE_WAITS = "__smtcb_store_waits"  # what puts a store into its thread's buffer
STORE_REACHES = "__smtcb_store_reaches_memory"  # and what takes one out of it
STORE_FORWARDED = "__smtcb_store_forwarded"  # how the names of those begin by which loads look into it
STORE_FENCE = "__smtcb_store_fence"  # a call of it says that no store passes it
