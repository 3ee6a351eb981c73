"""Programs whose first line says whether they can be proved: `// proved: PROPERTIES` or `// unsafe: PROPERTIES`."""

from __future__ import annotations

from pathlib import Path

import pytest

from esbmc_py import check
from esbmc_py.checking.results import Verdict

PROGRAMS = sorted((Path(__file__).parent / "programs").glob("*.c"))
NAMED_BELOW = ("server", "jobs", "arguments", "monitor", "joins", "like", "together")
# One of each theme; the others with --more.
SAMPLE = [
    path
    for number, path in enumerate(one for one in PROGRAMS if one.name.split("_")[0] not in NAMED_BELOW)
    if path.name.split("_")[0] not in ("stack", "ticket", "counted") and number % 4 == 0 and "_two" not in path.name
]
SAMPLE += [PROGRAMS[0].with_name(f"server_{name}.c") for name in ("number_endless", "self_endless", "memory_endless")]
SAMPLE += [PROGRAMS[0].with_name(f"{name}_many.c") for name in ("arguments_table", "like_others")]
SAMPLE += [PROGRAMS[0].with_name("together_box_endless.c")]
SAMPLE += [PROGRAMS[0].with_name(f"monitor_{name}.c") for name in ("two_endless", "asleep_unsafe")]
SAMPLE += [
    PROGRAMS[0].with_name(f"{name}_many_unsafe.c") for name in ("bounded", "counter", "flag", "owner_word", "places")
]


def answer(path: Path) -> tuple[str, Verdict, str]:
    kind, _, groups = path.read_text().partition("\n")[0].removeprefix("// ").partition(": ")
    result = check(path, mode="prove", groups=tuple(groups.split(",")))
    return kind, result.verdict, result.scope.lines()[0]


@pytest.mark.parametrize(
    "path",
    [pytest.param(path, marks=() if path in SAMPLE else pytest.mark.more) for path in PROGRAMS],
    ids=lambda path: path.stem,
)
def test_what_can_be_proved_is_proved_and_nothing_else(path: Path) -> None:
    kind, verdict, scope = answer(path)
    if kind == "unsafe":
        assert verdict is Verdict.UNKNOWN
    else:
        assert verdict is Verdict.SUCCESSFUL
        assert scope == "all executions, any number of threads and iterations (proved by an invariant)"


def test_there_are_safe_and_unsafe_ones() -> None:
    unsafe = [path for path in PROGRAMS if "unsafe" in path.name]
    assert len(PROGRAMS) >= 60
    assert len(unsafe) >= 15
