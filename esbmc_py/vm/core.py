"""The core of the machine: memory, threads and calls. What instructions work on; `machine` makes steps of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from typing import TYPE_CHECKING, Any, TypeAlias

from esbmc_py.goto.deferred import dataclass

from ..goto.instructions import Instruction
from ..goto.types import ScalarType
from .executable import Executable, FunctionCode, Run
from .findings import StackEntry
from .frames import Frame, call_stack
from .stops import Leak, LimitReached
from .values import Value, coerce

if TYPE_CHECKING:
    from .races import Access

# Values that a thread has seen in memory and may use again, by address and size (see `compiled_reads`).
Remembered: TypeAlias = dict[tuple[int, int], bytes]


@dataclass(slots=True, eq=False)
class Thread:
    """A thread at rest. Nobody changes it: a step replaces it by another one."""

    number: int
    code: FunctionCode
    pc: int
    registers: list[Any]
    caller: Frame | None
    depth: int
    allocated: int  # heap objects so far
    allocas: int  # alive
    ended: bool = False
    remembered: Remembered = field(default_factory=dict)
    # So many steps in a row have ended for their length, none of them seen by others: see `Machine.overrun`. How many
    # is no part of what the thread is. Whether there were any is, and whether it is a circle: they make other steps.
    overruns: int = 0

    @property
    def instruction(self) -> Instruction:
        return self.code.instructions[self.pc]


class MachineCore:
    def __init__(self, executable: Executable, choose: Callable[[ScalarType], Value], deepest_stack: int):
        self.executable = executable
        self.choose = choose  # gives the nondeterministic values
        self.deepest_stack = deepest_stack
        self.memory = executable.initial_memory()
        self.threads: list[Thread] = []
        self.exit_status: int | None = None
        self.output: list[tuple[str, bytes]] = []  # (stream, text) since whoever reads it last cleared it
        self.unknown_functions: dict[str, None] = {}  # called without a body or a meaning, in order
        self.accesses: list[Access] | None = None  # filled by `Machine.step_slowly` when it is a list
        # Where the heap objects of the way here were allocated, if leaks are looked for. Not part of states: whoever
        # comes back to one finds what was allocated before it, since numbers count up.
        self.sites: dict[int, tuple[StackEntry, ...]] | None = None
        self.lost_only = False  # of these, only what nothing leads to any more is a violation
        self.abstract: bytearray | None = None  # filled by `smtcb_abstract_bytes`
        self.abstract_control = False  # `smtcb_abstract_control` was called
        self.acquired: dict[tuple[int, int], tuple[StackEntry, ...]] | None = None  # (object, thread) → its last wait
        self.begin_thread(executable.codes[executable.program.entry], [])

    # -- the executing thread (valid during a step) --------------------------------------------------------------

    thread: int
    code: FunctionCode
    pc: int
    registers: list[Any]
    caller: Frame | None
    depth: int
    atomic: int
    in_own_section: bool = False  # the section that it is in, if any, is the program's own and not the library's
    allocated: int
    allocas: int
    ended: bool
    thread_locals: list[int]
    remembered: Remembered

    # -- calls -----------------------------------------------------------------------------------------------------

    def call(self, code: FunctionCode, registers: list[Any], index: int) -> Run:
        """Enters a function; `index` is where the caller goes on."""
        self.enter(code, registers, index)
        return code.arrive[0]

    def enter(self, code: FunctionCode, registers: list[Any], index: int) -> None:
        if self.depth >= self.deepest_stack:
            raise LimitReached(f"more than {self.deepest_stack} nested calls")
        self.caller = (self.code, index, self.registers, self.caller, [])
        self.depth += 1
        self.code = code
        self.registers = registers
        if code.has_memory:
            self._add_locals(code, registers, self.thread, self.depth)

    def _add_locals(self, code: FunctionCode, registers: list[Any], thread: int, depth: int) -> None:
        shift = self.memory.shift
        numbers = self.executable.numbering.frame(thread, depth, code.first_local, code.local_count)
        registers += [number << shift for number in numbers]
        if code.has_alloca:
            registers.append(())

    def leave(self, value: Value | None) -> Run | None:
        """Returns from a function."""
        following = self.exit(value)
        return None if following is None else self.code.arrive[following]

    def exit(self, value: Value | None) -> int | None:
        if self.code.has_memory:
            self._bury_locals(self.code, self.registers)
        if self.caller is None:
            return self._exit_thread(value)
        code, index, registers, self.caller, _ = self.caller
        self.code = code
        self.registers = registers = registers.copy()  # the frame may belong to a saved state, too
        self.depth -= 1
        target = code.result_registers[index - 1]
        if target >= 0:
            if code.indirect_results and value is not None and (wanted := code.indirect_results.get(index - 1)):
                value = coerce(value, wanted)
            registers[target] = value
        return index

    def _exit_thread(self, value: Value | None) -> int | None:
        """The outermost function has returned: a start routine's result goes to the exit handler."""
        handler = self.executable.program.thread_exit
        if self.thread == 0 or handler is None or self.code.name == handler:
            self.end_thread()
            return None
        code = self.executable.codes[handler]
        self.registers = [value, *code.blank] if code.parameter_count else list(code.blank)
        self.code = code
        if code.has_memory:
            self._add_locals(code, self.registers, self.thread, self.depth)
        return 0

    def _bury_locals(self, code: FunctionCode, registers: list[Any]) -> None:
        shift = self.memory.shift
        self.memory.bury_all(address >> shift for address in registers[code.register_count : code.alloca_slot])
        if code.has_alloca:
            numbers = registers[code.alloca_slot]
            self.memory.bury_all(numbers)
            self.allocas -= len(numbers)

    # -- threads ---------------------------------------------------------------------------------------------------

    def begin_thread(self, code: FunctionCode, arguments: list[Value]) -> Thread:
        number = len(self.threads)
        registers: list[Any] = [*arguments, *code.blank]
        if code.has_memory:
            self._add_locals(code, registers, number, 1)
        thread = Thread(number, code, 0, registers, None, 1, 0, 0)
        self.threads.append(thread)
        shift = self.memory.shift
        addresses = self.executable.thread_local_addresses(number)
        for address, image in zip(addresses, self.executable.thread_local_images, strict=True):
            self.memory.create(address >> shift, len(image), defined=True)
            self.memory.buffers[address >> shift][:] = image  # type: ignore[index]
        return thread

    def start_thread(self, code: FunctionCode, argument: Value, self_value: int) -> int:
        thread = self.begin_thread(code, [argument][: code.parameter_count])
        itself = self.executable.program.thread_self
        if itself is not None:
            name = self_value.to_bytes(itself.size, "little")
            self.memory.write(self.executable.name_address(thread.number), name)
        return thread.number

    def threads_called(self, name: int) -> list[int]:
        """The threads that live and are called so by `holder`s."""
        return [one.number for one in self.threads if not one.ended and self.self_value(one.number) == name]

    def self_value(self, number: int) -> int:
        """What a thread that lives is called: the value of its `__smtcb_self`."""
        itself = self.executable.program.thread_self
        if itself is None:
            return 0
        return int.from_bytes(self.memory.read(self.executable.name_address(number), itself.size), "little")

    def end_thread(self) -> None:
        """Ends the executing thread, with everything that lives only in it."""
        if self.code.has_memory:
            self._bury_locals(self.code, self.registers)
        frame = self.caller
        while frame is not None:
            code, _, registers, frame, _ = frame
            if code.has_memory:
                self._bury_locals(code, registers)
        self.memory.bury_all(address >> self.memory.shift for address in self.thread_locals)
        self.caller = None
        self.registers = []
        self.allocas = 0
        self.ended = True
        if all(thread.ended for thread in self.threads if thread.number != self.thread):
            self.check_leaks()

    def allocate(self, size: int, zeroed: bool) -> int:
        address = self.allocate_internally(size, zeroed)
        if self.sites is not None:
            self.sites[address >> self.memory.shift] = self.stack()
        return address

    def allocate_internally(self, size: int, zeroed: bool) -> int:
        """What a library model needs for itself."""
        number = self.executable.numbering.heap(self.thread, self.allocated)
        self.memory.create(number, size, defined=zeroed)
        self.allocated += 1
        if self.sites is not None:
            self.sites.pop(number, None)
        return number << self.memory.shift

    def look_for(self, *, leaks: bool, lost: bool) -> None:
        """What is not freed in the end: everything, or only what nothing leads to any more."""
        self.sites = {} if leaks or lost else None
        self.lost_only = not leaks

    def check_leaks(self) -> None:
        """At the end of the process, if leaks are looked for: the first object that the program has not freed."""
        sites = self.sites or {}
        kept = sorted(number for number in sites if number in self.memory.buffers)
        if kept and self.lost_only:
            from .lost import reached  # few programs are asked for this

            tracked = reached(self)
            kept = [number for number in kept if number not in tracked]
        if kept:
            raise Leak(len(self.memory.buffers[kept[0]]), sites[kept[0]], lost=self.lost_only)

    def allocate_on_stack(self, size: int, zeroed: bool) -> int:
        number = self.executable.numbering.alloca(self.thread, self.allocas)
        self.memory.create(number, size, defined=zeroed)
        self.allocas += 1
        self.registers[self.code.alloca_slot] += (number,)
        return number << self.memory.shift

    # -- where we are ----------------------------------------------------------------------------------------------

    def stack(self) -> tuple[StackEntry, ...]:
        """The executing thread's calls, innermost first."""
        return call_stack(self.code, self.pc, self.caller)
