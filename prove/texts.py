"""What the program is called with: any arguments, and texts of any contents.

Where a text is, is not known. An array that nothing changes says it: `text[p]` is how many characters there are from
`p` to the end of the text, the terminator included; 0 if `p` points into no text. So an access is right if the
invariant says that `text[p]` is not 0. Characters are an array, too, and so is what the list of arguments points to.
Literals of the program count as texts, so that a pointer may point to one or to the other.

What is assumed of these arrays is true of those that a program meets: the last character, and no other one, is 0; what
an argument points to is a text; the list ends with a null pointer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from esbmc_py.goto.addresses import AddressSpace
from esbmc_py.goto.expressions import AddressOf, Convert, Expression
from esbmc_py.goto.instructions import Assign, Return, Store
from esbmc_py.goto.program import Program
from esbmc_py.goto.properties import Property
from esbmc_py.goto.symbols import Symbol
from esbmc_py.goto.types import IntType
from symex import memory as memory_access
from symex.pointers import Leaf, leaves
from symex.run import Run
from symex.terms import (
    FALSE,
    Term,
    and_,
    array_width,
    bv,
    bvadd,
    bvmul,
    bvsub,
    eq,
    extract,
    iff,
    ne,
    not_,
    or_,
    select,
    symbol,
    ule,
    ult,
    zext,
)
from symex.values import Value, as_term

from .indices import addends
from .variables import Variable, variable_symbol

ANY_COUNT = "__smtcb_any_count"
ANY_ARGUMENTS = "__smtcb_any_arguments"
COUNT_BITS = 20  # there are fewer arguments than that; Linux passes on 6 MB of arguments and environment
MOST_CHARACTERS = 1 << 23
_MOST_ADDENDS = 4  # of an address: one of them is where a text begins
_GETOPT = ("getopt", "getopt_long", "getopt_long_only")


class Texts:
    def __init__(self, program: Program, space: AddressSpace, addresses: Mapping[Any, int]) -> None:
        self._space = space
        self._bits = space.pointer_bits
        self.there = ANY_ARGUMENTS in program.functions  # may anything be one?
        self.list_number: int | None = None  # of the object that is the list of arguments
        name = "text"
        made = variable_symbol(name, array_width(self._bits, self._bits), shared=True)
        element = IntType(self._bits, False, "unsigned long")
        self.variable = Variable(name, made, None, True, own=False, element=element)
        self._characters = symbol("g!characters of texts", array_width(self._bits, 8))
        self._list = symbol("g!arguments", array_width(self._bits, self._bits))
        self._is_permuted = not program.functions.keys().isdisjoint(_GETOPT)
        self._literals = _literals(program) if self.there else {}
        self._addresses = {addresses[one]: length for one, length in self._literals.items() if one in addresses}

    # -- what is known of them ----------------------------------------------------------------------------------------

    def left(self, address: Term) -> Term:
        """How many characters there are from there on."""
        return select(self.variable.symbol, address)

    def at_start(self) -> list[Term]:
        """What holds of literals that pointers may be set to."""
        return [
            eq(self.left(bv(address, self._bits)), bv(length, self._bits))
            for address, length in self._addresses.items()
        ]

    def about(self, address: Term) -> list[Term]:
        """What holds of the text at an address, and of what is further on in it."""
        left, one = self.left(address), bv(1, self._bits)
        found = [
            ule(left, bv(MOST_CHARACTERS, self._bits)),
            or_(ule(left, one), eq(self.left(bvadd(address, one)), bvsub(left, one))),
            or_(eq(left, bv(0, self._bits)), iff(eq(self._character(address), bv(0, 8)), eq(left, one))),
        ]
        every = addends(address)
        if 1 < len(every) <= _MOST_ADDENDS:
            found += [self.further(one, bvsub(address, one)) for one in every if one.op != "const"]
        return found

    def further(self, base: Term, offset: Term) -> Term:
        """So far on in a text there are that many characters less."""
        before, after = self.left(base), self.left(bvadd(base, offset))
        return or_(not_(ult(offset, before)), eq(after, bvsub(before, offset)))

    def is_text(self, address: Term) -> Term:
        return ne(self.left(address), bv(0, self._bits))

    def _character(self, address: Term) -> Term:
        return select(self._characters, address)

    def new(self, run: Run) -> Term:
        """The address of some text."""
        found = run.free_choice(self._bits)
        self.assume(run, [self.is_text(found), ne(found, bv(0, self._bits)), *self.about(found)])
        return found

    def assume(self, run: Run, terms: list[Term]) -> None:
        for one in terms:
            run.guard = and_(run.guard, one)

    # -- reading ------------------------------------------------------------------------------------------------------

    def read(self, run: Run, address: Term, size: int) -> tuple[Term, Term]:
        """Whether it is in a text, and which character."""
        if size != 1:
            return FALSE, bv(0, size * 8)
        self.assume(run, self.about(address))
        return self.is_text(address), self._character(address)

    def is_list(self, leaf: Leaf) -> bool:
        return leaf.object is not None and leaf.object == self.list_number

    def touches_list(self, address: Value) -> bool:
        if self.list_number is None:
            return False
        if isinstance(address, int):
            return self._space.split(address)[0] == self.list_number
        return any(map(self.is_list, leaves(address, self._space)))

    def read_list(self, run: Run, offset: Term, guard: Term, size: int, place: str) -> Term:
        """An argument, or the null pointer behind them."""
        assert self.list_number is not None
        width = self._bits // 8
        whole = size == width
        aligned = eq(extract(offset, width.bit_length() - 2, 0), bv(0, width.bit_length() - 1))
        wrong = guard if not whole else and_(guard, not_(aligned))
        run.unsupported(wrong, f"reading {place}: a part of an address that the program is called with")
        if not whole:
            return bv(0, size * 8)
        found = run.free_choice(self._bits) if self._is_permuted else select(self._list, offset)
        last = bvsub(as_term(run.memory[self.list_number].size, self._bits), bv(width, self._bits))
        argument = and_(ne(found, bv(0, self._bits)), self.is_text(found))
        self.assume(
            run,
            [
                or_(not_(guard), or_(not_(ult(offset, last)), argument)),
                or_(not_(guard), or_(not_(eq(offset, last)), eq(found, bv(0, self._bits)))),
                *self.about(found),
            ],
        )
        return found

    def required(self, run: Run, address: Value, what: str) -> Term | None:
        """The address, where it points to a text; elsewhere it is not supported. None: it may be something else."""
        if isinstance(address, int):
            return None
        every = leaves(address, self._space)
        if not all(leaf.object in (None, 0) or self._literal(leaf) is not None for leaf in every):
            return None
        for leaf in every:
            if leaf.object == 0:
                run.fault(leaf.guard, Property.NULL, f"{what}: a null pointer")
            elif leaf.object is None:
                self.assume(run, self.about(leaf.offset))
                run.unsupported(and_(leaf.guard, not_(self.is_text(leaf.offset))), f"{what}: which text is not known")
        self.assume(run, self.at_start())
        return address

    def _literal(self, leaf: Leaf) -> int | None:
        """How many characters of it are left; only where it begins."""
        if leaf.object is None or leaf.offset.op != "const" or leaf.offset.payload != 0:
            return None
        return self._addresses.get(leaf.object << self._space.offset_bits)

    # -- calls --------------------------------------------------------------------------------------------------------

    def count(self, run: Run) -> Term:
        """Of arguments, the program's name included."""
        found = zext(run.free_choice(COUNT_BITS), 32)
        self.assume(run, [ne(found, bv(0, 32))])
        return found

    def list_size(self, count: Value) -> Term:
        """In bytes: with the null pointer at the end."""
        one_more = bvadd(zext(as_term(count, 32), self._bits), bv(1, self._bits))
        return bvmul(bv(self._bits // 8, self._bits), one_more)

    def somewhere(self, run: Run, text: Term) -> Term:
        """A place in that text, or its end."""
        distance = run.free_choice(self._bits)
        self.assume(run, [ult(distance, self.left(text)), self.further(text, distance)])
        return bvadd(text, distance)


def known_text(run: Run, address: Value) -> bytes | None:
    """A text whose characters are known."""
    found = bytearray()
    while isinstance(address, int) and len(found) < 200:
        number, offset = run.space.split(address)
        target = run.memory.get(number)
        if target is None or not isinstance(target.size, int) or not 0 <= offset + len(found) < target.size:
            return None
        value = memory_access.load(run, address + len(found), 1, "a text")
        if not isinstance(value, int):
            return None
        if value == 0:
            return bytes(found)
        found.append(value)
    return None


def _literals(program: Program) -> dict[Symbol, int]:
    """Literals that the program's own code keeps the address of, and how many characters each has."""
    found: dict[Symbol, int] = {}
    for function in program.functions.values():
        for one in () if function.is_model else function.instructions:
            match one:
                case Assign(value=value) | Store(value=value) | Return(value=value) if value is not None:
                    for symbol_there in _addressed(value):
                        image = program.globals.get(symbol_there)
                        if symbol_there.constant and image is not None and b"\0" in image.data:
                            found[symbol_there] = image.data.index(b"\0") + 1
    return found


def _addressed(value: Expression) -> Iterator[Symbol]:
    while isinstance(value, Convert):
        value = value.operand
    if isinstance(value, AddressOf):
        yield value.symbol
