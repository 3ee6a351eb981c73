"""Names for objects that come from outside: after the first variable that holds their address, as for the heap.

smtcb calls them `outside_struct_device_1`, which says nothing to the programmer who wrote `dev = find_device();`.
"""

from __future__ import annotations

import re

from esbmc_py.goto.program import Program
from esbmc_py.vm.trace import TracedValue

_NAME = re.compile(r"[A-Za-z_]\w*")


class OutsideNames:
    """Of one program; without one, nothing comes from outside."""

    def __init__(self, program: Program | None) -> None:
        several = () if program is None else program.globals
        self._all = {symbol.source_name for symbol in several if symbol.outside}
        self._holders: dict[str, str] = {}
        names = "|".join(map(re.escape, sorted(self._all, key=len, reverse=True)))
        self._any = re.compile(rf"(&?)\b({names})\b(\.?)(?=(\[?))") if names else None

    def note(self, change: TracedValue) -> None:
        holder = change.place  # a temporary has a `$` in it
        named = change.kind in ("set", "write") and _NAME.fullmatch(holder)
        if named and self.is_one(change.value) and holder not in self._holders.values():
            self._holders.setdefault(change.value[1:], holder)

    def is_one(self, value: str) -> bool:
        return value.startswith("&") and value[1:] in self._all

    def text(self, text: str) -> str:
        """With these names in it."""
        return self._any.sub(self._replace, text) if self._any is not None and "outside_" in text else text

    def _replace(self, found: re.Match[str]) -> str:
        address, name, member, element = found.groups()
        if name not in self._holders:
            return found[0]
        holder = self._holders[name]
        if member:
            return f"{address}{holder}->"
        if element:
            return f"{address}{holder}"
        return holder if address else f"*{holder}"
