"""Generated programs with blocks that are expected to be atomic: all modes against an exploration that knows nothing of
the bookkeeping, but looks over the machine's shoulder and keeps what each open block has touched."""

from __future__ import annotations

import sys
from collections.abc import Hashable
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

import pytest

import esbmc_py
from esbmc_py.frontend import load_program
from esbmc_py.goto.expected_blocks import BEGIN, END, watch_blocks
from esbmc_py.goto.expressions import FunctionAddress
from esbmc_py.goto.instructions import Call
from esbmc_py.goto.program import Program
from esbmc_py.goto.sharing import prepare
from esbmc_py.vm.executable import Executable
from esbmc_py.vm.explore import explore
from esbmc_py.vm.findings import Violation
from esbmc_py.vm.machine import Machine
from esbmc_py.vm.races import Access
from esbmc_py.vm.run import user_location
from esbmc_py.vm.state_keys import StateKeys
from esbmc_py.vm.stops import Blocked

HEAD = f"#include <pthread.h>\nvoid {BEGIN}(void);\nvoid {END}(void);\n"
HEAD += "int x, y, z[2];\n_Atomic int a;\npthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n"
STATEMENTS = [
    "x++;",
    "x = 1;",
    "y = 2;",
    "l = x;",
    "l = y;",
    "if (l) x = 3;",
    "z[l & 1] = 4;",
    "z[1]++;",
    "a++;",
    "*p = 5;",
]


def generated(seed: int) -> str:
    """Two threads, the first with a block, sometimes the second, too; sometimes with a lock around a part."""
    random = Random(seed)
    text = HEAD
    statements = random.sample(STATEMENTS, 3)
    for thread in ("first", "second"):
        body = random.choices(statements, k=random.randint(2, 3))
        for begin, end, odds in (
            ("pthread_mutex_lock(&m);", "pthread_mutex_unlock(&m);", 0.4),
            (f"{BEGIN}();", f"{END}();", 1 if thread == "first" else 0.4),
            ("pthread_mutex_lock(&m);", "pthread_mutex_unlock(&m);", 0.2),
        ):
            if random.random() < odds and not (odds == 0.2 and any("lock" in line for line in body)):
                place = random.randint(0, max(0, len(body) - 2))
                body.insert(random.randint(min(place + 2, len(body)), len(body)), end)
                body.insert(place, begin)
        lines = "".join(f"    {line}\n" for line in body)
        text += f"void *{thread}(void *p_) {{\n    int l = 0, *p = p_;\n{lines}    return 0;\n}}\n"
    arguments = [random.choice(("&x", "&z[1]")) for _ in range(2)]
    text += f"int main(void) {{\n    pthread_t s, t;\n    pthread_create(&s, 0, first, {arguments[0]});\n"
    text += (
        f"    pthread_create(&t, 0, second, {arguments[1]});\n    pthread_join(s, 0);\n    pthread_join(t, 0);\n}}\n"
    )
    return text


@dataclass(frozen=True)
class Block:
    """How deep a thread is in blocks, and what it has touched since the outermost began."""

    depth: int = 0
    touched: frozenset[tuple[int, int, int, bool]] = frozenset()


class Onlooker:
    """Watches one step; stands where a trace's observer stands."""

    patience = sys.maxsize  # sees every instruction

    def __init__(self, machine: Machine, blocks: dict[int, Block]):
        self.machine = machine
        self.blocks = dict(blocks)
        self.accesses: list[Access] = []
        self.interfering: set[int] = set()
        machine.accesses = self.accesses

    def before(self) -> None:
        instruction = self.machine.code.instructions[self.machine.pc]
        if isinstance(instruction, Call) and isinstance(instruction.callee, FunctionAddress):
            own = self.blocks.get(self.machine.thread, Block())
            if instruction.callee.name == BEGIN:
                self.blocks[self.machine.thread] = replace(own, depth=own.depth + 1)
            elif instruction.callee.name == END:
                self.blocks[self.machine.thread] = replace(own, depth=own.depth - 1) if own.depth > 1 else Block()

    def after(self, _following: int | None) -> None:
        thread = self.machine.thread
        for access in self.accesses:
            if not access.stack or access.stack[0].in_model:  # the beginning of a life, or the library's
                continue
            for other, block in self.blocks.items():
                if other != thread and any(_conflict(access, touched) for touched in block.touched):
                    self.interfering.add(user_location(access.stack).line)
            own = self.blocks.get(thread, Block())
            if own.depth:
                touched = (access.number, access.begin, access.end, access.write)
                self.blocks[thread] = replace(own, touched=own.touched | {touched})
        self.accesses.clear()


def _conflict(access: Access, touched: tuple[int, int, int, bool]) -> bool:
    number, begin, end, write = touched
    return number == access.number and begin < access.end and access.begin < end and (write or access.write)


def interfering_lines(program: Program) -> set[int]:
    """The lines of all accesses that interfere with a block in some interleaving."""
    machine = Machine(Executable(program), lambda ctype: 0)
    keys, found = StateKeys(), set[int]()
    seen: set[Hashable] = set()
    pending = [(machine.save(), dict[int, Block]())]
    while pending:
        state, blocks = pending.pop()
        for number in [thread.number for thread in state.threads if not thread.ended and state.exit_status is None]:
            machine.restore(state)
            onlooker = Onlooker(machine, blocks)
            try:
                machine.step_slowly(number, onlooker)  # type: ignore[arg-type]
            except Blocked:
                continue
            found |= onlooker.interfering
            after = machine.save()
            key = keys.first(machine).key, frozenset(onlooker.blocks.items())
            if key not in seen:
                seen.add(key)
                pending.append((after, onlooker.blocks))
    return found


def _lines(whats: list[object]) -> set[int]:
    return {what.location.line for what in whats if isinstance(what, Violation)}


SETTINGS = [
    {"mode": "lazy", "unwind": 1},
    {"mode": "lazyseq", "unwind": 1, "rounds": 5},
    {"mode": "explicit"},
]


@pytest.mark.parametrize("seed", range(12))
def test_all_modes_find_what_an_onlooker_sees(seed: int, tmp_path: Path) -> None:
    path = tmp_path / "program.c"
    path.write_text(generated(seed), encoding="utf-8")
    program = prepare(load_program([path]))
    expected = interfering_lines(program)
    watched = _lines([finding.what for finding in explore(watch_blocks(program), shortest=False).findings])
    assert watched <= expected
    assert bool(watched) == bool(expected)
    for settings in SETTINGS:
        result = esbmc_py.check(path, groups=("atomicity",), all_violations=True, **settings)
        assert not any("replay" in note for note in result.notes)
        found = _lines([one.what for one in result.counterexamples])
        assert found <= watched, settings
        assert bool(found) == bool(watched), settings


def test_some_of_the_generated_programs_interfere_and_some_do_not(tmp_path: Path) -> None:
    path = tmp_path / "program.c"
    outcomes = set()
    for seed in range(12):
        path.write_text(generated(seed), encoding="utf-8")
        outcomes.add(bool(interfering_lines(prepare(load_program([path])))))
    assert outcomes == {True, False}
