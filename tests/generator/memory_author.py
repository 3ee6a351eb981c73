"""Declares objects with several views, and writes statements that lend, free and move memory."""

from __future__ import annotations

from collections.abc import Callable

from .arithmetic import BOOL, INT, UNSIGNED, CInteger
from .choices import Choices
from .expressions import Element, Expression, Number, Place, Pointer, Read, Through, Variable, masked
from .memory import Lend, Lent, PointerThrough, Release, Renew, RetargetThrough, UseIfThere, View
from .program import AllocateHeap, Program
from .stage import Scope, Stage
from .statements import Retarget, Statement

Write = Callable[[Scope, int], Statement]

BYTE = CInteger("unsigned char", 8, False)
HALF = CInteger("unsigned short", 16, False)
DOUBLE_WORD = CInteger("unsigned long", 64, False)
NARROW = (BYTE, CInteger("signed char", 8, True), HALF, BOOL, CInteger("short", 16, True))
P, Q, PP, HELD = (Pointer(name, shared=True) for name in ("p", "q", "pp", "held"))
FORMS = ("union", "bytes", "fields", "members", "double", "lent", "freed", "moved")


def _always(place: Place) -> Callable[[Scope], Place]:
    return lambda _: place


def lasting_places(stage: Stage) -> list[Place]:
    """What assertions may speak about: not what may be gone by then."""
    places = [place(Scope()) for place in stage.places]
    gone = stage.forms & {"freed", "lent"}
    return [place for place in places if not (gone and isinstance(place, Through))]


class MemoryAuthor:
    def __init__(self, choices: Choices, stage: Stage, block: Callable[[Scope, int, int], list[Statement]]) -> None:
        self.choices = choices
        self.stage = stage
        self._block = block

    # Objects

    def declare(self, program: Program) -> list[Statement]:
        """One or two forms of memory; what main has to do at the beginning, is the result."""
        first, second = self.choices.pick(FORMS), self.choices.pick(FORMS)
        setup: list[Statement] = []
        for form in sorted({first, second}):
            self.stage.forms.add(form)
            match form:
                case "union":
                    self._declare_union(program)
                case "bytes":
                    self._declare_bytes(program)
                case "fields":
                    self._declare_fields(program)
                case "members":
                    self._declare_members(program)
                case "double":
                    self._declare_double(program)
                case "freed" | "moved":
                    if HELD.name not in "".join(program.declarations):
                        program.declarations.append("int *held;")
                        setup.append(AllocateHeap(HELD, (("", self.choices.integer(0, 2)),)))
                    self.stage.places.append(lambda _: Through(HELD, INT))
                case "lent":
                    self._declare_pointer(program, P)
        return setup

    def _declare_union(self, program: Program) -> None:
        whole = self.choices.pick((UNSIGNED, UNSIGNED, DOUBLE_WORD))
        size = whole.width // 8
        program.declarations.append(
            f"union word {{ {whole.name} whole; unsigned short halves[{size // 2}]; unsigned char bytes[{size}]; }} u;"
        )
        program.initial["u"] = 0
        self.stage.places += [
            lambda _: View("u", "u.whole", whole, Number(0), whole.width),
            lambda scope: View("u", "u.halves[{}]", HALF, self._index(scope, 2), 16),
            lambda scope: View("u", "u.bytes[{}]", BYTE, self._index(scope, 4), 8),
        ]

    def _declare_bytes(self, program: Program) -> None:
        program.declarations.append("unsigned w = 257;")
        program.initial["w"] = 257
        self.stage.places += [
            lambda _: Variable("w", UNSIGNED),
            lambda scope: View("w", "((unsigned char *)&w)[{}]", BYTE, self._index(scope, 2), 8),
        ]

    def _declare_fields(self, program: Program) -> None:
        """Bit-fields of one unit, and a member beside it."""
        low, high = self.choices.integer(1, 5), self.choices.integer(2, 7)
        sign = CInteger("int", 3, True)
        declared = f"unsigned low : {low}; unsigned high : {high}; int sign : 3; unsigned char beside;"
        program.declarations.append(f"struct fields {{ {declared} }} f;")
        program.initial |= {"f": 0, "f.beside": 0}
        parts = (("low", CInteger("unsigned", low, False), 0), ("high", CInteger("unsigned", high, False), low))
        for name, ctype, lowest in (*parts, ("sign", sign, low + high)):
            view = View("f", f"f.{name}", ctype, Number(0), 32, lowest)
            self.stage.places.append(_always(view))
        self.stage.places.append(lambda _: Variable("f.beside", BYTE))

    def _declare_members(self, program: Program) -> None:
        """Structs in an array, with members of different sizes that different threads may use."""
        tag, value = self.choices.pick(NARROW), self.choices.pick((INT, *NARROW))
        program.declarations.append(f"struct room {{ {tag.name} tag; {value.name} row[2]; }} rooms[2];")
        for number in range(2):
            program.initial |= {f"rooms[{number}].tag": 0}
            program.initial |= {f"rooms[{number}].row[{index}]": 0 for index in range(2)}
            self.stage.places += [
                _always(Variable(f"rooms[{number}].tag", tag)),
                self._some_element(f"rooms[{number}].row", value),
            ]

    def _some_element(self, array: str, ctype: CInteger) -> Callable[[Scope], Place]:
        return lambda scope: Element(array, ctype, self._index(scope, 2))

    def _index(self, scope: Scope, length: int) -> Expression:
        """A number, or what some variable holds: of what others change, too."""
        if self.choices.chance(40):
            known = [*scope.readable, *self.stage.scalars]
            return masked(Read(self.choices.pick(known)), length - 1)
        return Number(self.choices.integer(0, length - 1))

    def _targets(self) -> list[str]:
        return [variable.name for variable in self.stage.scalars if variable.type == INT]

    def _declare_pointer(self, program: Program, pointer: Pointer) -> None:
        if pointer.name in program.initial:
            return
        if not self._targets():
            self.stage.scalars.append(Variable("k", INT))
            program.declarations.append("int k;")
            program.initial["k"] = 0
        target = self.choices.pick(self._targets())
        program.declarations.append(f"int *{pointer.name} = &{target};")
        program.initial[pointer.name] = target
        self.stage.places.append(lambda _: Through(pointer, INT))

    def _declare_double(self, program: Program) -> None:
        for pointer in (P, Q):
            self._declare_pointer(program, pointer)
        first = self.choices.pick((P, Q)).name
        program.declarations.append(f"int **pp = &{first};")
        program.initial["pp"] = first
        self.stage.places.append(lambda _: Through(PointerThrough(PP), INT))

    # Statements

    def statements(self, scope: Scope, budget: int) -> list[Write]:
        kinds: list[Write] = []
        if "double" in self.stage.forms:
            kinds += [self._retarget] * 4
        if scope.in_atomic:
            return kinds
        if "lent" in self.stage.forms and scope.depth < 2 and budget >= 3:
            kinds += [self._lend] * 6
        if "freed" in self.stage.forms:
            kinds += [self._release] * 3 + [lambda *_: UseIfThere(HELD)] * 4
        if "moved" in self.stage.forms:
            kinds += [self._renew] * 5
        return kinds

    def _retarget(self, _scope: Scope, _budget: int) -> Statement:
        match self.choices.integer(0, 2):
            case 0:
                return Retarget(PP, self.choices.pick((P, Q)).name)
            case 1:
                return RetargetThrough(PP, self.choices.pick(self._targets()))
            case _:
                return Retarget(self.choices.pick((P, Q)), self.choices.pick(self._targets()))

    def _lend(self, scope: Scope, budget: int) -> Statement:
        local = Lent(scope.fresh("own"))
        inner = scope.section()
        inner.lent = (*scope.lent, local)
        body = self._block(inner, budget - 2, 2)
        back = None if self.choices.chance(40) else self.choices.pick(self._targets())
        return Lend(local, self.choices.integer(0, 2), P, body, back)

    def _release(self, _scope: Scope, _budget: int) -> Statement:
        return Release(HELD, forgets="moved" in self.stage.forms or self.choices.chance(40))

    def _renew(self, scope: Scope, _budget: int) -> Statement:
        if "freed" not in self.stage.forms and self.choices.chance(50):
            return Renew(HELD)
        return Renew(HELD, scope.fresh("made"), self.choices.integer(0, 2))
