"""What gcc's attributes mean to us: harmless, honoured, or not supported. None that changes a meaning is ignored.

An attribute that is in none of these lists is one that gcc does not know on x86 either: it warns and ignores it.
"""

from __future__ import annotations

from . import gnu_ast
from .gnu_ast import Attribute
from .problems import UnsupportedConstruct, location_of
from .syntax_nodes import c_ast

# They say something to the compiler, its warnings, its optimiser or the debugger, or where a symbol lies. A correct
# program does the same without them. What a caller promises by `nonnull`, `pure` or `access` is not checked.
_HARMLESS = """
    access alloc_align alloc_size always_inline artificial assume_aligned cold common const copy counted_by deprecated
    designated_init error expected_throw externally_visible fallthrough fd_arg fd_arg_read fd_arg_write flatten format
    format_arg gcc_struct gnu_inline hot leaf malloc may_alias no_address_safety_analysis no_icf
    no_instrument_function no_profile_instrument_function no_reorder no_sanitize no_sanitize_address
    no_sanitize_coverage no_sanitize_thread no_sanitize_undefined no_split_stack no_stack_limit no_stack_protector
    nocf_check nocommon noclone noinline noipa nonnull nonstring noplt nothrow null_terminated_string_arg optimize
    optnone patchable_function_entry pure retain returns_nonnull section sentinel simd stack_protect
    strict_flex_array symver tainted_args target target_clones tls_model unavailable unused used visibility
    warn_if_not_aligned warn_unused_result warning zero_call_used_regs
    cdecl stdcall fastcall thiscall ms_abi regparm sseregparm sysv_abi force_align_arg_pointer no_caller_saved_registers
    indirect_branch function_return indirect_return fentry_name fentry_section nodirect_extern_access cf_check
    cfi_check hardened lower lto uninitialized
"""
_HONOURED = """
    alias aligned asm cleanup constructor destructor mode noreturn packed pragma_pack returns_twice transparent_union
    weak weakref
"""
_KNOWN = frozenset(_HARMLESS.split()) | frozenset(_HONOURED.split())
UNSUPPORTED = {
    "assume": "the attribute assume",
    "hardbool": "the attribute hardbool",
    "ifunc": "the attribute ifunc: a function that is chosen when the program starts",
    "interrupt": "the attribute interrupt",
    "ms_struct": "the attribute ms_struct: another layout of structures",
    "naked": "the attribute naked: a function of assembly only",
    "noinit": "the attribute noinit",
    "persistent": "the attribute persistent",
    "scalar_storage_order": "the attribute scalar_storage_order: another order of bytes",
    "strub": "the attribute strub",
    "vector_size": "vector types",
}


def require_supported(node: c_ast.Node) -> None:
    """A declaration whose attributes mean something that we cannot execute is not supported."""
    for attribute in gnu_ast.attributes_of(node):
        construct = UNSUPPORTED.get(attribute.name)
        if attribute.name == "scalar_storage_order" and _texts(attribute) == ["little-endian"]:
            continue
        if construct is not None:
            raise UnsupportedConstruct(construct, attribute.location or location_of(node))


def unknown_attributes(node: c_ast.Node) -> list[Attribute]:
    """Those that gcc would ignore with a warning."""
    return [one for one in gnu_ast.attributes_of(node) if one.name not in _KNOWN and one.name not in UNSUPPORTED]


def find(node: c_ast.Node, name: str) -> Attribute | None:
    return next((attribute for attribute in gnu_ast.attributes_of(node) if attribute.name == name), None)


def cleanup_of(node: c_ast.Node) -> Attribute | None:
    """`__attribute__((cleanup(function)))` of a local; parameters and statics have none."""
    return find(node, "cleanup")


def text_of(attribute: Attribute | None) -> str | None:
    """The string that an attribute has as its argument: `alias("name")`, `asm("name")`."""
    texts = _texts(attribute) if attribute is not None else []
    return texts[0] if texts else None


def _texts(attribute: Attribute) -> list[str]:
    return [
        argument.value.strip('"')
        for argument in attribute.arguments
        if isinstance(argument, c_ast.Constant) and argument.value.endswith('"')
    ]
