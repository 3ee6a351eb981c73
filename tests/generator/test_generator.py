"""The program generator keeps its promises; the machine agrees with its simulation."""

from __future__ import annotations

import subprocess
from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from esbmc_py.frontend import load_program
from esbmc_py.goto.properties import GROUPS, Property
from esbmc_py.goto.sharing import prepare
from esbmc_py.vm.explore import explore
from tests.conftest import needs_gcc, one_in
from tests.generator import EXTRA_FEATURES, FEATURES, Generated, generate, generate_program
from tests.generator.kinds import KINDS, SHAPES, UNDEFINED
from tests.generator.strategies import programs

VERIFIER_STUBS = """\
#include <stdlib.h>
_Bool __VERIFIER_nondet_bool(void) { return rand() & 1; }
char __VERIFIER_nondet_char(void) { return rand() % 3; }
void __VERIFIER_assume(int condition) { if (!condition) exit(0); }
void __VERIFIER_atomic_begin(void) {}
void __VERIFIER_atomic_end(void) {}
"""
SMALL = 5


@cache
def program(seed: int) -> Generated:
    return generate_program(seed)


def violated(text: str, folder: Path) -> set[Property]:
    path = folder / "generated.c"
    path.write_text(text)
    exploration = explore(prepare(load_program([path])), max_states=200_000)
    return {finding.property for finding in exploration.findings}


def test_the_same_seed_gives_the_same_program() -> None:
    assert [generate(seed) for seed in range(3)] == [generate(seed) for seed in range(3)]


def test_different_seeds_give_different_programs() -> None:
    assert len({program(seed).text for seed in range(20)}) > 15


def test_programs_without_a_feature_do_not_use_it() -> None:
    plain = FEATURES - {"mutexes", "heap", "atomics", "inputs"}
    for seed in range(10):
        text = generate_program(seed, features=plain).text
        assert not any(word in text for word in ("pthread_mutex", "malloc", "_Atomic", "nondet"))


def test_most_assertions_fail_seldom_and_some_never() -> None:
    generated = [program(seed) for seed in range(40)]
    failing = [one for one in generated if one.fails]
    seldom = [one for one in failing if one.failed * 3 <= one.schedules]
    assert len(failing) > 10
    assert len(generated) - len(failing) > 10
    assert len(seldom) * 4 > len(failing) * 3


def test_deadlocks_come_when_asked_for() -> None:
    wanted = FEATURES | EXTRA_FEATURES
    assert any(generate_program(seed, size=12, features=wanted).deadlocked for seed in range(100))


@needs_gcc
def test_programs_compile_and_run_without_undefined_behaviour(tmp_path: Path) -> None:
    stubs = tmp_path / "stubs.c"
    stubs.write_text(VERIFIER_STUBS)
    for seed in range(12):
        path, binary = tmp_path / f"{seed}.c", tmp_path / f"{seed}"
        path.write_text(generate(seed))
        command = ["gcc", "-w", "-Werror=implicit", "-fwrapv", "-pthread", str(path), str(stubs), "-o", str(binary)]
        compiled = subprocess.run(command, check=False, capture_output=True, text=True)
        assert compiled.returncode == 0, compiled.stderr
        finished = subprocess.run([binary], check=False, capture_output=True, text=True, timeout=60)
        assert finished.returncode == 0 or "Assertion" in finished.stderr, f"seed {seed}: {finished}"


@needs_gcc
@pytest.mark.parametrize("kind", SHAPES | UNDEFINED)
def test_programs_of_every_shape_compile(kind: str, tmp_path: Path) -> None:
    paths = [tmp_path / f"seed_{seed}.c" for seed in range(4)]
    for seed, path in enumerate(paths):
        path.write_text(generate(seed, SMALL, KINDS[kind]))
    command = ["gcc", "-w", "-Werror=implicit", "-fsyntax-only", *map(str, paths)]
    compiled = subprocess.run(command, check=False, capture_output=True, text=True)
    assert compiled.returncode == 0, compiled.stderr


WORDS = {
    "crowds": ("__VERIFIER_assume", "pthread_exit"),
    "flow": ("goto", "switch", "return (void *)(long)", "continue", "++) < ", "? ("),
    "memory": ("union word", "(unsigned char *)", "unsigned low :", "**pp", "realloc", "= &own", "rooms["),
    "undefined-copies": (
        "struct pair new0;",
        "= same(",
        "memcpy(&",
        "memmove(&",
        "realloc",
        "_Alignas",
        "struct pair kept0 =",
    ),
}


@pytest.mark.parametrize("kind", WORDS)
def test_a_shape_shows_what_it_is_named_after(kind: str) -> None:
    texts = [generate(seed, SMALL, KINDS[kind]) for seed in range(60)]
    assert [word for word in WORDS[kind] if not any(word in text for text in texts)] == []


@pytest.mark.parametrize("first", one_in(3, range(0, 30, 10)))
def test_what_fails_in_the_simulation_fails_in_the_machine(first: int, tmp_path: Path) -> None:
    for seed in range(first, first + 10):
        generated = program(seed)
        found = violated(generated.text, tmp_path)
        assert found <= {Property.ASSERTION}, f"seed {seed}: only assertions can fail, found {found}"
        if generated.fails:
            assert found == {Property.ASSERTION}, f"seed {seed}: the simulation violates an assertion"


@pytest.mark.parametrize("kind", one_in(2, KINDS))
def test_what_goes_wrong_in_the_simulation_of_a_kind_goes_wrong_in_the_machine(kind: str, tmp_path: Path) -> None:
    for seed in range(1 if kind.startswith("guarded") else 2):
        generated = generate_program(seed, SMALL, KINDS[kind])
        found = violated(generated.text, tmp_path)
        assert not generated.fails or Property.ASSERTION in found, f"seed {seed}"
        assert not generated.deadlocked or Property.DEADLOCK in found, f"seed {seed}"
        assert not generated.misused or found & GROUPS["memory"], f"seed {seed}"


@pytest.mark.parametrize("kind", ["locks", "conditions", "semaphores", "barriers", "joins"])
def test_some_programs_of_a_kind_deadlock_and_some_do_not(kind: str) -> None:
    deadlocked = [generate_program(seed, 6, KINDS[kind]).deadlocked > 0 for seed in range(16)]
    assert 2 <= sum(deadlocked) <= 14


@settings(max_examples=10, deadline=None, suppress_health_check=list(HealthCheck))
@given(generated=programs(size=SMALL))
def test_programs_from_hypothesis_behave_as_simulated(
    generated: Generated, tmp_path_factory: pytest.TempPathFactory
) -> None:
    found = violated(generated.text, tmp_path_factory.mktemp("generated"))
    assert found == {Property.ASSERTION} if generated.fails else found <= {Property.ASSERTION}
