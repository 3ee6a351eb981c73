"""What an answer rests on besides the program: a line for each part of its surroundings that the program can meet."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator, Sequence

from esbmc_py.frontend.linker import READ_CLOCKS
from esbmc_py.frontend.main_arguments import ANY_ARGUMENTS, ANY_COUNT, PROGRAM_NAME
from esbmc_py.frontend.outside import CALLBACKS
from esbmc_py.frontend.outside_memory import NUMBERS, OBJECTS
from esbmc_py.frontend.semantics import Semantics
from esbmc_py.frontend.surroundings import ASSUMPTIONS, HAVOC, PURE, RETURNS, Surroundings
from esbmc_py.goto.address_order import tells_numbers, tells_order
from esbmc_py.goto.expressions import FunctionAddress
from esbmc_py.goto.instructions import Call, Load, Store
from esbmc_py.goto.math_functions import REAL_FUNCTIONS
from esbmc_py.goto.memory_models import SC, STORE_WAITS
from esbmc_py.goto.operands import registers_read
from esbmc_py.goto.program import Function, Program
from esbmc_py.goto.reused_memory import misses_reuse, reuses_memory
from esbmc_py.goto.signals import meets_signals, timers_end_waits
from esbmc_py.goto.symbols import OpenOrder
from esbmc_py.goto.types import ArrayType, FloatType, IntType, PointerType

_WAITS = {"pthread_cond_wait", "pthread_cond_timedwait", "pthread_cond_clockwait"}  # C11 uses them, too
_STARTS = {"pthread_create", "thrd_create"}
_MOST_NAMES = 5
_EFFECTS = {
    HAVOC: "may write what their arguments lead to (no more than the arrays into which they point) "
    "and return anything (see --external)",
    RETURNS: "return anything and do nothing else",
    PURE: "return anything and do nothing else",
}
RACES_BY_ORDER = "a race is two accesses that nothing orders, wherever they are"
NEIGHBOURS_ONLY = (
    "races of accesses that nothing orders and that cannot happen at the same time (other modes look for them)"
)
FAIR = "executions without an end count if every thread that can always move does so at last (--fair none: all count)"
UNFAIR = "executions without an end count also if a thread that can always move never does (--fair none)"
ENDLESS_WITHIN = "an execution without an end is within the bound if from some time on no switch counts"
NO_SPURIOUS_FAILURES = (
    "weak compare and exchange fails where values differ only (--spurious-failures: at other times, too)"
)
NO_SPURIOUS_WAKEUPS = "condition variables wake up when signalled only (--spurious-wakeups looks at others, too)"


_GIVES_NAMES = "__smtcb_name_for"  # of pthread_models/library/threads.c
_GIVES_DESCRIPTORS = "__smtcb_take_descriptor"  # of pthread_models/library/descriptor_table.c
_ALLOCATIONS = {"malloc", "calloc", "realloc", "aligned_alloc", "posix_memalign", "memalign", "strdup", "strndup"}
NO_FAILED_START = "threads can always be created (--create-may-fail looks at that, too)"
NO_FAILURE = "memory allocation does not fail (--malloc-may-fail looks at that, too)"
_LONGEST_TEXT = "__smtcb_longest_text"
_MAY_REPEAT = frozenset(["setitimer", "timer_settime", "ualarm"])
_LONGEST_LINE = 6  # as in pthread_models/library/stdio.c
_TELL_NAMES = frozenset(
    {
        "readdir", "getcwd", "realpath", "glob", "ftw", "nftw", "gethostbyname", "gethostname", "getaddrinfo",
        "getnameinfo", "getservbyname", "if_indextoname", "getpwnam", "getpwuid", "getpwnam_r", "getpwuid_r",
        "getgrgid", "pthread_getname_np", "uname", "getlogin", "ttyname", "tmpnam",
    }
)  # fmt: skip
_ALWAYS_MADE = ("pipe", "pipe2", "eventfd", "timer_create")
_PROCESSORS = ("get_nprocs", "get_nprocs_conf", "_SC_NPROCESSORS_ONLN", "_SC_NPROCESSORS_CONF")
_TELL_LISTS = {
    "getaddrinfo": "there are up to 2 addresses of a host (getaddrinfo)",
    "glob": "up to 2 names match a pattern (glob)",
    "ftw": "there are up to 3 files in a directory (ftw)",
    "nftw": "there are up to 3 files in a directory (nftw)",
}


def surroundings(program: Program, semantics: Semantics) -> list[str]:
    """For people: one sentence each. What functions without a body do is told by `outside`."""
    return [sentence for tell in _PARTS if (sentence := tell(program, semantics)) is not None]


def _wakeups(program: Program, semantics: Semantics) -> str | None:
    if not _WAITS & program.functions.keys():
        return None
    spurious = semantics.surroundings.spurious_wakeups
    return "condition variables may wake up spuriously" if spurious else NO_SPURIOUS_WAKEUPS


def _weak_exchanges(program: Program, semantics: Semantics) -> str | None:
    if not program.weak_exchanges:
        return None
    spurious = semantics.surroundings.spurious_failures
    return "weak compare and exchange may fail for no reason" if spurious else NO_SPURIOUS_FAILURES


_IN_SOME_ORDER = {
    OpenOrder.ARGUMENTS: "arguments",
    OpenOrder.OPERANDS: "operands",
    OpenOrder.ASSIGNMENTS: "sides of assignments",
}


def _order(program: Program, semantics: Semantics) -> str | None:
    if not program.open_orders:
        return None
    what = " and ".join(_IN_SOME_ORDER[kind] for kind in program.open_orders)
    where = f"{what} that disturb each other are evaluated from the left"
    if not semantics.surroundings.any_order:
        return where
    return f"{where}, or from the right{' (at many places alike)' if program.orders_alike else ''}"


def _clocks(program: Program, semantics: Semantics) -> str | None:
    """Only whoever looks at the time of day could tell."""
    if not any(name in program.functions and program.functions[name].is_model for name in READ_CLOCKS):
        return None
    if semantics.surroundings.clock_steps:
        return "the time of day may be set to any time; other clocks do not go back"
    return "clocks show any time, and do not go back (--clock-steps: the time of day may)"


def outside(program: Program, kinds: Sequence[str] = ASSUMPTIONS) -> list[str]:
    """Functions without a body, by what they were taken to do; a few of their names. The executors compute some."""
    sentences = []
    for what, effects in _EFFECTS.items():
        if what not in kinds:
            continue
        names = [name for name, assumed in program.outside.items() if assumed == what and name not in REAL_FUNCTIONS]
        if names:
            shown = ", ".join(f"'{name}'" for name in names[:_MOST_NAMES])
            more = f" and {len(names) - _MOST_NAMES} more" if len(names) > _MOST_NAMES else ""
            sentences.append(f"functions without a body ({shown}{more}) {effects}")
    return sentences


def _made(program: Program, semantics: Semantics) -> str | None:
    """What Linux makes as long as there are not too many of them."""
    made = [name for name in _ALWAYS_MADE if name in program.functions and program.functions[name].is_model]
    made = [name for name in made if name != "pipe2" or "pipe" not in made]  # which is made of it
    return f"{', '.join(made)} never {'fails' if len(made) == 1 else 'fail'}" if made else None


def _outside_objects(program: Program, semantics: Semantics) -> str | None:
    names = program.outside_objects
    if not names:
        return None
    shown = ", ".join(f"'{name}'" for name in names[:_MOST_NAMES])
    more = f" and {len(names) - _MOST_NAMES} more" if len(names) > _MOST_NAMES else ""
    return f"objects that are defined nowhere ({shown}{more}) begin with anything; others change volatile ones only"


def _entry(program: Program, semantics: Semantics) -> str | None:
    name = semantics.surroundings.function
    return None if name is None else f"'{name}' is called once, with any arguments, in a program that does nothing else"


def _globals(program: Program, semantics: Semantics) -> str | None:
    if semantics.surroundings.arbitrary_globals:
        return "global variables begin with anything, except what is const, of the library, or noted"
    if semantics.surroundings.function is None:
        return None
    return "global variables begin with their initial values (--arbitrary-globals: with anything)"


def _models(program: Program, semantics: Semantics) -> str | None:
    if semantics.models is None:
        return None
    return f"library functions are those in {semantics.models} where it defines them"


def _allocation(program: Program, semantics: Semantics) -> str | None:
    if not _ALLOCATIONS & program.functions.keys():
        return None
    return "every memory allocation may fail" if semantics.surroundings.malloc_may_fail else NO_FAILURE


def _reuse(program: Program, semantics: Semantics) -> str | None:
    return "not given out again: memory that was freed" if misses_reuse(program) else None


def _reused(program: Program, semantics: Semantics) -> str | None:
    if not reuses_memory(program):
        return None
    moved = "; realloc moves what it makes larger" if "realloc" in program.functions else ""
    return f"memory that was freed is given out again, but not more than one block of it{moved}"


_OF_ADDRESSES = {
    "which of two comes first": tells_order,
    "the numbers that are made of addresses": tells_numbers,
}


def _address_order(program: Program, semantics: Semantics) -> str | None:
    asked = [what for what, asks in _OF_ADDRESSES.items() if asks(program)]
    return f"objects have the same addresses in all executions, and so {' and '.join(asked)}" if asked else None


def _names(program: Program, semantics: Semantics) -> str | None:
    """Who creates more threads than that could tell."""
    if _GIVES_NAMES not in program.functions:
        return None
    return "of threads that have ended, 8 names at most are given out again"


def _descriptors(program: Program, semantics: Semantics) -> str | None:
    """Where more are wanted, opening fails; programs that close none are not asked."""
    return "up to 64 descriptors are open at a time" if _GIVES_DESCRIPTORS in program.functions else None


def _creation(program: Program, semantics: Semantics) -> str | None:
    """Only whoever looks at what pthread_create returns could tell."""
    if not any(map(_looks_at_creation, program.functions.values())):
        return None
    return "creating a thread may fail" if semantics.surroundings.create_may_fail else NO_FAILED_START


def _looks_at_creation(function: Function) -> bool:
    results = {
        i.target.index
        for i in function.instructions
        if isinstance(i, Call) and isinstance(i.callee, FunctionAddress) and i.callee.name in _STARTS and i.target
    }
    read = (register for i in function.instructions for register in registers_read(i)) if results else ()
    return not function.is_model and any(register.index in results for register in read)


def _memory_model(program: Program, semantics: Semantics) -> str | None:
    """Only where the program could tell the difference."""
    match semantics.surroundings.memory_model:
        case "tso":
            return (
                "a store may reach memory later than the thread goes on (memory model tso)" if _waits(program) else None
            )
        case "pso":
            late = "a store may reach memory later than the thread goes on"
            return f"{late}, and after later ones to other places (memory model pso)" if _waits(program) else None
        case "rc11":
            return "memory orders mean what RC11 says (Lahav et al. 2017)" if _orders(program) else None
        case _:
            return _sequential(program)


def _orders(program: Program) -> bool:
    """Are there atomic accesses, or others that threads share?"""
    return any(
        isinstance(i, Load | Store) and i.visible
        for function in program.functions.values()
        if not function.is_model
        for i in function.instructions
    )


def _waits(program: Program) -> bool:
    return STORE_WAITS in program.functions


def _sequential(program: Program) -> str | None:
    return "all memory orders are taken as seq_cst (see --memory-model)" if has_weaker_orders(program) else None


def has_weaker_orders(program: Program) -> bool:
    """Memory orders say that a program is meant for machines with store buffers, or others."""
    return program.fences or any(
        isinstance(i, Load | Store)
        and i.atomic
        and i.visible
        and (not i.ordered or (isinstance(i, Store) and not i.sequential))
        for function in program.functions.values()
        if not function.is_model
        for i in function.instructions
    )


def may_race_far_apart(program: Program, semantics: Semantics) -> bool:
    """May nothing order two accesses, and yet they are next to each other in no execution?

    Then what one thread tells another goes through atomic accesses that order nothing. Otherwise one can leave out of
    an execution all that comes before neither of the two.
    """
    return semantics.surroundings.memory_model == SC and any(
        isinstance(i, Load | Store) and i.atomic and i.visible and not i.ordered
        for function in program.functions.values()
        if not function.is_model
        for i in function.instructions
    )


_PARTS: Sequence[Callable[[Program, Semantics], str | None]] = (
    _wakeups, _weak_exchanges, _order, _clocks, _allocation, _reuse, _reused, _address_order, _names, _descriptors,
    _creation, _made, _models, _outside_objects, _entry, _globals, _memory_model,
)  # fmt: skip


# -- what comes from outside, within bounds -----------------------------------------------------------------------


def bounds_of_inputs(program: Program, semantics: Semantics, *, any_arguments: bool = False) -> list[str]:
    """What was left out of arguments, environment variables, signals and call-backs: one sentence each.

    `any_arguments`: of arguments nothing was left out, unless some are given.
    """
    all_of_them = any_arguments and semantics.surroundings.arguments is None
    return [
        *_call_backs(program),
        *_buffers(program),
        *_signals(program, semantics.surroundings),
        *_function(program, semantics.surroundings),
        *_outside_memory(program),
        *_lines(program),
        *(() if all_of_them else _arguments(program, semantics.surroundings)),
        *_environment(program, semantics.surroundings),
    ]


def _call_backs(program: Program) -> Iterator[str]:
    if program.calls_back:
        yield f"functions without a body call back what they are handed at most {CALLBACKS} times, before they return"


def _buffers(program: Program) -> Iterator[str]:
    slots = program.full_buffers
    if slots is not None:
        more = "one more store" if slots == 1 else f"{slots} more stores"
        yield f"a store reaches memory before its thread makes {more} (--store-buffer)"


def _function(program: Program, given: Surroundings) -> Iterator[str]:
    """Of a function that is called instead of main: numbers are all there can be, what pointers lead to is not."""
    if given.function is None or given.function not in program.functions:
        return
    if any(isinstance(one, PointerType) for one in program.functions[given.function].type.parameters):
        size = "an object" if given.argument_elements == 1 else f"an array of {given.argument_elements} objects"
        size += " (an array as long as it is declared)" if given.argument_elements == 1 and _has_array(program) else ""
        null = "or are null" if given.null_arguments else "and are not null (--null-arguments)"
        yield f"its pointers lead to {size} of their own with any contents (char pointers to texts) {null}"


def _outside_memory(program: Program) -> Iterator[str]:
    """Where pointers lead that functions without a body return or write."""
    known = [symbol.type for symbol in program.globals if symbol.outside and symbol.size]
    if not known:
        return
    texts = [one.count for one in known if isinstance(one, ArrayType) and str(one.element) == "char" and one.count]
    numbers = any(isinstance(one, ArrayType) and isinstance(one.element, IntType | FloatType) for one in known)
    arrays = [f"texts of up to {max(texts) - 1} characters"] if texts else []
    arrays += [f"{NUMBERS} numbers in a row"] if numbers and len(known) > len(texts) else []
    shown = f" ({', '.join(arrays)})" if arrays else ""
    yield f"pointers from outside are null or lead to {OBJECTS} objects of each type with any contents{shown}"


def _has_array(program: Program) -> bool:
    """Is there a parameter that is declared with a number of elements: what it leads to is called `*NAME`."""
    types = (one.type for one in program.globals if one.name.startswith("*"))
    elements = (ctype.element for ctype in types if isinstance(ctype, ArrayType))
    return any(not (isinstance(element, IntType) and element.name == "char") for element in elements)


def _lines(program: Program) -> Iterator[str]:
    models = {name for name, function in program.functions.items() if function.is_model}
    if "getdelim" in models:
        yield f"lines of input have up to {_LONGEST_LINE} characters (for getline)"
    if naming := sorted(models & _TELL_NAMES):
        yield f"names that the system tells have up to {_LONGEST_LINE} characters ({', '.join(naming[:_MOST_NAMES])})"
    yield from (text for name, text in _TELL_LISTS.items() if name in models)
    if models & {"sysconf", "get_nprocs", "get_nprocs_conf"}:
        if any(name in source for source in program.sources.values() for name in _PROCESSORS):
            yield "there is one processor, or there are two"


def _signals(program: Program, given: Surroundings) -> Iterator[str]:
    if not meets_signals(program):
        return
    match given.signals:
        case 0:
            yield "no signal arrives from outside (--signals 1 looks at programs that get one)"
        case 1:
            yield "at most one signal arrives from outside (--signals), none that a timer or a fault sends"
        case count:
            yield f"at most {count} signals arrive from outside (--signals), none that a timer or a fault sends"
    if any(function.is_model and name in _MAY_REPEAT for name, function in program.functions.items()):
        yield "each time that a timer goes off which repeats counts as one of these signals"
    if timers_end_waits(program):
        yield "who waits while a timer is set whose handler may end the process or the thread is not called deadlocked"


def _arguments(program: Program, given: Surroundings) -> Iterator[str]:
    if given.arguments is not None:
        if program.functions["main"].parameters:
            yield f"the program is called as {shlex.join([PROGRAM_NAME, *given.arguments])}"
    elif ANY_COUNT in program.functions:
        most = setting(program, "__smtcb_most_arguments")
        if ANY_ARGUMENTS not in program.functions:
            yield f"any number of arguments up to {most}"
        elif not given.tries_likely_texts:
            yield f"any arguments: up to {most}, of up to {setting(program, _LONGEST_TEXT)} characters each"


def sizes_of_arguments(program: Program, semantics: Semantics) -> list[str]:
    """What a proof takes arguments to be: all that Linux passes on, and more."""
    if semantics.surroundings.arguments is not None or ANY_COUNT not in program.functions:
        return []
    return ["any arguments: fewer than 1048576, of at most 8 MB each (Linux passes on 6 MB of them)"]


def _environment(program: Program, given: Surroundings) -> Iterator[str]:
    if "getenv" not in program.functions:
        return
    fixed = ", ".join(f"{name}={shlex.quote(value)}" for name, value in given.environment)
    if fixed:
        yield f"environment variables: {fixed}"
    others = "other " if fixed else ""
    if not given.open_environment:
        yield f"no {others}environment variable is set"
    elif not given.tries_likely_texts:
        longest = setting(program, _LONGEST_TEXT)
        yield f"any {others}environment variables: unset, or of up to {longest} characters"


def untried_inputs(program: Program, semantics: Semantics) -> list[str]:
    """Where only some texts were tried: a reason why nothing is known about others."""
    models = {"arguments": ANY_ARGUMENTS, "environment variables": "getenv"}
    what = " and ".join(name for name, model in models.items() if model in program.functions)
    tried = " ".join(_likely_texts(program))
    if not semantics.surroundings.tries_likely_texts or not what or not tried:
        return []
    hint = "--max-args and --max-arg-length bound them, --args and --env fix them; the symbolic modes look at all"
    return [f"only these texts were tried as {what}: {tried} ({hint})"]


def _likely_texts(program: Program) -> list[str]:
    """What the front end has chosen for the program."""
    texts = [image.data for symbol, image in program.globals.items() if symbol.name.startswith("likely_texts[")]
    return [shlex.quote(text.split(b"\0")[0].decode(errors="replace")) for text in texts]


def setting(program: Program, name: str) -> int:
    """The value of a variable by which the models know the surroundings."""
    return next(int.from_bytes(i.data, "little") for symbol, i in program.globals.items() if symbol.name == name)
