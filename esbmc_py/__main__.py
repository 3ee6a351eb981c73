"""`python -m esbmc_py` is the `smtcb` command."""

from esbmc_py.cli.main import entry_point

entry_point()
