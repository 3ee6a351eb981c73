"""The inputs of an execution, read from a model: what each thread took, in the order in which it did."""

from __future__ import annotations

from collections.abc import Callable

from symex.input_log import Input, InputLog
from symex.objects import WHOLE_ARRAY, undefined_parts
from symex.terms import TRUE, ArrayValue, Term, Value, symbols

from .outcome import InputValue

Evaluate = Callable[[Term], Value]

_LARGEST_SHOWN = 4096  # bytes of an array whose size only the model knows


def inputs_of(log: InputLog | None, formula: Term, evaluate: Evaluate) -> dict[int, tuple[InputValue, ...]]:
    """`evaluate` gives a term's value in a model of `formula`. What is guarded by what does not hold was not taken."""
    taken: dict[int, list[InputValue]] = {}
    entries: list[Input] = []
    while log is not None:
        entries.append(log.entry)
        log = log.earlier
    relevant = set(symbols(formula))
    for entry in reversed(entries):
        if entry.guard is TRUE or evaluate(entry.guard):
            taken.setdefault(entry.thread, []).append(_value(entry, relevant, evaluate))
    return {thread: tuple(values) for thread, values in sorted(taken.items())}


def _value(entry: Input, relevant: set[Term], evaluate: Evaluate) -> InputValue:
    if entry.symbol is not None:
        return InputValue(_bits(evaluate(entry.symbol)), entry.symbol.width)
    contents = _contents(entry, relevant, evaluate)
    if entry.begin is None:
        return InputValue(contents, entry.size * 8, contents=True)
    begin = entry.begin if isinstance(entry.begin, int) else _bits(evaluate(entry.begin))
    return InputValue((contents >> 8 * begin) << 1 | 1, entry.size * 8 + 1)  # see `EagerMachine`


def _contents(entry: Input, relevant: set[Term], evaluate: Evaluate) -> int:
    """Bytes that the formula does not speak of are 0. An object of unknown size takes as many as it turns out to have.

    No byte has two symbols; where one has its own, the array of all bytes does not count.
    """
    result = 0
    parts = undefined_parts.get(entry.instance, {})
    for offset in sorted(parts):
        part = parts[offset]
        if part not in relevant:
            continue
        if offset == WHOLE_ARRAY:
            array = evaluate(part)
            assert isinstance(array, ArrayValue)
            result = int.from_bytes(bytes(array[index] for index in range(entry.size or _LARGEST_SHOWN)), "little")
        else:
            result &= ~(((1 << part.width) - 1) << 8 * offset)
            result |= _bits(evaluate(part)) << 8 * offset
    return result & ((1 << 8 * entry.size) - 1) if entry.size else result


def _bits(value: Value) -> int:
    assert not isinstance(value, ArrayValue)
    return int(value)
