"""Critical sections: what has to be written so that statements run with a mutex held."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from .edits import Edit, in_braces, line_after, line_before, without_statement
from .regions import Region
from .source import JOINS, LOCKS, UNLOCKS, WAITS, Source
from .statements import Statement

_EXIT = re.compile(r"(?:pthread_exit|thrd_exit)\s*\(")
_SIMPLE = re.compile(r"return\b\s*(?:\(\s*)?(?:-?\w*)(?:\s*\))?\s*;")


class Impossible(Exception):
    """There is no way, or none that we know, to write it down."""


class Sections:
    """Those of one mutex, in one file."""

    def __init__(self, source: Source, lock: str) -> None:
        self._source = source
        self._lock = lock

    def allowed(self, region: Region) -> bool:
        """Nobody waits there for what needs the mutex itself, as far as can be seen; a check sees the rest."""
        inside = [one for one in self._source.sites if region.begin <= one.offset < region.end]
        waits = [one for one in inside if one.callee in WAITS]
        joins = [one for one in inside if one.callee in JOINS]
        known = not self._lock or self._source.in_scope(self._lock, region.function, region.begin)
        return known and not joins and all(self._lock in one.objects[1:2] for one in waits)

    def held(self, region: Region) -> bool:
        """Is the mutex held there as it is?"""
        return self._state(region.function, region.begin) and not list(self._own_calls(region, UNLOCKS))

    def is_crossed(self, region: Region) -> bool:
        """Does a section that is there begin before the region and end in it, or begin in it and go on behind?"""
        before = self._state(region.function, region.begin)
        return self._held_after(region, before) != before

    def leaks(self) -> Iterator[tuple[str, Statement, list[Edit]]]:
        """Returns from functions with the mutex held, which they unlock in other places, and ends of threads; and what
        mends that."""
        unlocking = {one.function for one in self._source.calls(UNLOCKS) if one.objects[:1] == (self._lock,)}
        for function in sorted(unlocking):
            body = self._source.bodies[function]
            for block, one in _with_blocks(body):
                leaves = one.keyword == "return" or _EXIT.match(self._source.text_of(one)) is not None
                if leaves and self._state(function, one.begin):
                    region = Region(function, (one,), in_block=True)
                    try:
                        edits = list(self._unlocked(region, one, f"pthread_mutex_unlock(&{self._lock});", block=block))
                    except Impossible:
                        continue
                    yield function, one, edits

    def edits(self, regions: Sequence[Region], expression: str) -> list[Edit]:
        """Raises Impossible."""
        return [edit for region in self._merged(regions) for edit in self._section(region, expression)]

    # -- where the mutex is held ------------------------------------------------------------------------------------

    def _state(self, function: str, offset: int) -> bool:
        """Before a place: by what stands before it in the blocks around it."""
        held = False
        around = [one for one in self._source.bodies[function].inside() if one.begin <= offset < one.end]
        for block in around:
            for part in block.parts if block.keyword == "{" else ():
                if part.begin <= offset < part.end or part.begin > offset:
                    break
                if part.keyword == "":
                    held = self._after(part, held)
        return held

    def _after(self, statement: Statement, held: bool) -> bool:
        callee = self._callee(statement)
        return callee in LOCKS or (held and callee not in UNLOCKS)

    def _callee(self, statement: Statement) -> str:
        """lock or unlock, if it is one of this mutex."""
        for site in self._source.sites:
            if statement.begin <= site.offset < statement.end and site.callee in (*LOCKS, *UNLOCKS):
                if site.objects[:1] == (self._lock,):
                    return site.callee
        return ""

    def _own_calls(self, region: Region, names: Sequence[str]) -> Iterator[Statement]:
        for one in region.statements:
            for part in one.inside():
                if not part.parts and part.keyword == "" and self._callee(part) in names:
                    yield part

    # -- what is written --------------------------------------------------------------------------------------------

    def _merged(self, regions: Sequence[Region]) -> list[Region]:
        """Without what is in another one."""
        kept: list[Region] = []
        for region in sorted(regions, key=lambda one: (one.begin, -one.end)):
            if kept and kept[-1].contains(region):
                continue
            if kept and region.begin < kept[-1].end:
                raise Impossible
            kept.append(region)
        return kept

    def _section(self, region: Region, expression: str) -> list[Edit]:
        region = self._trimmed(region)
        if region.statements[0].keyword == "label":
            raise Impossible  # who jumps there would not lock
        text = self._source.text
        before = self._state(region.function, region.begin)
        after = self._held_after(region, before)
        if not self._in_one_branch(region, locks=not before, unlocks=not after):
            raise Impossible
        begins, ends = f"pthread_mutex_lock({expression});", f"pthread_mutex_unlock({expression});"
        edits = [*self._removed(region), *(self._leaving(region, ends) if not (before and after) else ())]
        if not region.in_block:
            if before or after:
                raise Impossible
            if edits:  # something changes inside: on one line
                return [
                    *edits,
                    Edit(region.begin, region.begin, f"{{ {begins} "),
                    Edit(region.end, region.end, f" {ends} }}"),
                ]
            return in_braces(text, region.begin, region.end, [begins], [ends])
        if not before:
            edits.append(line_before(text, region.begin, begins))
        if not after and region.statements[-1].keyword != "return":
            edits.append(line_after(text, region.statements[-1].begin, region.end, ends))
        return edits

    def _in_one_branch(self, region: Region, *, locks: bool, unlocks: bool) -> bool:
        """No `#ifdef` takes the lock and not the unlock: both are new, or one replaces one of the same branch."""
        branch_at = self._source.branches_at
        begin, end = branch_at(region.begin), branch_at(region.end - 1)
        if locks and unlocks:
            return begin == end
        if not locks and not unlocks:
            return True
        replaced = {branch_at(one.begin) for one in self._own_calls(region, LOCKS if locks else UNLOCKS)}
        return (begin if locks else end) in replaced

    def _trimmed(self, region: Region) -> Region:
        """A lock at its begin and an unlock at its end stay where they are."""
        parts = region.statements
        while len(parts) > 1 and self._callee(parts[0]) in LOCKS and not parts[0].parts:
            parts = parts[1:]
        while len(parts) > 1 and self._callee(parts[-1]) in UNLOCKS and not parts[-1].parts:
            parts = parts[:-1]
        return Region(region.function, parts, region.in_block)

    def _held_after(self, region: Region, held: bool) -> bool:
        for part in region.statements:
            held = self._after(part, held) if part.keyword == "" else held
        return held

    def _removed(self, region: Region) -> Iterator[Edit]:
        """Locks and unlocks in the middle of it; those before control leaves stay."""
        for call in self._own_calls(region, (*LOCKS, *UNLOCKS)):
            if re.match(r"pthread_mutex_(?:un)?lock\b", self._source.text_of(call)) is None:
                raise Impossible  # a macro has it
            if self._callee(call) in UNLOCKS and self._leaves_next(region, call):
                continue
            yield without_statement(self._source.text, call.begin, call.end)

    def _leaves_next(self, region: Region, call: Statement) -> bool:
        following = self._next(region, call)
        return following is not None and following.keyword in ("return", "goto", "break", "continue")

    def _next(self, region: Region, statement: Statement) -> Statement | None:
        blocks = [part.parts for one in region.statements for part in one.inside() if part.keyword == "{"]
        for parts in (*blocks, region.statements):
            if statement in parts[:-1]:
                return parts[parts.index(statement) + 1]
        return None

    def _leaving(self, region: Region, ends: str) -> Iterator[Edit]:
        """Before control leaves in the middle, the mutex is unlocked."""
        for one in region.statements:
            yield from self._leaving_in(region, one, ends, loop=False, switch=False, block=region.in_block)

    def _leaving_in(
        self, region: Region, one: Statement, ends: str, *, loop: bool, switch: bool, block: bool
    ) -> Iterator[Edit]:
        leaves = one.keyword in ("return", "goto") or (one.keyword == "break" and not (loop or switch))
        leaves = leaves or (one.keyword == "continue" and not loop)
        if leaves and not self._stays(region, one) and not self._unlocked_before(region, one):
            yield from self._unlocked(region, one, ends, block=block)
        loop, switch = loop or one.keyword in ("while", "for", "do"), switch or one.keyword == "switch"
        for part in one.parts:
            inside = one.keyword == "{"
            yield from self._leaving_in(region, part, ends, loop=loop, switch=switch, block=inside)

    def _unlocked(self, region: Region, one: Statement, ends: str, *, block: bool) -> Iterator[Edit]:
        text = self._source.text
        written = self._source.text_of(one)
        simple = _SIMPLE.fullmatch(written) is not None and not self._names_global(written)
        if one.keyword == "return" and not simple:
            lines = [*self._result(region, written, ends)]
            begin = text.rfind("\n", 0, one.begin) + 1
            indent = text[begin : one.begin]
            apart = block and not indent.strip()
            yield Edit(one.begin, one.end, f"\n{indent}".join(lines) if apart else f"{{ {' '.join(lines)} }}")
        elif block:
            yield line_before(text, one.begin, ends)
        elif region.in_block:
            yield from in_braces(text, one.begin, one.end, [ends], [])
        else:
            yield Edit(one.begin, one.end, f"{{ {ends} {written} }}")

    def _result(self, region: Region, written: str, ends: str) -> tuple[str, str, str]:
        """What is returned is read before the mutex is given back."""
        function = self._source.program.functions[region.function]
        at = self._source.offset(function.location)
        head = re.search(r"(?:^|[;}/\n])\s*([\w\s*]+?)$", self._source.active[:at])
        ctype = re.sub(r"\b(?:static|inline|extern)\b\s*", "", head[1] if head else "").strip()
        if not ctype:
            raise Impossible
        body = self._source.bodies[region.function]
        taken = re.search(r"\bresult\b", self._source.active[body.begin : body.end]) is not None
        name = "smtcb_result" if taken else "result"
        space = "" if ctype.endswith("*") else " "
        value = written.removeprefix("return").strip().rstrip(";").strip()
        return f"{ctype}{space}{name} = {value};", ends, f"return {name};"

    def _names_global(self, written: str) -> bool:
        return any(self._source.is_global(name) for name in re.findall(r"[A-Za-z_]\w*", written))

    def _stays(self, region: Region, one: Statement) -> bool:
        """A goto to a label in it."""
        label = re.match(r"goto\s+(\w+)", self._source.text_of(one))
        inside = self._source.active[region.begin : region.end]
        return label is not None and re.search(rf"\b{label[1]}\s*:", inside) is not None

    def _unlocked_before(self, region: Region, one: Statement) -> bool:
        blocks = [part.parts for piece in region.statements for part in piece.inside() if part.keyword == "{"]
        for parts in (*blocks, region.statements):
            if one in parts[1:]:
                return self._callee(parts[parts.index(one) - 1]) in UNLOCKS
        return False


def _with_blocks(statement: Statement) -> Iterator[tuple[bool, Statement]]:
    """All statements in it; of each, whether it stands in a block."""
    for part in statement.parts:
        yield statement.keyword == "{", part
        yield from _with_blocks(part)
