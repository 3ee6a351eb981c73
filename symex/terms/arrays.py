"""Arrays: select, store and constant arrays. A read looks through the writes that cannot have been to its index."""

from __future__ import annotations

from .choices import ite, values
from .constructors import bounded
from .nodes import Term, make, table_of
from .sorts import SortError, array_width, element_bits, index_bits, is_array

_SELECT = table_of("select")
_STORE = table_of("store")
_CONST_ARRAY = table_of("const_array", lambda term: (term.args[0], index_bits(term.width)))


def const_array(index: int, element: Term) -> Term:
    """The array over indices of `index` bits that holds `element` everywhere."""
    key = (element, index)
    found = _CONST_ARRAY.get(key)
    if found is None:
        found = _CONST_ARRAY[key] = make("const_array", (element,), array_width(index, element.width))
    return found


def select(array: Term, index: Term) -> Term:
    key = (array, index)
    result = _SELECT.get(key)
    if result is not None:
        return result
    if not is_array(array.width) or index_bits(array.width) != index.width:
        raise SortError(f"select from {array.sort} at {index.sort}")
    result = _read_through(array, index)
    _SELECT[key] = result
    return result


def _read_through(array: Term, index: Term) -> Term:
    source = array
    while source.op == "store":
        base, at, value = source.args
        if at is index:
            return value
        if not _distinct(at, index):
            break
        source = base
    if source.op == "const_array":
        return source.args[0]
    if source is not array:
        return select(source, index)
    result = _read_choice(source, index) if source.op == "ite" else None
    return result if result is not None else make("select", (source, index), element_bits(source.width))


@bounded
def _read_choice(array: Term, index: Term) -> Term | None:
    """A read from a choice of arrays is a choice of values, if both are known."""
    condition, then, otherwise = array.args
    x, y = select(then, index), select(otherwise, index)
    return ite(condition, x, y) if x is y or (x.op != "select" and y.op != "select") else None


def _distinct(a: Term, b: Term) -> bool:
    """Whether two indices differ for sure: i + 1 and i + 2, or choices among different constants."""
    left, right = values(a), values(b)
    if left is not None and right is not None:
        return left.isdisjoint(right)
    (base, offset), (other, distance) = _with_offset(a), _with_offset(b)
    return base is other and offset != distance


def _with_offset(term: Term) -> tuple[Term, int]:
    if term.op == "bvadd" and term.args[1].op == "const":
        return term.args[0], term.args[1].payload
    return term, 0


def store(array: Term, index: Term, value: Term) -> Term:
    key = (array, index, value)
    result = _STORE.get(key)
    if result is not None:
        return result
    width = array.width
    if not is_array(width) or index_bits(width) != index.width or element_bits(width) != value.width:
        raise SortError(f"store of {value.sort} into {array.sort} at {index.sort}")
    result = _overwritten(array, index, value)
    if result is None:
        result = make("store", key, width)
    _STORE[key] = result
    return result


def _overwritten(array: Term, index: Term, value: Term) -> Term | None:
    if value.op == "select" and value.args[0] is array and value.args[1] is index:
        return array
    if array.op == "const_array" and array.args[0] is value:
        return array
    if array.op == "store" and array.args[1] is index:
        return store(array.args[0], index, value)
    return None
