"""A run does not depend on what the process did before, and does not keep what that left behind."""

from __future__ import annotations

import sys


def forget_terms() -> None:
    """Forgets all terms. Nobody may go on with a symbolic state, a formula or a solver that was made before."""
    if f"{__package__}.terms" in sys.modules:  # else there are none
        from . import objects, terms

        terms.reset()
        objects.forget_undefined_parts()
