"""Composes whole programs: shared objects, threads, main, and assertions that fail rarely or never.

The assertions are chosen by trying: the program runs under some random schedules on the generator's little machine,
which shows what values its variables take; an assertion then denies a combination of values that was seen seldom, or
one that looks possible but was not seen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import reduce
from random import Random
from zlib import crc32

from .arithmetic import BOOL, CHAR, INT, TYPES, UNSIGNED, CInteger
from .author import Author
from .choices import Choices
from .expressions import (
    Comparison,
    Element,
    Expression,
    Logical,
    Member,
    Number,
    Place,
    Pointer,
    Read,
    StructThrough,
    StructVariable,
    Through,
    Variable,
)
from .flow import ExitThread
from .meeting import declare_synchronization, meeting_point
from .memory import LendToThread, Lent
from .memory_author import lasting_places
from .program import AllocateHeap, Create, Detach, FreeHeap, Join, Program, Worker, looped
from .stage import Scope, Stage, StructShape
from .statements import AssertionSlot, Assign, Block, Locked, Statement, number_like
from .synchronization import BarrierWait, SemaphorePost, Signal
from .world import Samples, sample

FEATURES = frozenset(
    {
        "arrays",
        "atomics",
        "boxes",  # locals of main that threads reach through their argument
        "branches",
        "calls",
        "conditional",
        "heap",
        "inputs",
        "loops",
        "mutexes",
        "pointers",
        "results",  # values through pthread_join
        "sections",
        "shortcircuit",
        "structs",
        "sync",
        "types",  # not only int
    }
)
# Only when asked for: what may deadlock or misuse memory, and what makes races rare.
EXTRA_FEATURES = frozenset(
    {
        "barriers",
        "callbacks",  # calls through a shared pointer
        "conditions",  # condition variables
        "crowds",  # three to five threads, some of which main does not wait for
        "deadlocks",  # locks in any order
        "flow",  # jumps, early returns, switches, calls, conditions with effects
        "guarded",  # most shared accesses in sections that exclude each other, or in phases of their own
        "handover",  # heap objects that one thread makes and another frees
        "joins",  # by workers, or with a lock held
        "memory",  # views of words, bit-fields, pointers to pointers, lent locals, heap objects freed and moved
        "recursive",  # mutexes that their owner may lock again
        "rwlocks",
        "semaphores",
        "thread-arrays",
        "trylocks",
        "undefined",  # structures that begin undefined, and copies of them
    }
)

# Only when asked for, too, and nothing goes wrong by itself.
SHAPING_FEATURES = frozenset({"rewrites"})  # the same place is written several times in a row

DATA_FEATURES = ("arrays", "atomics", "boxes", "heap", "pointers", "structs")
MOST_DATA_FEATURES = 2  # threads that act on few objects get into each other's way

SAMPLED_SCHEDULES = 80
ATTEMPTS = 3  # at a program whose outcome depends on the schedule
WANTING_ATTEMPTS = 10  # at one that deadlocks or misuses memory


@dataclass(frozen=True, slots=True)
class Generated:
    text: str
    schedules: int  # tried on the generator's machine
    failed: int  # of these, how many violated an assertion
    deadlocked: int
    misused: int  # freed twice, or used after that

    @property
    def fails(self) -> bool:
        """An execution that violates an assertion is known. False says nothing."""
        return self.failed > 0


def compose(choices: Choices, size: int, features: frozenset[str]) -> Generated:
    """A program whose threads pass about `size` switch points each (fewer if there are three)."""
    wanting = bool(features & EXTRA_FEATURES) and choices.chance(50)  # a program in which something goes wrong
    for _ in range(WANTING_ATTEMPTS if wanting else ATTEMPTS):
        program = _Composer(choices, size, features).program()
        random = Random(crc32(program.text.encode()))
        samples = sample(program.run, random, SAMPLED_SCHEDULES)
        at_the_end = samples.observed.get(program.slots[-1].number, ())  # the last one stands at the end of main
        if samples.deadlocked or samples.misused if wanting else len(at_the_end) > 1:
            break
    samples = _decide_assertions(program, samples.observed, random)
    return Generated(program.text, samples.runs, samples.failed, samples.deadlocked, samples.misused)


class _Composer:
    def __init__(self, choices: Choices, size: int, features: frozenset[str]) -> None:
        self.choices = choices
        self.size = size
        # Each program uses about half of what it might: rare combinations come up more often that way.
        kept = {feature for feature in sorted(features) if choices.chance(60)}
        while len(data := [feature for feature in DATA_FEATURES if feature in kept]) > MOST_DATA_FEATURES:
            kept.remove(choices.pick(data))
        self.features = frozenset(kept | (features & (EXTRA_FEATURES | SHAPING_FEATURES)))
        if self.features & {"deadlocks", "conditions", "trylocks"}:
            self.features |= {"mutexes"}
        self.result = Program()
        self.stage = Stage(features=self.features)
        self.prologue: list[Statement] = []
        self.epilogue: list[Statement] = []
        self.joined: set[str] = set()  # handles of threads that another worker joins
        self.names = {"v": 100, "i": 100, "pair": 100, "expected": 100, "input": 1}  # of locals of main

    def program(self) -> Program:
        self._declare_shared()
        author = Author(self.choices, self.stage)
        if "memory" in self.features:
            self.prologue += author.memory.declare(self.result)
        if "undefined" in self.features:
            setup, end = author.undefined.declare(self.result)
            self.prologue += setup
            self.epilogue += end
        if "flow" in self.features:
            author.flow.declare_functions()
            self.result.functions = self.stage.functions
        threads = self.choices.pick((3, 3, 3, 4) if self._crowd else (2, 2, 2, 3))
        self.prologue += declare_synchronization(self.choices, self.stage, self.result, threads)
        budget = self.size if threads == 2 else max(3, self.size * 3 // 5)
        budget = self.choices.integer(1, max(2, 9 // threads)) if self._crowd else budget
        creates: list[Create] = []
        for number in range(threads):
            worker = self._worker(author, number, budget)
            creates.append(Create(self._handle(number), worker, self._argument(worker, number)))
        self.result.handles = [create.handle for create in creates]
        self.result.global_handles = "joins" in self.features
        if self._crowd and self.choices.chance(35):
            self._start_by_another(creates)
        self.result.main = [*self.prologue, *self._main(author, creates)]
        return self.result

    def _start_by_another(self, creates: list[Create]) -> None:
        """The last thread is started, and perhaps waited for, by the first one rather than by main."""
        first, last = creates[0].worker, creates[-1].worker
        reused = sum(create.worker is first for create in creates) > 1
        if reused or creates[-1].handle in self.joined:
            return
        started = creates.pop()
        after: Block = [Join(started.handle)] if self.choices.chance(50) else []
        where = self.choices.integer(0, len(first.body))
        before, after = first.body[:where], [*first.body[where:], *after]
        if last.argument == "box":
            local = Lent("lent")
            started = Create(started.handle, last, local.name)
            if first.result and first.result.name in "".join(line for part in after for line in part.lines):
                first.result = None  # declared in the block to which the local belongs
            first.body = [*before, LendToThread(local, self.choices.integer(0, 2), started, after)]
        else:
            first.body = [*before, started, *after]
        self.result.global_handles = True
        self.result.started_by_workers.append(last.name)

    @property
    def _crowd(self) -> bool:
        return "crowds" in self.features

    # Shared objects

    def _type(self) -> CInteger:
        return self.choices.pick(TYPES) if "types" in self.features else INT

    def _declare(self, name: str, ctype: CInteger, qualifier: str = "") -> None:
        value = self.choices.integer(0, 2)
        initialiser = f" = {value}" if value else ""
        self.result.declarations.append(f"{qualifier}{ctype.name} {name}{initialiser};")
        self.result.initial[name] = ctype.wrap(value)

    def _declare_shared(self) -> None:
        for name in ("x", "y", "z")[: self.choices.pick((1, 2, 2, 3))]:
            variable = Variable(name, self._type())
            self.stage.scalars.append(variable)
            self._declare(name, variable.type)
        if "atomics" in self.features:
            for name in ("c", "d")[: self.choices.integer(1, 2)]:
                variable = Variable(name, self.choices.pick((INT, UNSIGNED)), atomic=True)
                self.stage.atomics.append(variable)
                self._declare(name, variable.type, "_Atomic ")
        if "arrays" in self.features:
            self._declare_array()
        if "structs" in self.features:
            self._declare_structs()
        if "pointers" in self.features:
            self._declare_pointer()
        if "heap" in self.features:
            self._declare_heap()
        if "mutexes" in self.features:
            least = 2 if "deadlocks" in self.features else 1
            for name in ("m", "n")[: self.choices.integer(least, 2)]:
                self.stage.mutexes.append(name)
                self.result.declarations.append(f"pthread_mutex_t {name} = PTHREAD_MUTEX_INITIALIZER;")

    def _declare_array(self) -> None:
        ctype, length = self._type(), self.choices.pick((2, 4))
        self.stage.arrays.append(("a", ctype, length))
        self.result.declarations.append(f"{ctype.name} a[{length}];")
        self.result.initial.update({f"a[{index}]": 0 for index in range(length)})

    def _declare_structs(self) -> None:
        members = (("first", self._type()), ("second", self._type()))
        self.stage.shape = StructShape("pair", members)
        body = " ".join(f"{ctype.name} {name};" for name, ctype in members)
        self.result.declarations.append(f"struct pair {{ {body} }};")
        for name in ("s", "t")[: self.choices.integer(1, 2)]:
            self.stage.structs.append(StructVariable(name, shared=True))
            self.result.declarations.append(f"struct pair {name} = {{0, 1}};")
            self.result.initial.update({f"{name}.first": 0, f"{name}.second": 1})

    def _declare_pointer(self) -> None:
        targets = [variable.name for variable in self.stage.scalars if variable.type == INT]
        for name, ctype, length in self.stage.arrays:
            if ctype == INT:
                targets += [f"{name}[{index}]" for index in range(length)]
        if not targets:
            self._declare("w", INT)
            self.stage.scalars.append(Variable("w", INT))
            targets = ["w"]
        target = self.choices.pick(targets)
        self.stage.pointers.append((Pointer("p", shared=True), tuple(targets)))
        self.result.declarations.append(f"int *p = &{target};")
        self.result.initial["p"] = target

    def _declare_heap(self) -> None:
        if self.stage.shape and self.choices.chance(50):
            pointer = Pointer("node", shared=True)
            self.stage.structs.append(StructThrough(pointer))
            self.result.declarations.append("struct pair *node;")
            self.prologue.append(AllocateHeap(pointer, (("first", 0), ("second", 1))))
        else:
            pointer = Pointer("cell", shared=True)
            self.stage.heap_cells.append(pointer)
            self.result.declarations.append("int *cell;")
            self.prologue.append(AllocateHeap(pointer, (("", self.choices.integer(0, 2)),)))
        self.epilogue.append(FreeHeap(pointer))

    # Threads

    def _handle(self, number: int) -> str:
        return f"t[{number}]" if "thread-arrays" in self.features else f"t{number}"

    def _worker(self, author: Author, number: int, budget: int) -> Worker:
        """A worker of its own, or one that another thread has already."""
        reusable = [] if self.joined else self.result.workers  # a thread may be joined once
        if reusable and self.choices.chance(80 if "thread-arrays" in self.features else 45):
            return self.choices.pick(reusable)
        arguments = ["none", "id", "box"] if "boxes" in self.features else ["none", "id"]
        worker = Worker(f"worker{number}", self.choices.pick(arguments))
        readable = (Variable("id", INT, shared=False),) if worker.argument == "id" else ()
        scope = Scope(readable=readable, box=worker.argument == "box", leaves="worker")
        opening: Block = []
        if "inputs" in self.features and self.choices.chance(40):
            opening = [author.input(scope, self.choices.pick((BOOL, CHAR)))]
        body: Block = [*opening, *self._body(author, scope, number, budget)]
        if self.choices.chance(50 if self._crowd else 25):
            body = [*body, self._guarded_slot(scope)]
        worker.body = body
        results = [variable for variable in scope.locals if variable.type in (INT, CHAR)]
        if results and "results" in self.features:
            worker.result = self.choices.pick(results)
        self.result.workers.append(worker)
        return worker

    def _body(self, author: Author, scope: Scope, number: int, budget: int) -> Block:
        """What a worker does; in programs where threads meet, before and after that."""
        meeting = meeting_point(self.choices, self.stage, number, self._handle(number - 1))
        if meeting is None:
            return author.block(scope, budget)
        if f"pthread_join({self._handle(number - 1)}," in "".join(meeting.lines):
            self.joined.add(self._handle(number - 1))
        before = after = author
        if "guarded" in self.features and self.choices.chance(70):  # a variable of its own, then its neighbour's
            own, neighbours = (self._with_scalar(number), self._with_scalar(number + 1))
            before, after = (own, neighbours) if isinstance(meeting, BarrierWait) else (own, own)
        return [*before.block(scope, budget // 2, 2), meeting, *after.block(scope, budget // 2, 2)]

    def _with_scalar(self, number: int) -> Author:
        """An author who writes about one of the variables, and thinks that it needs no guard."""
        scalars = [self.stage.scalars[number % len(self.stage.scalars)]]
        return Author(self.choices, Stage(scalars=scalars, features=self.features & {"branches", "loops"}))

    def _guarded_slot(self, scope: Scope) -> Statement:
        slot, guard = self._slot(scope), self.stage.guard
        return guard.section(guard.lock, [slot]) if guard else slot

    def _argument(self, worker: Worker, number: int) -> int | str:
        if worker.argument != "box":
            return number
        if not self.result.boxes or self.choices.chance(30):
            self.result.boxes.append((f"box{len(self.result.boxes)}", self.choices.integer(0, 2)))
        return self.choices.pick(self.result.boxes)[0]

    def _slot(self, scope: Scope) -> AssertionSlot:
        """An assertion about locals and shared variables; which of them, is decided when their values are known."""
        places: list[Place] = [*scope.locals, *self.stage.scalars, *self.stage.atomics]
        places += [
            Element(name, ctype, Number(index)) for name, ctype, length in self.stage.arrays for index in range(2)
        ]
        if self.stage.shape:
            places += [Member(struct, *member) for struct in self.stage.structs for member in self.stage.shape.members]
        places += [Through(pointer, INT) for pointer in self.stage.heap_cells]
        places += [Through(pointer, INT) for pointer, _ in self.stage.pointers]
        places += lasting_places(self.stage)
        if scope.box:
            places.append(Through(Pointer("box", shared=False), INT))
        slot = AssertionSlot(len(self.result.slots), tuple(Read(place) for place in places))
        self.result.slots.append(slot)
        return slot

    def _main_meets(self) -> list[Statement]:
        """What main does so that waiting threads can go on: most of the time."""
        statements: list[Statement] = []
        if self.stage.barrier > len(self.result.handles):
            statements.append(BarrierWait("b", self.stage.barrier))
        for flag, condition in self.stage.flags:
            if self.choices.chance(20):
                told: Block = [Assign(flag, Number(1)), Signal(condition, everybody=True)]
                statements.append(Locked(self.stage.mutexes[0], told))
        for semaphore in self.stage.semaphores:
            if self.choices.chance(40):
                statements.append(SemaphorePost(semaphore))
        return statements

    def _joined(self, create: Create, number: int, scope: Scope) -> Block:
        """How main waits for a thread, if it does."""
        if self._crowd and self.choices.chance(40):
            return [Detach(create.handle)] if self.choices.chance(20) else []
        if not create.worker.result:
            return [Join(create.handle)]
        result = Variable(f"r{number}", INT, shared=False)
        scope.locals.append(result)
        return [Join(create.handle, result)]

    def _main(self, author: Author, creates: list[Create]) -> list[Statement]:
        statements: list[Statement] = []
        scope = Scope(names={"v": 0})
        early = self.choices.chance(10)  # joins the first thread before it starts the others
        joins: list[Statement] = []
        for number, create in enumerate(creates):
            statements.append(create)
            if self._crowd and self.choices.chance(20):
                statements += author.block(Scope(names=self.names), 2, most=1)
            if create.handle in self.joined:
                continue  # by another worker
            joined = self._joined(create, number, scope)
            if early and number == 0:
                statements += joined
            else:
                joins += joined
        if "thread-arrays" in self.features:
            statements, joins = looped(statements, joins)
        if self.choices.chance(25):
            statements += author.block(Scope(names=self.names), max(2, self.size // 3), most=2)
        statements += self._main_meets()
        if "joins" in self.features and self.stage.mutexes and self.choices.chance(25):
            joins = [Locked(self.stage.mutexes[0], joins)]  # the threads had better not need it
        statements += joins
        statements.append(self._slot(scope))
        exits: Block = [ExitThread(0)] if self._crowd and self.choices.chance(30) else []
        return [*statements, *self.epilogue, *exits]


def _decide_assertions(program: Program, observed: Mapping[int, Counter[tuple[int, ...]]], random: Random) -> Samples:
    """Gives every assertion slot its condition; prefers those that few executions violate."""
    for _ in range(3):
        for slot in program.slots:
            slot.condition = _denial(slot, observed.get(slot.number, Counter()), random)
        samples = sample(program.run, random, SAMPLED_SCHEDULES)
        if samples.failed <= samples.runs // 4:
            break
    return samples


def _denial(slot: AssertionSlot, seen: Counter[tuple[int, ...]], random: Random) -> Expression:
    """An assertion that denies one combination of values of a few variables."""
    columns = _telling_columns(seen, len(slot.reads), random)
    projected: Counter[tuple[int, ...]] = Counter()
    for outcome, times in seen.items():
        projected[tuple(outcome[column] for column in columns)] += times
    outcomes = sorted(projected, key=lambda outcome: (projected[outcome], outcome))
    if len(outcomes) > 1 and random.random() < 0.6:
        values = outcomes[min(int(random.expovariate(1)), len(outcomes) - 1)]
    else:
        values = _possible_outcome(outcomes or [(0,) * len(columns)], random)
    reads = [slot.reads[column] for column in columns]
    differs: list[Expression] = [
        Comparison("!=", read, number_like(value, read.type)) for read, value in zip(reads, values, strict=True)
    ]
    return reduce(lambda left, right: Logical("||", left, right), differs)


def _telling_columns(seen: Counter[tuple[int, ...]], width: int, random: Random) -> list[int]:
    """One to three variables, if possible such as had different values in different executions."""
    varying = [column for column in range(width) if len({outcome[column] for outcome in seen}) > 1]
    candidates = varying or list(range(width))
    return sorted(random.sample(candidates, min(len(candidates), random.choice((1, 1, 2, 2, 3)))))


def _possible_outcome(outcomes: list[tuple[int, ...]], random: Random) -> tuple[int, ...]:
    """A combination that was not seen, of values each of which was seen, or nearly."""
    mixed = [random.choice(outcomes)[position] for position in range(len(outcomes[0]))]
    while tuple(mixed) in outcomes:
        position = random.randrange(len(mixed))
        mixed[position] = max(0, mixed[position] + random.choice((-1, 1, 2)))
    return tuple(mixed)
