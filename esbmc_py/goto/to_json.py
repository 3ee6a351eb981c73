"""A goto program as plain data for other tools. `docs/goto.md` describes the fields; they are meant to stay.

Instructions and expressions become objects whose `kind` is the class's name and whose other fields are those of the
dataclass. Types are C text plus what a reader needs to compute with them; objects are referred to by name.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from typing import Any, TypeAlias

from .expression_text import declaration_text
from .expressions import AddressOf, Binary, Const, Convert, Expression, FunctionAddress, Register, Unary
from .instruction_text import instruction_text
from .instructions import Instruction
from .program import Function, Program
from .properties import Property
from .symbols import Image, SourceLocation, Symbol
from .types import (
    ArrayType,
    CType,
    FloatType,
    FunctionType,
    IntType,
    PointerType,
    QualifiedType,
    StructType,
    VoidType,
    size_of,
)

Json: TypeAlias = dict[str, Any]

FORMAT_VERSION = 1


def program_to_json(program: Program, functions: Iterable[str] | None = None, models: bool = True) -> Json:
    """`functions`: only these; else all, those of the library only with `models`."""
    chosen = [
        function
        for name, function in program.functions.items()
        if (name in functions if functions is not None else models or not function.is_model)
    ]
    return {
        "format": "smtcb-goto",
        "version": FORMAT_VERSION,
        "pointer_bits": program.pointer_bits,
        "entry": program.entry,
        "thread_exit": program.thread_exit,
        "thread_self": None if program.thread_self is None else program.thread_self.name,
        "globals": [_object(symbol, image) for symbol, image in program.globals.items()],
        "thread_locals": [_object(symbol, image) for symbol, image in program.thread_locals.items()],
        "externals": {name: str(ctype) for name, ctype in program.externals.items()},
        "functions": {function.name: _function(function) for function in chosen},
    }


def _function(function: Function) -> Json:
    return {
        "type": str(function.type),
        "location": _location(function.location),
        "is_model": function.is_model,
        "parameters": [register.index for register in function.parameters],
        "registers": [{"name": register.name, "type": _type(register.type)} for register in function.registers],
        "locals": [_symbol(symbol) for symbol in function.locals],
        "labels": {str(index): label for index, label in function.labels.items()},
        "instructions": [instruction_to_json(instruction) for instruction in function.instructions],
    }


def instruction_to_json(instruction: Instruction) -> Json:
    result: Json = {"kind": type(instruction).__name__, "text": instruction_text(instruction)}
    for item in fields(instruction):
        result[item.name] = _value(getattr(instruction, item.name))
    result["visible"] = instruction.visible
    return result


def _value(value: object) -> Any:
    match value:
        case SourceLocation():
            return _location(value)
        case Property():
            return str(value)
        case Const() | Register() | AddressOf() | FunctionAddress() | Unary() | Binary() | Convert():
            return _expression(value)
        case Symbol():
            return {"kind": "Symbol", "name": value.name}
        case tuple():
            return [_value(item) for item in value]
        case VoidType() | IntType() | FloatType() | PointerType() | ArrayType() | FunctionType() | StructType():
            return _type(value)
        case QualifiedType():
            return _type(value)
        case _:
            return value


def _expression(expression: Expression) -> Json:
    result: Json = {"kind": type(expression).__name__}
    match expression:
        case Const(value):
            # JSON has no infinities and no NaN; as text they survive.
            result["value"] = str(value) if isinstance(value, float) else value
        case Register():
            result |= {"index": expression.index, "name": expression.name}
        case AddressOf(symbol):
            result["symbol"] = symbol.name
        case FunctionAddress(name):
            result["name"] = name
        case Unary(op, operand):
            result |= {"op": op, "operand": _expression(operand)}
        case Binary(op, left, right):
            result |= {"op": op, "left": _expression(left), "right": _expression(right)}
        case Convert(operand):
            result["operand"] = _expression(operand)
    result["type"] = _type(expression.type)
    return result


def _type(ctype: CType) -> Json:
    result: Json = {"text": declaration_text(ctype, "").strip(), "size": size_of(ctype)}
    match ctype:
        case IntType():
            result |= {"kind": "int", "width": ctype.width, "signed": ctype.signed}
        case FloatType():
            result |= {"kind": "float", "width": ctype.width}
        case PointerType():
            result["kind"] = "pointer"
        case ArrayType(_, count):
            result |= {"kind": "array", "count": count}
        case StructType():
            result["kind"] = "union" if ctype.is_union else "struct"
        case FunctionType():
            result["kind"] = "function"
        case VoidType():
            result["kind"] = "void"
        case QualifiedType(inner, atomic, volatile):
            result = _type(inner) | {"text": str(ctype), "atomic": atomic, "volatile": volatile}
    return result


def _symbol(symbol: Symbol) -> Json:
    return {
        "name": symbol.name,
        "source_name": symbol.source_name or symbol.name,
        "type": _type(symbol.type),
        "size": symbol.size,
        "storage": str(symbol.storage),
        "constant": symbol.constant,
        "location": _location(symbol.location),
    }


def _object(symbol: Symbol, image: Image) -> Json:
    relocations = [
        {
            "offset": relocation.offset,
            "target": relocation.target if isinstance(relocation.target, str) else relocation.target.name,
            "addend": relocation.addend,
        }
        for relocation in image.relocations
    ]
    return _symbol(symbol) | {"image": image.data.hex(), "relocations": relocations}


def _location(location: SourceLocation) -> Json:
    return {"file": location.file, "line": location.line, "column": location.column}
