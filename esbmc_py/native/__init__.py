"""Counterexamples on the real binary: `smtcb replay`."""
