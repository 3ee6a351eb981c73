"""Objects of which there are many: control blocks of threads, and memory that one place allocates again and again.

A *pool* is all objects of one kind. Their addresses are not known: each is a value that no object of a pool had before.
A part of these objects is an array: by the address of an object, what is there. So is their state (not there yet,
alive, freed), and their *keeper*: the thread that has allocated the object, or was started with its address since then.

An access is to an object of a pool if the pool says so: that it lives, at exactly this address. Otherwise it is "not
supported". So nothing has to be believed about where pointers point: the invariant has to say it.
"""

from __future__ import annotations

from dataclasses import replace

from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.types import CType, IntType, PointerType, ScalarType, StructType
from symex.objects import Memory, Object
from symex.run import Run
from symex.terms import Term, and_, array_width, bv, concat, const_array, eq, extract, ite, ne, select, store
from symex.values import Value, as_term

from .variables import shape_of

STATE = -1  # instead of an offset
KEEPER = -2
TO_COME, ALIVE, FREED = 0, 1, 2  # states
THREADS = "pthread_t"  # no variable of a program has that name
_OF_THREADS = ("ended", "joined", "detached")  # what is known of threads of which there are many
_STATE = IntType(8, False, "unsigned char")


@dataclass(frozen=True, slots=True)
class Part:
    """`number` is that of the object in the executor's memory that holds the array."""

    number: int
    name: str
    offset: int
    type: ScalarType


@dataclass(frozen=True, slots=True)
class PoolSite:
    """Where the program allocates. `model` and `inner`: where in the library, which may allocate more than once."""

    function: str
    place: int
    line: int
    model: str
    inner: int
    size: int
    zeroed: bool


@dataclass(frozen=True, slots=True)
class Pool:
    name: str
    parts: tuple[Part, ...]

    @property
    def state(self) -> Part:
        return self.parts[0]

    @property
    def keeper(self) -> Part | None:
        return next((one for one in self.parts if one.offset == KEEPER), None)

    @property
    def of_threads(self) -> bool:
        return self.name == THREADS

    def at(self, offset: int, size: int) -> Part | None:
        """The part that has these bytes."""
        for one in self.parts:
            if 0 <= one.offset <= offset and offset + size <= one.offset + one.type.size:
                return one
        return None


class Pools:
    """All of a program. `bits`: of a pointer."""

    def __init__(self, bits: int) -> None:
        self._bits = bits
        self.threads: Pool | None = None
        self.heap: dict[PoolSite, Pool] = {}
        self._made = 0
        self.parts: dict[int, Part] = {}

    @property
    def every(self) -> list[Pool]:
        return [*([] if self.threads is None else [self.threads]), *self.heap.values()]

    def add_threads(self, block: StructType) -> None:
        found = [one for one in block.members or () if one.name in _OF_THREADS]
        parts = [self._part(f"{THREADS}.{one.name}", one.offset, one.type) for one in found]  # type: ignore[arg-type]
        state = self._part(f"{THREADS}.created", STATE, _STATE)
        self.threads = Pool(THREADS, (state, *parts))

    def add(self, site: PoolSite, layout: CType | None) -> Pool:
        name = f"{site.function}:{site.line}"
        alike = sum(one.name.partition("#")[0] == name for one in self.heap.values())
        name += f"#{alike + 1}" if alike else ""
        pointer = PointerType(_STATE, self._bits // 8)
        parts = [
            self._part(f"alive({name})", STATE, _STATE),
            self._part(f"keeper({name})", KEEPER, pointer),
        ]
        for one in shape_of(layout, site.size, self._bits).parts:
            path = one.path.replace(" ", "_").replace("(", "").replace(")", "")
            parts.append(self._part(f"heap({name}){path}", one.offset, one.type))
        self.heap[site] = found = Pool(name, tuple(parts))
        return found

    def _part(self, name: str, offset: int, ctype: ScalarType) -> Part:
        self._made += 1
        part = Part(-self._made, name, offset, ctype)
        self.parts[part.number] = part
        return part

    def width(self, part: Part) -> int:
        return array_width(self._bits, part.type.size * 8)

    def at_start(self, memory: Memory) -> Memory:
        """Nothing is there yet."""
        for part in self.parts.values():
            nothing = const_array(self._bits, bv(0, part.type.size * 8))
            memory = memory.set(part.number, Object(0, b"", f"pool!{part.name}", array=nothing))
        return memory

    # -- objects of a pool --------------------------------------------------------------------------------------------

    def lives(self, run: Run, pool: Pool, address: Term) -> Term:
        return eq(_read(run, pool.state, address), bv(ALIVE, 8))

    def is_new(self, run: Run, address: Term) -> Term:
        """No object has this address, or ever had it."""
        result = ne(address, bv(0, self._bits))
        for pool in self.every:
            result = and_(result, eq(_read(run, pool.state, address), bv(TO_COME, 8)))
        return result

    def make(self, run: Run, pool: Pool, address: Term, keeper: Value, *, zeroed: bool) -> None:
        for part in pool.parts:
            width = part.type.size * 8
            value: Value
            match part.offset:
                case -1:
                    value = ALIVE
                case -2:
                    value = keeper
                case _:
                    value = 0 if zeroed else run.free_choice(width)
            _write(run, part, address, as_term(value, width))

    def free(self, run: Run, pool: Pool, address: Term, when: Term) -> None:
        before = _read(run, pool.state, address)
        _write(run, pool.state, address, ite(when, bv(FREED, 8), before))

    def give(self, run: Run, address: Term, thread: Value) -> None:
        """A thread is started with this address."""
        for pool in self.heap.values():
            if pool.keeper is not None:
                _write(run, pool.keeper, address, as_term(thread, self._bits))

    def read(self, run: Run, part: Part, address: Term, offset: int, size: int) -> Term:
        whole = _read(run, part, address)
        skipped = (offset - part.offset) * 8
        return extract(whole, skipped + size * 8 - 1, skipped)

    def write(self, run: Run, part: Part, address: Term, offset: int, size: int, value: Value, when: Term) -> None:
        before = _read(run, part, address)
        after = _with_bytes(before, offset - part.offset, size, as_term(value, size * 8))
        _write(run, part, address, ite(when, after, before))


def _with_bytes(whole: Term, skipped: int, size: int, value: Term) -> Term:
    result = value
    if skipped > 0:
        result = concat(result, extract(whole, skipped * 8 - 1, 0))
    if result.width < whole.width:
        result = concat(extract(whole, whole.width - 1, result.width), result)
    return result


def _read(run: Run, part: Part, address: Term) -> Term:
    array = run.memory[part.number].array
    assert array is not None
    return select(array, address)


def _write(run: Run, part: Part, address: Term, value: Term) -> None:
    found = run.memory[part.number]
    assert found.array is not None
    run.memory = run.memory.set(part.number, replace(found, array=store(found.array, address, value)))


def split(address: Term) -> tuple[Term, int]:
    """Where an object would begin, and how far behind that."""
    if address.op == "bvadd":
        for one, other in (address.args, reversed(address.args)):
            if one.op == "const":
                offset = int(one.payload)
                return other, offset - (1 << address.width if offset >> (address.width - 1) else 0)
    return address, 0
