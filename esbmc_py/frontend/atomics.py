"""gcc's `__sync_*` and `__atomic_*` builtins, expanded for the type they are used with: one atomic section each."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from esbmc_py.goto.expressions import Const, Expression
from esbmc_py.goto.types import BOOL, INT, IntType, PointerType, StructType, is_scalar

from .operators import binary, convert, negate, unary
from .place_text import place_text
from .problems import TypeProblem, location_of
from .scopes import MemoryPlace

if TYPE_CHECKING:
    from .expressions import Expressions, Value
    from .lowering import Lowering

Handler = Callable[[Any, list[Any]], "Value"]
_OPERATIONS = {"add": "+", "sub": "-", "and": "&", "or": "|", "xor": "^", "nand": "nand"}


class Atomics:
    def __init__(self, lowering: Lowering, expressions: Expressions) -> None:
        self._builder = lowering.builder
        self._expressions = expressions
        self._table: dict[str, Handler] = {
            "__sync_bool_compare_and_swap": lambda node, args: self._sync_swap(args, node)[0],
            "__sync_val_compare_and_swap": lambda node, args: self._sync_swap(args, node)[1],
            "__sync_lock_test_and_set": self._exchange_n,
            "__sync_lock_release": self._clear,
            "__sync_synchronize": self._fence,
            "__atomic_load_n": self._load_n,
            "__atomic_load": self._load,
            "__atomic_store_n": self._store_n,
            "__atomic_store": self._store,
            "__atomic_exchange_n": self._exchange_n,
            "__atomic_exchange": self._exchange,
            "__atomic_compare_exchange_n": self._compare_exchange_n,
            "__atomic_compare_exchange": self._compare_exchange,
            "__atomic_test_and_set": self._test_and_set,
            "__atomic_clear": self._clear,
            "__atomic_thread_fence": self._fence,
            "__atomic_signal_fence": self._fence,
            "__atomic_always_lock_free": lambda node, args: Const(1, BOOL),
            "__atomic_is_lock_free": lambda node, args: Const(1, BOOL),
        }
        for name, op in _OPERATIONS.items():
            self._table[f"__sync_fetch_and_{name}"] = self._fetch(op, old=True)
            self._table[f"__sync_{name}_and_fetch"] = self._fetch(op, old=False)
            self._table[f"__atomic_fetch_{name}"] = self._fetch(op, old=True)
            self._table[f"__atomic_{name}_fetch"] = self._fetch(op, old=False)

    def find(self, name: str) -> Handler | None:
        if not name.startswith(("__sync_", "__atomic_")):
            return None
        handler = self._table.get(name)
        if handler is None:
            base, _, size = name.rpartition("_")
            handler = self._table.get(base) if size in ("1", "2", "4", "8") else None
        return handler

    def _object(self, node: Any) -> MemoryPlace:
        """What the first argument points to, as an atomic object."""
        place = self._pointed(node)
        return MemoryPlace(place.address, place.type, place.text, atomic=True)

    def _pointed(self, node: Any) -> MemoryPlace:
        pointer = self._expressions.rvalue(node)
        place = self._expressions.pointee(pointer, f"*{place_text(node)}".replace("*&", "", 1), node)
        if not isinstance(place, MemoryPlace) or not (is_scalar(place.type) or isinstance(place.type, StructType)):
            raise TypeProblem("an atomic operation needs a pointer to an object", location_of(node))
        return place

    def _operand(self, node: Any, place: MemoryPlace) -> Expression:
        value = self._expressions.rvalue(node)
        return self._builder.settle(convert(value, place.type))  # type: ignore[arg-type]

    def _fetch(self, op: str, *, old: bool) -> Handler:
        def handler(node: Any, args: list[Any]) -> Value:
            self._require(args, 2, node)
            place = self._object(args[0])
            operand = self._operand(args[1], place)
            with self._builder.atomic():
                before = self._builder.load(place)
                after = self._builder.store(place, _combine(op, before, operand))
            return before if old else after

        return handler

    def _require(self, args: list[Any], count: int, node: Any) -> None:
        if len(args) < count:
            raise TypeProblem(f"an atomic operation needs {count} arguments", location_of(node))

    def _load_n(self, node: Any, args: list[Any]) -> Value:
        self._require(args, 1, node)
        return self._builder.load(self._object(args[0]))

    def _load(self, node: Any, args: list[Any]) -> Value:
        self._require(args, 2, node)
        source, target = self._object(args[0]), self._pointed(args[1])
        self._transfer(target, source)
        return None

    def _transfer(self, target: MemoryPlace, source: MemoryPlace) -> None:
        if isinstance(source.type, StructType):
            self._builder.copy(target, source)
        else:
            self._builder.store(target, self._builder.load(source))

    def _store_n(self, node: Any, args: list[Any]) -> Value:
        self._require(args, 2, node)
        place = self._object(args[0])
        self._builder.store(place, self._operand(args[1], place))
        return None

    def _store(self, node: Any, args: list[Any]) -> Value:
        self._require(args, 2, node)
        target, source = self._object(args[0]), self._pointed(args[1])
        self._transfer(target, source)
        return None

    def _exchange_n(self, node: Any, args: list[Any]) -> Value:
        self._require(args, 2, node)
        place = self._object(args[0])
        return self._swap(place, self._operand(args[1], place))

    def _swap(self, place: MemoryPlace, value: Expression) -> Expression:
        with self._builder.atomic():
            before = self._builder.load(place)
            self._builder.store(place, value)
        return before

    def _exchange(self, node: Any, args: list[Any]) -> Value:
        self._require(args, 3, node)
        place, source, result = self._object(args[0]), self._pointed(args[1]), self._pointed(args[2])
        value = self._builder.load(source)
        self._builder.store(result, self._swap(place, value))
        return None

    def _compare_and_swap(
        self, place: MemoryPlace, expected: Expression, desired: Expression
    ) -> tuple[Expression, Expression]:
        """Whether it happened, and the value that was there before."""
        builder = self._builder
        end = builder.label()
        with builder.atomic():
            before = builder.load(place)
            done = builder.settle(binary("==", before, convert(expected, before.type)), "swapped")
            builder.branch(negate(done), end)
            builder.store(place, desired)
            builder.place_label(end)
        return done, before

    def _sync_swap(self, args: list[Any], node: Any) -> tuple[Expression, Expression]:
        self._require(args, 3, node)
        place = self._object(args[0])
        expected, desired = self._operand(args[1], place), self._operand(args[2], place)
        return self._compare_and_swap(place, expected, desired)

    def _compare_exchange_n(self, node: Any, args: list[Any]) -> Value:
        self._require(args, 3, node)
        place, expected = self._object(args[0]), self._pointed(args[1])
        return self._exchange_if(place, expected, self._operand(args[2], place))

    def _compare_exchange(self, node: Any, args: list[Any]) -> Value:
        self._require(args, 3, node)
        place, expected, desired = self._object(args[0]), self._pointed(args[1]), self._pointed(args[2])
        return self._exchange_if(place, expected, self._builder.load(desired))

    def _exchange_if(self, place: MemoryPlace, expected: MemoryPlace, desired: Expression) -> Expression:
        builder = self._builder
        done, before = self._compare_and_swap(place, builder.load(expected), desired)
        end = builder.label()
        builder.branch(done, end)
        builder.store(expected, before)
        builder.place_label(end)
        return done

    def _test_and_set(self, node: Any, args: list[Any]) -> Value:
        self._require(args, 1, node)
        place = self._byte(args[0])
        return convert(self._swap(place, Const(1, place.type)), BOOL)  # type: ignore[arg-type]

    def _byte(self, node: Any) -> MemoryPlace:
        """The flag byte behind a pointer of any type."""
        pointer = self._expressions.rvalue(node)
        if not isinstance(pointer.type, PointerType):
            raise TypeProblem("an atomic operation needs a pointer to an object", location_of(node))
        return MemoryPlace(self._builder.settle(pointer), IntType(8, False, "unsigned char"), "*flag", atomic=True)

    def _clear(self, node: Any, args: list[Any]) -> Value:
        self._require(args, 1, node)
        pointer = self._expressions.rvalue(args[0])
        place = self._expressions.pointee(pointer, f"*{place_text(args[0])}", node)
        if not isinstance(place, MemoryPlace) or not is_scalar(place.type):
            place = self._byte(args[0])
        atomic = MemoryPlace(place.address, place.type, place.text, atomic=True)
        self._builder.store(atomic, Const(0, INT))
        return None

    def _fence(self, node: Any, args: list[Any]) -> Value:
        for argument in args:
            self._expressions.effect(argument)
        return None


def _combine(op: str, before: Expression, operand: Expression) -> Expression:
    if op == "nand":
        return unary("~", binary("&", before, operand))
    return binary(op, before, operand)
