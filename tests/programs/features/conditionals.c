/* The conditional operator: nesting, types of the branches, as arguments, with side effects; the comma operator. */
#include <stdio.h>

struct pair {
    int a, b;
};
static int log_count;
static int trace(int v) {
    printf("[%d]", v);
    log_count++;
    return v;
}
static const char *grade(int n) { return n >= 90 ? "A" : n >= 80 ? "B" : n >= 70 ? "C" : "F"; }
static int median(int a, int b, int c) {
    return a < b ? (b < c ? b : a < c ? c : a) : (a < c ? a : b < c ? c : b);
}
static void even(void) { printf("even\n"); }
static void odd(void) { printf("odd\n"); }

int main(void) {
    printf("%s %s %s %s\n", grade(95), grade(85), grade(75), grade(5));
    printf("%d %d %d %d\n", median(1, 2, 3), median(3, 1, 2), median(2, 3, 1), median(5, 5, 1));
    int x = 5, y = 10;
    int z = x > y ? trace(1) : x == 5 ? trace(2) : trace(3);
    printf(" %d\n", z);
    z = (trace(4), trace(5)) ? (x++, y++, x + y) : 0;
    printf(" %d %d %d\n", z, x, y);
    printf("%zu %zu\n", sizeof(1 ? 1 : 1.0), sizeof(1 ? 'a' : (char)1));
    printf("%g\n", 1 ? 1 : 2.5);
    printf("%d\n", (0 ? -1 : 1u) > 0);
    printf("%d\n", (1 ? -1 : 1u) > 0);
    printf("%d\n", (1 ? -1 : 1L) > 0);
    int *p = x ? &x : NULL, *q = x ? 0 : &x;
    printf("%d %d\n", *p, q == NULL);
    *(x > y ? &x : &y) = 77;
    printf("%d %d\n", x, y);
    struct pair a = {1, 2}, b = {3, 4}, c = x < y ? b : a;
    printf("%d %d\n", c.a, (x < y ? a : b).b);
    (x % 2 ? odd : even)();
    x % 2 ? odd() : even();
    x > 0 ? (void)(x = 1) : (void)(y = 1);
    printf("%d %d\n", x, y);
    int arr[] = {10, 20, 30};
    printf("%d\n", (x ? arr : p)[2]);
    printf("%d %d\n", (trace(0) || trace(7)) && !(trace(8) && trace(0)), log_count > 0);
    for (int i = 0, j = 0; i < 3; i++, j += i)
        printf("%d,%d%s", i, j, i < 2 ? " " : "\n");
    if ((x = 0, y = 3, x) || (x = y, y == 3))
        printf("%d %d\n", x, y);
    while (x = x - 1, x > 0)
        y += x;
    int w = !x ? y ? 4 : 5 : 6;
    w += x ? 0 : w > 3 ? 2 : 1;
    return w + log_count;
}
