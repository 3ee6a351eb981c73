"""Steps from one location to the next: symbolic execution that stops at every switch point and every loop head.

What a thread is to others, its control block, is exact for threads that are created once. Threads that are created
without end are a pool (`pools.py`), and so is memory that is allocated again and again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.expressions import Binary, Const, Convert, Expression, Register
from esbmc_py.goto.instructions import Allocate, Call, Copy, Free, Havoc, Load, Store
from esbmc_py.goto.program import Program
from esbmc_py.goto.properties import GROUPS, Property
from esbmc_py.goto.reused_memory import reuses_memory
from esbmc_py.goto.symbols import SourceLocation
from esbmc_py.goto.types import CType, PointerType, ScalarType, StructType, is_scalar, size_of, unqualified
from symex import memory as memory_access
from symex.code import FunctionCode
from symex.compile import converted
from symex.executor import Executor
from symex.loop_bounds import LoopBounds
from symex.objects import Object
from symex.pointers import leaves
from symex.run import Findings, Run
from symex.state import State
from symex.terms import (
    FALSE,
    TRUE,
    Term,
    all_of,
    and_,
    bool_symbol,
    bv,
    bvadd,
    bvmul,
    eq,
    ite,
    ne,
    not_,
    or_,
    udiv,
    ult,
)
from symex.values import Value, as_term

from .allocations import site_of
from .decided import decide
from .graph import CannotProve
from .pool_access import PoolAccess
from .pools import Pools, PoolSite
from .stacks import place_in_program
from .text_calls import TextCalls
from .texts import ANY_ARGUMENTS, ANY_COUNT, Texts

CONTROL_BLOCK = "__smtcb_thread"
ERRNO = "__smtcb_errno"
ENOMEM = 12
MAY_FAIL = "__smtcb_malloc_may_fail"
ROUNDS = 70  # of a loop that must not be stopped in
DEEPEST = 40  # calls
MOST_ALLOCATED = 16  # objects on the heap, those of threads included
MOST_ALIKE = 3  # of one place, once there are several threads; if there are more, they are a pool
# Sets of threads have 64 members at most. Where threads are created without end, nothing is known of these sets.
THREAD_SETS = ("__waiting", "__smtcb_asleep", "__reader_set", "__readers_set")


class MorePools(Exception):
    """Memory that is allocated there without end is a pool."""

    def __init__(self, site: PoolSite) -> None:
        super().__init__()
        self.site = site


@dataclass(frozen=True, slots=True)
class Start:
    """A thread that a step starts. `number` and `frame` are what the executor asks threads for."""

    routine: str
    arguments: tuple[Value | None, ...]
    self_value: Value
    number: int = -1
    frame: None = None


class StepRun(Run):
    """Runs that started different threads are not joined."""

    @property
    def place(self) -> tuple[object, ...]:
        return (*Run.place.fget(self), self.allocated, *map(id, self.started))  # type: ignore[attr-defined]


class StepExecutor(Executor[StepRun]):
    run_class: Any = StepRun

    def __init__(
        self, program: Program, properties: frozenset[Property], private: Callable[[Any], bool], pools: Pools
    ) -> None:
        super().__init__(program, LoopBounds(known_iterations=ROUNDS), properties)
        self.pools = pools
        self.texts = Texts(program, self.space, self.addresses)
        self._text_calls = TextCalls(program, self.texts, self.addresses, self._address_of_errno, self._is_own)
        self._errno = next((at for at, one in enumerate(program.thread_locals) if one.name == ERRNO), None)
        self._pool_access = PoolAccess(pools, self.texts, self.space)
        self._failures: set[Term] = set()  # conditions on which there is no memory
        self._sites: dict[PoolSite, set[int]] = {}  # where objects that are known one by one were allocated
        self.self_value: Value = 0  # of the thread that moves
        self.alone = False  # no thread has been started yet: main may go round in loops whose end is known
        self.own_self: Term | None = None  # of a thread that is one of many
        self.own_number: Term | None = None
        self.many = False  # are there threads that are created without end?
        self.is_many_site: Callable[[StepRun], bool] = lambda run: False
        self.is_private: Callable[[int], bool] = lambda number: False
        self._may_be_declared = private
        self.blocks: dict[int, int] = {}  # control blocks that are objects → the number of the thread
        self.main_block = 0  # that of main
        self.passed_heads: set[tuple[str, int]] = set()  # of loops that steps went through
        self._number_offset = _offset_of_number(program)
        self._asked_for_memory = not properties.isdisjoint(GROUPS["memory"])

    def execute(self, state: State, number: int) -> tuple[list[StepRun], Findings]:
        findings = Findings()
        run = self.new_run(state, number, findings)
        self.texts.assume(run, self.texts.at_start())
        runs = self._execute(run)
        for one in runs:
            decide(one, self._failures, state.memory)
        return runs, findings

    def code(self, name: str) -> FunctionCode:
        found = super().code(name)
        found.endless = found.heads
        return found

    # -- where steps end --------------------------------------------------------------------------------------------

    def rests_in_loop(self, run: StepRun) -> bool:
        rests = self._may_rest(run)
        if not rests:
            self.passed_heads.add((run.code.name, run.pc))
        return rests

    def _may_rest(self, run: StepRun) -> bool:
        if run.atomic:
            return False
        if not self.alone or run.started or run.guard is not TRUE:
            return True
        count = run.loops.get(run.pc)
        return count is not None and count.iterations >= ROUNDS - 1

    def stop(self, run: StepRun, condition: Term) -> None:
        """Nobody is followed beyond a bound: a proof shows that there is none to come to."""

    def call(
        self,
        run: StepRun,
        name: str,
        values: list[Value],
        types: list[ScalarType],
        result: int,
        after: int,
        call: Call,
    ) -> None:
        if run.depth >= DEEPEST:
            run.unsupported(TRUE, f"calls of functions more than {DEEPEST} deep")
            return
        if name == "__smtcb_self_set" and self.many:
            members = run.free_choice(64)
            self.assume(run, ne(members, bv(0, 64)))
            self._give(run, result, members, after)
            return
        if name == "gettid" and run.thread != 0:  # threads have other numbers here than in the order of their creation
            self._give(run, result, run.free_choice(32), after)
            return
        function = self.program.functions.get(name)
        if function is not None and function.takes(len(values)):
            passed = self._passed(name, values, types)
            value = self._of_library(run, name, passed) if passed is not None else None
            if value is not None:
                self._give(run, result, value, after, function.type.result)
                return
        super().call(run, name, values, types, result, after, call)

    def _passed(self, name: str, values: list[Value], types: list[ScalarType]) -> list[Value] | None:
        """As the function takes them: a call through a pointer may pass something else. None: one is undefined."""
        every = list(zip(values, types, self.code(name).parameters, strict=False))
        passed = (converted(value, ctype, parameter.type) for value, ctype, parameter in every)
        found = [value for value in passed if value is not None]
        return found if len(found) == len(every) else None

    def _of_library(self, run: StepRun, name: str, values: list[Value]) -> Value | None:
        """What a call gives that needs not be followed. None: it has to be."""
        if name == ANY_COUNT:
            return self.texts.count(run)
        if self.texts.there:
            value = self._of_texts(run, name, values)
            if value is not None:
                return value
        return self._memory(run, name, values) if name in ("malloc", "calloc") else None

    def _of_texts(self, run: StepRun, name: str, values: list[Value]) -> Value | None:
        """What a call gives that concerns the texts that the program is called with."""
        if name == ANY_ARGUMENTS:
            self.texts.list_number = self.numbering.heap(run.thread, run.allocated)
            bits = self.space.pointer_bits
            return super().allocate(run, self.texts.list_size(values[0]), bits, zeroed=True, on_stack=False)
        ctype = self.program.functions[name].type.result
        width = ctype.width if is_scalar(ctype) else 0
        alone = self.alone and not run.started
        return self._text_calls.value(run, name, values, width, alone=alone)

    def _memory(self, run: StepRun, name: str, values: list[Value]) -> Value | None:
        """Of a size that is not known. An object is made even where there is none to give: so the objects that come
        later have the same numbers.
        """
        if all(isinstance(one, int) for one in values) or not self.program.functions[name].is_model:
            return None
        if reuses_memory(self.program):
            return None  # it may be a block that was freed: the model says which
        bits = self.space.pointer_bits
        largest = bv((1 << bits - 1) - 1, bits)
        size, too_large = as_term(values[0], bits), FALSE
        if name == "calloc":
            element = as_term(values[1], bits)
            too_large = and_(ne(element, bv(0, bits)), ult(udiv(largest, element), size))
            size = bvmul(size, element)
        else:
            too_large = ult(largest, size)
        if self._setting(run, MAY_FAIL) != 0:
            too_large = or_(too_large, eq(run.free_choice(1), bv(1, 1)))
        self._failures.add(too_large)
        before = run.guard
        run.guard = and_(before, not_(too_large))
        alone = run.allocated >= 0 and not self.is_many_site(run)
        made = self._allocate_unknown(run, size, bits, zeroed=name == "calloc", alone=alone)
        run.guard = and_(before, or_(too_large, run.guard))
        place = self._address_of_errno(run)
        if place is not None:
            old = as_term(memory_access.load(run, place, 4, "errno"), 32)
            memory_access.store(run, place, 4, ite(too_large, bv(ENOMEM, 32), old), "errno")
        return ite(too_large, bv(0, bits), bv(made, bits))

    def _setting(self, run: StepRun, name: str) -> Value:
        found = next((one for one in self.program.globals if one.name == name), None)
        return 0 if found is None else memory_access.load(run, self.addresses[found], 4, name)

    def _address_of_errno(self, run: Run) -> int | None:
        if self._errno is None:
            return None
        return self.program_memory.thread_local_addresses(run.thread)[self._errno]

    def _is_own(self, run: Run, number: int) -> bool:
        return (self.alone and not run.started) or self.is_private(number)

    def _give(self, run: StepRun, result: int, value: Value, after: int, ctype: CType | None = None) -> None:
        """What a call gives that is not followed. `ctype`: what the function returns."""
        if result >= 0:
            wanted = run.code.function.registers[result].type
            given = ctype if ctype is not None and is_scalar(ctype) else wanted
            run.registers[result] = converted(value, given, wanted)
        run.pc = after

    def enter(self, run: StepRun, code: FunctionCode, passed: list[Value | None], result: int) -> None:
        super().enter(run, code, passed, result)
        if code.stack_objects_slot is not None:
            run.unsupported(TRUE, "arrays of variable length in a proof")

    # -- threads ----------------------------------------------------------------------------------------------------

    def start_thread(self, run: StepRun, name: str, argument: Value, ctype: ScalarType, self_value: Value) -> Any:
        """Numbers are given by us: nothing depends on more than that they are different."""
        if name not in self.program.functions:
            run.unsupported(TRUE, f"a thread that runs {name}, which has no body")
            return 0
        parameters = self.code(name).parameters
        if len(parameters) > 1:
            run.unsupported(TRUE, f"a thread that runs {name}, which has several parameters")
            return 0
        passed = tuple(converted(argument, ctype, parameter.type) for parameter in parameters)
        began: Any = Start(name, passed, self_value)
        run.started = (*run.started, began)
        if self._pool_access.concerns(argument):
            self.pools.give(run, as_term(argument, self.space.pointer_bits), self_value)
        if isinstance(self_value, Term):
            if any(leaf.object is not None for leaf in leaves(self_value, self.space)):
                run.unsupported(TRUE, "a thread whose control block is one of several")
            return run.free_choice(32)
        block = run.space.split(self_value)[0]
        return self.blocks.setdefault(block, len(self.blocks) + 1)

    def allocate(self, run: StepRun, size: Value, width: int, *, zeroed: bool, on_stack: bool) -> Any:
        instruction = run.code.instructions[run.pc]
        assert isinstance(instruction, Allocate)
        if on_stack and isinstance(size, int):
            return super().allocate(run, size, width, zeroed=zeroed, on_stack=True)
        many = run.allocated < 0 or self.is_many_site(run)
        if not isinstance(size, int):
            return self._allocate_unknown(run, size, width, zeroed=zeroed, alone=not (many or on_stack))
        if run.code.name == "pthread_create":
            return self._new_thread(run) if many else super().allocate(run, size, width, zeroed=zeroed, on_stack=False)
        site = site_of(run, size, zeroed=zeroed)
        pool = self.pools.heap.get(site)
        if pool is not None:
            new = self._new_address(run)
            self.pools.make(run, pool, new, self.self_value, zeroed=zeroed)
            return new
        alike = self._sites.setdefault(site, set())
        alike.add(self.numbering.heap(run.thread, run.allocated) if run.allocated >= 0 else -1)
        if many or len(alike) > (MOST_ALLOCATED if self.alone else MOST_ALIKE):
            raise MorePools(site)
        return super().allocate(run, size, width, zeroed=zeroed, on_stack=False)

    def _allocate_unknown(self, run: StepRun, size: Term, width: int, *, zeroed: bool, alone: bool) -> Any:
        """An object whose size is a part of the state. Pools have parts that are known."""
        alike = self._sites.setdefault(site_of(run, 0, zeroed=zeroed), set())
        alike.add(self.numbering.heap(run.thread, run.allocated) if run.allocated >= 0 else -1)
        if not alone or len(alike) > (MOST_ALLOCATED if self.alone else MOST_ALIKE):
            raise CannotProve("memory is allocated again and again, and how much is not known", self.place(run))
        return super().allocate(run, size, width, zeroed=zeroed, on_stack=False)

    def site_of_object(self, number: int) -> PoolSite | None:
        """Where an object on the heap was allocated, if that is known."""
        return next((site for site, numbers in self._sites.items() if number in numbers), None)

    def _new_thread(self, run: StepRun) -> Term:
        new = self._new_address(run)
        if self.pools.threads is not None:
            self.pools.make(run, self.pools.threads, new, 0, zeroed=True)
        return new

    def _new_address(self, run: StepRun) -> Term:
        """One that nothing has or had before."""
        bits = self.space.pointer_bits
        new = run.free_choice(bits)
        known = [number << self.space.offset_bits for number in (*self.blocks, self.main_block)]
        taken = [*(bv(one, bits) for one in known), *([] if self.own_self is None else [self.own_self])]
        self.assume(run, all_of([self.pools.is_new(run, new), *(ne(new, one) for one in taken)]))
        return new

    def place(self, run: StepRun) -> SourceLocation:
        """In the program: where a thread begins if it has not come to the program's own code."""
        main = self.program.functions.get("main")
        found = run.user_location
        return found if main is None else place_in_program(self.program, found, main.location)

    def created_routine(self, run: StepRun) -> str | None:
        """In pthread_create: what the new thread is going to run, if that is known."""
        for register in run.code.function.parameters:
            value = run.registers[register.index]
            if register.name == "routine" and isinstance(value, int):
                return self.function_at(value)
        return None

    def new_object(self, run: StepRun, number: int, made: Object) -> None:
        if not self._may_be_declared(number):
            run.unsupported(TRUE, "a local whose address other threads may have, of a thread of which there are many")
        super().new_object(run, number, made)

    # -- control blocks -----------------------------------------------------------------------------------------------

    def load(self, run: StepRun, address: Value, size: int, instruction: Load) -> Value:
        if self.many and run.code.function.is_model and instruction.place.endswith(THREAD_SETS):
            return run.free_choice(size * 8)
        if isinstance(address, Term) and points_to_block(instruction.address) and self._is_unknown(address):
            return self._load_block(run, address, size, instruction)
        if self._pool_access.concerns(address) or self.texts.touches_list(address):
            pointer, inner = as_term(address, self.space.pointer_bits), _is_plain(instruction.address)
            return self._pool_access.load(run, pointer, size, instruction.place, inner=inner)
        return super().load(run, address, size, instruction)

    def store(self, run: StepRun, address: Value, size: int, value: Value, instruction: Store) -> None:
        if isinstance(address, Term) and points_to_block(instruction.address) and self._is_unknown(address):
            self._store_block(run, address, size, value, instruction)
        elif self.texts.touches_list(address):
            run.unsupported(TRUE, f"writing {instruction.place}, which the program is called with")
        elif self._pool_access.concerns(address):
            assert isinstance(address, Term)
            inner = _is_plain(instruction.address)
            self._pool_access.store(run, address, size, value, instruction.place, inner=inner)
        else:
            super().store(run, address, size, value, instruction)

    def copy(self, run: StepRun, target: Value, source: Value, instruction: Copy) -> None:
        if self.texts.touches_list(target) or self.texts.touches_list(source):
            run.unsupported(TRUE, f"a copy of {instruction.source_place}: what the program is called with")
        elif self._pool_access.concerns(target) or self._pool_access.concerns(source):
            size = size_of(instruction.type)
            self._pool_access.copy(run, target, source, size, instruction.place, instruction.source_place)
        else:
            super().copy(run, target, source, instruction)

    def free(self, run: StepRun, address: Value, instruction: Free) -> None:
        if self.texts.touches_list(address):
            run.unsupported(TRUE, "freeing what the program is called with")
        elif self._pool_access.concerns(address):
            assert isinstance(address, Term)
            self._pool_access.free(run, address)
        else:
            super().free(run, address, instruction)

    def havoc(self, run: StepRun, address: Value, size: Value, instruction: Havoc) -> bool:
        """An invariant needs no rounds of a loop, and knows no mixtures."""
        return False

    def _is_unknown(self, address: Term) -> bool:
        return any(leaf.object is None for leaf in leaves(address, self.space))

    def _load_block(self, run: StepRun, address: Term, size: int, instruction: Load) -> Value:
        field, itself = self._block(address, instruction.address)
        own = itself is self.own_self
        if own and field == self._number_offset and size == 4 and self.own_number is not None:
            return self.own_number
        anything = run.free_choice(size * 8)
        threads = self.pools.threads
        part = None if threads is None else threads.at(field, size)
        if threads is None or part is None:
            if not own:
                self._doubt(run, itself)
            return anything
        there = self._doubt(run, itself) if not own else TRUE
        return ite(there, self.pools.read(run, part, itself, field, size), anything)

    def _store_block(self, run: StepRun, address: Term, size: int, value: Value, instruction: Store) -> None:
        """Another one may be any that is an object, unless the pool says that it is one of many."""
        field, itself = self._block(address, instruction.address)
        own = itself is self.own_self or run.code.name == "pthread_create"
        there = TRUE if own else self._doubt(run, itself)
        threads = self.pools.threads
        part = None if threads is None else threads.at(field, size)
        if part is not None:
            self.pools.write(run, part, itself, field, size, value, there)
        if own:
            return
        for number in sorted({*self.blocks, self.main_block}):
            if number in run.memory:
                place = (number << self.space.offset_bits) + field
                before = as_term(memory_access.load(run, place, size, instruction.place), size * 8)
                super().store(run, place, size, ite(there, before, run.free_choice(size * 8)), instruction)

    def _block(self, address: Term, expression: Expression) -> tuple[int, Term]:
        """Which field, of which thread."""
        field = _field_offset(expression)
        return field, bvadd(address, bv(-field, address.width))

    def _doubt(self, run: StepRun, itself: Term) -> Term:
        """Which thread that is, is not known: it may be none. Where is it one of many?"""
        threads = self.pools.threads
        there = None if threads is None else self.pools.lives(run, threads, itself)
        if self._asked_for_memory and run.code.name != "pthread_create":
            run.inputs += 1
            doubt = bool_symbol(f"doubt!{run.thread}!{run.inputs}") if there is None else not_(there)
            run.unsupported(doubt, "a thread that may be any, or none")
        return FALSE if there is None else there


def points_to_block(address: Expression) -> bool:
    """Is the address that of a field of a control block?"""
    match address:
        case Register(type=PointerType(target=target)):
            found = unqualified(target)
            return isinstance(found, StructType) and found.tag == CONTROL_BLOCK
        case Binary(op="+" | "-", left=left):
            return points_to_block(left)
        case Convert(operand=operand):
            return points_to_block(operand)
        case _:
            return False


def _field_offset(address: Expression) -> int:
    match address:
        case Binary(op="+", left=left, right=Const(value=offset)):
            return _field_offset(left) + int(offset)
        case Convert(operand=operand):
            return _field_offset(operand)
        case Register():
            return 0
        case _:
            raise AssertionError("an address of a field is a pointer and an offset")


def _is_plain(address: Expression) -> bool:
    """A pointer to a number, as it is: it may point to any part of a structure. One to a structure does not, but for
    what the front end keeps for `c->count++`.
    """
    while isinstance(address, Convert):
        address = address.operand
    if not isinstance(address, Register) or not isinstance(address.type, PointerType):
        return False
    return address.name.startswith("address$") or not isinstance(unqualified(address.type.target), StructType)


def is_thread_pointer(ctype: object) -> bool:
    if not isinstance(ctype, PointerType):
        return False
    target = unqualified(ctype.target)
    return isinstance(target, StructType) and target.tag == CONTROL_BLOCK


def _offset_of_number(program: Program) -> int | None:
    itself = program.thread_self
    if itself is None or not isinstance(itself.type, PointerType):
        return None
    block = unqualified(itself.type.target)
    if not isinstance(block, StructType):
        return None
    return next((member.offset for member in block.members or () if member.name == "number"), None)
