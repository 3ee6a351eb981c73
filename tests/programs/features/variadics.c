/* Variadic functions: every argument type, va_copy, va_list passed on, structs. */
#include <stdarg.h>
#include <stdio.h>

struct pair {
    int a, b;
};
struct big {
    long v[3];
    char c;
};

static int sum(int n, ...) {
    va_list ap;
    va_start(ap, n);
    int s = 0;
    while (n-- > 0)
        s += va_arg(ap, int);
    va_end(ap);
    return s;
}

static double mixed(const char *format, ...) {
    va_list ap;
    double total = 0;
    va_start(ap, format);
    for (; *format; format++)
        switch (*format) {
        case 'i':
            total += va_arg(ap, int);
            break;
        case 'l':
            total += va_arg(ap, long);
            break;
        case 'u':
            total += va_arg(ap, unsigned long long);
            break;
        case 'd':
            total += va_arg(ap, double);
            break;
        case 's':
            printf("[%s]", va_arg(ap, char *));
            break;
        case 'p': {
            int *p = va_arg(ap, int *);
            total += *p;
            ++*p;
            break;
        }
        case 't': {
            struct pair p = va_arg(ap, struct pair);
            total += p.a * p.b;
            break;
        }
        case 'b': {
            struct big b = va_arg(ap, struct big);
            total += b.v[0] + b.v[1] + b.v[2] + b.c;
            break;
        }
        case 'f':
            total += va_arg(ap, int (*)(int, ...))(2, 10, 20);
        }
    va_end(ap);
    return total;
}

static int vmax(int n, va_list ap) {
    int m = va_arg(ap, int);
    while (--n)
        for (int x = va_arg(ap, int); x > m;)
            m = x;
    return m;
}

static int spread(int n, ...) {
    va_list ap, again;
    va_start(ap, n);
    va_copy(again, ap);
    int high = vmax(n, ap);
    int first = va_arg(again, int);
    va_end(again);
    va_end(ap);
    return high - first;
}

static void take(va_list *ap, int *into) { *into = va_arg(*ap, int); }

static int by_pointer(int n, ...) {
    va_list ap;
    va_start(ap, n);
    int a, b, c = 0;
    take(&ap, &a);
    take(&ap, &b);
    if (n > 2)
        c = va_arg(ap, int);
    va_end(ap);
    return a * 100 + b * 10 + c;
}

static void log_line(const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    printf("log: ");
    vprintf(format, ap);
    va_end(ap);
    char buffer[40];
    va_start(ap, format);
    int n = vsnprintf(buffer, sizeof buffer, format, ap);
    va_end(ap);
    printf("%d <%s>\n", n, buffer);
}

int main(void) {
    printf("%d %d %d\n", sum(0), sum(1, 5), sum(10, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10));
    char c = 'c';
    short s = -2;
    float f = 1.5f;
    printf("%g\n", mixed("iid", c, s, f));
    int cell = 6;
    printf("%g\n", mixed("luds", 1L << 33, 7ull, 0.25, "str"));
    printf("%g", mixed("p", &cell));
    printf(" %d\n", cell);
    struct pair p = {3, 4};
    struct big b = {{1, 2, 3}, 4};
    printf("%g\n", mixed("itibd", 1, p, 2, b, 0.5));
    printf("%g\n", mixed("fi", sum, 3));
    printf("%d %d\n", spread(4, 3, 9, 2, 5), spread(1, 8));
    printf("%d %d\n", by_pointer(3, 1, 2, 3), by_pointer(2, 4, 5));
    log_line("%d %s %c\n", 42, "text", 'x');
    int (*indirect)(int, ...) = sum;
    return indirect(3, 10, 20, 12);
}
