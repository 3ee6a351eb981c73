/* Function pointers: tables, arguments, results, casts, comparison. */
#include <stdio.h>

typedef int (*binary)(int, int);
typedef int function(int);

static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int mul(int a, int b) { return a * b; }
static function square, negate;
static int square(int x) { return x * x; }
static int negate(int x) { return -x; }

static binary choose(char op) { return op == '+' ? add : op == '-' ? &sub : *mul; }
static int (*select_unary(int which))(int) { return which ? square : negate; }
static int apply(int f(int), int x) { return f(x); }
static int twice(function *f, int x) { return f(f(x)); }
static void each(int *a, int n, void (*visit)(int *, void *), void *context) {
    for (int i = 0; i < n; i++)
        visit(&a[i], context);
}
static void accumulate(int *x, void *context) { *(int *)context += *x; }
static void scale(int *x, void *context) { *x *= *(const int *)context; }

struct operations {
    const char *name;
    binary run;
    struct {
        int (*unary)(int);
    } nested;
};

static const struct operations table[] = {{"add", add, {square}}, {"sub", sub, {negate}}, {"mul", mul, {0}}};
static int calls;
static void count(void) { calls++; }
static void (*hooks[])(void) = {count, 0, count, &count};

int main(void) {
    for (int i = 0; i < 3; i++) {
        printf("%s %d", table[i].name, table[i].run(6, 3));
        if (table[i].nested.unary)
            printf(" %d", table[i].nested.unary(6));
        printf("\n");
    }
    printf("%d %d %d\n", choose('+')(1, 2), (*choose('-'))(1, 2), (**choose('*'))(3, 4));
    printf("%d %d\n", select_unary(1)(5), select_unary(0)(5));
    printf("%d %d\n", apply(square, 7), twice(negate, 9));
    int a[] = {1, 2, 3}, sum = 0, factor = 10;
    each(a, 3, scale, &factor);
    each(a, 3, accumulate, &sum);
    printf("%d\n", sum);
    for (unsigned i = 0; i < sizeof hooks / sizeof hooks[0]; i++)
        if (hooks[i])
            hooks[i]();
    printf("%d\n", calls);
    binary f = add;
    printf("%d %d %d %d\n", f == add, f != sub, f == &add, !f);
    void *erased = (void *)f;
    printf("%d\n", ((binary)erased)(20, 22));
    binary *pf = &f;
    *pf = mul;
    printf("%d %d\n", (*pf)(5, 5), f(2, 2));
    int (*(*array_of[2])(char))(int, int) = {choose, choose};
    printf("%d\n", array_of[1]('-')(9, 4));
    int (*ternary)(int) = sum > 5 ? square : negate;
    printf("%d\n", ternary(4));
    void (*ignore)(int, int) = (void (*)(int, int))0;
    return ignore ? 1 : (int)sizeof(f);
}
