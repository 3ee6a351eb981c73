"""gcc's `__sync_*` and `__atomic_*` builtins, expanded for the type they are used with: one atomic section each."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeAlias

from esbmc_py.goto.expressions import Const, Expression
from esbmc_py.goto.instructions import Nondet
from esbmc_py.goto.memory_models import RC11, MemoryOrder
from esbmc_py.goto.scalars import Scalar, scalars
from esbmc_py.goto.types import BOOL, INT, IntType, PointerType, StructType, is_scalar

from .evaluating import Evaluating, FunctionAround
from .fences import fence
from .model_arguments import require_count
from .operators import binary, convert, negate, unary
from .place_text import place_text
from .problems import TypeProblem, UnsupportedConstruct, location_of
from .scopes import Handler, MemoryPlace, Value
from .syntax_nodes import c_ast

Content: TypeAlias = Expression | MemoryPlace  # of an atomic object: a scalar, or a private copy of a structure
# How many arguments there are, where it is not three.
_COUNTS = {
    "load_n": 2,
    "exchange": 4,
    "compare_exchange_n": 6,
    "compare_exchange": 6,
    "test_and_set": 2,
    "clear": 2,
    "thread_fence": 1,
    "signal_fence": 1,
    "always_lock_free": 2,
    "is_lock_free": 2,
}
_OF_ORDER = 0xFFFF  # gcc has hints for hardware above these bits
OPERATIONS = {"add": "+", "sub": "-", "and": "&", "or": "|", "xor": "^", "nand": "nand"}


class Atomics:
    def __init__(self, lowering: FunctionAround, expressions: Evaluating) -> None:
        self._builder = lowering.builder
        self._architecture = lowering.architecture
        self._expressions = expressions
        self._linker = lowering.linker
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
        for name, op in OPERATIONS.items():
            self._table[f"__sync_fetch_and_{name}"] = self._fetch(op, old=True)
            self._table[f"__sync_{name}_and_fetch"] = self._fetch(op, old=False)
            self._table[f"__atomic_fetch_{name}"] = self._fetch(op, old=True)
            self._table[f"__atomic_{name}_fetch"] = self._fetch(op, old=False)

    def find(self, name: str) -> Handler | None:
        if not name.startswith(("__sync_", "__atomic_")):
            return None
        if name in self._table:
            return self._counted(name, name)
        base, _, size = name.rpartition("_")
        if size not in ("1", "2", "4", "8"):
            return None
        plain = f"{base}_n" if f"{base}_n" in self._table else base  # __atomic_load_4 takes and gives values
        return self._counted(plain, name) if plain in self._table else None

    def _counted(self, known: str, name: str) -> Handler:
        """`known` does what `name` says, if it is given the right number of arguments. `__sync_*` may have more."""
        wanted, handler = _COUNTS.get(known.removeprefix("__atomic_"), 3), self._table[known]

        def counted(node: Any, args: list[Any]) -> Value:
            if known.startswith("__atomic_") and len(args) != wanted:
                few = "few" if len(args) < wanted else "many"
                raise TypeProblem(f"too {few} arguments to {name}: {len(args)} for {wanted}", location_of(node))
            return handler(node, args)

        return counted

    def _object(self, node: Any, order: Any = None) -> MemoryPlace:
        """What the first argument points to, as an atomic object that is accessed in this memory order."""
        place = self._pointed(node)
        return _atomic_place(place, self._order(order))

    def _order(self, node: Any) -> MemoryOrder:
        """A memory order; seq_cst if none is given, or one that is not a constant."""
        if node is None:
            return MemoryOrder.SEQ_CST
        with self._builder.discarded():
            order = self._expressions.rvalue(node)
        if not isinstance(order, Const):
            if self._linker.semantics.surroundings.memory_model == RC11:
                raise UnsupportedConstruct("a memory order that is not a constant", location_of(node))
            return MemoryOrder.SEQ_CST
        return MemoryOrder(int(order.value) & _OF_ORDER) if int(order.value) & _OF_ORDER <= 5 else MemoryOrder.SEQ_CST

    def _pointed(self, node: Any) -> MemoryPlace:
        pointer = self._expressions.rvalue(node)
        place = self._expressions.pointee(pointer, f"*{place_text(node)}".replace("*&", "", 1), node)
        if not isinstance(place, MemoryPlace) or not (is_scalar(place.type) or isinstance(place.type, StructType)):
            raise TypeProblem("an atomic operation needs a pointer to an object", location_of(node))
        return place

    def _operand(self, node: Any, place: MemoryPlace) -> Expression:
        if isinstance(place.type, StructType):
            raise TypeProblem("an operation on an atomic structure needs a number", location_of(node))
        value = self._expressions.rvalue(node)
        return self._builder.settle(convert(value, place.type))  # type: ignore[arg-type]

    def _content(self, node: Any, place: MemoryPlace) -> Content:
        """The value of an argument that is to be put into `place`."""
        if isinstance(place.type, StructType):
            return self._get(self._expressions.aggregate(node))
        return self._operand(node, place)

    def _get(self, place: MemoryPlace) -> Content:
        if not isinstance(place.type, StructType):
            return self._builder.load(place)
        scratch = self._builder.scratch(place.type, "atomic")
        self._builder.copy(scratch, place)
        return scratch

    def _put(self, place: MemoryPlace, content: Content) -> None:
        if isinstance(content, MemoryPlace):
            self._builder.copy(place, content)
        else:
            self._builder.store(place, content)

    def _equal(self, left: Content, right: Content, node: Any) -> Expression:
        """Structures are compared scalar by scalar; what is in their padding has no meaning."""
        if not isinstance(left, MemoryPlace) or not isinstance(right, MemoryPlace):
            assert not isinstance(left, MemoryPlace) and not isinstance(right, MemoryPlace)
            return self._builder.settle(binary("==", left, convert(right, left.type)), "swapped")
        equal: Expression = Const(1, INT)
        for scalar in scalars(left.type, 8 * self._architecture.pointer_size):
            if not isinstance(scalar, Scalar):
                raise UnsupportedConstruct(f"compare and exchange on '{left.type}'", location_of(node))
            ours, theirs = (self._builder.load(self._part(whole, scalar)) for whole in (left, right))
            equal = self._builder.settle(binary("&", equal, convert(binary("==", ours, theirs), INT)))
        return self._builder.settle(binary("!=", equal, Const(0, INT)), "swapped")

    def _part(self, whole: MemoryPlace, scalar: Scalar) -> MemoryPlace:
        return self._builder.element(whole, scalar.type, scalar.offset, whole.text + scalar.path)

    def _fetch(self, op: str, *, old: bool) -> Handler:
        def handler(node: Any, args: list[Any]) -> Value:
            require_count(args, 2, node)
            place = self._object(args[0], _order_of(node, args, 2))
            operand = self._operand(args[1], place)
            with self._builder.atomic():
                before = self._builder.load(place)
                after = self._builder.store(place, _combine(op, before, operand))
            return before if old else after

        return handler

    def _load_n(self, node: Any, args: list[Any]) -> Value:
        require_count(args, 1, node)
        return self._get(self._object(args[0], _order_of(node, args, 1)))

    def _load(self, node: Any, args: list[Any]) -> Value:
        require_count(args, 2, node)
        source, target = self._object(args[0], _order_of(node, args, 2)), self._pointed(args[1])
        self._put(target, self._get(source))
        return None

    def _store_n(self, node: Any, args: list[Any]) -> Value:
        require_count(args, 2, node)
        place = self._object(args[0], _order_of(node, args, 2))
        self._put(place, self._content(args[1], place))
        return None

    def _store(self, node: Any, args: list[Any]) -> Value:
        require_count(args, 2, node)
        target, source = self._object(args[0], _order_of(node, args, 2)), self._pointed(args[1])
        self._put(target, self._get(source))
        return None

    def _exchange_n(self, node: Any, args: list[Any]) -> Value:
        require_count(args, 2, node)
        place = self._object(args[0], _order_of(node, args, 2))
        return self._swap(place, self._content(args[1], place))

    def _swap(self, place: MemoryPlace, value: Content) -> Content:
        with self._builder.atomic():
            before = self._get(place)
            self._put(place, value)
        return before

    def _exchange(self, node: Any, args: list[Any]) -> Value:
        require_count(args, 3, node)
        place = self._object(args[0], _order_of(node, args, 3))
        source, result = self._pointed(args[1]), self._pointed(args[2])
        self._put(result, self._swap(place, self._get(source)))
        return None

    def _compare_and_swap(
        self, place: MemoryPlace, expected: Content, desired: Content, node: Any, *, weak: bool = False
    ) -> tuple[Expression, Content]:
        """Whether it happened, and the value that was there before."""
        builder = self._builder
        end = builder.label()
        with builder.atomic():
            before = self._get(place)
            done = self._equal(before, expected, node)
            if weak and self._linker.semantics.surroundings.spurious_failures:
                done = self._perhaps(done, node)
            builder.branch(negate(done), end)
            self._put(place, desired)
            builder.place_label(end)
        return done, before

    def _perhaps(self, done: Expression, node: Any) -> Expression:
        """It may fail for no reason."""
        luck = self._builder.temporary(BOOL, "succeeds")
        self._builder.emit(Nondet(luck, "__VERIFIER_nondet_bool", location_of(node)))
        both = binary("&", convert(done, INT), convert(luck, INT))
        return self._builder.settle(binary("!=", both, Const(0, INT)), "swapped")

    def _is_weak(self, node: Any) -> bool:
        with self._builder.discarded():
            weak = self._expressions.rvalue(node)
        found = not isinstance(weak, Const) or bool(weak.value)
        self._linker.weak_exchanges |= found
        return found

    def _sync_swap(self, args: list[Any], node: Any) -> tuple[Expression, Content]:
        require_count(args, 3, node)
        place = self._object(args[0])
        expected, desired = self._operand(args[1], place), self._operand(args[2], place)
        return self._compare_and_swap(place, expected, desired, node)

    def _exchanged(self, node: Any, args: list[Any]) -> MemoryPlace:
        """What a compare and exchange is about: it has an order for when it fails, too."""
        place = self._object(args[0], _order_of(node, args, 4))
        return replace(place, failure=self._order(_order_of(node, args, 5)))

    def _compare_exchange_n(self, node: Any, args: list[Any]) -> Value:
        require_count(args, 3, node)
        place, expected = self._exchanged(node, args), self._pointed(args[1])
        return self._exchange_if(place, expected, self._content(args[2], place), node, weak=self._is_weak(args[3]))

    def _compare_exchange(self, node: Any, args: list[Any]) -> Value:
        require_count(args, 3, node)
        place = self._exchanged(node, args)
        expected, desired = self._pointed(args[1]), self._pointed(args[2])
        return self._exchange_if(place, expected, self._get(desired), node, weak=self._is_weak(args[3]))

    def _exchange_if(
        self, place: MemoryPlace, expected: MemoryPlace, desired: Content, node: Any, *, weak: bool
    ) -> Expression:
        builder = self._builder
        done, before = self._compare_and_swap(place, self._get(expected), desired, node, weak=weak)
        end = builder.label()
        builder.branch(done, end)
        self._put(expected, before)
        builder.place_label(end)
        return done

    def _test_and_set(self, node: Any, args: list[Any]) -> Value:
        require_count(args, 1, node)
        place = self._byte(args[0])
        before = self._swap(place, Const(1, place.type))  # type: ignore[arg-type]
        assert not isinstance(before, MemoryPlace)
        return convert(before, BOOL)

    def _byte(self, node: Any) -> MemoryPlace:
        """The flag byte behind a pointer of any type."""
        pointer = self._expressions.rvalue(node)
        if not isinstance(pointer.type, PointerType):
            raise TypeProblem("an atomic operation needs a pointer to an object", location_of(node))
        return MemoryPlace(self._builder.settle(pointer), IntType(8, False, "unsigned char"), "*flag", atomic=True)

    def _clear(self, node: Any, args: list[Any]) -> Value:
        require_count(args, 1, node)
        pointer = self._expressions.rvalue(args[0])
        place = self._expressions.pointee(pointer, f"*{place_text(args[0])}", node)
        if not isinstance(place, MemoryPlace) or not is_scalar(place.type):
            place = self._byte(args[0])
        is_sync = isinstance(node.name, c_ast.ID) and node.name.name.startswith("__sync_")
        order = MemoryOrder.RELEASE if is_sync else self._order(_order_of(node, args, 1))
        self._builder.store(_atomic_place(place, order), Const(0, INT))
        return None

    def _fence(self, node: Any, args: list[Any]) -> Value:
        for argument in args:
            self._expressions.effect(argument)
        self._linker.fences = True
        orders_threads = "signal_fence" not in node.name.name
        order = self._order(_order_of(node, args, 0))
        if orders_threads:
            fence(order, self._builder, self._linker)
        return None


def _order_of(node: Any, args: list[Any], position: int) -> Any:
    """The argument that says the memory order; None for `__sync_*`, which are sequentially consistent."""
    is_sync = isinstance(node.name, c_ast.ID) and node.name.name.startswith("__sync_")
    return args[position] if position < len(args) and not is_sync else None


def _atomic_place(place: MemoryPlace, order: MemoryOrder, failure: MemoryOrder | None = None) -> MemoryPlace:
    """The place as an atomic object that is accessed in this memory order."""
    return MemoryPlace(place.address, place.type, place.text, atomic=True, order=order, failure=failure)


def _combine(op: str, before: Expression, operand: Expression) -> Expression:
    if op == "nand":
        return unary("~", binary("&", before, operand))
    return binary(op, before, operand)
