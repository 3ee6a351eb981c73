"""A generated program as a whole: its C text, and its execution on the generator's own little machine."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from .expressions import PURE_FUNCTIONS, Pointer, Variable
from .flow import Function
from .statements import AssertionSlot, Block, CallAdd, Statement, indented, run_block
from .undefined import SAME
from .world import LeaveFunction, LeaveThread, Steps, Thread

VERIFIER_DECLARATIONS = """\
extern _Bool __VERIFIER_nondet_bool(void);
extern char __VERIFIER_nondet_char(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
"""


@dataclass(slots=True)
class Worker:
    name: str
    argument: str = "none"  # none, id (a small number) or box (the address of a local of main)
    body: Block = ()
    result: Variable | None = None  # a local whose value the thread returns

    @property
    def text(self) -> str:
        match self.argument:
            case "id":
                first = ["    int id = (int)(long)argument;"]
            case "box":
                first = ["    int *box = argument;"]
            case _:
                first = ["    (void)argument;"]
        result = f"(void *)(long){self.result.name}" if self.result else "NULL"
        lines = [f"static void *{self.name}(void *argument)", "{", *first, *indented(self.body)]
        return "\n".join([*lines, f"    return {result};", "}", ""])

    def run(self, thread: Thread) -> Steps[None]:
        try:
            yield from run_block(self.body, thread)
        except LeaveFunction as left:
            thread.result = left.value
            return
        if self.result:
            thread.result = int(thread.cells[self.result.name])


@dataclass(frozen=True, slots=True)
class Create:
    handle: str
    worker: Worker
    argument: int | str  # the id, or the name of main's local
    cost: int = 1

    @property
    def lines(self) -> list[str]:
        match self.worker.argument:
            case "id":
                argument = f"(void *){self.argument}L"
            case "box":
                argument = f"&{self.argument}"
            case _:
                argument = "NULL"
        return [f"pthread_create(&{self.handle}, NULL, {self.worker.name}, {argument});"]

    def run(self, thread: Thread) -> Steps[None]:
        yield from thread.switch_point()
        cells = {self.worker.argument: self.argument}
        thread.world.start(self.handle, self.worker.run, cells)


@dataclass(frozen=True, slots=True)
class Join:
    handle: str
    result: Variable | None = None
    cost: int = 1

    @property
    def lines(self) -> list[str]:
        if self.result is None:
            return [f"pthread_join({self.handle}, NULL);"]
        name = self.result.name
        return [
            f"void *{name}_pointer;",
            f"pthread_join({self.handle}, &{name}_pointer);",
            f"int {name} = (int)(long){name}_pointer;",
        ]

    def run(self, thread: Thread) -> Steps[None]:
        joined = thread.world.threads[self.handle]
        yield from thread.switch_point(lambda: joined.finished)
        if self.result is not None:
            thread.cells[self.result.name] = joined.result


@dataclass(frozen=True, slots=True)
class Detach:
    """Says that nobody will join the thread."""

    handle: str
    cost: int = 0

    @property
    def lines(self) -> list[str]:
        return [f"pthread_detach({self.handle});"]

    def run(self, thread: Thread) -> Steps[None]:
        return
        yield


@dataclass(frozen=True, slots=True)
class Counted:
    """The same for every thread of an array, in a loop."""

    statements: Sequence[Create | Join]
    call: str

    @property
    def lines(self) -> list[str]:
        return [f"for (int k = 0; k < {len(self.statements)}; k++)", f"    {self.call}"]

    @property
    def cost(self) -> int:
        return len(self.statements)

    def run(self, thread: Thread) -> Steps[None]:
        for statement in self.statements:
            yield from statement.run(thread)


def looped(creates: list[Statement], joins: list[Statement]) -> tuple[list[Statement], list[Statement]]:
    """Threads that are created one after the other, as loops where a loop can do it."""
    made = [create for create in creates if isinstance(create, Create)]
    joined = [join for join in joins if isinstance(join, Join) and join.result is None]
    if len({create.worker.name for create in made}) == 1 and made[0].worker.argument != "box" and made == creates:
        argument = "(void *)(long)k" if made[0].worker.argument == "id" else "NULL"
        creates = [Counted(made, f"pthread_create(&t[k], NULL, {made[0].worker.name}, {argument});")]
    if len(joined) == len(made) and joined == joins:
        joins = [Counted(joined, "pthread_join(t[k], NULL);")]
    return creates, joins


@dataclass(frozen=True, slots=True)
class AllocateHeap:
    pointer: Pointer
    initial: tuple[tuple[str, int], ...]  # member (empty for a scalar) and value
    cost: int = 0

    @property
    def lines(self) -> list[str]:
        name = self.pointer.name
        lines = [f"{name} = malloc(sizeof *{name});", f"if ({name} == NULL)", "    return 0;"]
        for member, value in self.initial:
            lines.append(f"{name}->{member} = {value};" if member else f"*{name} = {value};")
        return lines

    def run(self, thread: Thread) -> Steps[None]:
        name = f"heap {self.pointer.name}"
        thread.world.cells[self.pointer.name] = name
        for member, value in self.initial:
            thread.world.cells[f"{name}.{member}" if member else name] = value
        return
        yield


@dataclass(frozen=True, slots=True)
class FreeHeap:
    pointer: Pointer
    cost: int = 0

    @property
    def lines(self) -> list[str]:
        return [f"free({self.pointer.name});"]

    def run(self, thread: Thread) -> Steps[None]:
        return
        yield


@dataclass(slots=True)
class Program:
    declarations: list[str] = field(default_factory=list)  # of globals
    initial: dict[str, int | str] = field(default_factory=dict)  # their cells
    boxes: list[tuple[str, int]] = field(default_factory=list)  # locals of main that threads get the address of
    functions: list[Function] = field(default_factory=list)  # that workers call
    workers: list[Worker] = field(default_factory=list)
    handles: list[str] = field(default_factory=list)
    global_handles: bool = False  # workers use them, too
    started_by_workers: list[str] = field(default_factory=list)  # routines of threads that another thread starts
    main: Block = ()
    slots: list[AssertionSlot] = field(default_factory=list)

    def run(self, thread: Thread) -> Steps[None]:
        """main, on the little machine."""
        thread.world.cells.update(self.initial)
        thread.world.cells.update(self.boxes)
        try:
            yield from run_block(self.main, thread)
        except LeaveThread:  # the others go on, but main's locals are no more
            for name, _ in self.boxes:
                del thread.world.cells[name]
            raise

    @property
    def text(self) -> str:
        main = ["int main(void)", "{"]
        declared = f"pthread_t {self._declared_handles};"
        if not self.global_handles:
            main.append(f"    {declared}")
        main += [f"    int {name} = {value};" for name, value in self.boxes]
        main += [*indented(self.main), "    return 0;", "}", ""]
        functions = "\n".join([*(worker.text for worker in self.workers), "\n".join(main)])
        for function in reversed(self.functions):  # those that are called, which call only those before them
            if f"{function.name}(" in functions:
                functions = f"{function.text}\n{functions}"
        helpers = [definition for name, definition in PURE_FUNCTIONS.items() if f"{name}(" in functions]
        if "add_to(" in functions:
            helpers.append(CallAdd.definition)
        if "same(" in functions:
            helpers.append(SAME)
        headers = ["assert.h", "pthread.h", "stdlib.h"]
        if "sem_t" in "".join(self.declarations):
            headers.append("semaphore.h")
        if "memcpy(" in functions or "memmove(" in functions:
            headers.append("string.h")
        if "atomic_" in functions or "_Atomic" in "".join(self.declarations):
            headers.append("stdatomic.h")
        includes = "".join(f"#include <{header}>\n" for header in headers)
        verifier = [line for line in VERIFIER_DECLARATIONS.splitlines() if line.split("(")[0].split()[-1] in functions]
        preamble = [*verifier, ""] if verifier else []
        handles = [declared] if self.global_handles else []
        handles += [f"static void *{name}(void *argument);" for name in self.started_by_workers]
        return "\n".join([includes, *preamble, *self.declarations, *handles, "", *helpers, functions])

    @property
    def _declared_handles(self) -> str:
        array = self.handles[0].endswith("]")
        return f"t[{len(self.handles)}]" if array else ", ".join(self.handles)
