"""Variants: other ways to do a part of an encoding, behind a name, so that they can be measured against each other.

`smtcb check --variant NAME` puts the name into `Options.variants`, where the code that varies looks for it. A variant
must not change answers, only what they cost.
"""

from __future__ import annotations

VARIANTS: dict[str, str] = {
    "uw-step": "uw: where the proof needs one control literal of a step, release all literals of that step",
}
