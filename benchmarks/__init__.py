"""Measurements, each a command: `python -m benchmarks.NAME --help`. The judges are in `tests.agreement`."""
