"""The file to be changed: its functions' statements, and where they lock, wait and signal."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from esbmc_py.checking.options import CheckOptions
from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.expressions import AddressOf, FunctionAddress
from esbmc_py.goto.instructions import Call
from esbmc_py.goto.program import Function, Program
from esbmc_py.goto.symbols import SourceLocation

from .active_lines import active_text, branch_of_lines
from .statements import Statement, Unreadable, body_at, offset_of

LOCKS = ("pthread_mutex_lock",)
UNLOCKS = ("pthread_mutex_unlock",)
WAITS = ("pthread_cond_wait", "pthread_cond_timedwait", "cnd_wait", "cnd_timedwait")
SIGNALS = ("pthread_cond_signal", "cnd_signal")
BROADCASTS = ("pthread_cond_broadcast", "cnd_broadcast")
JOINS = ("pthread_join", "thrd_join")
CREATES = ("pthread_create", "thrd_create")
BARRIERS = ("pthread_barrier_wait",)
TAKES = ("sem_wait", "pthread_mutex_lock", "pthread_spin_lock", "mtx_lock", "pthread_rwlock_wrlock")
_MEMBER = re.compile(r"[A-Za-z_]\w*(?:(?:->|\.)[A-Za-z_]\w*)+")
_ASKED = (*LOCKS, *UNLOCKS, *WAITS, *SIGNALS, *BROADCASTS, *JOINS, *CREATES, *BARRIERS, *TAKES)


@dataclass(frozen=True, slots=True)
class Site:
    """A call of the thread library in the program's own code; `objects` are its arguments as C text."""

    function: str
    callee: str
    offset: int
    objects: tuple[str, ...]


class Source:
    def __init__(self, program: Program, text: str, path: Path, options: CheckOptions) -> None:
        self.program = program
        self.text = text
        self.file = str(path)
        self.active = active_text(text, path, options)
        self._branches = branch_of_lines(text)
        self.bodies: dict[str, Statement] = {}
        for function in own_functions(program):
            if function.location.file == self.file:
                try:
                    self.bodies[function.name] = body_at(self.active, self.offset(function.location))
                except (Unreadable, ValueError):
                    continue
        self.sites = [site for name in self.bodies for site in self._sites(program.functions[name])]
        self.locks = [one for one in dict.fromkeys(_mutexes(self.active)) if self.is_global(one)]
        self.locks += self._members()

    def offset(self, location: SourceLocation) -> int:
        """Macros move columns: in doubt the end of the line."""
        at = offset_of(self.active, location.line, 1)
        end = self.active.find("\n", at)
        line = self.active[at : end if end >= 0 else len(self.active)].rstrip()
        indent = len(line) - len(line.lstrip())
        return at + min(max(location.column - 1, indent), max(len(line) - 1, 0))

    def is_global(self, name: str) -> bool:
        return any(symbol.name == name for symbol in self.program.globals)

    def in_scope(self, lock: str, function: str, offset: int) -> bool:
        """Does a mutex mean something there: `gate->lock`, where there is a parameter or a variable `gate`?"""
        base = lock.partition("->")[0].partition(".")[0]
        begin = self.offset(self.program.functions[function].location)
        return self.is_global(base) or re.search(rf"\b{base}\b", self.active[begin:offset]) is not None

    def _members(self) -> list[str]:
        """Mutexes in structures, as the program writes them where it locks them; what is locked most often first."""
        locked = [one.objects[0] for one in self.calls(LOCKS) if one.objects and _MEMBER.fullmatch(one.objects[0])]
        return sorted(dict.fromkeys(locked), key=lambda one: -locked.count(one))

    def branches_at(self, offset: int) -> tuple[int, ...]:
        return self._branches[self.text.count("\n", 0, offset)] if self._branches else ()

    def calls(self, names: Sequence[str], function: str | None = None) -> list[Site]:
        return [one for one in self.sites if one.callee in names and function in (None, one.function)]

    def statement_at(self, function: str, offset: int) -> Statement | None:
        """The smallest one around a place."""
        if function not in self.bodies:
            return None
        around = [one for one in self.bodies[function].inside() if one.begin <= offset < one.end]
        return min(around, key=lambda one: one.end - one.begin, default=None)

    def text_of(self, statement: Statement) -> str:
        return self.text[statement.begin : statement.end]

    def _sites(self, function: Function) -> list[Site]:
        return [
            Site(function.name, call.callee.name, at := self.offset(call.location), self._objects(call, at))
            for call in function.instructions
            if isinstance(call, Call)
            and isinstance(call.callee, FunctionAddress)
            and call.callee.name in _ASKED
            and call.location.file == self.file
        ]

    def _objects(self, call: Call, offset: int) -> tuple[str, ...]:
        """`&lock` as `lock`; what has no name as the text has it."""
        named = [one.symbol.name if isinstance(one, AddressOf) else None for one in call.arguments]
        assert isinstance(call.callee, FunctionAddress)
        found = re.compile(rf"\b{call.callee.name}\s*\(([^;]*)\)").search(self.active, offset)
        written = _arguments(found[1]) if found and "\n" not in self.active[offset : found.start()] else []
        texts = [one.lstrip("&").strip() for one in written] + [""] * len(named)
        pairs = zip(named, texts, strict=False)
        return tuple(text if _MEMBER.fullmatch(text) else name or text for name, text in pairs)


def own_functions(program: Program) -> list[Function]:
    return [one for one in program.functions.values() if not one.is_model and not one.name.startswith("__smtcb_")]


def _mutexes(text: str) -> list[str]:
    """Names in declarations of mutexes, also of several in one."""
    declared = re.findall(r"^[^\S\n]*(?:static\s+)?pthread_mutex_t\s+([^;{(]*);", text, re.MULTILINE)
    return [found[1] for one in declared for part in one.split(",") if (found := re.match(r"\s*(\w+)\s*(?:=|$)", part))]


def _arguments(text: str) -> list[str]:
    """Of a call, apart at commas that are in no brackets."""
    parts: list[str] = []
    depth = begin = 0
    for place, sign in enumerate(text):
        depth += (sign in "([{") - (sign in ")]}")
        if depth < 0:
            return [*parts, text[begin:place].strip()]
        if sign == "," and depth == 0:
            parts.append(text[begin:place].strip())
            begin = place + 1
    return [*parts, text[begin:].strip()]
