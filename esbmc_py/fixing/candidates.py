"""Changes that may help, from small to large; whether one does is for a check to decide."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise

from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.program import Program
from esbmc_py.goto.symbols import SourceLocation
from esbmc_py.vm.trace import TraceEvent

from .accesses import accesses, calls, own_functions, shared_in
from .edits import Edit, Fix, line_after, line_before, lines_of, moved
from .statements import Statement, Unreadable, body_at, offset_of

NEW_LOCK = "smtcb_lock"
_MUTEX = re.compile(r"^[^\S\n]*(?:static\s+)?pthread_mutex_t\s+([A-Za-z_]\w*)\s*(?:=|;|,)", re.MULTILINE)
_INCLUDE = re.compile(r"^[^\S\n]*#[^\S\n]*include\b[^\n]*\n", re.MULTILINE)
_SCALAR = re.compile(r"(\s*(?:static\s+)?)(?:volatile\s+)?(?:(?:unsigned|signed|long|short)\s+)*\w+\s+(?=\w)")
_SIGNALS = ("pthread_cond_signal", "pthread_cond_broadcast")
_MOST_NAMES = 4


@dataclass(frozen=True, slots=True)
class Region:
    """Statements that follow one another in a block, or one that is no block's."""

    statements: tuple[Statement, ...]
    in_block: bool

    @property
    def begin(self) -> int:
        return self.statements[0].begin

    @property
    def end(self) -> int:
        return self.statements[-1].end

    @property
    def leaves(self) -> bool:
        return any(one.leaves() for one in self.statements)


class Candidates:
    def __init__(self, program: Program, text: str, file: str, events: Sequence[TraceEvent]) -> None:
        self._program = program
        self._text = text
        self._file = file
        self._events = events
        self._bodies: dict[str, Statement] = {}
        for function in own_functions(program):
            if function.location.file == file:
                try:
                    self._bodies[function.name] = body_at(text, self._offset(function.location))
                except (Unreadable, ValueError):
                    continue
        self._locks = [one for one in dict.fromkeys(_MUTEX.findall(text)) if self._is_global(one)]

    def all(self) -> list[Fix]:
        """Each once, the cheapest first."""
        found = [
            *self._waits_in_loops(),
            *self._other_lock_orders(),
            *self._gates(),
            *self._atomic_variables(),
            *self._critical_sections(),
            *self._earlier_joins(),
            *self._later_creations(),
        ]
        unique = {fix.applied(self._text): fix for fix in sorted(found, key=lambda one: -one.cost)}
        unique.pop(self._text, None)
        return sorted(unique.values(), key=lambda one: one.cost)

    def _offset(self, location: SourceLocation) -> int:
        return offset_of(self._text, location.line, location.column)

    def _is_global(self, name: str) -> bool:
        return any(symbol.name == name for symbol in self._program.globals)

    # -- critical sections -----------------------------------------------------------------------------------------

    def _critical_sections(self) -> Iterator[Fix]:
        names = shared_in(self._events)[:_MOST_NAMES]
        groups = [*([name] for name in names), names] if len(names) > 1 else [names] if names else []
        for group in groups:
            touching = [one for one in accesses(self._program) if one.name in group and one.function in self._bodies]
            places = defaultdict(list)
            for access in touching:
                places[access.function].append(self._offset(access.location))
            signals = defaultdict(list)
            for function, _, location in calls(self._program, _SIGNALS):
                if function in self._bodies:
                    signals[function].append(self._offset(location))
            yield from self._sections_around(group, dict(places))
            if signals:
                both = {name: places.get(name, []) + signals.get(name, []) for name in {*places, *signals}}
                yield from self._sections_around(group, both)

    def _sections_around(self, group: Sequence[str], places: dict[str, list[int]]) -> Iterator[Fix]:
        for level in (_single, _span, _body):
            for left_out in ((), ("main",)):
                chosen = {name: offsets for name, offsets in places.items() if name not in left_out and offsets}
                if not chosen or (left_out and "main" not in places):
                    continue
                regions = [region for name, some in chosen.items() for region in level(self._bodies[name], some)]
                if not regions or any(region.leaves for region in regions):
                    continue
                for lock in (*self._locks, NEW_LOCK):
                    yield self._section(group, regions, lock)

    def _section(self, group: Sequence[str], regions: Sequence[Region], lock: str) -> Fix:
        edits = [edit for region in regions for edit in self._locked(region, lock)]
        cost = 2 * len(regions) + sum(len(region.statements) - 1 for region in regions)
        if lock == NEW_LOCK:
            edits.append(self._declared(f"static pthread_mutex_t {NEW_LOCK} = PTHREAD_MUTEX_INITIALIZER;"))
            cost += 3
        what = f"{' and '.join(group)} only with {lock} held"
        return Fix(what, tuple(edits), cost)

    def _locked(self, region: Region, lock: str) -> list[Edit]:
        text = self._text
        begins, ends = f"pthread_mutex_lock(&{lock});", f"pthread_mutex_unlock(&{lock});"
        if not region.in_block:
            return [Edit(region.begin, region.begin, f"{{ {begins} "), Edit(region.end, region.end, f" {ends} }}")]
        return [line_before(text, region.begin, begins), line_after(text, region.begin, region.end, ends)]

    def _declared(self, line: str) -> Edit:
        """After the last include."""
        includes = list(_INCLUDE.finditer(self._text))
        at = includes[-1].end() if includes else 0
        blank = "" if self._text[at : at + 1] == "\n" else "\n"
        return Edit(at, at, f"\n{line}\n{blank}")

    # -- others ----------------------------------------------------------------------------------------------------

    def _waits_in_loops(self) -> Iterator[Fix]:
        """`while` instead of `if` around a wait."""
        for function, _, location in calls(self._program, ("pthread_cond_wait", "cnd_wait", "pthread_cond_timedwait")):
            if function not in self._bodies:
                continue
            at = self._offset(location)
            around = [one for one in self._bodies[function].inside() if one.begin <= at < one.end]
            tests = [one for one in around if one.keyword == "if" and len(one.parts) == 1]
            if tests and not any(
                one.keyword in ("while", "for", "do") and one.begin > tests[-1].begin for one in around
            ):
                edit = Edit(tests[-1].begin, tests[-1].begin + 2, "while")
                yield Fix("the condition is tested again after a wait", (edit,), 1)

    def _other_lock_orders(self) -> Iterator[Fix]:
        """Two locks that are taken one after the other, the other way round."""
        by_function = defaultdict(list)
        for function, _, location in calls(self._program, ("pthread_mutex_lock",)):
            if function in self._bodies:
                by_function[function].append(self._offset(location))
        for function, offsets in by_function.items():
            for first, second in pairwise(offsets):
                one, other = self._statement_at(function, first), self._statement_at(function, second)
                if one is None or other is None or one.begin >= other.begin:
                    continue
                between = self._text[one.end : other.begin]
                if "pthread_mutex_unlock" in between:
                    continue
                texts = self._text[one.begin : one.end], self._text[other.begin : other.end]
                edits = (Edit(one.begin, one.end, texts[1]), Edit(other.begin, other.end, texts[0]))
                yield Fix(f"{function} takes its locks in another order", edits, 2)

    def _gates(self) -> Iterator[Fix]:
        """Where a function holds several locks, one more lock around them: nobody else is half way there."""
        found = defaultdict(list)
        for function, name, location in calls(self._program, ("pthread_mutex_lock", "pthread_mutex_unlock")):
            if function in self._bodies:
                found[function].append((name, self._offset(location)))
        regions = [
            region
            for function, taken in found.items()
            if sum(name == "pthread_mutex_lock" for name, _ in taken) > 1
            for region in _span(self._bodies[function], [at for _, at in taken])
        ]
        if regions and not any(region.leaves for region in regions):
            section = self._section((), regions, NEW_LOCK)
            yield Fix(f"several locks only with {NEW_LOCK} held", section.edits, section.cost)

    def _atomic_variables(self) -> Iterator[Fix]:
        """`_Atomic int x`: then `x++` is one step."""
        for name in shared_in(self._events)[:_MOST_NAMES]:
            symbol = next((one for one in self._program.globals if one.name == name), None)
            if symbol is None or symbol.location.file != self._file:
                continue
            begin = self._text.rfind("\n", 0, self._offset(symbol.location)) + 1
            found = _SCALAR.match(self._text, begin)
            if found is None or "_Atomic" in self._text[begin : self._offset(symbol.location)]:
                continue
            at = found.end(1)
            for lowered in (False, True):
                edits = [Edit(at, at, "_Atomic ")]
                if lowered:
                    edits += self._one_step(name)
                    if len(edits) == 1:
                        continue
                yield Fix(f"{name} is atomic", tuple(edits), 1 + len(edits) - 1)

    def _one_step(self, name: str) -> list[Edit]:
        """`x = x + e;` as `x += e;`."""
        pattern = re.compile(rf"\b{re.escape(name)}\s*=\s*{re.escape(name)}\s*([-+|&^])\s*([^;=]+);")
        return [Edit(one.start(), one.end(), f"{name} {one[1]}= {one[2]};") for one in pattern.finditer(self._text)]

    def _earlier_joins(self) -> Iterator[Fix]:
        """What reads the results comes after the joins."""
        yield from self._moves(("pthread_join", "thrd_join"), later=False, what="joins come first")

    def _later_creations(self) -> Iterator[Fix]:
        """What initialises comes before the threads."""
        yield from self._moves(("pthread_create", "thrd_create"), later=True, what="threads begin later")

    def _moves(self, names: tuple[str, ...], *, later: bool, what: str) -> Iterator[Fix]:
        """All statements of a block that call one of these, up or down by one to four statements."""
        found = defaultdict(list)
        for function, _, location in calls(self._program, names):
            if function in self._bodies:
                found[function].append(self._offset(location))
        for function, offsets in found.items():
            blocks = [one for one in self._bodies[function].inside() if one.keyword == "{"]
            for block in blocks:
                hit = [n for n, part in enumerate(block.parts) if any(part.begin <= at < part.end for at in offsets)]
                if not hit:
                    continue
                parts = block.parts[hit[0] : hit[-1] + 1]
                if any(part.keyword == "return" for part in parts):
                    continue
                begin, _ = lines_of(self._text, parts[0].begin, parts[0].end)
                _, end = lines_of(self._text, parts[-1].begin, parts[-1].end)
                for distance in range(1, 5):
                    place = hit[-1] + distance if later else hit[0] - distance
                    if not 0 <= place < len(block.parts) or self._must_stay(block.parts[place]):
                        break
                    first, last = lines_of(self._text, block.parts[place].begin, block.parts[place].end)
                    yield Fix(
                        f"{what} in {function}", moved(self._text, begin, end, last if later else first), 3 + distance
                    )

    def _must_stay(self, statement: Statement) -> bool:
        """Control leaves there; or threads begin or end there: what passes them makes the program sequential."""
        text = self._text[statement.begin : statement.end]
        threads = re.search(r"\b(?:pthread_create|pthread_join|thrd_create|thrd_join)\b", text)
        return statement.keyword in ("return", "goto", "break") or threads is not None

    def _statement_at(self, function: str, offset: int) -> Statement | None:
        inside = [one for one in self._bodies[function].inside() if one.begin <= offset < one.end and not one.parts]
        return inside[-1] if inside else None


# -- regions -----------------------------------------------------------------------------------------------------------


def _single(body: Statement, offsets: Sequence[int]) -> list[Region]:
    """Each statement by itself; those next to each other together."""
    found: dict[tuple[int, int], Region] = {}
    for offset in offsets:
        block, place = _innermost(body, offset)
        if block.keyword == "{":
            found[block.begin, place] = Region((block.parts[place],), True)
        else:
            found[block.begin, place] = Region((block.parts[place],), False)
    joined: list[tuple[int, int, Region]] = []
    for (begin, place), region in sorted(found.items()):
        if joined and region.in_block and joined[-1][0] == begin and joined[-1][1] == place - 1:
            joined[-1] = begin, place, Region((*joined[-1][2].statements, *region.statements), True)
        else:
            joined.append((begin, place, region))
    return [region for _, _, region in joined]


def _span(body: Statement, offsets: Sequence[int]) -> list[Region]:
    """From the first to the last, in the block that holds them all."""
    block = body
    while True:
        hit = sorted({n for n, part in enumerate(block.parts) for at in offsets if part.begin <= at < part.end})
        if not hit:
            return []
        inner = block.parts[hit[0]]
        if len(hit) == 1 and (deeper := _only_block(inner, offsets)) is not None:
            block = deeper
            continue
        return [Region(block.parts[hit[0] : hit[-1] + 1], True)]


def _body(body: Statement, offsets: Sequence[int]) -> list[Region]:
    """All of the function, without its return."""
    parts = body.parts[:-1] if body.parts and body.parts[-1].keyword == "return" else body.parts
    return [Region(parts, True)] if parts else []


def _only_block(statement: Statement, offsets: Sequence[int]) -> Statement | None:
    """The block in a statement that holds all these places."""
    for part in (statement, *statement.parts):
        if part.keyword == "{" and all(any(one.begin <= at < one.end for one in part.parts) for at in offsets):
            return part
    return None


def _innermost(body: Statement, offset: int) -> tuple[Statement, int]:
    """The statement that holds the place, as a part of the one around it; conditions belong to the whole statement."""
    block, place = body, next(n for n, part in enumerate(body.parts) if part.begin <= offset < part.end)
    while True:
        part = block.parts[place]
        deeper = next((n for n, one in enumerate(part.parts) if one.begin <= offset < one.end), None)
        if deeper is None:
            return block, place
        block, place = part, deeper
