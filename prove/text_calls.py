"""Functions of the library that read texts whose characters are not known: what they may give back.

Following their loops would need an invariant for each of them. Here they give back anything that they could, for any
text; where that is more than they really do, less is proved. A call that is not as expected is followed as usual.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from esbmc_py.goto.program import Program
from esbmc_py.goto.symbols import Symbol
from symex import memory as memory_access
from symex import objects
from symex.pointers import leaves
from symex.run import Run
from symex.terms import TRUE, Term, and_, any_of, bv, bvsub, eq, ite, not_, or_, sle, ule
from symex.values import Value, as_term

from .graph import CannotProve
from .texts import Texts, known_text

_NUMBERS = ("atoi", "atol", "atoll", "atof")
_PARSERS = ("strtol", "strtoul", "strtoll", "strtoull", "strtoimax", "strtoumax")
_COMPARING = ("strcmp", "strncmp", "strcasecmp", "strncasecmp", "strcoll")
_SEARCHING = ("strchr", "strrchr", "strstr", "strpbrk", "index", "rindex", "strcasestr")
_ERRORS = (22, 34)  # EINVAL, ERANGE
_LONGEST_LIST = 40  # of long options
_LARGEST_TARGET = 512  # that is copied to at once


class TextCalls:
    """`address_of_errno`: in the thread that moves. `is_own`: does no other thread know that object?"""

    def __init__(
        self,
        program: Program,
        texts: Texts,
        addresses: dict[Any, int],
        address_of_errno: Callable[[Run], int | None],
        is_own: Callable[[Run, int], bool],
    ) -> None:
        self._texts = texts
        self._bits = program.pointer_bits
        self._addresses = addresses
        self._globals: dict[str, Symbol] = {one.name: one for one in program.globals}
        self._address_of_errno = address_of_errno
        self._is_own = is_own
        self._models = {name for name, function in program.functions.items() if function.is_model}

    def value(self, run: Run, name: str, values: list[Value], width: int, *, alone: bool) -> Value | None:
        """What a call gives back, in so many bits. None: it has to be followed."""
        if name not in self._models:
            return None
        if name in _NUMBERS:
            return self._number(run, values, width)
        if name in _PARSERS:
            return self._parsed(run, name, values, width)
        if name in _COMPARING:
            return self._compared(run, name, values, width)
        if name in _SEARCHING:
            return self._searched(run, name, values)
        match name:
            case "strlen":
                text = self._texts.required(run, values[0], "strlen")
                return None if text is None else bvsub(self._texts.left(text), bv(1, self._bits))
            case "strcpy" if alone:
                return self._copied(run, values)
            case "getopt" | "getopt_long" | "getopt_long_only":
                if not alone:
                    raise CannotProve(f"{name} where there are several threads", run.user_location)
                return self._option(run, name, values)
            case _:
                return None

    # -- numbers ------------------------------------------------------------------------------------------------------

    def _number(self, run: Run, values: list[Value], width: int) -> Value | None:
        if self._texts.required(run, values[0], "a number is read from a text") is None:
            return None
        self._may_fail(run)
        return run.free_choice(width)

    def _parsed(self, run: Run, name: str, values: list[Value], width: int) -> Value | None:
        text, end, base = values
        if base not in (0, *range(2, 37)) or not (end == 0 or self._is_own_place(run, end)):
            return None
        found = self._texts.required(run, text, name)
        if found is None:
            return None
        if end != 0:
            behind = self._texts.somewhere(run, found)
            memory_access.store(run, end, self._bits // 8, behind, f"*{name}'s end")
        self._may_fail(run)
        return run.free_choice(width)

    def _is_own_place(self, run: Run, address: Value) -> bool:
        return isinstance(address, int) and self._is_own(run, run.space.split(address)[0])

    def _may_fail(self, run: Run) -> None:
        """A number that is too large, or none at all."""
        place = self._address_of_errno(run)
        if place is None:
            return
        before = as_term(memory_access.load(run, place, 4, "errno"), 32)
        after = run.free_choice(32)
        self._texts.assume(run, [any_of([eq(after, before), *(eq(after, bv(one, 32)) for one in _ERRORS)])])
        memory_access.store(run, place, 4, after, "errno")

    # -- texts --------------------------------------------------------------------------------------------------------

    def _compared(self, run: Run, name: str, values: list[Value], width: int) -> Value | None:
        return run.free_choice(width) if self._are_texts(run, name, values[:2]) else None

    def _are_texts(self, run: Run, name: str, values: list[Value]) -> bool:
        """At least one is not known; the others are texts in any case."""
        unknown = [one for one in values if not isinstance(one, int)]
        if not unknown or any(known_text(run, one) is None for one in values if isinstance(one, int)):
            return False
        return all(self._texts.required(run, one, name) is not None for one in unknown)

    def _searched(self, run: Run, name: str, values: list[Value]) -> Value | None:
        if name in ("strstr", "strpbrk", "strcasestr") and known_text(run, values[1]) is None:
            return None
        text = self._texts.required(run, values[0], name)
        if text is None:
            return None
        is_there = eq(run.free_choice(1), bv(1, 1))
        return ite(is_there, self._texts.somewhere(run, text), bv(0, self._bits))

    def _copied(self, run: Run, values: list[Value]) -> Value | None:
        """Nobody else is there who could see it half done. What is copied may be anything."""
        target, source = values
        if not isinstance(target, int):
            return None
        number, offset = run.space.split(target)
        found = run.memory.get(number)
        if found is None or found.constant or found.alive is not TRUE or not isinstance(found.size, int) or offset < 0:
            return None
        if found.size > _LARGEST_TARGET:
            return None
        if self._texts.touches_list(target) or leaves(as_term(source, self._bits), run.space)[0].object is not None:
            return None
        text = self._texts.required(run, source, "strcpy")
        if text is None:
            return None
        left = self._texts.left(text)
        room = bv(max(found.size - offset, 0), self._bits)
        run.unsupported(not_(ule(left, room)), "strcpy of a text that may be too long")
        changed = objects.havoc(found, offset, left, run.fresh_bytes(offset, found.size))
        run.memory = run.memory.set(number, objects.flattened(changed))
        return target

    # -- options ------------------------------------------------------------------------------------------------------

    def _option(self, run: Run, name: str, values: list[Value]) -> Value:
        """What it says about the options of a command line, whichever these are."""
        count, arguments, letters = values[:3]
        known = known_text(run, letters)
        number = self._texts.list_number
        if known is None or number is None or arguments != number << run.space.offset_bits:
            raise CannotProve(f"{name} with other arguments than those of main", run.user_location)
        size = as_term(run.memory[number].size, self._bits)
        run.unsupported(not_(eq(size, self._texts.list_size(count))), f"{name} with another number of arguments")
        table = _short_options(known)
        if name != "getopt":
            self._add_long_options(run, name, values[3:], table)
        code = run.free_choice(32)
        self._texts.assume(run, [any_of([eq(code, bv(one, 32)) for one in table])])
        self._set(run, "optarg", self._argument(run, code, table))
        self._set(run, "optopt", run.free_choice(32))
        self._next(run, name, as_term(count, 32))
        return code

    def _argument(self, run: Run, code: Term, table: dict[int, set[bool]]) -> Term:
        """optarg: a text or null, as the option has it."""
        null, text = bv(0, self._bits), self._texts.new(run)
        with_text = any_of([eq(code, bv(one, 32)) for one, ways in table.items() if True in ways])
        without = any_of([eq(code, bv(one, 32)) for one, ways in table.items() if False in ways])
        chosen = eq(run.free_choice(1), bv(1, 1))
        return ite(and_(with_text, or_(chosen, not_(without))), text, null)

    def _next(self, run: Run, name: str, count: Term) -> None:
        """optind: it must have been right before."""
        place = self._addresses[self._globals["optind"]]
        before = as_term(memory_access.load(run, place, 4, "optind"), 32)
        right = and_(sle(bv(0, 32), before), sle(before, count))
        run.unsupported(not_(right), f"{name}, and optind is not that of an argument")
        after = run.free_choice(32)
        self._texts.assume(run, [sle(bv(1, 32), after), sle(after, count)])
        memory_access.store(run, place, 4, after, "optind")

    def _set(self, run: Run, name: str, value: Term) -> None:
        found = self._globals.get(name)
        if found is not None:
            memory_access.store(run, self._addresses[found], value.width // 8, value, name)

    def _add_long_options(self, run: Run, name: str, values: list[Value], table: dict[int, set[bool]]) -> None:
        options, index = values
        word = self._bits // 8
        if not isinstance(options, int) or index != 0:
            raise CannotProve(f"{name} that tells the number of an option", run.user_location)
        for place in range(options, options + _LONGEST_LIST * 4 * word, 4 * word):
            text, kind, flag, code = (
                memory_access.load(run, place + at, size, "an option")
                for at, size in ((0, word), (word, 4), (2 * word, word), (3 * word, 4))
            )
            if text == 0:
                return
            if flag != 0 or not isinstance(kind, int) or not isinstance(code, int):
                raise CannotProve(f"{name} that sets flags, or with options that change", run.user_location)
            table.setdefault(code, set()).update({0: {False}, 1: {True}}.get(kind, {False, True}))
        raise CannotProve(f"{name} with very many options", run.user_location)


def _short_options(letters: bytes) -> dict[int, set[bool]]:
    """By what getopt returns: whether there may be a text with it (True), or none (False)."""
    table: dict[int, set[bool]] = {0xFFFFFFFF: {False}, ord("?"): {False}}
    if letters[:1] == b"-":
        table[1] = {True}
    letters = letters[1:] if letters[:1] in (b"+", b"-") else letters
    if letters[:1] == b":":
        table[ord(":")] = {False}
    for place, letter in enumerate(letters):
        if letter in b":;":
            continue
        behind = letters[place + 1 : place + 3]
        ways = {False, True} if behind == b"::" else {behind[:1] == b":"}
        table.setdefault(letter, set()).update(ways)
    return table
