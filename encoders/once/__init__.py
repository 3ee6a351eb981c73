"""Schema *once* of mode lazyseq: each thread is recorded once, memory goes through rounds or an order of all steps."""
