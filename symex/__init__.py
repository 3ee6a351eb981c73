"""Symbolic execution: terms, symbolic memory, symbolic steps of one thread."""
