"""Data classes whose methods are made later are the data classes that `dataclasses` makes."""

from __future__ import annotations

import copy
import dataclasses
import importlib
import pickle
import pkgutil
from collections.abc import Callable
from dataclasses import field
from typing import Any, ClassVar

import pytest

import encoders
import esbmc_py
import explicit_state
import reachability_tree
import sequentialize
import symex
from esbmc_py.goto import deferred


def _family(dataclass: Any, **settings: Any) -> list[type]:
    """The same classes, by either decorator."""

    @dataclass(slots=True, **settings)
    class Base:
        number: int
        names: list[str] = field(default_factory=list)
        note: str = field(default="none", compare=False, repr=False)
        kinds: ClassVar[int] = 3

        def double(self) -> int:
            return 2 * self.number

    @dataclass(slots=True, **settings)
    class Heir(Base):
        note: str = "other"
        made: int = field(default=7, init=False)

        def __post_init__(self) -> None:
            object.__setattr__(self, "made", self.number + 1)

    @dataclass(slots=True, **settings)
    class Own:
        x: int

        def __eq__(self, other: object) -> bool:
            return True

        def __repr__(self) -> str:
            return "own"

    return [Base, Heir, Own]


def _described(action: Callable[[], Any]) -> Any:
    try:
        return action()
    except Exception as problem:
        return type(problem).__name__, str(problem).replace("deferred", "")


def _behaviour_of(one: Callable[[], Any]) -> list[Any]:
    same = one()
    return [
        _described(lambda: hash(same) in (hash(one()), object.__hash__(same))),
        repr(one()),
        isinstance(_described(lambda: setattr(one(), one().__match_args__[0], 9)), tuple),
        isinstance(_described(lambda: setattr(one(), "nothing", 9)), tuple),  # the messages of old versions are odd
        isinstance(_described(lambda: delattr(one(), "number")), tuple),
        [(f.name, f.type, f.init, f.repr, f.compare) for f in dataclasses.fields(one())],
        dataclasses.asdict(one()),
        _described(lambda: copy.copy(same) == same),
        type(one()).__match_args__,
        type(one()).__slots__,
        _described(lambda: one().__dict__),
    ]


def _behaviour(classes: list[type]) -> list[Any]:
    base, heir, own = classes
    makers: list[Callable[[], Any]] = [
        lambda: base(1),
        lambda: base(1, ["a"], note="n"),
        lambda: heir(2),
        lambda: own(5),
    ]
    seen: list[Any] = []
    for one in makers:
        seen += [(one() == other(), one() != other()) for other in makers]
        seen += _behaviour_of(one)
    seen.append(repr(dataclasses.replace(base(1), number=3)))
    seen.append(_described(lambda: base()))
    seen.append(_described(lambda: heir(1, made=3)))
    seen.append((base(4).double(), base.kinds, dataclasses.is_dataclass(heir)))
    return seen


@pytest.mark.parametrize("settings", [{}, {"frozen": True}, {"eq": False}, {"frozen": True, "eq": False}])
def test_both_decorators_make_classes_that_behave_alike(settings: dict[str, bool]) -> None:
    assert _behaviour(_family(deferred.dataclass, **settings)) == _behaviour(_family(dataclasses.dataclass, **settings))


def test_fields_that_are_given_by_name_alone_can_be_asked_for() -> None:
    def made(dataclass: Any) -> list[Any]:
        @dataclass(frozen=True, slots=True, kw_only=True)
        class Named:
            number: int
            note: str = "none"

        @dataclass(frozen=True, slots=True)
        class Heir(Named):
            more: int = 0

        return [
            repr(Named(number=1)),
            _described(lambda: Named(1)),
            Named.__match_args__,
            repr(Heir(5, number=2)),
            Heir.__match_args__,
        ]

    assert made(deferred.dataclass) == made(dataclasses.dataclass)


@deferred.dataclass(frozen=True, slots=True)
class Sent:
    first: int
    second: tuple[int, ...] = ()


def test_objects_can_be_sent_to_other_processes() -> None:
    assert pickle.loads(pickle.dumps(Sent(1, (2, 3)))) == Sent(1, (2, 3))
    assert copy.deepcopy(Sent(1)) == Sent(1)


def test_nothing_is_compiled_before_it_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[str] = []
    original = deferred._compiled
    monkeypatch.setattr(deferred, "_compiled", lambda name, *rest: (compiled.append(name), original(name, *rest))[1])
    base, _, _ = _family(deferred.dataclass, frozen=True)
    assert compiled == []
    for number in range(deferred._BY_HAND):
        assert base(number).number == number
    assert compiled == []
    base(1), base(2)
    assert compiled == ["__init__"]


def test_every_class_of_ours_can_be_completed() -> None:
    """A mistake in a class (a default before a field without one) would come to light late."""
    for package in (encoders, esbmc_py, explicit_state, reachability_tree, sequentialize, symex):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not module.name.endswith("__main__"):
                importlib.import_module(module.name)
    for cls, fields in list(deferred._declared.items()):
        assert [one.name for one in dataclasses.fields(cls)] == list(fields)
        deferred._init(cls, fields, True)
