/* Snippets call these. What gcc makes of them prints the values; ours prints the same, or asserts them. */
#include <assert.h>
#include <stdio.h>
#ifdef EXPECTED
static void show(long long value)
{
    static const long long expected[] = {EXPECTED};
    static int position;
    assert(value == expected[position++]);
}
#else
static void show(long long value)
{
    printf("%lld\n", value);
}
#endif
static void show_text(const char *text)
{
    for (; *text; text++)
        show(*text);
    show(0);
}
static void show_double(double value)
{
    union {
        double d;
        long long i;
    } u;
    u.d = value;
    show(u.i);
}
