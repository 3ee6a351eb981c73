"""Who is in a block that is expected to be atomic, and what there another thread has interfered with."""

from __future__ import annotations

from ..goto.expected_blocks import WATCHED
from ..goto.types import StructType, size_of
from .machine import Machine


def watched_text(machine: Machine) -> str:
    """The block whose access is watched, its thread, and the access."""
    executable = machine.executable
    number, symbol = next(
        (executable.program.object_numbers[symbol], symbol)
        for symbol in executable.program.globals
        if symbol.name == WATCHED
    )
    assert isinstance(symbol.type, StructType)
    contents = machine.memory.buffers[number]
    values = {
        member.name or "": int.from_bytes(contents[member.offset : member.offset + size_of(member.type)], "little")
        for member in symbol.type.members or ()
    }
    owner = executable.numbering.identity(executable.space.split(values["owner"])[0])
    assert owner is not None
    sites = executable.program.sites
    return f"{sites[values['block']]}, in which thread {owner.thread} {sites[values['site']]}"
