"""Statements of generated programs about structures that begin undefined, and about copies of them.

The simulation gives a member that nobody has determined its value when it begins to exist, which is one of the ways to
see it: the machine does so when somebody looks, and symbolic execution never.
"""

from __future__ import annotations

from dataclasses import dataclass

from .expressions import Pointer, StructPlace, StructVariable
from .statements import CopyStruct
from .world import Steps, Thread

SAME = "static struct pair same(struct pair given)\n{\n    struct pair result = given;\n    return result;\n}\n"


@dataclass(frozen=True, slots=True)
class DeclareUndefined:
    """`struct pair new;`"""

    local: StructVariable
    members: tuple[str, ...]
    cost: int = 0

    @property
    def lines(self) -> list[str]:
        return [f"struct pair {self.local.name};"]

    def run(self, thread: Thread) -> Steps[None]:
        for member in self.members:
            thread.cells[f"{self.local.name}.{member}"] = thread.world.random.randrange(2)
        return
        yield


@dataclass(frozen=True, slots=True)
class AllocateUndefined:
    """What is on the heap is undefined, too; main may move it before there are other threads."""

    pointer: Pointer
    members: tuple[str, ...]
    moved: bool
    cost: int = 0

    @property
    def lines(self) -> list[str]:
        name = self.pointer.name
        lines = [f"{name} = malloc(sizeof *{name});", f"if ({name} == NULL)", "    return 0;"]
        return [*lines, f"{name} = realloc({name}, sizeof *{name});"] if self.moved else lines

    def run(self, thread: Thread) -> Steps[None]:
        name = f"heap {self.pointer.name}"
        thread.world.cells[self.pointer.name] = name
        for member in self.members:
            thread.world.cells[f"{name}.{member}"] = thread.world.random.randrange(2)
        return
        yield


@dataclass(frozen=True, slots=True)
class CopyByCall:
    """`s = same(t);`: an argument and a result."""

    target: StructPlace
    source: StructPlace
    members: tuple[str, ...]

    @property
    def lines(self) -> list[str]:
        return [f"{self.target.text} = same({self.source.text});"]

    @property
    def cost(self) -> int:
        both = self.target.shared + self.source.shared
        return self.target.cost + self.source.cost + len(self.members) * both

    def run(self, thread: Thread) -> Steps[None]:
        target = yield from self.target.base(thread)
        source = yield from self.source.base(thread)
        passed = []
        for member in self.members:
            if self.source.shared:
                yield from thread.switch_point()
            passed.append((thread.world.cells if self.source.shared else thread.cells)[f"{source}.{member}"])
        for member, value in zip(self.members, passed, strict=True):
            if self.target.shared:
                yield from thread.switch_point()
            (thread.world.cells if self.target.shared else thread.cells)[f"{target}.{member}"] = value


@dataclass(frozen=True, slots=True)
class CopyBytes:
    """`memcpy(&s, &t, sizeof s);`: byte by byte, as the assignment does it: members are bytes, with nothing between."""

    function: str
    copy: CopyStruct

    @property
    def lines(self) -> list[str]:
        target, source = self.copy.target.text, self.copy.source.text
        return [f"{self.function}(&{target}, &{source}, sizeof {target});"]

    @property
    def cost(self) -> int:
        return self.copy.cost

    def run(self, thread: Thread) -> Steps[None]:
        return self.copy.run(thread)
