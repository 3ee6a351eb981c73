"""What may pointers point to? Andersen's analysis of a whole goto program, and its call graph on the way.

Flow-insensitive and field-insensitive: an abstract object is a symbol, an allocation site or a function, and one set
says what is stored anywhere in it. Functions that allocate or start threads are analysed per call site (`activations`).

What the analysis relies on: a value that was never written (an undefined pointer) is not used as an address, since
null is among its possible values and using it is a violation by itself; an address made from an integer out of nothing
may name any object; code that is not reachable from the entry is not executed and gets no constraints.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from .activations import NOBODY, Activation, Cloning
from .carried import carried_by
from .expressions import Expression, FunctionAddress, Register
from .inclusion import Inclusions, ObjectSet
from .instructions import (
    Allocate,
    Assign,
    Call,
    Copy,
    Free,
    Instruction,
    Load,
    Nondet,
    ObjectSize,
    Return,
    StartThread,
    Store,
)
from .program import Program
from .symbols import Image, SourceLocation, Symbol
from .types import IntType, PointerType, ScalarType

# They read what their arguments point to; every other function without a body may write there, too.
READING_EXTERNALS = frozenset({"printf", "puts", "fputs", "fprintf", "perror", "fwrite", "vprintf", "vfprintf"})


@dataclass(frozen=True, slots=True)
class AllocationSite:
    activation: Activation
    index: int
    location: SourceLocation
    on_stack: bool

    def __str__(self) -> str:
        return f"{'stack' if self.on_stack else 'heap'} object allocated at {self.location}"


@dataclass(frozen=True, slots=True)
class Forged:
    """Stands for whatever an address points to that was made from an integer."""


AbstractObject: TypeAlias = Symbol | AllocationSite | str | Forged  # str: a function's name

FORGED = 0
FORGED_SET: ObjectSet = 1


@dataclass(frozen=True, slots=True)
class Access:
    """One touch of memory by the instruction at `index`. A Copy has two: of its source and of its target."""

    index: int
    objects: ObjectSet
    writes: bool


@dataclass(slots=True)
class PointsTo:
    objects: list[AbstractObject]
    contents: list[ObjectSet]  # per object, what is stored in it
    accesses: dict[Activation, list[Access]]
    calls: dict[Activation, dict[int, set[Activation]]]
    starts: dict[Activation, dict[int, set[str]]]  # StartThread → start routines
    handed_over: ObjectSet  # what StartThread passes to new threads
    forged: bool  # some access goes through an address that was made from an integer alone


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
    current: Activation = NOBODY  # whose instructions are being turned into constraints
    frame: int = 0  # and its register 0

    def run(self) -> PointsTo:
        program, inclusions = self.program, self.inclusions
        self.number(Forged())
        self.handed_over = inclusions.node()
        for images in (program.globals, program.thread_locals):
            for symbol, image in images.items():
                self.initialise(symbol, image)
        if program.entry in program.functions:
            self.enter(Activation(program.entry))
        forged = self.solve()
        return PointsTo(
            self.objects,
            [inclusions.points(node) for node in inclusions.contents],
            {
                activation: [Access(index, self.resolved(address), writes) for index, address, writes in accesses]
                for activation, accesses in self.accesses.items()
            },
            self.calls,
            self.starts,
            inclusions.points(self.handed_over),
            forged,
        )

    def solve(self) -> bool:
        """Solves, and lets addresses that were made from integers alone point to everything. Are there any?"""
        forged: set[int] = set()
        while True:
            while self.pending or self.inclusions.has_work:
                while self.pending:
                    self.constrain(self.pending.pop())
                self.inclusions.solve()
            for accesses in self.accesses.values():
                for _, address, _ in accesses:
                    if address.node is not None and self.inclusions.points(address.node) == FORGED_SET:
                        if not address.objects:
                            forged.add(address.node)
            for node in forged:
                self.inclusions.include(node, self.data_objects())
            if not self.inclusions.has_work:
                return bool(forged)

    def data_objects(self) -> ObjectSet:
        return sum(1 << number for number, what in enumerate(self.objects) if isinstance(what, Symbol | AllocationSite))

    def resolved(self, address: _Address) -> ObjectSet:
        objects = address.objects
        if address.node is not None:
            objects |= self.inclusions.points(address.node)
        return objects & ~FORGED_SET

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
        carried = carried_by(value, self.program.pointer_bits)
        objects = FORGED_SET if carried.forged else 0
        for symbol in carried.symbols:
            objects |= 1 << self.number(symbol)
        for name in carried.functions:
            objects |= 1 << self.number(name)
        return objects, [self.frame + index for index in carried.registers]

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
                    self.inclusions.include(self.frame + target.index, FORGED_SET)
            case Allocate(target, _, _, on_stack):
                site = self.number(AllocationSite(self.current, index, self.origin(instruction), on_stack))
                self.inclusions.include(self.frame + target.index, 1 << site)
            case Free(address):
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
        for number in _numbers(address.objects):
            self.inclusions.edge(self.inclusions.contents[number], target)
        if address.node is not None:
            self.inclusions.load(address.node, target)

    def store(self, address: _Address, value: Expression) -> None:
        objects, nodes = self.carries(value)
        if objects or nodes:
            self.store_node(address, nodes[0] if len(nodes) == 1 and not objects else self.value_node(value))

    def store_node(self, address: _Address, source: int) -> None:
        for number in _numbers(address.objects):
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
                elif len(function.parameters) == len(arguments):
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
            self.inclusions.include(target, FORGED_SET)

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


def _numbers(objects: ObjectSet) -> list[int]:
    return [number for number in range(objects.bit_length()) if objects >> number & 1]
