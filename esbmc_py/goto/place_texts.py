"""Parts of objects as C writes them."""

from __future__ import annotations


def part_text(whole: str, part: str) -> str:
    """`d.ready` of `d` and `.ready`; `d->ready` of `*d`, and `d[1]` of `*d` and `[1]`."""
    if not part or not whole.startswith("*"):
        return whole + part
    pointer = f"({whole[1:]})" if whole.startswith("**") else whole[1:]
    return f"{pointer}->{part[1:]}" if part.startswith(".") else pointer + part
