"""What each property means, for those who read a finding in another tool."""

from __future__ import annotations

from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.properties import Property


@dataclass(frozen=True, slots=True)
class SarifRule:
    title: str
    meaning: str
    advice: str


RULES = {
    Property.ASSERTION: SarifRule(
        "Assertion violated",
        "In some interleaving of the threads, an assertion does not hold.",
        "Look at the accesses before it: what they read may be old. A lock around all of them, or an atomic operation, "
        "is the usual repair; smtcb fix looks for one.",
    ),
    Property.REACH: SarifRule(
        "Error reached",
        "An execution calls reach_error, or gets to a place that is marked as an error.",
        "Follow the execution: the switches between threads in it are what makes the difference.",
    ),
    Property.NULL: SarifRule(
        "Null pointer",
        "An execution reads or writes through a null pointer.",
        "Check the pointer, or initialise it before other threads can see it.",
    ),
    Property.BOUNDS: SarifRule(
        "Access out of bounds",
        "An execution reads or writes outside of an object, or calls through an address where no function is.",
        "Check the index where it is used: another thread may change it after an earlier check.",
    ),
    Property.FREED: SarifRule(
        "Use after free",
        "An execution uses memory that has been freed, perhaps by another thread.",
        "Make sure that whoever frees is the last user: join the others first, or count references.",
    ),
    Property.DEAD: SarifRule(
        "Use of a dead local variable",
        "An execution uses a local variable after its block or function has ended.",
        "Do not hand the address of a local to a thread that may live longer.",
    ),
    Property.READ_ONLY: SarifRule(
        "Write to read-only memory",
        "An execution writes to a string literal, a function, or an object that is defined const.",
        "Copy it first.",
    ),
    Property.OVERLAP: SarifRule(
        "Copy between parts that overlap",
        "An execution calls memcpy, strcpy or the like for memory that overlaps: the behaviour is undefined.",
        "Use memmove.",
    ),
    Property.DOUBLE_FREE: SarifRule(
        "Double free",
        "An execution frees the same memory twice.",
        "Let one thread own it, or set the pointer to NULL under the lock under which it is freed.",
    ),
    Property.INVALID_FREE: SarifRule(
        "Invalid free", "An execution frees what was not allocated.", "Free exactly what malloc has returned."
    ),
    Property.DIVISION: SarifRule(
        "Division by zero", "An execution divides by zero.", "Check the divisor in the same critical section."
    ),
    Property.OVERFLOW: SarifRule(
        "Signed overflow",
        "The result of signed arithmetic does not fit its type: the behaviour is undefined.",
        "Use a wider or an unsigned type, or check before.",
    ),
    Property.SHIFT: SarifRule(
        "Invalid shift",
        "A shift by too much, or of a negative number.",
        "Check the count before; shift unsigned types.",
    ),
    Property.CONVERSION: SarifRule(
        "Conversion",
        "A value does not fit the type that it is converted to, or a call has a wrong number of arguments.",
        "Use types that can hold the values; declare functions with prototypes.",
    ),
    Property.UNREACHABLE: SarifRule(
        "Unreachable place reached",
        "An execution gets to __builtin_unreachable, or to the end of a function whose value is used.",
        "Return a value on every path.",
    ),
    Property.DEADLOCK: SarifRule(
        "Deadlock",
        "Threads wait for one another and none of them can go on.",
        "Take locks in the same order everywhere; wake those that wait after what they wait for is true.",
    ),
    Property.RACE: SarifRule(
        "Data race",
        "Two threads can access the same memory at the same time, and one of them writes: the behaviour is undefined.",
        "Protect all accesses by the same lock, or make the variable atomic.",
    ),
    Property.LEAK: SarifRule(
        "Memory leak",
        "Memory is not freed when the process ends.",
        "Free it on every path, and after joining its users.",
    ),
    Property.LOST: SarifRule(
        "Lost memory",
        "Memory is not freed, and nothing points to it any more.",
        "Free it before the last pointer goes.",
    ),
    Property.LOCK: SarifRule(
        "Misuse of a lock",
        "A lock is released by a thread that does not hold it, used before it is initialised or after it is destroyed, "
        "or locked again by its holder.",
        "Pair each lock with one unlock in the same thread.",
    ),
    Property.ATOMICITY: SarifRule(
        "Atomicity violated",
        "Another thread interferes with a block that is meant to be atomic.",
        "Extend the critical section over the whole block.",
    ),
    Property.SIGNAL_SAFETY: SarifRule(
        "Unsafe call in a signal handler",
        "A signal handler calls a function that is not async-signal-safe.",
        "Set a flag of type volatile sig_atomic_t in the handler, and do the work elsewhere.",
    ),
    Property.LTL: SarifRule(
        "Formula violated",
        "An execution does not satisfy the temporal formula that was given.",
        "Follow the execution.",
    ),
    Property.LIVELOCK: SarifRule(
        "Livelock", "Threads go on for ever and get nowhere.", "Break the symmetry: let one of them give way."
    ),
    Property.TERMINATION: SarifRule(
        "No end", "Threads go on for ever.", "Make sure that what a loop waits for becomes true."
    ),
    Property.STARVATION: SarifRule(
        "Starvation", "A thread waits for ever while others go on.", "Use a fair lock, or hand over explicitly."
    ),
}


def rule_of(violated: Property) -> SarifRule:
    return RULES.get(violated) or SarifRule(str(violated), str(violated), "")
