"""Pass `threads`: one copy of a start routine for every thread that can be created.

Every `START_THREAD` of a bounded program is executed at most once, so each is a thread of its own. The copy is unwound
with what is known of its argument, has locals of its own, and finds the program's thread-locals as globals of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field, replace

from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.escaping import escaping_objects, symbols_in
from esbmc_py.goto.expressions import Expression, FunctionAddress
from esbmc_py.goto.instructions import StartThread, Unsupported
from esbmc_py.goto.operands import expressions_of
from esbmc_py.goto.program import Function, Program
from esbmc_py.goto.symbols import Image, Storage, Symbol

from .bounds import ProgramBounds, bound_reached
from .fixed import fixed_objects
from .fold import Known, is_known
from .inline import Inliner, called_function, pointer_type
from .operands import Renaming
from .unwind import unwound


@dataclass(frozen=True, slots=True, eq=False)
class CopiedThread:
    """A thread of a bounded program. `starts` tells which thread each of its START_THREADs starts, by index."""

    number: int
    name: str  # of the copy
    routine: str | None  # that it is a copy of; None: main
    parent: int  # -1 for main
    function: Function
    starts: dict[int, int]
    own_self: Symbol | None  # its `__smtcb_self`
    mortal: tuple[Symbol, ...]  # of its thread-locals, those whose end others may notice


@dataclass(frozen=True, slots=True, eq=False)
class BoundedThreads:
    """A program whose threads are all known, each a function without calls and loops."""

    program: Program
    threads: tuple[CopiedThread, ...]
    globals: dict[Symbol, Image]  # with the threads' own


@dataclass(slots=True, eq=False)
class _Waiting:
    number: int
    parent: int
    routine: str | None
    name: str  # of the copy
    known: Known


@dataclass(slots=True, eq=False)
class _Expansion:
    program: Program
    bounds: ProgramBounds
    inliner: Inliner
    fixed: dict[Symbol, Image]
    globals: dict[Symbol, Image]
    count: int = 1
    waiting: list[_Waiting] = field(default_factory=list)
    names: set[str] = field(default_factory=set)

    def run(self) -> list[CopiedThread]:
        threads = [self.copy(_Waiting(0, -1, None, self.unique("main"), {}))]
        while self.waiting:
            threads.append(self.copy(self.waiting.pop(0)))
        return threads

    def copy(self, wanted: _Waiting) -> CopiedThread:
        inlined = self.inliner.main() if wanted.routine is None else self.inliner.routine(wanted.routine)
        function = unwound(inlined, self.bounds, self.fixed, dict(wanted.known))
        own = self.thread_locals(wanted.number)
        locals_ = {symbol: replace(symbol) for symbol in function.locals}
        own_or_local = {**own, **locals_}
        renaming = Renaming(lambda register: register, lambda symbol: own_or_local.get(symbol, symbol))
        instructions = [renaming.instruction(instruction) for instruction in function.instructions]
        starts: dict[int, int] = {}
        for index, instruction in enumerate(instructions):
            if isinstance(instruction, StartThread):
                instructions[index] = self.start(wanted.number, index, instruction, starts)
        own_locals = tuple(locals_[symbol] for symbol in function.locals)
        made = replace(function, name=wanted.name, instructions=instructions, locals=own_locals)
        own_self = own.get(self.program.thread_self) if self.program.thread_self is not None else None
        mortal = tuple(self.mortal(made, own))
        return CopiedThread(wanted.number, wanted.name, wanted.routine, wanted.parent, made, starts, own_self, mortal)

    def mortal(self, function: Function, own: dict[Symbol, Symbol]) -> Iterator[Symbol]:
        """Others know where they are, or want to know what they point to."""
        used, escaping = symbols_of(function), escaping_objects(function)
        for original, symbol in own.items():
            seen = symbol in used or original is self.program.thread_self
            if symbol in escaping or (seen and self.program.pointers_in_memory):
                yield symbol

    def start(
        self, parent: int, index: int, instruction: StartThread, starts: dict[int, int]
    ) -> StartThread | Unsupported:
        routine = called_function(instruction.function)
        if routine is None or routine not in self.program.functions:
            return Unsupported("a thread that runs a function without a body", instruction.location)
        if len(self.program.functions[routine].parameters) > 1:
            return Unsupported("a thread whose start routine has several parameters", instruction.location)
        if self.count > self.bounds.threads:
            return bound_reached(f"at most {self.bounds.threads} threads created", instruction.location)
        known: Known = {}
        if is_known(instruction.argument) and not _is_local(instruction.argument):
            known[0] = instruction.argument  # the first register, see inline.py
        name = self.unique(f"{routine}_{self.count}")
        self.waiting.append(_Waiting(self.count, parent, routine, name, known))
        starts[index] = self.count
        self.count += 1
        return replace(instruction, function=FunctionAddress(name, pointer_type(instruction.function.type)))

    def thread_locals(self, number: int) -> dict[Symbol, Symbol]:
        """The thread's own instances; what nobody writes may be shared by all, but is none the worse for this."""
        own: dict[Symbol, Symbol] = {}
        for symbol, image in self.program.thread_locals.items():
            made = replace(symbol, name=f"{symbol.name}${number}", storage=Storage.GLOBAL)
            own[symbol] = made
            self.globals[made] = image
        return own

    def unique(self, name: str) -> str:
        while name in self.names or (name in self.program.functions and name != "main"):
            name += "_"
        self.names.add(name)
        return name


def _is_local(expression: Expression) -> bool:
    """The address of a local of the thread that starts: its symbol is not the copy's."""
    return any(symbol.storage is not Storage.GLOBAL for symbol in symbols_in(expression))


def bounded_threads(program: Program, bounds: ProgramBounds, keep: Sequence[str] = ()) -> BoundedThreads:
    """Passes inline, unwind and threads. Calls of the functions in `keep` stay calls."""
    inliner = Inliner(program, bounds.recursion, frozenset(keep))
    globals_ = dict(program.globals)
    expansion = _Expansion(program, bounds, inliner, fixed_objects(program), globals_)
    threads = expansion.run()
    used = {symbol for thread in threads for symbol in symbols_of(thread.function)}
    used |= {thread.own_self for thread in threads if thread.own_self is not None}
    kept = {s: image for s, image in globals_.items() if s in program.globals or s in used}
    return BoundedThreads(program, tuple(threads), kept)


def symbols_of(function: Function) -> set[Symbol]:
    """The objects that a function names."""
    found: set[Symbol] = set()
    for instruction in function.instructions:
        for expression in expressions_of(instruction):
            found |= symbols_in(expression)
    return found
