"""What is wrong with the command line, beyond what its parser can see."""

from __future__ import annotations


class UserError(Exception):
    """A message for the user: exit status 2."""
