"""Declares structures that begin undefined, and writes statements that copy them about."""

from __future__ import annotations

from collections.abc import Callable

from .arithmetic import BOOL
from .choices import Choices
from .expressions import Comparison, Member, Number, Pointer, Read, StructPlace, StructThrough, StructVariable
from .program import FreeHeap, Program
from .stage import Scope, Stage, StructShape
from .statements import Assign, CopyStruct, Scoped, Statement
from .undefined import AllocateUndefined, CopyByCall, CopyBytes, DeclareUndefined

Write = Callable[[Scope, int], Statement]

NODE = Pointer("node", shared=True)
# Members of type _Bool: what is undefined has two values only, so that they can all be tried.
SHAPES = {
    "members": ("_Bool first; _Bool second;", ("first", "second")),
    "array": ("_Bool row[2];", ("row[0]", "row[1]")),
    "gap": ("_Bool first; _Alignas(4) _Bool second;", ("first", "second")),
}


class UndefinedAuthor:
    def __init__(self, choices: Choices, stage: Stage, block: Callable[[Scope, int, int], list[Statement]]) -> None:
        self.choices = choices
        self.stage = stage
        self._block = block

    def declare(self, program: Program) -> tuple[list[Statement], list[Statement]]:
        """Shared structures; what main has to do at the beginning and in the end, is the result."""
        form = self.choices.pick(tuple(SHAPES))
        body, names = SHAPES[form]
        self.stage.shape = StructShape("pair", tuple((name, BOOL) for name in names))
        self.stage.forms.add(f"undefined {form}")
        program.declarations.append(f"struct pair {{ {body} }};")
        for name in ("s", "t"):
            self.stage.structs.append(StructVariable(name, shared=True))
            program.declarations.append(f"struct pair {name};")
            program.initial |= {f"{name}.{member}": 0 for member in names}
        if self.choices.chance(50):
            return [], []
        self.stage.structs.append(StructThrough(NODE))
        program.declarations.append("struct pair *node;")
        moved = self._is_without_gap and self.choices.chance(50)
        setup: list[Statement] = [AllocateUndefined(NODE, names, moved)]
        if self.choices.chance(60):
            setup.append(CopyStruct(self.stage.structs[0], StructThrough(NODE), names))
        return setup, [FreeHeap(NODE)]

    @property
    def _is_without_gap(self) -> bool:
        return "undefined gap" not in self.stage.forms

    @property
    def _names(self) -> tuple[str, ...]:
        assert self.stage.shape is not None
        return tuple(name for name, _ in self.stage.shape.members)

    def statements(self, scope: Scope, budget: int) -> list[Write]:
        if "undefined" not in self.stage.features or not self.stage.shape:
            return []
        kinds: list[Write] = [self._publish] * 4 + [self._pass_on] * 3
        if scope.depth < 2 and budget >= 5:
            kinds += [self._carry] * 4
        return kinds

    def _publish(self, scope: Scope, _budget: int) -> Statement:
        """A local that begins undefined, determined in part, and copied to where others see it."""
        local = StructVariable(scope.fresh("new"), shared=False)
        body: list[Statement] = [DeclareUndefined(local, self._names)]
        if self.choices.chance(40):
            body.append(Assign(Member(local, self.choices.pick(self._names), BOOL), Number(self.choices.integer(0, 1))))
        body.append(self._copy(self.choices.pick(self.stage.structs), local))
        if self.choices.chance(30):
            body.append(self._copy(self.choices.pick(self.stage.structs), local))
        elif self.choices.chance(30):
            body.append(self._compare(local, local))
        return Scoped(body)

    def _pass_on(self, _scope: Scope, _budget: int) -> Statement:
        source = self.choices.pick(self.stage.structs)
        target = self.choices.pick([struct for struct in self.stage.structs if struct != source])
        return self._copy(target, source)

    def _carry(self, scope: Scope, budget: int) -> Statement:
        """A copy that is kept, and compared or copied back, while others go on."""
        local = StructVariable(scope.fresh("kept"), shared=False)
        source = self.choices.pick(self.stage.structs)
        copied = CopyStruct(local, source, self._names, declared="pair")
        between = self._block(scope.section(), max(budget - copied.cost - 2, 1), 1)
        after = self._compare(local, self.choices.pick(self.stage.structs))
        if self.choices.chance(40):
            after = self._copy(self.choices.pick(self.stage.structs), local)
        return Scoped([copied, *between, after])

    def _copy(self, target: StructPlace, source: StructPlace) -> Statement:
        match self.choices.integer(0, 4):
            case 0:
                return CopyByCall(target, source, self._names)
            case 1 | 2 if self._is_without_gap:
                return CopyBytes(self.choices.pick(("memcpy", "memmove")), CopyStruct(target, source, self._names))
            case _:
                return CopyStruct(target, source, self._names)

    def _compare(self, one: StructPlace, other: StructPlace) -> Statement:
        first, second = self.choices.pick(self._names), self.choices.pick(self._names)
        compared = Comparison("==", Read(Member(one, first, BOOL)), Read(Member(other, second, BOOL)))
        return Assign(self.choices.pick(self.stage.scalars), compared)
