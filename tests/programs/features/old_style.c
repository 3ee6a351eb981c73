/* K&R definitions, implicit int, implicit declarations, functions without prototypes. */
#include <stdio.h>

add(a, b)
int a, b;
{
    return a + b;
}

static scale(x, factor, text)
    double x;
    char factor;
    const char *text;
{
    printf("%s ", text);
    return x * factor;
}

no_types(a, b) { return a * b; }

counter;
static limit = 3;
const constant = 4;
int unprototyped();
int float_argument();

int array_argument(a, n)
int a[];
register n;
{
    auto total = 0;
    while (n--)
        total += a[n];
    return total;
}

int (*pick(which))()
int which;
{
    return which ? add : no_types;
}

main() {
    register i;
    int a[] = {1, 2, 3, 4};
    printf("%d %d\n", add(2, 3), no_types(4, 5));
    printf("%d\n", scale(2.5, 4, "scaled"));
    for (i = 0; i < limit; i++)
        counter += later(i);
    printf("%d %d\n", counter, constant);
    printf("%d\n", array_argument(a, 4));
    printf("%d\n", unprototyped(1, 2, 3));
    printf("%d\n", float_argument(1.5f, 'a'));
    printf("%d %d\n", pick(1)(6, 7), (*pick(0))(6, 7));
    int f();
    printf("%d\n", f());
    return add(a[3], later(a[1]));
}

int later(n) { return n * n; }
int unprototyped(int a, int b, int c) { return a * 100 + b * 10 + c; }
int float_argument(f, c)
float f;
char c;
{
    return f * 2 + c;
}
f(void) { return 8; }
