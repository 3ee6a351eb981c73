"""The published translation as C that a person can read and other tools can check.

The macros J and G, the driver and the names are those of TOPLAS 2021, figures 2, 5 and 8. Locals and temporaries are
static, memory is what it was in the program, and calls of the thread library are stubs where one step is all they take
(figure 7) and written out elsewhere. Every line says which source line it comes from.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field, replace
from pathlib import PurePath

from esbmc_py.goto.closure import closure
from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.escaping import escaping_objects, symbols_in
from esbmc_py.goto.expressions import AddressOf, Register
from esbmc_py.goto.instructions import Block, Call, Instruction, StartThread, Store, Unsupported
from esbmc_py.goto.operands import expressions_of, registers_in, target_of
from esbmc_py.goto.program import Function, Program
from esbmc_py.goto.properties import Property
from esbmc_py.goto.symbols import Image, Relocation, SourceLocation, Symbol
from esbmc_py.goto.types import VOID, CType, PointerType

from .bounds import ProgramBounds
from .c_expressions import CExpressions
from .c_names import Names, identifier
from .c_runtime import runtime
from .c_statements import CStatements, Line, Structure
from .c_types import CTypes
from .cseq import crossed_targets
from .inline import called_function
from .number import NumberedThread, numbered
from .round_patterns import parse_rounds
from .stubs import Stubs, library_stubs
from .threads import BoundedThreads, bounded_threads, symbols_of
from .tidy import compacted

_UNUSED = "__attribute__((unused)) "
Rounds = Sequence[Sequence[int]]  # which threads run in each round, in which order


@dataclass(frozen=True, slots=True)
class CProgram:
    """`lines`: where each line of the text comes from. `left_out`: constructs that C cannot be asked about."""

    text: str
    lines: tuple[SourceLocation | None, ...]
    left_out: tuple[tuple[str, SourceLocation], ...]
    threads: tuple[str, ...]  # their functions, by number

    def __repr__(self) -> str:
        return f"<C program of {len(self.lines)} lines, {len(self.threads)} threads>"

    def thread_of(self, function: str) -> int | None:
        return self.threads.index(function) if function in self.threads else None


@dataclass(frozen=True, slots=True)
class COptions:
    rounds: int = 2
    schedule: str | None = None  # see round_patterns.py; None: all threads in every round, by their numbers
    backend: str = "generic"
    properties: frozenset[Property] = frozenset(Property)


def to_c(program: Program, bounds: ProgramBounds, options: COptions) -> CProgram:
    stubs = library_stubs(program, bounds)
    bounded = bounded_threads(program, bounds, tuple(stubs.functions))
    threads = tuple(_without_unread(thread, stubs) for thread in numbered(bounded, stubs.visible).threads)
    return _Writer(program, bounded, threads, stubs, options).write()


def _without_unread(thread: NumberedThread, stubs: Stubs) -> NumberedThread:
    """Results of stubs that nobody looks at are not kept."""
    function, read = thread.function, things_read(thread.function)
    instructions: list[Instruction] = [
        replace(one, target=None)
        if isinstance(one, Call) and one.target not in read and called_function(one.callee) in stubs.functions
        else one
        for one in function.instructions
    ]
    return replace(thread, function=compacted(replace(function, instructions=instructions)))


def _is_at_bound(instruction: Instruction) -> bool:
    return isinstance(instruction, Unsupported) and instruction.is_bound


@dataclass(slots=True, eq=False)
class _Writer:
    program: Program
    bounded: BoundedThreads
    threads: tuple[NumberedThread, ...]
    stubs: Stubs
    options: COptions
    types: CTypes = field(default_factory=CTypes)
    names: Names = field(default_factory=Names)
    left_out: list[tuple[str, SourceLocation]] = field(default_factory=list)
    escaping: dict[Symbol, str] = field(default_factory=dict)  # locals that live on the heap → their pointers
    addressed: dict[str, str] = field(default_factory=dict)  # functions whose address is a value
    file: str | None = None  # whose source lines need no file name
    own_files: frozenset[str] = frozenset()  # the program's own, not the library's

    def write(self) -> CProgram:
        own = [function.location.file for function in self.program.functions.values() if not function.is_model]
        self.own_files = frozenset(own)
        self.file = own[0] if own else None
        self._name_globals()
        functions: list[Line] = []
        for name, stub in self.stubs.functions.items():
            functions += self._stub(name, stub)
        for thread in self.threads:
            functions += self._thread(thread)
        objects = self._objects()
        lines = [*map(Line, self._head()), *map(Line, self._types()), *objects, *self._auxiliary(), *functions]
        lines += self._driver()
        texts = [self._with_comment(line) for line in lines]
        flat: list[str] = []
        origins: list[SourceLocation | None] = []
        for text, line in zip(texts, lines, strict=True):
            for part in text.split("\n"):
                flat.append(part)
                origins.append(line.location)
        names = tuple(map(self._symbol_of, self.threads))
        return CProgram("\n".join(flat) + "\n", tuple(origins), tuple(self.left_out), names)

    # -- names ----------------------------------------------------------------------------------------------------

    def _name_globals(self) -> None:
        for symbol in self.bounded.program.globals:
            self.names.of(symbol, symbol.name)
        for thread_local in self.program.thread_locals:
            array = self.names.of(("array", thread_local), thread_local.name)
            self.names.give(thread_local, f"{array}[ct]")
        for thread in self.threads:
            self.names.of(thread, f"{thread.thread.name}_0" if thread.thread.number == 0 else thread.thread.name)
            self._name_thread_locals(thread)
        for name in self.stubs.functions:
            self.names.of(name, "seq_" + name.removeprefix("pthread_").lstrip("_"))

    def _symbol(self, symbol: Symbol) -> str:
        known = self.names.known(symbol)
        if known is None:
            raise AssertionError(symbol)
        return known

    def _name_thread_locals(self, thread: NumberedThread) -> None:
        """A thread's instance of a thread-local is an element of an array."""
        number = thread.thread.number
        by_name = {f"{symbol.name}${number}": symbol for symbol in self.program.thread_locals}
        for symbol in self.bounded.globals:
            original = by_name.get(symbol.name)
            if original is not None and symbol not in self.program.globals:
                self.names.give(symbol, f"{self._array(original)}[{number}]")

    def _array(self, thread_local: Symbol) -> str:
        return self.names.of(("array", thread_local), thread_local.name)

    def _function_address(self, name: str) -> str:
        known = self.addressed.get(name)
        if known is None:
            known = self.addressed[name] = self.names.of(("address", name), name)
        return known

    # -- functions ------------------------------------------------------------------------------------------------

    def _expressions(self, registers: dict[Register, str]) -> CExpressions:
        return CExpressions(self.types, registers.__getitem__, self._symbol, self._function_address)

    def _statements(self, registers: dict[Register, str], thread: NumberedThread | None) -> CStatements:
        stubs = {name: self.names.of(name, name) for name in self.stubs.functions}

        def create(start: StartThread, index: int) -> list[str]:
            assert thread is not None
            return self._create(start, thread.thread.starts[index], registers)

        expressions = self._expressions(registers)
        return CStatements(expressions, self.options.properties, stubs, create, self.left_out, self.escaping)

    def _create(self, start: StartThread, number: int, registers: dict[Register, str]) -> list[str]:
        expressions = self._expressions(registers)
        argument = expressions.assigned(start.argument, PointerType(VOID, 8))
        made = [f"seq_create({number}, {argument});"]
        own = self.threads[number].thread.own_self
        if own is not None:
            made.insert(0, f"{self._symbol(own)} = {expressions.assigned(start.self_value, own.type)};")
        if start.target is not None:
            made.append(f"{registers[start.target]} = {number};")
        return made

    def _local_names(self, function: Function) -> dict[Register, str]:
        taken = Names(name for name in self._file_names())
        escaping = escaping_objects(function) & set(function.locals)
        for symbol in function.locals:
            name = taken.fresh(symbol.name)
            if symbol in escaping:
                self.escaping[symbol] = name
                name = f"(*{name})"
            self.names.give(symbol, name)
        return {register: taken.fresh(register.name) for register in function.registers}

    def _file_names(self) -> list[str]:
        things = [*self.program.globals, *self.threads, *self.stubs.functions]
        names = [self.names.known(thing) or "" for thing in things]
        names += map(self._array, self.program.thread_locals)
        return [*names, *self.addressed.values(), *map(identifier, self.program.functions)]

    def _stub(self, name: str, function: Function) -> list[Line]:
        registers = self._local_names(function)
        structure = Structure(
            function.instructions, self._statements(registers, None), lambda index: [], lambda index: f"l_{index}", -1
        )
        parameters = ", ".join(self.types.declaration(one.type, registers[one]) for one in function.parameters)
        head = self.types.declaration(function.type.result, f"{self.names.of(name, name)}({parameters or 'void'})")
        lines = [Line(""), Line(f"static {head} {{")]
        lines += self._declarations(function, registers, "", skip=len(function.parameters))
        lines += [Line("    " * depth + line.text) for depth, line in structure.lines()]
        return [*lines, Line("}")]

    def _declarations(
        self, function: Function, registers: dict[Register, str], storage: str, skip: int = 0
    ) -> list[Line]:
        read = things_read(function)
        things: list[tuple[CType, str, bool]] = []
        things += [(one.type, registers[one], one in read) for one in function.registers[skip:]]
        for symbol in function.locals:
            name = self.escaping.get(symbol)
            if name is None:
                things.append((symbol.type, self._symbol(symbol), symbol in read))
            else:
                things.append((PointerType(symbol.type, 8), name, True))
        declarations = [
            Line(f"    {storage}{'' if is_read else _UNUSED}{self.types.declaration(ctype, name)};")
            for ctype, name, is_read in things
        ]
        unread = [one for one in function.parameters if one not in read]
        return [*declarations, *(Line(f"    (void){registers[one]};") for one in unread)]

    def _thread(self, thread: NumberedThread) -> list[Line]:
        function = thread.function
        registers = self._local_names(function)
        crossed = crossed_targets(thread)
        numbers = thread.numbers
        before_number = _numbers_before(thread)

        def before(index: int) -> list[str]:
            texts = [f"G({before_number[index] - 1})"] if index in crossed and before_number[index] else []
            if index in numbers:
                number = numbers[index]
                label = f"L{number}: " if number else ""
                texts.append(f"{label}J({number}, {number + 1})")
            return texts

        end = len(function.instructions)
        structure = Structure(
            function.instructions,
            self._statements(registers, thread),
            before,
            lambda index: "l_end" if index == end else f"l_{index}",
            end,
            frozenset(index for index in thread.stops if _is_at_bound(function.instructions[index])),
        )
        parameter = "".join(self.types.declaration(one.type, registers[one]) for one in function.parameters)
        lines = [Line(""), Line(f"static void {self._symbol_of(thread)}({parameter or 'void'}) {{", function.location)]
        lines += self._declarations(function, registers, "static ", skip=len(function.parameters))
        for depth, line in _joined(list(structure.lines())):
            lines.append(Line("    " * depth + line.text, line.location, line.comment))
        if end in structure.jumped_to:
            lines.append(Line("l_end:;"))
        if thread.size:
            lines.append(Line(f"    G({thread.size - 1})"))
        label = f"L{thread.size}: " if thread.size else ""
        return [*lines, Line(f"    {label}return;"), Line("}")]

    def _symbol_of(self, thread: NumberedThread) -> str:
        return self.names.of(thread, thread.thread.name)

    # -- the rest of the file -------------------------------------------------------------------------------------

    def _head(self) -> list[str]:
        sources = ", ".join(sorted(self.own_files))
        rounds = len(self._rounds())
        return [
            f"/* Made by smtcb from {sources}: a sequential program that does what the threads of that one can do",
            f"   in {rounds} round{'s' if rounds != 1 else ''}. In each, a thread runs from where it stopped to cs. */",
            runtime(self.options.backend),
        ]

    def _types(self) -> list[str]:
        return [*self.types.definitions(), ""]

    def _objects(self) -> list[Line]:
        lines: list[Line] = []
        used = {symbol for thread in self.threads for symbol in symbols_of(thread.function)}
        used |= {thread.thread.own_self for thread in self.threads[1:] if thread.thread.own_self is not None}
        used |= {symbol for stub in self.stubs.functions.values() for symbol in symbols_of(stub)}
        images = {**self.program.globals, **self.bounded.globals, **self.program.thread_locals}

        def pointed_to(symbol: Symbol) -> list[Symbol]:
            """By its first contents."""
            targets = (relocation.target for relocation in images[symbol].relocations)
            return [target for target in targets if isinstance(target, Symbol)]

        seen = closure((symbol for symbol in images if symbol in used), pointed_to)
        kept = [symbol for symbol in self.program.globals if symbol in seen]
        lines += [Line(f"static {self._declared(symbol)};") for symbol in kept]
        for symbol in kept:
            first = self.types.initializer(symbol.type, self.program.globals[symbol], self._relocated)
            if first is not None:
                lines.append(Line(f"static {self._declared(symbol)} = {first};", symbol.location))
        for symbol, image in self.program.thread_locals.items():
            lines += self._thread_local(symbol, image, used)
        functions = [Line(f"static void {name}(void) {{}}") for name in self.addressed.values()]
        return [*functions, *lines]

    def _declared(self, symbol: Symbol) -> str:
        constant = "const " if symbol.constant else ""
        return constant + self.types.declaration(symbol.type, self._symbol(symbol))

    def _thread_local(self, symbol: Symbol, image: Image, used: set[Symbol]) -> list[Line]:
        """One for each thread. Main's is set by the image; those of others are set when they are created."""
        names = {f"{symbol.name}${number}" for number in range(len(self.threads))}
        if symbol not in used and not any(one.name in names for one in used):
            return []
        first = self.types.initializer(symbol.type, image, self._relocated)
        name = self._array(symbol)
        own = self.types.declaration(symbol.type, f"{name}[{len(self.threads)}]")
        contents = "" if first is None else " = {" + ", ".join([first] * len(self.threads)) + "}"
        return [Line(f"static {own}{contents};")]

    def _relocated(self, relocation: Relocation, ctype: CType) -> str:
        cast = f"({self.types.declaration(ctype)})"
        if isinstance(relocation.target, str):
            return f"{cast}{self._function_address(relocation.target)}"
        text = f"&{self._symbol(relocation.target)}"
        return f"{cast}((char *){text} + {relocation.addend})" if relocation.addend else f"{cast}{text}"

    def _auxiliary(self) -> list[Line]:
        count = len(self.threads)
        sizes = ", ".join(str(thread.size) for thread in self.threads)
        return [
            Line(text)
            for text in (
                "",
                f"#define N {count}",
                f"static _Bool active[N] = {{1{', 0' * (count - 1)}}};",
                "static void *arg[N];",
                f"static const unsigned size[N] = {{{sizes}}};",
                "static unsigned pc[N], ct, cs;",
                "#define END(local) (free(local), local = 0)",
                "#define G(L) assume(cs > L);",
                "#define J(A, B) if (pc[ct] > A || A >= cs) goto L##B;",
                *(
                    [
                        "",
                        "static void seq_create(unsigned thread, void *argument) {",
                        "    active[thread] = 1;",
                        "    arg[thread] = argument;",
                        "}",
                    ]
                    if count > 1
                    else []
                ),
            )
        ]

    def _rounds(self) -> Rounds:
        if self.options.schedule is not None:
            return parse_rounds(self.options.schedule, len(self.threads))
        return [range(len(self.threads))] * self.options.rounds

    def _driver(self) -> list[Line]:
        rounds = self._rounds()
        lines = ["", "int main(SEQ_PARAMETERS) {"]
        alike = all(list(one) == list(rounds[0]) for one in rounds)
        body: list[str] = []
        if alike and rounds:
            lines += ["    unsigned r;"]
            body += [f"    for (r = 0; r < {len(rounds)}; r++) {{", *self._turns(rounds[0], 2), "    }"]
        else:
            for index, one in enumerate(rounds):
                body += [f"    /* round {index + 1} */", *self._turns(one, 1)]
        return [Line(text) for text in [*lines, "    SEQ_BEGIN", *body, "    return 0;", "}"]]

    def _turns(self, threads: Sequence[int], depth: int) -> list[str]:
        lines: list[str] = []
        for number in threads:
            thread = self.threads[number]
            argument = "arg[ct]" if thread.function.parameters else ""
            lines += [
                f"ct = {number};",
                "if (active[ct]) {",
                "    cs = __VERIFIER_nondet_uint();",
                "    assume(pc[ct] <= cs && cs <= size[ct]);",
                f"    {self._symbol_of(thread)}({argument});",
                "    pc[ct] = cs;",
                "    active[ct] = cs != size[ct];",
                "}",
            ]
        return ["    " * depth + line for line in lines]

    def _with_comment(self, line: Line) -> str:
        where = line.location
        if where is None or where.line == 0:
            return line.text
        own = where.file in self.own_files
        file = "" if where.file == self.file else f"{where.file if own else PurePath(where.file).name}:"
        source = self.program.source_line(where).replace("/*", "").replace("*/", "") if own else ""
        comment = f"{file}{where.line}: {source}" if source else f"{file}{where.line}"
        if line.comment:
            comment += f" ({line.comment})"
        return f"{line.text:<60} /* {comment} */"


def things_read(function: Function) -> set[Register | Symbol]:
    """Registers and locals of which something depends; others are only written."""
    read: set[Register | Symbol] = set()
    for instruction in function.instructions:
        target = target_of(instruction)
        # who can end a wait is not written in C
        written_out = [instruction.condition] if isinstance(instruction, Block) else expressions_of(instruction)
        for expression in written_out:
            written = isinstance(instruction, Store) and expression is instruction.address
            if written and isinstance(expression, AddressOf):
                continue
            if expression is not target:
                read.update(registers_in(expression))
                read.update(symbols_in(expression))
    return read


def _numbers_before(thread: NumberedThread) -> list[int]:
    """How many numbered statements stand before each instruction."""
    counts, count = [], 0
    for index in range(len(thread.function.instructions) + 1):
        counts.append(count)
        count += index in thread.numbers
    return counts


def _joined(lines: list[tuple[int, Line]]) -> list[tuple[int, Line]]:
    """A J stands on the line of its statement."""
    joined: list[tuple[int, Line]] = []
    for depth, line in lines:
        if joined and _ends_with_macro(joined[-1][1].text) and depth == joined[-1][0] and not line.text.startswith("}"):
            earlier = joined.pop()[1]
            joined.append((depth, Line(f"{earlier.text} {line.text}", line.location, line.comment)))
        else:
            joined.append((depth, line))
    return joined


def _ends_with_macro(text: str) -> bool:
    last = text.split(": ")[-1]
    return last.startswith("J(") and last.endswith(")") and last.count("(") == 1
