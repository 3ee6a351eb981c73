"""What sequentialized C stands on: choices, assumptions and assertions, for each back end in its own words."""

from __future__ import annotations

from esbmc_py.goto.types import FloatType, IntType, ScalarType

from .c_types import integer_name

BACKENDS = ("generic", "cbmc", "esbmc", "klee")

CHOICES = {
    "_Bool": "bool", "char": "char", "unsigned char": "uchar", "short": "short", "unsigned short": "ushort",
    "int": "int", "unsigned int": "uint", "long": "long", "unsigned long": "ulong", "long long": "longlong",
    "unsigned long long": "ulonglong", "float": "float", "double": "double",
}  # fmt: skip


def choice(ctype: ScalarType) -> str:
    """A call that gives any value of the type, or of one that converts to it."""
    match ctype:
        case IntType():
            name = integer_name(ctype)
            return f"__VERIFIER_nondet_{CHOICES.get(name, 'longlong' if ctype.width > 8 else 'char')}()"
        case FloatType():
            return f"__VERIFIER_nondet_{'float' if ctype.width == 32 else 'double'}()"
        case _:
            return "__VERIFIER_nondet_ulong()"


_DECLARATIONS = "\n".join(f"{ctype} __VERIFIER_nondet_{name}(void);" for ctype, name in CHOICES.items())

_LIBRARY = """\
void *malloc(__SIZE_TYPE__ size);
void *calloc(__SIZE_TYPE__ count, __SIZE_TYPE__ size);
void free(void *object);
void *memcpy(void *target, const void *source, __SIZE_TYPE__ size);
void exit(int status) __attribute__((noreturn));
void abort(void) __attribute__((noreturn));
__SIZE_TYPE__ malloc_usable_size(void *object);
"""

_HAVOC = """\
/* Contents that nobody has written yet. */
void havoc(void *object, __SIZE_TYPE__ size) {
    __SIZE_TYPE__ i;
    for (i = 0; i < size; i++)
        ((unsigned char *)object)[i] = __VERIFIER_nondet_uchar();
}
"""

_OVERFLOWS = """\
#define OVERFLOWS(operation, type, a, b) ({ type seq_r; __builtin_##operation##_overflow((a), (b), &seq_r); })
"""

_PLAIN_MAIN = """\
#define SEQ_PARAMETERS void
#define SEQ_BEGIN
"""

_DEFAULTS = """\
/* Choices come from a file of numbers that is named on the command line, or from a number there: a seed. */
#define SEQ_PARAMETERS int argc, char **argv
#define SEQ_BEGIN seq_begin(argc, argv);
#define assert(condition) ((condition) ? (void)0 : seq_violation(#condition, __LINE__))

int dprintf(int file, const char *format, ...);
int open(const char *path, int flags, ...);
long read(int file, void *buffer, __SIZE_TYPE__ size);

static char seq_text[1 << 20];
static const char *seq_next = seq_text;
static unsigned long long seq_seed;

void seq_begin(int argc, char **argv) {
    const char *digit;
    int file;
    if (argc < 2)
        return;
    for (digit = argv[1]; *digit >= '0' && *digit <= '9'; digit++)
        seq_seed = seq_seed * 10 + (unsigned long long)(*digit - '0');
    if (*digit == 0)
        return;
    seq_seed = 0;
    file = open(argv[1], 0);
    if (file < 0 || read(file, seq_text, sizeof seq_text - 1) < 0) {
        dprintf(2, "%s: cannot read the choices\\n", argv[1]);
        exit(2);
    }
}

static int seq_digit(void) {
    if (*seq_next >= '0' && *seq_next <= '9')
        return *seq_next++ - '0';
    return *seq_next >= 'a' && *seq_next <= 'f' ? *seq_next++ - 'a' + 10 : -1;
}

/* Bytes are written as x and their hexadecimal digits, in the order of memory. */
static int seq_bytes(unsigned char *bytes, __SIZE_TYPE__ size) {
    __SIZE_TYPE__ i;
    int high, low;
    while (*seq_next == ' ' || *seq_next == '\\n')
        seq_next++;
    if (*seq_next != 'x')
        return 0;
    seq_next++;
    for (i = 0; (high = seq_digit()) >= 0 && (low = seq_digit()) >= 0; i++)
        if (i < size)
            bytes[i] = (unsigned char)(high << 4 | low);
    return 1;
}

/* Choices that are missing are 0. */
static unsigned long long seq_choice(void) {
    unsigned long long value = 0;
    if (seq_seed == 0 && seq_bytes((unsigned char *)&value, sizeof value))
        return value;
    if (seq_seed != 0) {
        seq_seed = seq_seed * 6364136223846793005ULL + 1442695040888963407ULL;
        return (seq_seed >> 33) % 16;
    }
    while (*seq_next != 0 && (*seq_next < '0' || *seq_next > '9'))
        seq_next++;
    while (*seq_next >= '0' && *seq_next <= '9')
        value = value * 10 + (unsigned long long)(*seq_next++ - '0');
    return value;
}

void __VERIFIER_assume(int condition) {
    if (!condition) {
        dprintf(2, "an assumption does not hold: no execution\\n");
        exit(0);
    }
}

void havoc(void *object, __SIZE_TYPE__ size) {
    unsigned char *bytes = object;
    if (seq_seed == 0 && seq_bytes(bytes, size))
        return;
    while (size-- > 0)
        *bytes++ = (unsigned char)seq_choice();
}

void seq_violation(const char *condition, int line) {
    dprintf(2, "line %d: assertion failed: %s\\n", line, condition);
    abort();
}
"""


def _default_choices() -> str:
    lines = []
    for ctype, name in CHOICES.items():
        if ctype in ("float", "double"):
            body = f"union {{ unsigned long long bits; {ctype} value; }} any = {{seq_choice()}}; return any.value;"
        else:
            body = f"return ({ctype})seq_choice();"
        lines.append(f"{ctype} __VERIFIER_nondet_{name}(void) {{ {body} }}")
    return "\n".join(lines)


_GENERIC = f"""\
/* Choices and assumptions are functions. Define SEQ_EXTERNAL to supply them yourself. */
{_DECLARATIONS}
void __VERIFIER_assume(int condition);
#define assume(condition) __VERIFIER_assume(condition)
{_LIBRARY}
#if defined(__SMTCB__) || defined(SEQ_EXTERNAL)
void __VERIFIER_assert(int condition);
#define assert(condition) __VERIFIER_assert(condition)
{_PLAIN_MAIN}
{_HAVOC}#else
{_DEFAULTS}
{_default_choices()}
#endif
{_OVERFLOWS}"""

_CBMC = f"""\
{_DECLARATIONS}
{_LIBRARY}
#ifndef __CPROVER__ /* CBMC knows them; other compilers may want to read this, too */
void __CPROVER_assume(_Bool condition);
void __CPROVER_assert(_Bool condition, const char *message);
void __CPROVER_havoc_slice(void *object, __SIZE_TYPE__ size);
#endif
#define assume(condition) __CPROVER_assume(condition)
#define assert(condition) __CPROVER_assert(condition, #condition)
#define havoc(object, size) __CPROVER_havoc_slice(object, size)
{_PLAIN_MAIN}{_OVERFLOWS}"""

_ESBMC = f"""\
{_DECLARATIONS}
{_LIBRARY}
void __ESBMC_assume(_Bool condition);
void __ESBMC_assert(_Bool condition, const char *message);
#define assume(condition) __ESBMC_assume(condition)
#define assert(condition) __ESBMC_assert(condition, #condition)
{_PLAIN_MAIN}
{_HAVOC}{_OVERFLOWS}"""


def _klee() -> str:
    choices = "\n".join(
        f'{ctype} __VERIFIER_nondet_{name}(void) {{ {ctype} any; klee_make_symbolic(&any, sizeof any, "choice"); '
        "return any; }"
        for ctype, name in CHOICES.items()
    )
    return f"""\
void klee_make_symbolic(void *object, __SIZE_TYPE__ size, const char *name);
void klee_assume(__UINTPTR_TYPE__ condition);
void klee_report_error(const char *file, int line, const char *message, const char *suffix)
    __attribute__((noreturn));
{_LIBRARY}
{choices}
#define assume(condition) klee_assume(condition)
#define assert(condition) ((condition) ? (void)0 : klee_report_error(__FILE__, __LINE__, #condition, "assert.err"))
#define havoc(object, size) klee_make_symbolic(object, size, "contents")
{_PLAIN_MAIN}{_OVERFLOWS}"""


def runtime(backend: str) -> str:
    return {"generic": _GENERIC, "cbmc": _CBMC, "esbmc": _ESBMC}[backend] if backend != "klee" else _klee()
