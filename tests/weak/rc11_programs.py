"""Small programs for the judge of rc11, and what they are in C."""

from __future__ import annotations

from random import Random

from tests.weak.rc11_judge import (
    ACQ_REL,
    ACQUIRE,
    PLAIN,
    RELAXED,
    RELEASE,
    SEQ_CST,
    Add,
    Exchange,
    Fence,
    If,
    Instruction,
    Load,
    Registers,
    Store,
    Swap,
    Thread,
)

_LOADS, _STORES = (RELAXED, ACQUIRE, SEQ_CST), (RELAXED, RELEASE, SEQ_CST)
_CHANGES = (RELAXED, ACQUIRE, RELEASE, ACQ_REL, SEQ_CST)
_FENCES = (ACQUIRE, RELEASE, ACQ_REL, SEQ_CST)


class Author:
    """Writes a program: two to four threads that touch two or three places."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)
        self._registers = 0
        self._places = "xyz"[: self._random.choice((2, 2, 3))]
        self._plain = "p" if self._random.random() < 0.35 else ""
        # orders are seldom all different: some programs are nearly relaxed, others nearly seq_cst
        self._usual = self._random.choice((RELAXED, "any", "any", SEQ_CST, "pairs"))
        self._reads = 0

    def program(self) -> tuple[Thread, ...]:
        count = self._random.choice((2, 2, 3, 3, 4))
        longest = {2: 4, 3: 3, 4: 2}[count]
        return tuple(self._thread(self._random.randint(1, longest)) for _ in range(count))

    def _thread(self, length: int) -> Thread:
        made: list[Instruction] = []
        for _ in range(length):
            made.append(self._instruction(made))
        return tuple(made)

    def _order(self, orders: tuple[str, ...]) -> str:
        if self._usual in orders and self._random.random() < 0.7:
            return self._usual
        if self._usual == "pairs":
            return orders[1] if len(orders) == 3 else ACQ_REL
        return self._random.choice(orders)

    def _register(self) -> str:
        self._registers += 1
        self._reads += 1
        return f"r{self._registers}"

    def _instruction(self, before: list[Instruction]) -> Instruction:
        random = self._random
        read = [i.register for i in before if isinstance(i, Load | Exchange | Add | Swap)]
        if read and random.random() < 0.15:
            return If(random.choice(read), random.choice((0, 1, 2)), (self._access(),))
        if random.random() < 0.15:
            return Fence(self._order(_FENCES))
        return self._access()

    def _access(self) -> Instruction:
        random = self._random
        place, value = random.choice(self._places), random.choice((1, 1, 2))
        if self._plain and random.random() < 0.3:
            if random.random() < 0.5 or self._reads >= 5:
                return Store(self._plain, value, PLAIN)
            return Load(self._register(), self._plain, PLAIN)
        kind = random.random()
        if kind < 0.42 or self._reads >= 5:
            return Store(place, value, self._order(_STORES))
        if kind < 0.8:
            return Load(self._register(), place, self._order(_LOADS))
        if kind < 0.87:
            return Exchange(self._register(), place, value, self._order(_CHANGES))
        if kind < 0.93:
            return Add(self._register(), place, 1, self._order(_CHANGES))
        expected = random.choice((0, 0, 1))
        return Swap(self._register(), place, expected, value, self._order(_CHANGES), self._order(_LOADS))


def registers_of(threads: tuple[Thread, ...]) -> list[str]:
    def of(thread: Thread) -> list[str]:
        found: list[str] = []
        for instruction in thread:
            if isinstance(instruction, If):
                found += of(instruction.then)
            elif isinstance(instruction, Load | Exchange | Add | Swap):
                found.append(instruction.register)
        return found

    return [register for thread in threads for register in of(thread)]


def as_c(threads: tuple[Thread, ...], forbidden: Registers) -> str:
    """With an assertion that the program does not end like this."""
    registers = registers_of(threads)
    lines = ["#include <assert.h>", "#include <pthread.h>", "#include <stdatomic.h>", ""]
    lines += ["static atomic_int x, y, z;", "static int p;"]
    lines += [f"static int {register};" for register in registers]
    for number, thread in enumerate(threads):
        body = [f"    {line}" for instruction in thread for line in _c(instruction)]
        lines += ["", f"static void *thread{number}(void *unused)", "{", *body, "    return unused;", "}"]
    count = len(threads)
    lines += ["", "int main(void)", "{", f"    pthread_t threads[{count}];"]
    lines += [f"    pthread_create(&threads[{n}], 0, thread{n}, 0);" for n in range(count)]
    lines += [f"    pthread_join(threads[{n}], 0);" for n in range(count)]
    wanted = dict(forbidden)
    condition = " && ".join(f"{register} == {wanted.get(register, 0)}" for register in registers) or "1"
    lines += [f"    assert(!({condition}));", "    return 0;", "}"]
    return "\n".join(lines) + "\n"


def _c(instruction: Instruction) -> list[str]:
    match instruction:
        case Store(place, value, "plain"):
            return [f"{place} = {value};"]
        case Load(register, place, "plain"):
            return [f"{register} = {place};"]
        case Store(place, value, order):
            return [f"atomic_store_explicit(&{place}, {value}, memory_order_{order});"]
        case Load(register, place, order):
            return [f"{register} = atomic_load_explicit(&{place}, memory_order_{order});"]
        case Exchange(register, place, value, order):
            return [f"{register} = atomic_exchange_explicit(&{place}, {value}, memory_order_{order});"]
        case Add(register, place, value, order):
            return [f"{register} = atomic_fetch_add_explicit(&{place}, {value}, memory_order_{order});"]
        case Swap(register, place, expected, value, success, failure):
            orders = f"memory_order_{success}, memory_order_{failure}"
            call = f"atomic_compare_exchange_strong_explicit(&{place}, &{register}, {value}, {orders});"
            return [f"{register} = {expected};", call]
        case Fence(order):
            return [f"atomic_thread_fence(memory_order_{order});"]
        case If(register, value, then):
            inner = [f"    {line}" for one in then for line in _c(one)]
            return [f"if ({register} == {value}) {{", *inner, "}"]
