"""Which program something was made for."""

from __future__ import annotations

from .digests import sha256
from .program import Program


def fingerprint(program: Program) -> str:
    """Of its source texts, in whatever folder they lie."""
    digest = sha256()
    for text in sorted(program.sources.values()):
        digest.update(sha256(text.encode("utf-8", "replace")).digest())
    return digest.hexdigest()[:32]
