"""Parts of objects, and string literals, as C writes them."""

from __future__ import annotations

_LONGEST_TEXT = 24  # signs of a string literal that are shown


def part_text(whole: str, part: str) -> str:
    """`d.ready` of `d` and `.ready`; `d->ready` of `*d`, and `d[1]` of `*d` and `[1]`."""
    if not part or not whole.startswith("*"):
        return whole + part
    pointer = f"({whole[1:]})" if whole.startswith("**") else whole[1:]
    return f"{pointer}->{part[1:]}" if part.startswith(".") else pointer + part


def literal_text(data: bytes) -> str:
    """As it is written in C; the rest of a long one is left out."""
    text = data.partition(b"\0")[0].decode("latin-1")
    shown = "".join(one if " " <= one <= "~" and one not in '"\\' else _escaped(one) for one in text[:_LONGEST_TEXT])
    return f'"{shown}"' + ("..." if len(text) > _LONGEST_TEXT else "")


def _escaped(sign: str) -> str:
    return {"\n": "\\n", "\t": "\\t", '"': '\\"', "\\": "\\\\"}.get(sign, f"\\x{ord(sign):02x}")
