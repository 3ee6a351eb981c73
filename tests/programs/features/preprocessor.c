/* What the preprocessor does before C is C: macros, conditionals, stringising, pasting, line control. */
#include <stdio.h>

#define EMPTY
#define ONE 1
#define ADD(a, b) ((a) + (b))
#define STRING(x) #x
#define EXPAND(x) STRING(x)
#define PASTE(a, b) a##b
#define PASTE_EXPANDED(a, b) PASTE(a, b)
#define VARIADIC(format, ...) printf(format "\n", ##__VA_ARGS__)
#define COUNT(...) (sizeof((int[]){__VA_ARGS__}) / sizeof(int))
#define NAMED(args...) COUNT(args)
#define SELF SELF_VALUE + SELF
#define SELF_VALUE 3
#define MULTI(x)                                                                                                       \
    do {                                                                                                               \
        x += 1;                                                                                                        \
        x *= 2;                                                                                                        \
    } while (0)
#define LIST X(red) X(green) X(blue)

enum colours {
#define X(name) name,
    LIST
#undef X
        count
};
static const char *names[] = {
#define X(name) #name,
    LIST
#undef X
};

#if defined(ONE) && !defined(TWO) && ADD(ONE, 1) == 2
static int chosen = 1;
#elif ONE
static int chosen = 2;
#else
#error "not reached"
#endif

#ifdef __GNUC__
static int gnu = 1;
#else
static int gnu = 0;
#endif

#if 0
this is not C at all '
#endif

int main(void) {
    int SELF_PLACE = 4;
    int xy = 5, x1 = 6, SELF_COPY EMPTY = 7;
    printf("%d %d %d\n", chosen, gnu, ADD(ONE, 2) * 3);
    printf("%s %s %s\n", STRING(ONE), EXPAND(ONE), STRING("quoted \n" 'c'));
    printf("%d %d\n", PASTE(x, y), PASTE_EXPANDED(x, ONE));
    VARIADIC("no arguments");
    VARIADIC("%d %s", 1, "two");
    printf("%zu %zu\n", COUNT(1, 2, 3), NAMED(4, 5));
    MULTI(xy);
    if (xy)
        MULTI(xy);
    else
        xy = 0;
    printf("%d %d %d\n", xy, SELF_PLACE, SELF_COPY);
    for (int i = 0; i < count; i++)
        printf("%s=%d ", names[i], i);
    printf("\n%d\n", __LINE__ > 50 && __LINE__ < 100);
    /* comments /* do not nest */
    int a = 10 /* inside */ / 2; // line comment
    printf("%d %d\n", a, __STDC__);
    printf("%s\n", "/* not a comment */ // nor this");
#line 1000
    int line = __LINE__;
    printf("%d\n", line);
    return blue;
}
