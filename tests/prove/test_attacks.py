"""Programs that attack the translation, each in two versions: what is safe is proved, what is unsafe never.

The first line says what is asked for: `// reach,memory`. Lines that end with `// safe` are of the safe version only,
those that end with `// unsafe` of the other one.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from esbmc_py.goto.properties import GROUPS
from prove.proof import prove
from symex.reset import forget_terms
from tests.agreement.agree import load_text

ATTACKS = sorted((Path(__file__).parent / "attacks").glob("*.c"))
MOST_WORK = 150_000
# What takes long and is much like another one: with --more.
ALIKE = ("same_ticket", "semaphore_and_lock")
# The same, and what is not safe in them takes long, too.
BOTH_ALIKE = (
    "a_byte_of_a_number", "address_of_member", "allocated_by_wrapper", "freed_a_round_later", "member_of_freed",
    "argument_freed_by_creator", "argument_given_twice", "argument_kept_in_global", "argument_used_after_free",
    "argument_written_after_start", "copied_job", "detached_then_joined", "freed_inside", "given_on",
    "lock_in_the_object", "place_behind_array", "place_in_array", "place_misaligned", "served_twice", "tickets_run_out",
    "arguments_all", "arguments_written", "size_no_memory", "size_not_zeroed", "size_of_another", "text_behind_number",
    "text_behind_options", "text_not_found", "text_or_null", "text_shorter_than_default", "text_too_long",
    "monitor_main_ends", "monitor_two_conditions", "joins_too_few", "joins_one_more",
)  # fmt: skip


def version(path: Path, kind: str) -> str:
    other = {"safe": "// unsafe", "unsafe": "// safe"}[kind]
    return "\n".join(line for line in path.read_text().splitlines() if not line.endswith(other)) + "\n"


def is_proved(path: Path, kind: str) -> bool:
    groups = path.read_text().partition("\n")[0].removeprefix("// ").split(",")
    program = load_text(version(path, kind))
    forget_terms()
    properties = frozenset(prop for group in groups for prop in GROUPS[group])
    return not prove(program, properties, most_work=MOST_WORK).unknown


@pytest.mark.parametrize(
    "path",
    [pytest.param(path, marks=pytest.mark.more if path.stem in BOTH_ALIKE else ()) for path in ATTACKS],
    ids=lambda path: path.stem,
)
def test_what_is_unsafe_is_not_proved(path: Path) -> None:
    assert not is_proved(path, "unsafe")


@pytest.mark.parametrize(
    "path",
    [pytest.param(path, marks=pytest.mark.more if path.stem in ALIKE + BOTH_ALIKE else ()) for path in ATTACKS],
    ids=lambda path: path.stem,
)
def test_what_is_safe_is_proved(path: Path) -> None:
    """So it is not for want of power that the other version is not proved."""
    assert is_proved(path, "safe")
