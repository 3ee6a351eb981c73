/* Arithmetic, numbers as text, random numbers, sorting and searching. */
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <smtcb.h>
#include <stdlib.h>

int abs(int value)
{
    return value < 0 ? -value : value;
}

long labs(long value)
{
    return value < 0 ? -value : value;
}

long long llabs(long long value)
{
    return value < 0 ? -value : value;
}

imaxdiv_t imaxdiv(intmax_t dividend, intmax_t divisor)
{
    imaxdiv_t result = {dividend / divisor, dividend % divisor};

    return result;
}

intmax_t imaxabs(intmax_t value)
{
    return value < 0 ? -value : value;
}

div_t div(int dividend, int divisor)
{
    div_t result = {dividend / divisor, dividend % divisor};

    return result;
}

ldiv_t ldiv(long dividend, long divisor)
{
    ldiv_t result = {dividend / divisor, dividend % divisor};

    return result;
}

lldiv_t lldiv(long long dividend, long long divisor)
{
    lldiv_t result = {dividend / divisor, dividend % divisor};

    return result;
}

/* An integer as it was read. */
struct number {
    unsigned long long magnitude;
    _Bool negative;
    _Bool too_large; /* for unsigned long long */
};

static _Bool is_space(char character)
{
    return character == ' ' || (character >= '\t' && character <= '\r');
}

/* The value of a digit; 36 of what is none. */
static int digit_value(char character)
{
    if (character >= '0' && character <= '9')
        return character - '0';
    if (character >= 'a' && character <= 'z')
        return character - 'a' + 10;
    if (character >= 'A' && character <= 'Z')
        return character - 'A' + 10;
    return 36;
}

static _Bool begins_hexadecimal(const char *text)
{
    return text[0] == '0' && (text[1] == 'x' || text[1] == 'X') && digit_value(text[2]) < 16;
}

/* So many digits fit into an unsigned int, which makes smaller formulas, or into an unsigned long long. */
enum { SHORT_DECIMAL = 9, SHORT_NUMBER = 6, LONG_NUMBER = 12 };

/* The position goes up by one in every round, whatever is found there: in a formula it is then known. */
static struct number read_number(const char *text, char **end, int base)
{
    struct number number = {0, 0, 0};
    _Bool has_sign = 0;
    _Bool has_begun = 0;
    _Bool skips = 0; /* the x of 0x */
    unsigned small = 0;
    int after = 0;
    int i;

    if (base < 0 || base == 1 || base > 36) {
        errno = EINVAL;
        return number;
    }
    for (i = 0;; i++) {
        char character = text[i];
        int digit;

        if (skips) {
            skips = 0;
            continue;
        }
        if (!has_begun) {
            if (!has_sign && is_space(character))
                continue;
            if (!has_sign && (character == '-' || character == '+')) {
                has_sign = 1;
                number.negative = character == '-';
                continue;
            }
            has_begun = 1;
            if ((base == 0 || base == 16) && begins_hexadecimal(text + i)) {
                base = 16;
                skips = 1;
                continue;
            }
            if (base == 0)
                base = character == '0' ? 8 : 10;
        }
        digit = base > 10 ? digit_value(character) : character >= '0' && character <= '9' ? character - '0' : 36;
        if (digit >= base)
            break;
        after = i + 1;
        if (i < (base <= 10 ? SHORT_DECIMAL : SHORT_NUMBER)) {
            small = small * (unsigned)base + (unsigned)digit;
            number.magnitude = small;
            continue;
        }
        if (i >= LONG_NUMBER && number.magnitude > (ULLONG_MAX - digit) / base)
            number.too_large = 1;
        number.magnitude = number.magnitude * base + digit;
    }
    if (end != NULL)
        *end = (char *)text + after;
    return number;
}

long long strtoll(const char *text, char **end, int base)
{
    struct number number = read_number(text, end, base);

    if (number.negative) {
        if (number.too_large || number.magnitude > (unsigned long long)LLONG_MAX + 1) {
            errno = ERANGE;
            return LLONG_MIN;
        }
        return (long long)(0 - number.magnitude);
    }
    if (number.too_large || number.magnitude > LLONG_MAX) {
        errno = ERANGE;
        return LLONG_MAX;
    }
    return (long long)number.magnitude;
}

unsigned long long strtoull(const char *text, char **end, int base)
{
    struct number number = read_number(text, end, base);

    if (number.too_large) {
        errno = ERANGE;
        return ULLONG_MAX;
    }
    return number.negative ? 0 - number.magnitude : number.magnitude;
}

long strtol(const char *text, char **end, int base)
{
    long long value = strtoll(text, end, base);

    if (value < LONG_MIN || value > LONG_MAX) {
        errno = ERANGE;
        return value < 0 ? LONG_MIN : LONG_MAX;
    }
    return (long)value;
}

unsigned long strtoul(const char *text, char **end, int base)
{
    struct number number = read_number(text, end, base);

    if (number.too_large || number.magnitude > ULONG_MAX) {
        errno = ERANGE;
        return ULONG_MAX;
    }
    return number.negative ? 0 - (unsigned long)number.magnitude : (unsigned long)number.magnitude;
}

intmax_t strtoimax(const char *text, char **end, int base)
{
    return strtoll(text, end, base);
}

uintmax_t strtoumax(const char *text, char **end, int base)
{
    return strtoull(text, end, base);
}

/* What atoi and its kin read of a text with up to SHORT_DECIMAL characters before its end: an int is wide enough. Says
   whether that was all. */
static _Bool read_short_decimal(const char *text, int *result)
{
    _Bool has_begun = 0;
    _Bool negative = 0;
    unsigned magnitude = 0;
    int i;

    for (i = 0; i <= SHORT_DECIMAL; i++) {
        char character = text[i];

        if (character >= '0' && character <= '9') {
            magnitude = magnitude * 10 + (unsigned)(character - '0');
            has_begun = 1;
        } else if (!has_begun && (character == '-' || character == '+')) {
            negative = character == '-';
            has_begun = 1;
        } else if (has_begun || !is_space(character)) {
            *result = negative ? -(int)magnitude : (int)magnitude;
            return 1;
        }
    }
    return 0;
}

int atoi(const char *text)
{
    int value;

    return read_short_decimal(text, &value) ? value : (int)strtol(text, NULL, 10);
}

long atol(const char *text)
{
    int value;

    return read_short_decimal(text, &value) ? value : strtol(text, NULL, 10);
}

long long atoll(const char *text)
{
    int value;

    return read_short_decimal(text, &value) ? value : strtoll(text, NULL, 10);
}

/* Random numbers are any numbers in the function's range; seeds make no difference. */
int rand(void)
{
    return __VERIFIER_nondet_int() & RAND_MAX;
}

unsigned int arc4random(void)
{
    return __VERIFIER_nondet_uint();
}

unsigned int arc4random_uniform(unsigned int bound)
{
    unsigned int found = __VERIFIER_nondet_uint();

    __smtcb_assume(found < bound || (bound == 0 && found == 0));
    return found;
}

void arc4random_buf(void *target, size_t size)
{
    __smtcb_write_anything(target, size);
}

void srand(unsigned int seed)
{
    (void)seed;
}

int rand_r(unsigned int *seed)
{
    *seed = __VERIFIER_nondet_uint();
    return rand();
}

long random(void)
{
    return rand();
}

void srandom(unsigned int seed)
{
    (void)seed;
}

long lrand48(void)
{
    return rand();
}

long mrand48(void)
{
    return __VERIFIER_nondet_int();
}

/* Any multiple of 2^-48. */
double drand48(void)
{
    return (double)(__VERIFIER_nondet_ulong() & 0xffffffffffffULL) * 0x1p-48;
}

double erand48(unsigned short state[3])
{
    state[0]++;
    return drand48();
}

long nrand48(unsigned short state[3])
{
    state[0]++;
    return lrand48();
}

void srand48(long seed)
{
    (void)seed;
}

static void swap(struct __smtcb_byte *left, struct __smtcb_byte *right, size_t size)
{
    size_t i;

    for (i = 0; i < size; i++) {
        struct __smtcb_byte kept = left[i];

        left[i] = right[i];
        right[i] = kept;
    }
}

/* Insertion sort: short, and stable as glibc's. */
void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *))
{
    struct __smtcb_byte *elements = base;
    size_t i;
    size_t j;

    for (i = 1; i < count; i++)
        for (j = i; j > 0 && compare(elements + (j - 1) * size, elements + j * size) > 0; j--)
            swap(elements + (j - 1) * size, elements + j * size, size);
}

/* The same with something more that `compare` is told. */
void qsort_r(void *base, size_t count, size_t size, int (*compare)(const void *, const void *, void *), void *more)
{
    struct __smtcb_byte *elements = base;

    for (size_t i = 1; i < count; i++)
        for (size_t j = i; j > 0 && compare(elements + (j - 1) * size, elements + j * size, more) > 0; j--)
            swap(elements + (j - 1) * size, elements + j * size, size);
}

void *bsearch(const void *key, const void *base, size_t count, size_t size, int (*compare)(const void *, const void *))
{
    const char *elements = base;
    size_t low = 0;
    size_t high = count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const char *element = elements + middle * size;
        int order = compare(key, element);

        if (order == 0)
            return (void *)element;
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

/* Bytes that nobody can guess. */
ssize_t getrandom(void *target, size_t size, unsigned int flags)
{
    (void)flags;
    if (__VERIFIER_nondet_bool()) {
        errno = EAGAIN;
        return -1;
    }
    __smtcb_write_anything(target, size);
    return (ssize_t)size;
}

int getentropy(void *target, size_t size)
{
    return getrandom(target, size, 0) < 0 ? -1 : 0;
}
