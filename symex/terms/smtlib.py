"""Terms as SMT-LIB 2 text. A node that is used more than once is defined once, by `define-fun`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from .ieee import nan
from .nodes import Term
from .sorts import BOOL, FloatSort, is_array, is_float
from .walker import topological

_SIMPLE_SYMBOL = re.compile(r"[A-Za-z~!@$%^&*_+=<>.?/-][A-Za-z0-9~!@$%^&*_+=<>.?/-]*")
_DEEPEST = 40  # nesting in one line; parsers may recurse
_LONGEST = 2000  # characters of a node that is written inline


def quote(name: str) -> str:
    if _SIMPLE_SYMBOL.fullmatch(name) and name not in _RESERVED:
        return name
    return "|" + name.replace("\\", "/").replace("|", "!") + "|"


_RESERVED = frozenset({"let", "forall", "exists", "par", "as", "_", "!", "true", "false", "assert", "Bool", "BitVec"})


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
    only_nan = f"(=> (fp.isNaN {argument}) (= {name} {_binary(nan(term.width), term.width)}))"
    return f"(and (= {reading} {argument}) {only_nan})"


def _binary(value: int, width: int) -> str:
    if width % 4 == 0:
        return f"#x{value:0{width // 4}x}"
    return f"#b{value:0{width}b}"


def constant(term: Term) -> str:
    if term.width == BOOL:
        return "true" if term.payload else "false"
    if not is_float(term.width):
        return _binary(term.payload, term.width)
    sort = FloatSort(-term.width)
    exponent, fraction = sort.exponent_bits, sort.significand_bits - 1
    bits = f"{term.payload:0{sort.width}b}"
    return f"(fp #b{bits[0]} #b{bits[1 : 1 + exponent]} #b{bits[1 + exponent : 1 + exponent + fraction]})"


def expression(term: Term, args: list[str]) -> str:
    """`term` with its arguments' texts."""
    if term.op == "const":
        return constant(term)
    if term.op == "symbol":
        return quote(term.payload)
    special = _HEADS.get(term.op)
    head = special(term) if special is not None else term.op
    return f"({head} {' '.join(args)})"


def _to_fp(prefix: str, suffix: str) -> Callable[[Term], str]:
    def head(term: Term) -> str:
        sort = FloatSort(-term.width)
        return f"(_ {prefix} {sort.exponent_bits} {sort.significand_bits}){suffix}"

    return head


_HEADS: dict[str, Callable[[Term], str]] = {
    "extract": lambda term: f"(_ extract {term.payload[0]} {term.payload[1]})",
    "zero_extend": lambda term: f"(_ zero_extend {term.payload})",
    "sign_extend": lambda term: f"(_ sign_extend {term.payload})",
    "const_array": lambda term: f"(as const {term.sort})",
    "fp.add": lambda _: "fp.add RNE",
    "fp.sub": lambda _: "fp.sub RNE",
    "fp.mul": lambda _: "fp.mul RNE",
    "fp.div": lambda _: "fp.div RNE",
    "fp.sqrt": lambda _: "fp.sqrt RNE",
    "fp.roundToIntegral": lambda term: f"fp.roundToIntegral {term.payload}",
    "fp.from_bits": _to_fp("to_fp", ""),
    "fp.from_signed": _to_fp("to_fp", " RNE"),
    "fp.from_unsigned": _to_fp("to_fp_unsigned", " RNE"),
    "fp.convert": _to_fp("to_fp", " RNE"),
    "fp.to_sbv": lambda term: f"(_ fp.to_sbv {term.width}) RTZ",
    "fp.to_ubv": lambda term: f"(_ fp.to_ubv {term.width}) RTZ",
}


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


def abbreviation(term: Term, depth: int = 4) -> str:
    """For people and debuggers: the top of a term, deeper parts as `…`."""
    if not term.args:
        return expression(term, [])
    if depth == 0:
        return "…"
    return expression(term, [abbreviation(arg, depth - 1) for arg in term.args])
