"""Terms as SMT-LIB 2 text. A node that is used more than once is defined once, by `define-fun`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from .ieee import nan
from .nodes import Term
from .notation import binary, expression, quote
from .sorts import FloatSort, is_array, is_float
from .walker import topological

_DEEPEST = 40  # nesting in one line; parsers may recurse
_LONGEST = 2000  # characters of a node that is written inline


class Printer:
    """Writes definitions and expressions; remembers what it has declared and defined.

    `forget(mark)` goes back to what was known at `mark()`, as a solver does on `pop`.
    """

    def __init__(self) -> None:
        self._texts: dict[int, str] = {}
        self._depths: dict[int, int] = {}
        self._trail: list[int] = []
        self.widths: set[int] = set()  # of every term that was ever entered: they tell the logic

    def knows(self, term: Term) -> bool:
        return term.id in self._texts

    def mark(self) -> int:
        return len(self._trail)

    def forget(self, mark: int) -> None:
        for identity in self._trail[mark:]:
            del self._texts[identity]
            del self._depths[identity]
        del self._trail[mark:]

    def commands(self, roots: Iterable[Term]) -> Iterator[str]:
        """The declarations and definitions after which `text` can be asked for each of `roots`."""
        wanted = list(roots)
        order = topological(wanted, self._texts)
        uses = _uses(order, wanted)
        for term in order:
            yield from self._enter(term, uses[term.id])

    def text(self, term: Term) -> str:
        """`term` as an expression; its definitions have been written by `commands`."""
        return self._texts[term.id]

    def _enter(self, term: Term, uses: int) -> Iterator[str]:
        name = f"t!{term.id}"
        if term.op == "symbol":
            text = quote(term.payload)
            yield f"(declare-fun {text} () {term.sort})"
            self._remember(term, text, 0)
        elif term.op == "fp.to_bits":
            # SMT-LIB has no such function: a constant whose float is the argument.
            yield f"(declare-fun {name} () {term.sort})"
            yield f"(assert {_defines_bits(name, term, self._texts[term.args[0].id])})"
            self._remember(term, name, 0)
        else:
            text = expression(term, [self._texts[arg.id] for arg in term.args])
            depth = 1 + max((self._depths[arg.id] for arg in term.args), default=-1)
            if term.args and (uses > 1 or depth > _DEEPEST or len(text) > _LONGEST):
                yield f"(define-fun {name} () {term.sort} {text})"
                text, depth = name, 0
            self._remember(term, text, depth)

    def _remember(self, term: Term, text: str, depth: int) -> None:
        self._texts[term.id] = text
        self._depths[term.id] = depth
        self._trail.append(term.id)
        self.widths.add(term.width)


def _uses(order: list[Term], roots: list[Term]) -> dict[int, int]:
    counts = dict.fromkeys((term.id for term in order), 0)
    for term in [*roots, *(arg for user in order for arg in user.args)]:
        if term.id in counts:
            counts[term.id] += 1
    for term in order:
        if term.op == "fp.to_bits" and term.args[0].id in counts:
            counts[term.args[0].id] += 1  # its definition mentions the argument twice
    return counts


def _defines_bits(name: str, term: Term, argument: str) -> str:
    sort = FloatSort(term.width)
    reading = f"((_ to_fp {sort.exponent_bits} {sort.significand_bits}) {name})"
    only_nan = f"(=> (fp.isNaN {argument}) (= {name} {binary(nan(term.width), term.width)}))"
    return f"(and (= {reading} {argument}) {only_nan})"


def logic(terms: Iterable[Term]) -> str:
    """The smallest logic that has what `terms` use."""
    return logic_of_widths({term.width for term in topological(terms)})


def logic_of_widths(widths: Iterable[int]) -> str:
    widths = set(widths)
    arrays = any(is_array(width) for width in widths)
    floats = any(is_float(width) for width in widths)
    return f"QF_{'A' if arrays else ''}BV{'FP' if floats else ''}"


def script(assertions: Iterable[Term], *, assumptions: Iterable[Term] = (), comment: str = "") -> Iterator[str]:
    """A whole SMT-LIB file, line by line, that asks whether the assertions hold together."""
    asserted, assumed = list(assertions), list(assumptions)
    yield from (f"; {line}" for line in comment.splitlines())
    yield f"(set-logic {logic([*asserted, *assumed])})"
    printer = Printer()
    yield from printer.commands([*asserted, *assumed])
    yield from (f"(assert {printer.text(term)})" for term in asserted)
    if assumed:
        yield "; assumptions"
        yield from (f"(assert {printer.text(term)})" for term in assumed)
    yield "(check-sat)"
    yield "(exit)"
