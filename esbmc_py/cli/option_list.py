"""The options of a check that mean the same everywhere: one entry for each.

An option is a field of `CheckOptions` (which has its type and default), so a keyword of `esbmc_py.check`, and an option
of `smtcb check` whose value goes into that field. To add one, add the field there and an entry here. Options whose
words on the command line need more than that (properties, surroundings, those of mode explicit) are added by the
commands.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum, auto

from encoders.variants import VARIANTS
from esbmc_py.goto.deferred import dataclass


class OptionKind(Enum):
    """What is written on the command line."""

    FLAG = auto()  # nothing more
    COUNT = auto()  # 0, 1, 2, ...
    SECONDS = auto()
    WORD = auto()
    WORDS = auto()  # with commas between
    LOOP = auto()  # FILE:LINE:N, again and again
    FILE = auto()


@dataclass(frozen=True, slots=True)
class Option:
    name: str  # in Python: the field of `CheckOptions`
    group: str  # under which heading the help has it
    kind: OptionKind
    help: str
    metavar: str | None = None
    spelled: str = ""  # on the command line, if that is not the name with dashes
    choices: tuple[str, ...] | None = None
    excludes_others: bool = False  # of the same heading, which bound the same thing

    @property
    def flag(self) -> str:
        return self.spelled or "--" + self.name.replace("_", "-")


OPTIONS = (
    Option(
        "mode",
        "search",
        OptionKind.WORD,
        "auto: lazy, lazyseq, explicit, random and prove beside each other, the first answer counts (default); lazy: "
        "one interleaving after the other; schedule: all in one formula; uw: that, starting from few; lazyseq: lazy "
        "sequentialization; explicit: all concrete states; random: some executions; prove: invariants, for loops and "
        "threads without end",
        "MODE",
    ),
    Option("unwind", "search", OptionKind.COUNT, "loops whose end is not in sight run N times at most", "N"),
    Option("unwind_at", "search", OptionKind.LOOP, "a bound of its own for the loop there (repeatable)", "FILE:LINE:N"),
    Option("contexts", "search", OptionKind.COUNT, "at most C context switches", "C", excludes_others=True),
    Option(
        "preemptions",
        "search",
        OptionKind.COUNT,
        "at most P switches away from a running thread",
        "P",
        excludes_others=True,
    ),
    Option(
        "schedule",
        "search",
        OptionKind.WORD,
        "rounds of some threads (mode lazyseq): '+:2,1' is one of all and one of thread 2, then 1; main is 0",
        "ROUNDS",
        excludes_others=True,
    ),
    Option("rounds", "search", OptionKind.COUNT, "K rounds of all threads (mode lazyseq)", "K", excludes_others=True),
    Option(
        "schema",
        "search",
        OptionKind.WORD,
        "of lazyseq: once, which encodes local work once (default), or cseq, the published one",
        "NAME",
    ),
    Option(
        "positions",
        "search",
        OptionKind.WORD,
        "of the schema once: a truth value for each place where a thread may stand (default), or numbers",
        choices=("order", "bitvector"),
    ),
    Option("threads", "search", OptionKind.COUNT, "at most N threads are created (mode lazyseq)", "N"),
    Option(
        "solver",
        "search",
        OptionKind.WORD,
        "z3, bitwuzla, bitwuzla:preprocessing (simplifies first), or smtlib:COMMAND for any other (default: bitwuzla "
        "for lazyseq, z3 for the others)",
        "NAME",
    ),
    Option(
        "cross_check",
        "search",
        OptionKind.FLAG,
        "ask another solver, too, whatever is found unsatisfiable: without its word nothing is SUCCESSFUL",
    ),
    Option("all_violations", "search", OptionKind.FLAG, "go on after the first violation"),
    Option(
        "variants",
        "search",
        OptionKind.WORDS,
        "; ".join(["variants of the encoding, for experiments", *(f"{n} ({text})" for n, text in VARIANTS.items())]),
        "LIST",
        spelled="--variant",
    ),
    Option("seed", "search", OptionKind.COUNT, "of the solver (default: 0)", "N"),
    Option(
        "happens_before",
        "properties",
        OptionKind.FLAG,
        "with --property race: two accesses that nothing orders are a race, also where they are not next to each other "
        "(relaxed atomics that publish plain data); not with --schema cseq",
    ),
    Option(
        "gcc_shifts",
        "properties",
        OptionKind.FLAG,
        "left shifts of negative numbers and into the sign bit are no violations of overflow: C11 leaves them "
        "undefined, gcc defines them",
    ),
    Option("timeout", "limits", OptionKind.SECONDS, "end after so many seconds", "S"),
    Option(
        "jobs",
        "limits",
        OptionKind.COUNT,
        "processors for mode auto (default: all there are); for lazyseq and explicit (default: 1)",
        "N",
    ),
    Option("memory", "limits", OptionKind.COUNT, "end when this much memory is in use", "MB"),
    Option("dump_smt2", "output", OptionKind.FILE, "write all that the solver is asked, as SMT-LIB 2", "FILE"),
)


def options_of(group: str) -> Iterator[Option]:
    return (option for option in OPTIONS if option.group == group)
