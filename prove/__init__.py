"""Proofs without bounds: thread-modular invariants, found by Houdini and checked again. See docs/prove.md."""
