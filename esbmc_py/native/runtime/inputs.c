/* What the program gets from outside, as the counterexample has it. */
#include "runtime.h"

static long long integer(const char *name)
{
    long long number = 0;

    if (!smtcb_next_input(name, &number, NULL))
        smtcb_report("no-input thread %d: %s", smtcb_self ? smtcb_self->number : 0, name);
    return number;
}

static double real(const char *name)
{
    double number = 0;

    if (!smtcb_next_input(name, NULL, &number))
        smtcb_report("no-input thread %d: %s", smtcb_self ? smtcb_self->number : 0, name);
    return number;
}

/* For functions without a body, of which Python writes down the names. */
long long smtcb_outside(const char *name) { return integer(name); }

#define ANY(type, suffix, how)                                                                            \
    __attribute__((weak)) type __VERIFIER_nondet_##suffix(void)                                            \
    {                                                                                                      \
        return (type)how("__VERIFIER_nondet_" #suffix);                                                    \
    }                                                                                                      \
    __attribute__((weak)) type nondet_##suffix(void) { return (type)how("nondet_" #suffix); }
ANY(_Bool, bool, integer)
ANY(_Bool, _Bool, integer)
ANY(char, char, integer)
ANY(signed char, schar, integer)
ANY(unsigned char, uchar, integer)
ANY(short, short, integer)
ANY(unsigned short, ushort, integer)
ANY(int, int, integer)
ANY(unsigned, uint, integer)
ANY(unsigned, unsigned, integer)
ANY(unsigned, unsigned_int, integer)
ANY(unsigned char, unsigned_char, integer)
ANY(long, long, integer)
ANY(unsigned long, ulong, integer)
ANY(long long, longlong, integer)
ANY(unsigned long long, ulonglong, integer)
ANY(unsigned char, u8, integer)
ANY(unsigned short, u16, integer)
ANY(unsigned, u32, integer)
ANY(unsigned long, size_t, integer)
ANY(float, float, real)
ANY(double, double, real)

__attribute__((weak)) void *__VERIFIER_nondet_pointer(void)
{
    return (void *)(intptr_t)integer("__VERIFIER_nondet_pointer");
}

/* Functions of the library whose results are inputs. */
#define RESULT(type, name, parameters, arguments)  \
    type __real_##name parameters;                 \
    type __wrap_##name parameters                  \
    {                                              \
        long long number;                          \
                                                   \
        if (smtcb_next_input(#name, &number, NULL)) \
            return (type)number;                   \
        return __real_##name arguments;            \
    }
RESULT(int, rand, (void), ())
RESULT(int, rand_r, (unsigned *seed), (seed))
RESULT(long, random, (void), ())
RESULT(long, lrand48, (void), ())
RESULT(int, getchar, (void), ())
RESULT(clock_t, clock, (void), ())
RESULT(pid_t, getpid, (void), ())
RESULT(int, system, (const char *command), (command))

time_t __real_time(time_t *);

time_t __wrap_time(time_t *place)
{
    long long number;

    if (!smtcb_next_input("time", &number, NULL))
        return __real_time(place);
    if (place)
        *place = number;
    return number;
}
