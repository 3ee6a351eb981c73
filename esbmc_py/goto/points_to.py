"""What may pointers point to? Andersen's analysis of a whole goto program, and its call graph on the way.

Flow-insensitive and field-insensitive: an abstract object is a symbol, an allocation site or a function, and one set
says what is stored anywhere in it. Functions that allocate or start threads are analysed per call site (`activations`).

What the analysis relies on: an undefined or nondeterministic address is not used as it is, since null is among its
possible values and using it is a violation by itself (but it may have been compared with a known one before); an
address made from an integer out of nothing may name any object; code that is not reachable from the entry is not
executed and gets no constraints.
"""

from __future__ import annotations

from dataclasses import field
from functools import partial
from typing import NamedTuple

from esbmc_py.goto.deferred import dataclass

from .abstract_objects import CHOSEN, FORGED, AbstractAccess, AbstractObject, AllocationSite, PointsTo
from .activations import NOBODY, Activation, Cloning
from .expressions import COMPARISONS, Binary, Expression, FunctionAddress, Register
from .inclusion import Inclusions, ObjectSet, members
from .instructions import (
    Allocate,
    Assert,
    Assign,
    Assume,
    Block,
    Branch,
    Call,
    Copy,
    Free,
    Havoc,
    Instruction,
    Load,
    Nondet,
    ObjectSize,
    Return,
    StartThread,
    Store,
)
from .operands import expressions_of, subexpressions
from .pointer_flow import carried_by
from .program import Program
from .symbols import Image, SourceLocation, Symbol
from .types import IntType, PointerType, ScalarType, unqualified

# They read what their arguments point to; every other function without a body may write there, too.
READING_EXTERNALS = frozenset({"printf", "puts", "fputs", "fprintf", "perror", "fwrite", "vprintf", "vfprintf"})


_COMPARING = (Branch, Assign, Assume, Assert, Block, Store, Call, Return)

# Of the first two objects; whoever chooses an address freely may choose null.
FORGED_SET: ObjectSet = 1
CHOSEN_SET: ObjectSet = 2


class _Address(NamedTuple):
    objects: ObjectSet
    node: int | None  # and what its points-to set will be


@dataclass(slots=True)
class _Analysis:
    program: Program
    cloning: Cloning
    inclusions: Inclusions = field(default_factory=Inclusions)
    objects: list[AbstractObject] = field(default_factory=list)
    numbers: dict[AbstractObject, int] = field(default_factory=dict)
    frames: dict[Activation, int] = field(default_factory=dict)  # the node of register 0
    results: dict[Activation, int] = field(default_factory=dict)  # the node of what it returns
    pending: list[Activation] = field(default_factory=list)
    accesses: dict[Activation, list[tuple[int, _Address, bool]]] = field(default_factory=dict)
    calls: dict[Activation, dict[int, set[Activation]]] = field(default_factory=dict)
    starts: dict[Activation, dict[int, set[str]]] = field(default_factory=dict)
    handed_over: int = 0  # a node
    forged: set[int | None] = field(default_factory=set)  # the nodes of addresses made from integers alone
    carried: dict[int, tuple[ObjectSet, tuple[int, ...]]] = field(default_factory=dict)  # by identity of expressions
    comparing: bool = False  # do comparisons matter?
    current: Activation = NOBODY  # whose instructions are being turned into constraints
    frame: int = 0  # and its register 0

    def run(self) -> PointsTo:
        program, inclusions = self.program, self.inclusions
        self.number(FORGED)
        self.number(CHOSEN)
        self.handed_over = inclusions.node()
        self.comparing = _chooses_addresses(program)
        for images in (program.globals, program.thread_locals):
            for symbol, image in images.items():
                self.initialise(symbol, image)
        if program.entry in program.functions:
            self.enter(Activation(program.entry))
        self.solve()
        return PointsTo(
            self.objects,
            [inclusions.points(node) for node in inclusions.contents],
            {
                activation: [
                    AbstractAccess(index, self.resolved(address), writes) for index, address, writes in accesses
                ]
                for activation, accesses in self.accesses.items()
            },
            self.calls,
            self.starts,
            inclusions.points(self.handed_over),
            bool(self.forged),
        )

    def solve(self) -> None:
        """Solves; and where an access goes through an address made from integers alone, all memory becomes one."""
        while self.pending or self.inclusions.has_work:
            while self.pending:
                self.constrain(self.pending.pop())
            self.inclusions.solve()
            if not self.pending:
                for accesses in self.accesses.values():
                    self.forged.update(address.node for _, address, _ in accesses if self.is_forged(address))
                if self.forged:
                    self.inclusions.unify(self.inclusions.contents)

    def is_forged(self, address: _Address) -> bool:
        return address.node is not None and self.inclusions.points(address.node) & ~CHOSEN_SET == FORGED_SET

    def resolved(self, address: _Address) -> ObjectSet:
        if address.node in self.forged:
            return (1 << len(self.objects)) - 1
        objects = address.objects
        if address.node is not None:
            objects |= self.inclusions.points(address.node)
        return objects & ~(FORGED_SET | CHOSEN_SET)

    # Objects and nodes

    def number(self, what: AbstractObject) -> int:
        number = self.numbers.get(what)
        if number is None:
            number = self.numbers[what] = self.inclusions.object()
            self.objects.append(what)
        return number

    def initialise(self, symbol: Symbol, image: Image) -> None:
        contents = self.inclusions.contents[self.number(symbol)]
        for relocation in image.relocations:
            self.inclusions.include(contents, 1 << self.number(relocation.target))

    def enter(self, activation: Activation) -> None:
        """Makes the activation part of the program that is analysed, if it is not yet."""
        if activation not in self.frames:
            first = self.inclusions.node()
            for _ in self.program.functions[activation.function].registers[1:]:
                self.inclusions.node()
            self.frames[activation] = first
            self.results[activation] = self.inclusions.node()
            self.accesses[activation] = []
            self.calls[activation] = {}
            self.starts[activation] = {}
            self.pending.append(activation)

    def carries(self, value: Expression) -> tuple[ObjectSet, list[int]]:
        """The objects whose addresses occur in the expression, and the nodes of its registers."""
        known = self.carried.get(id(value))
        if known is None:
            carried = carried_by(value, self.program.pointer_bits)
            objects = FORGED_SET if carried.forged else 0
            named: list[AbstractObject] = [*carried.symbols, *carried.functions]
            for what in named:
                objects |= 1 << self.number(what)
            known = self.carried[id(value)] = objects, tuple(carried.registers)
        return known[0], [self.frame + index for index in known[1]]

    def flow(self, value: Expression, target: int) -> None:
        objects, nodes = self.carries(value)
        self.inclusions.include(target, objects)
        for node in nodes:
            self.inclusions.edge(node, target)

    def value_node(self, value: Expression) -> int:
        if isinstance(value, Register):
            return self.frame + value.index
        node = self.inclusions.node()
        self.flow(value, node)
        return node

    def address(self, value: Expression) -> _Address:
        objects, nodes = self.carries(value)
        if not nodes and not objects & FORGED_SET:
            return _Address(objects, None)
        if len(nodes) == 1 and not objects:
            return _Address(0, nodes[0])
        return _Address(0, self.value_node(value))

    # Constraints

    def constrain(self, activation: Activation) -> None:
        self.current, self.frame = activation, self.frames[activation]
        for index, instruction in enumerate(self.program.functions[activation.function].instructions):
            self.instruction(index, instruction)
            if self.comparing and isinstance(instruction, _COMPARING):
                self.comparisons(instruction)

    def comparisons(self, instruction: Instruction) -> None:
        """An address that was chosen nondeterministically is of use only after a comparison with a known one."""
        for expression in subexpressions(*expressions_of(instruction)):
            if isinstance(expression, Binary) and expression.op in COMPARISONS:
                if isinstance(expression.left.type, PointerType):
                    self.compared(expression.left, expression.right)
                    self.compared(expression.right, expression.left)

    def compared(self, chosen: Expression, known: Expression) -> None:
        source = self.value_node(known)
        for node in self.carries(chosen)[1]:
            self.inclusions.watch(node, partial(self.chosen_as, node, source))

    def chosen_as(self, node: int, source: int, number: int) -> None:
        if 1 << number == CHOSEN_SET:
            self.inclusions.edge(source, node)

    def instruction(self, index: int, instruction: Instruction) -> None:
        match instruction:
            case Assign(target, value):
                self.flow(value, self.frame + target.index)
            case Load(target, address, loaded):
                place = self.access(index, address, writes=False)
                if _may_carry(loaded):
                    self.load(place, self.frame + target.index)
            case Store(address, value, stored):
                place = self.access(index, address, writes=True)
                if _may_carry(stored):
                    self.store(place, value)
            case Copy(target_address, source_address):
                through = self.inclusions.node()
                self.load(self.access(index, source_address, writes=False), through)
                self.store_node(self.access(index, target_address, writes=True), through)
            case Call():
                self.call(index, instruction)
            case Return(value):
                if value is not None:
                    self.flow(value, self.results[self.current])
            case Nondet(target):
                if isinstance(target.type, PointerType):
                    self.inclusions.include(self.frame + target.index, CHOSEN_SET)
            case Allocate(target, _, _, on_stack):
                site = self.number(AllocationSite(self.current, index, self.origin(instruction), on_stack))
                self.inclusions.include(self.frame + target.index, 1 << site)
            case Free(address) | Havoc(_, address):
                self.access(index, address, writes=True)
            case ObjectSize(_, address):
                self.access(index, address, writes=False)
            case StartThread():
                self.start(index, instruction)
            case _:
                pass

    def origin(self, allocate: Allocate) -> SourceLocation:
        """Where a reader would say that the object is allocated: at the call, not inside malloc."""
        functions = self.program.functions
        if functions[self.current.function].is_model:
            for name, index in reversed(self.current.context):
                if not functions[name].is_model:
                    return functions[name].instructions[index].location
        return allocate.location

    def access(self, index: int, value: Expression, *, writes: bool) -> _Address:
        address = self.address(value)
        self.accesses[self.current].append((index, address, writes))
        return address

    def load(self, address: _Address, target: int) -> None:
        for number in members(address.objects):
            self.inclusions.edge(self.inclusions.contents[number], target)
        if address.node is not None:
            self.inclusions.load(address.node, target)

    def store(self, address: _Address, value: Expression) -> None:
        objects, nodes = self.carries(value)
        if objects or nodes:
            self.store_node(address, nodes[0] if len(nodes) == 1 and not objects else self.value_node(value))

    def store_node(self, address: _Address, source: int) -> None:
        for number in members(address.objects):
            self.inclusions.edge(source, self.inclusions.contents[number])
        if address.node is not None:
            self.inclusions.store(address.node, source)

    # Calls and threads

    def call(self, index: int, call: Call) -> None:
        arguments = [self.value_node(argument) for argument in call.arguments]
        target = None if call.target is None else self.frame + call.target.index
        if isinstance(call.callee, FunctionAddress):
            name = call.callee.name
            if name in self.program.functions:
                self.connect(self.current, index, self.cloning.callee(self.current, index, name), arguments, target)
            else:
                self.call_external(self.current, index, name, call, arguments, target)
        else:
            self.call_indirect(index, call, arguments, target)

    def call_indirect(self, index: int, call: Call, arguments: list[int], target: int | None) -> None:
        caller = self.current

        def found(number: int) -> None:
            name = self.objects[number]
            if isinstance(name, str):
                function = self.program.functions.get(name)
                if function is None:
                    self.call_external(caller, index, name, call, arguments, target)
                elif function.takes(len(arguments)):
                    self.connect(caller, index, Activation(name), arguments, target)

        self.inclusions.watch(self.value_node(call.callee), found)

    def call_external(
        self, caller: Activation, index: int, name: str, call: Call, arguments: list[int], target: int | None
    ) -> None:
        """No effect but on what its arguments point to; its result is any value, or one of the arguments."""
        for argument, node in zip(call.arguments, arguments, strict=True):
            if isinstance(argument.type, PointerType):
                self.accesses[caller].append((index, _Address(0, node), False))
                if name not in READING_EXTERNALS:
                    self.accesses[caller].append((index, _Address(0, node), True))
            if target is not None:
                self.inclusions.edge(node, target)
        if target is not None and call.target is not None and isinstance(call.target.type, PointerType):
            self.inclusions.include(target, CHOSEN_SET)

    def connect(
        self, caller: Activation, index: int, callee: Activation, arguments: list[int], target: int | None
    ) -> None:
        self.enter(callee)
        self.calls[caller].setdefault(index, set()).add(callee)
        parameters = self.program.functions[callee.function].parameters
        for parameter, argument in zip(parameters, arguments, strict=False):
            self.inclusions.edge(argument, self.frames[callee] + parameter.index)
        if target is not None:
            self.inclusions.edge(self.results[callee], target)

    def start(self, index: int, start: StartThread) -> None:
        self.flow(start.argument, self.handed_over)
        self.flow(start.self_value, self.handed_over)
        if self.program.thread_self is not None:
            self.flow(start.self_value, self.inclusions.contents[self.number(self.program.thread_self)])
        argument = self.value_node(start.argument)
        starter = self.current

        def found(number: int) -> None:
            name = self.objects[number]
            if isinstance(name, str) and name in self.program.functions:
                self.start_routine(starter, index, name, argument)

        self.inclusions.watch(self.value_node(start.function), found)

    def start_routine(self, starter: Activation, index: int, name: str, argument: int) -> None:
        routine = Activation(name)
        self.enter(routine)
        self.starts[starter].setdefault(index, set()).add(name)
        for parameter in self.program.functions[name].parameters[:1]:
            self.inclusions.edge(argument, self.frames[routine] + parameter.index)
        if self.program.thread_exit is not None and self.program.thread_exit in self.program.functions:
            thread_exit = Activation(self.program.thread_exit)
            self.enter(thread_exit)
            for parameter in self.program.functions[thread_exit.function].parameters[:1]:
                self.inclusions.edge(self.results[routine], self.frames[thread_exit] + parameter.index)


def points_to(program: Program) -> PointsTo:
    return _Analysis(program, Cloning(program)).run()


def _may_carry(loaded: ScalarType) -> bool:
    return not (isinstance(loaded, IntType) and loaded.is_bool)


def _chooses_addresses(program: Program) -> bool:
    """May a nondeterministic choice yield an address?"""
    return any(isinstance(unqualified(ctype.result), PointerType) for ctype in program.externals.values()) or any(
        isinstance(instruction, Nondet) and isinstance(instruction.target.type, PointerType)
        for function in program.functions.values()
        for instruction in function.instructions
    )
