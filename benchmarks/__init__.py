"""Measurements and long-running comparisons, each a command: `python -m benchmarks.NAME --help`."""
