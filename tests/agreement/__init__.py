"""Judges: each compares two parts of smtcb that share no code, on many programs.

Each is a command: `python -m tests.agreement.NAME --help`. The tests run a few programs of each; campaigns run
thousands. Measurements are in `benchmarks/`.
"""
