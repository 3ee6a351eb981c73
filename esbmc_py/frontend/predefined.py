"""The macros that a program finds defined: gcc's on x86 Linux, whatever preprocessor does the work.

The preprocessor's own predefined macros are switched off, so that a program means the same on every machine. Macros
that announce instruction sets (__SSE2__ ...) are left out on purpose: programs then take their portable path.
"""

from __future__ import annotations

_COMMON = """
__SMTCB__ 1
__CPROVER_bool _Bool
__CPROVER_thread_local __thread
__CPROVER_size_t __SIZE_TYPE__
__GNUC__ 12
__GNUC_MINOR__ 2
__GNUC_PATCHLEVEL__ 0
__GNUC_STDC_INLINE__ 1
__VERSION__ "12.2.0"
__NO_INLINE__ 1
__ELF__ 1
__linux 1
__linux__ 1
__gnu_linux__ 1
__unix 1
__unix__ 1
__CHAR_BIT__ 8
__SCHAR_MAX__ 0x7f
__SHRT_MAX__ 0x7fff
__INT_MAX__ 0x7fffffff
__LONG_LONG_MAX__ 0x7fffffffffffffffLL
__SCHAR_WIDTH__ 8
__SHRT_WIDTH__ 16
__INT_WIDTH__ 32
__LONG_LONG_WIDTH__ 64
__BIGGEST_ALIGNMENT__ 16
__ORDER_LITTLE_ENDIAN__ 1234
__ORDER_BIG_ENDIAN__ 4321
__ORDER_PDP_ENDIAN__ 3412
__BYTE_ORDER__ __ORDER_LITTLE_ENDIAN__
__FLOAT_WORD_ORDER__ __ORDER_LITTLE_ENDIAN__
__SIZEOF_SHORT__ 2
__SIZEOF_INT__ 4
__SIZEOF_LONG_LONG__ 8
__SIZEOF_FLOAT__ 4
__SIZEOF_DOUBLE__ 8
__SIZEOF_FLOAT128__ 16
__SIZEOF_WCHAR_T__ 4
__SIZEOF_WINT_T__ 4
__INT8_TYPE__ signed char
__INT16_TYPE__ short int
__INT32_TYPE__ int
__UINT8_TYPE__ unsigned char
__UINT16_TYPE__ short unsigned int
__UINT32_TYPE__ unsigned int
__INT8_MAX__ 0x7f
__INT16_MAX__ 0x7fff
__INT32_MAX__ 0x7fffffff
__UINT8_MAX__ 0xff
__UINT16_MAX__ 0xffff
__UINT32_MAX__ 0xffffffffU
__INT8_C(c) c
__INT16_C(c) c
__INT32_C(c) c
__UINT8_C(c) c
__UINT16_C(c) c
__UINT32_C(c) c ## U
__INT_LEAST8_TYPE__ signed char
__INT_LEAST16_TYPE__ short int
__INT_LEAST32_TYPE__ int
__UINT_LEAST8_TYPE__ unsigned char
__UINT_LEAST16_TYPE__ short unsigned int
__UINT_LEAST32_TYPE__ unsigned int
__INT_FAST8_TYPE__ signed char
__UINT_FAST8_TYPE__ unsigned char
__CHAR16_TYPE__ short unsigned int
__CHAR32_TYPE__ unsigned int
__WINT_TYPE__ unsigned int
__WINT_MAX__ 0xffffffffU
__WINT_MIN__ 0U
__SIG_ATOMIC_TYPE__ int
__SIG_ATOMIC_MAX__ 0x7fffffff
__SIG_ATOMIC_MIN__ (-__SIG_ATOMIC_MAX__ - 1)
__FLT_RADIX__ 2
__FLT_MANT_DIG__ 24
__FLT_DIG__ 6
__FLT_DECIMAL_DIG__ 9
__FLT_MIN_EXP__ (-125)
__FLT_MIN_10_EXP__ (-37)
__FLT_MAX_EXP__ 128
__FLT_MAX_10_EXP__ 38
__FLT_MAX__ 3.40282346638528859811704183484516925e+38F
__FLT_MIN__ 1.17549435082228750796873653722224568e-38F
__FLT_EPSILON__ 1.19209289550781250000000000000000000e-7F
__FLT_DENORM_MIN__ 1.40129846432481707092372958328991613e-45F
__FLT_HAS_INFINITY__ 1
__FLT_HAS_QUIET_NAN__ 1
__DBL_MANT_DIG__ 53
__DBL_DIG__ 15
__DBL_DECIMAL_DIG__ 17
__DBL_MIN_EXP__ (-1021)
__DBL_MIN_10_EXP__ (-307)
__DBL_MAX_EXP__ 1024
__DBL_MAX_10_EXP__ 308
__DBL_MAX__ ((double)1.79769313486231570814527423731704357e+308L)
__DBL_MIN__ ((double)2.22507385850720138309023271733240406e-308L)
__DBL_EPSILON__ ((double)2.22044604925031308084726333618164062e-16L)
__DBL_DENORM_MIN__ ((double)4.94065645841246544176568792868221372e-324L)
__DBL_HAS_INFINITY__ 1
__DBL_HAS_QUIET_NAN__ 1
__LDBL_MANT_DIG__ 64
__LDBL_DIG__ 18
__DECIMAL_DIG__ 21
__LDBL_MIN_EXP__ (-16381)
__LDBL_MIN_10_EXP__ (-4931)
__LDBL_MAX_EXP__ 16384
__LDBL_MAX_10_EXP__ 4932
__LDBL_MAX__ 1.18973149535723176502126385303097021e+4932L
__LDBL_MIN__ 3.36210314311209350626267781732175260e-4932L
__LDBL_EPSILON__ 1.08420217248550443400745280086994171e-19L
__FLT_EVAL_METHOD__ 0
__FINITE_MATH_ONLY__ 0
__ATOMIC_RELAXED 0
__ATOMIC_CONSUME 1
__ATOMIC_ACQUIRE 2
__ATOMIC_RELEASE 3
__ATOMIC_ACQ_REL 4
__ATOMIC_SEQ_CST 5
__GCC_ATOMIC_BOOL_LOCK_FREE 2
__GCC_ATOMIC_CHAR_LOCK_FREE 2
__GCC_ATOMIC_CHAR16_T_LOCK_FREE 2
__GCC_ATOMIC_CHAR32_T_LOCK_FREE 2
__GCC_ATOMIC_WCHAR_T_LOCK_FREE 2
__GCC_ATOMIC_SHORT_LOCK_FREE 2
__GCC_ATOMIC_INT_LOCK_FREE 2
__GCC_ATOMIC_LONG_LOCK_FREE 2
__GCC_ATOMIC_LLONG_LOCK_FREE 2
__GCC_ATOMIC_POINTER_LOCK_FREE 2
__GCC_ATOMIC_TEST_AND_SET_TRUEVAL 1
__GCC_HAVE_SYNC_COMPARE_AND_SWAP_1 1
__GCC_HAVE_SYNC_COMPARE_AND_SWAP_2 1
__GCC_HAVE_SYNC_COMPARE_AND_SWAP_4 1
__GCC_HAVE_SYNC_COMPARE_AND_SWAP_8 1
"""

_64 = """
__x86_64 1
__x86_64__ 1
__amd64 1
__amd64__ 1
_LP64 1
__LP64__ 1
__SIZEOF_INT128__ 16
__SIZEOF_LONG__ 8
__SIZEOF_POINTER__ 8
__SIZEOF_SIZE_T__ 8
__SIZEOF_PTRDIFF_T__ 8
__SIZEOF_LONG_DOUBLE__ 16
__LONG_MAX__ 0x7fffffffffffffffL
__LONG_WIDTH__ 64
__INT64_TYPE__ long int
__UINT64_TYPE__ long unsigned int
__INT64_MAX__ 0x7fffffffffffffffL
__UINT64_MAX__ 0xffffffffffffffffUL
__INT64_C(c) c ## L
__UINT64_C(c) c ## UL
__INT_LEAST64_TYPE__ long int
__UINT_LEAST64_TYPE__ long unsigned int
__INT_FAST16_TYPE__ long int
__INT_FAST32_TYPE__ long int
__INT_FAST64_TYPE__ long int
__UINT_FAST16_TYPE__ long unsigned int
__UINT_FAST32_TYPE__ long unsigned int
__UINT_FAST64_TYPE__ long unsigned int
__INTMAX_TYPE__ long int
__UINTMAX_TYPE__ long unsigned int
__INTMAX_MAX__ 0x7fffffffffffffffL
__UINTMAX_MAX__ 0xffffffffffffffffUL
__INTMAX_C(c) c ## L
__UINTMAX_C(c) c ## UL
__INTPTR_TYPE__ long int
__UINTPTR_TYPE__ long unsigned int
__INTPTR_MAX__ 0x7fffffffffffffffL
__UINTPTR_MAX__ 0xffffffffffffffffUL
__SIZE_TYPE__ long unsigned int
__SIZE_MAX__ 0xffffffffffffffffUL
__SIZE_WIDTH__ 64
__PTRDIFF_TYPE__ long int
__PTRDIFF_MAX__ 0x7fffffffffffffffL
__PTRDIFF_WIDTH__ 64
__WCHAR_TYPE__ int
__WCHAR_MAX__ 0x7fffffff
__WCHAR_MIN__ (-__WCHAR_MAX__ - 1)
"""

_32 = """
__i386 1
__i386__ 1
__i686 1
__i686__ 1
_ILP32 1
__ILP32__ 1
__SIZEOF_LONG__ 4
__SIZEOF_POINTER__ 4
__SIZEOF_SIZE_T__ 4
__SIZEOF_PTRDIFF_T__ 4
__SIZEOF_LONG_DOUBLE__ 12
__LONG_MAX__ 0x7fffffffL
__LONG_WIDTH__ 32
__INT64_TYPE__ long long int
__UINT64_TYPE__ long long unsigned int
__INT64_MAX__ 0x7fffffffffffffffLL
__UINT64_MAX__ 0xffffffffffffffffULL
__INT64_C(c) c ## LL
__UINT64_C(c) c ## ULL
__INT_LEAST64_TYPE__ long long int
__UINT_LEAST64_TYPE__ long long unsigned int
__INT_FAST16_TYPE__ int
__INT_FAST32_TYPE__ int
__INT_FAST64_TYPE__ long long int
__UINT_FAST16_TYPE__ unsigned int
__UINT_FAST32_TYPE__ unsigned int
__UINT_FAST64_TYPE__ long long unsigned int
__INTMAX_TYPE__ long long int
__UINTMAX_TYPE__ long long unsigned int
__INTMAX_MAX__ 0x7fffffffffffffffLL
__UINTMAX_MAX__ 0xffffffffffffffffULL
__INTMAX_C(c) c ## LL
__UINTMAX_C(c) c ## ULL
__INTPTR_TYPE__ int
__UINTPTR_TYPE__ unsigned int
__INTPTR_MAX__ 0x7fffffff
__UINTPTR_MAX__ 0xffffffffU
__SIZE_TYPE__ unsigned int
__SIZE_MAX__ 0xffffffffU
__SIZE_WIDTH__ 32
__PTRDIFF_TYPE__ int
__PTRDIFF_MAX__ 0x7fffffff
__PTRDIFF_WIDTH__ 32
__WCHAR_TYPE__ long int
__WCHAR_MAX__ 0x7fffffffL
__WCHAR_MIN__ (-__WCHAR_MAX__ - 1)
"""


def predefined_macros(arch: int) -> list[tuple[str, str]]:
    """Name (with its parameters, if any) and replacement of each macro."""
    table = _COMMON + (_64 if arch == 64 else _32)
    return [(name, value) for name, _, value in (line.partition(" ") for line in table.split("\n") if line)]
