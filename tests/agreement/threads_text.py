"""Programs that a judge of the schema once writes itself, and what the machine finds in them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from esbmc_py.goto.program import Program
from esbmc_py.vm.explore import explore
from esbmc_py.vm.findings import Exploration


def threads_text(head: str, bodies: Sequence[Sequence[str]], main: Sequence[str]) -> str:
    """A routine `t0`, `t1`, ... for each body. In `main` its thread is called `h0`, `h1`, ..."""
    text = [head]
    for number, body in enumerate(bodies):
        text.append(f"void *t{number}(void *unused) {{\n{_indented(body)}\n    return unused;\n}}")
    names = ", ".join(f"h{number}" for number in range(len(bodies)))
    return "\n".join([*text, f"int main(void) {{\n{_indented([f'pthread_t {names};', *main])}\n    return 0;\n}}\n"])


def started(count: int) -> list[str]:
    return [f"pthread_create(&h{number}, 0, t{number}, 0);" for number in range(count)]


def joined(count: int) -> list[str]:
    return [f"pthread_join(h{number}, 0);" for number in range(count)]


def _indented(lines: Sequence[str]) -> str:
    return "\n".join(f"    {line}" for line in lines)


def bounds_of(seed: int) -> dict[str, Any]:
    """In turn none, one on rounds and one on context switches."""
    bounds: tuple[dict[str, Any], ...] = ({}, {"rounds": 1 + seed // 3 % 3}, {"contexts": seed // 3 % 4})
    return bounds[seed % 3]


def explored(
    program: Program, bounds: dict[str, Any], *, most_states: int, seconds: float, races: bool = False
) -> Exploration | None:
    """None: there are too many states."""
    found = explore(program, shortest=False, max_states=most_states, max_seconds=seconds, races=races, **bounds)
    return None if found.states >= most_states or found.incomplete else found
