"""Data classes whose methods are compiled when they are first needed.

`dataclasses.dataclass` writes and compiles half a dozen functions for each class as soon as it is declared. We declare
some three hundred of them and a small check uses a third, most of these only to make objects; so this was a large part
of its time. Classes made here are those that `dataclasses.dataclass` makes, to whoever uses them (a test compares the
two): each method stands in for itself until it is called, and then is written as the original would be.
"""

from __future__ import annotations

import dataclasses
import threading
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:

    def dataclass(cls=None, /, **settings):
        """`dataclasses.dataclass`, later, for classes with slots. Any other is made at once, by the original."""

        def decorate(cls):
            ordinary = settings.get("slots") and settings.keys() <= {"frozen", "slots", "eq", "repr", "kw_only"}
            if settings.get("kw_only") and cls.__bases__ != (object,):
                ordinary = False  # some fields by name and others by place: rare
            if not ordinary or not all(map(_is_ordinary, cls.__mro__)):
                return dataclasses.dataclass(cls, **settings)
            return _deferred(cls, settings)

        return decorate if cls is None else decorate(cls)


_FIELDS, _PARAMETERS, _PATTERN = "__dataclass_fields__", "__dataclass_params__", "__match_args__"
_BY_HAND = 4  # objects of a class that are made before its method is compiled
_completing = threading.RLock()
_declared: dict[type, dict[str, dataclasses.Field[Any]]] = {}  # fields by name, inherited ones first


def _is_ordinary(cls: type) -> bool:
    """A data class that we made, or none, without annotations that mean something special."""
    if _is_by_name(cls):
        return False
    if _FIELDS in vars(cls) and cls not in _declared:
        return False
    annotations = vars(cls).get("__annotations__", {})
    if any(getattr(vars(cls).get(name), "kw_only", dataclasses.MISSING) is True for name in annotations):
        return False
    return not any(word in str(written) for written in annotations.values() for word in ("InitVar", "KW_ONLY"))


def _is_by_name(cls: type) -> bool:
    """Are its fields given by name alone?"""
    return bool(_declared.get(cls)) and not vars(cls)[_PATTERN]


def _deferred(declared: type, settings: dict[str, bool]) -> type:
    body = {name: value for name, value in vars(declared).items() if name not in ("__dict__", "__weakref__")}
    if "__slots__" in body:
        raise TypeError(f"{declared.__name__} already specifies __slots__")
    own = {name: _field(body.get(name, dataclasses.MISSING)) for name in _field_names(body)}
    cls = _with_slots(declared, body, own)
    fields = {name: field for base in reversed(cls.__mro__) for name, field in _declared.get(base, {}).items()} | own
    _declared[cls] = fields
    frozen = settings.get("frozen", False)
    by_name = settings.get("kw_only", False)
    if _PATTERN not in body:
        setattr(cls, _PATTERN, () if by_name else tuple(name for name, field in fields.items() if field.init))
    _stand_in_for_init(cls, body, fields, frozen, by_name)
    if settings.get("repr", True):
        _stand_in(cls, body, "__repr__", lambda: _repr(fields))
    if settings.get("eq", True):
        type.__setattr__(cls, "__hash__", body.get("__hash__"))
        _stand_in(cls, body, "__eq__", lambda: _eq(fields))
        if frozen:
            _stand_in(cls, body, "__hash__", lambda: _hash(fields))
    if frozen:
        _freeze(cls, body)
    setattr(cls, _FIELDS, _Fields(cls))
    setattr(cls, _PARAMETERS, vars(_Frozen if frozen else _Changeable)[_PARAMETERS])
    return cls


def _field_names(body: dict[str, Any]) -> list[str]:
    annotations = body.get("__annotations__", {})
    return [name for name, written in annotations.items() if not str(written).startswith(("ClassVar", "typing.Class"))]


def _field(default: Any) -> dataclasses.Field[Any]:
    if isinstance(default, dataclasses.Field):
        return default
    field: dataclasses.Field[Any] = dataclasses.field(default=default)
    return field


def _with_slots(declared: type, body: dict[str, Any], own: Iterable[str]) -> type:
    """The same class with slots, which cannot be added to one that exists."""
    inherited = {slot for base in declared.__mro__[1:-1] for slot in vars(base).get("__slots__", ())}
    slotted = {name: value for name, value in body.items() if name not in own}
    slotted["__slots__"] = tuple(name for name in own if name not in inherited)
    made = type(declared)(declared.__name__, declared.__bases__, slotted)
    made.__qualname__ = declared.__qualname__
    return made


# What stands in


def _stand_in(cls: type, body: dict[str, Any], name: str, make: Callable[[], Any]) -> None:
    """For a method, until it is called. What the class defines itself stays."""
    if body.get(name) is not None:
        return

    def method(self: Any, *arguments: Any, **named: Any) -> Any:
        with _completing:
            made = make()
            made.__qualname__ = f"{cls.__qualname__}.{name}"
            setattr(cls, name, made)
        return made(self, *arguments, **named)

    method.__name__ = name
    method.__qualname__ = f"{cls.__qualname__}.{name}"
    setattr(cls, name, method)


def _stand_in_for_init(
    cls: type, body: dict[str, Any], fields: dict[str, dataclasses.Field[Any]], frozen: bool, by_name: bool
) -> None:
    """Half of the classes have a few objects at most: the first ones are filled without compiling anything."""
    if body.get("__init__") is not None:
        return
    names = () if by_name else tuple(name for name, field in fields.items() if field.init)
    left = _BY_HAND

    def method(self: Any, /, *arguments: Any, **named: Any) -> None:
        nonlocal left
        left -= 1
        if left >= 0 and type(self) is cls and len(arguments) <= len(names):
            values = _bound(fields, dict(zip(names, arguments, strict=False)), named)
            if values is not None:
                put = object.__setattr__ if frozen else setattr
                for name, value in values.items():
                    put(self, name, value)
                if hasattr(cls, "__post_init__"):
                    cls.__post_init__(self)
                return
        with _completing:
            made = _init(cls, fields, frozen, by_name)
            made.__qualname__ = method.__qualname__
            cls.__init__ = made  # type: ignore[misc]
        made(self, *arguments, **named)

    method.__name__ = "__init__"
    method.__qualname__ = f"{cls.__qualname__}.__init__"
    cls.__init__ = method  # type: ignore[misc]


def _bound(
    fields: dict[str, dataclasses.Field[Any]], placed: dict[str, Any], named: dict[str, Any]
) -> dict[str, Any] | None:
    """The value of each field; None if the arguments are not right, which the compiled method says best."""
    given = placed | named
    if len(given) < len(placed) + len(named):
        return None
    values = {}
    for name, field in fields.items():
        if field.init and name in given:
            values[name] = given.pop(name)
        elif field.default_factory is not dataclasses.MISSING:
            values[name] = field.default_factory()
        elif field.default is not dataclasses.MISSING:
            values[name] = field.default
        elif field.init:
            return None
    return None if given else values


class _Fields:
    """Stands in for the fields until somebody asks."""

    def __init__(self, cls: type) -> None:
        self._cls = cls

    def __get__(self, instance: Any, owner: type | None = None) -> Any:
        with _completing:
            found = _described(self._cls)
            setattr(self._cls, _FIELDS, found)
        return found


def _described(cls: type) -> dict[str, dataclasses.Field[Any]]:
    """The fields as `dataclasses` describes them, which it does for a class that has nothing else."""
    types = {
        name: written
        for base in reversed(cls.__mro__)
        if base in _declared
        for name, written in vars(base).get("__annotations__", {}).items()
    }
    fields = _declared[cls]
    body = {
        "__annotations__": {name: types[name] for name in fields},
        "__module__": cls.__module__,
        "__doc__": "fields",
    }
    twin = type(cls.__name__, (), {**body, **fields})
    dataclasses.dataclass(twin, init=False, repr=False, eq=False, match_args=False, kw_only=_is_by_name(cls))
    found: dict[str, dataclasses.Field[Any]] = vars(twin)[_FIELDS]
    return found


@dataclasses.dataclass(frozen=True)
class _Frozen:
    pass


@dataclasses.dataclass
class _Changeable:
    pass


# The methods


def _compiled(name: str, parameters: list[str], lines: list[str], known: dict[str, Any]) -> Any:
    text = f"def {name}({', '.join(parameters)}):\n" + "\n".join(f" {line}" for line in lines)
    made: dict[str, Any] = {}
    exec(text, known, made)
    return made[name]


def _init(cls: type, fields: dict[str, dataclasses.Field[Any]], frozen: bool, by_name: bool = False) -> Any:
    known: dict[str, Any] = {"_set": object.__setattr__, "_missing": dataclasses.MISSING}
    parameters, lines = ["self", "*"] if by_name else ["self"], []
    for name, field in fields.items():
        value, has_default = name, True
        if field.default_factory is not dataclasses.MISSING:
            known[f"_default_{name}"] = field.default_factory
            value = f"_default_{name}()"
            if field.init:
                parameters.append(f"{name}=_missing")
                value = f"{value} if {name} is _missing else {name}"
        elif field.default is not dataclasses.MISSING:
            known[f"_default_{name}"] = field.default
            if field.init:
                parameters.append(f"{name}=_default_{name}")
            else:
                value = f"_default_{name}"
        else:
            has_default = False
            if field.init:
                parameters.append(name)
        if field.init or has_default:
            lines.append(f"_set(self, {name!r}, {value})" if frozen else f"self.{name} = {value}")
    if hasattr(cls, "__post_init__"):
        lines.append("self.__post_init__()")
    return _compiled("__init__", parameters, lines or ["pass"], known)


def _values(of: str, names: Iterable[str]) -> str:
    return "(" + "".join(f"{of}.{name}," for name in names) + ")"


def _eq(fields: dict[str, dataclasses.Field[Any]]) -> Any:
    names = [name for name, field in fields.items() if field.compare]
    lines = ["if other.__class__ is self.__class__:"]
    lines += [f" return {_values('self', names)} == {_values('other', names)}", "return NotImplemented"]
    return _compiled("__eq__", ["self", "other"], lines, {})


def _hash(fields: dict[str, dataclasses.Field[Any]]) -> Any:
    names = [name for name, field in fields.items() if (field.compare if field.hash is None else field.hash)]
    return _compiled("__hash__", ["self"], [f"return hash({_values('self', names)})"], {})


def _repr(fields: dict[str, dataclasses.Field[Any]]) -> Any:
    from reprlib import recursive_repr

    names = [name for name, field in fields.items() if field.repr]

    @recursive_repr()
    def __repr__(self: Any) -> str:  # noqa: N807
        return f"{self.__class__.__qualname__}({', '.join(f'{name}={getattr(self, name)!r}' for name in names)})"

    return __repr__


def _freeze(cls: type, body: dict[str, Any]) -> None:
    """Objects cannot be changed; but they can be copied and sent to other processes."""
    above: Any = cls

    def set_attribute(self: Any, name: str, value: Any) -> None:
        if type(self) is cls or name in _declared[cls]:
            raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")
        super(above, self).__setattr__(name, value)

    def delete_attribute(self: Any, name: str) -> None:
        if type(self) is cls or name in _declared[cls]:
            raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")
        super(above, self).__delattr__(name)

    methods = {"__setattr__": set_attribute, "__delattr__": delete_attribute}
    methods |= {"__getstate__": _get_state, "__setstate__": _set_state}
    for name, method in methods.items():
        if name not in body:
            setattr(cls, name, method)


def _get_state(self: Any) -> list[Any]:
    return [getattr(self, name) for name in _declared[_declaring(type(self))]]


def _set_state(self: Any, state: list[Any]) -> None:
    for name, value in zip(_declared[_declaring(type(self))], state, strict=True):
        object.__setattr__(self, name, value)


def _declaring(cls: type) -> type:
    return next(base for base in cls.__mro__ if base in _declared)
