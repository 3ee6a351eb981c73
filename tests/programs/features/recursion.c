/* Recursion: direct, mutual, through pointers, with arrays and locals per frame. */
#include <stdio.h>

static int factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }
static int is_odd(unsigned n);
static int is_even(unsigned n) { return n == 0 ? 1 : is_odd(n - 1); }
static int is_odd(unsigned n) { return n == 0 ? 0 : is_even(n - 1); }
static int ackermann(int m, int n) {
    if (!m)
        return n + 1;
    return n ? ackermann(m - 1, ackermann(m, n - 1)) : ackermann(m - 1, 1);
}
static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
static int gcd(int a, int b) { return b ? gcd(b, a % b) : a; }
static int depth_sum(int *parent, int depth) {
    int here[3] = {depth, depth * 2, parent ? parent[0] : 100};
    if (depth == 5)
        return here[2];
    int below = depth_sum(here, depth + 1);
    return below + here[0] + here[1] + here[2];
}
static void hanoi(int n, char from, char to, char via, int *moves) {
    if (n == 0)
        return;
    hanoi(n - 1, from, via, to, moves);
    if (++*moves <= 5)
        printf("%c%c ", from, to);
    hanoi(n - 1, via, to, from, moves);
}
static void permute(char *s, int k, int n, int *count) {
    if (k == n) {
        if (++*count % 5 == 0)
            printf("%s ", s);
        return;
    }
    for (int i = k; i < n; i++) {
        char t = s[k];
        s[k] = s[i];
        s[i] = t;
        permute(s, k + 1, n, count);
        t = s[k];
        s[k] = s[i];
        s[i] = t;
    }
}
static int queens(int row, unsigned columns, unsigned left, unsigned right, int n) {
    if (row == n)
        return 1;
    int found = 0;
    for (int c = 0; c < n; c++) {
        unsigned bit = 1u << c;
        if ((columns | left | right) & bit)
            continue;
        found += queens(row + 1, columns | bit, (left | bit) << 1, (right | bit) >> 1, n);
    }
    return found;
}
static int collatz(long n, int (*self)(long, int (*)())) { return n == 1 ? 0 : 1 + self(n % 2 ? 3 * n + 1 : n / 2, (int (*)())self); }

int main(void) {
    printf("%d %d %d\n", factorial(10), is_even(10), is_odd(10));
    printf("%d %d %d\n", ackermann(2, 3), fib(15), gcd(1071, 462));
    printf("%d\n", depth_sum(0, 0));
    int moves = 0;
    hanoi(6, 'a', 'c', 'b', &moves);
    printf("%d\n", moves);
    char s[] = "abcd";
    int count = 0;
    permute(s, 0, 4, &count);
    printf("%d %s\n", count, s);
    printf("%d\n", queens(0, 0, 0, 0, 5));
    printf("%d\n", collatz(27, (int (*)(long, int (*)()))collatz));
    return fib(10);
}
