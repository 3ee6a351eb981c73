/* const, volatile, restrict, register, typedefs of all shapes. */
#include <stdio.h>

typedef unsigned char byte;
typedef int vector[3], *int_pointer, (*function)(int), matrix[2][2];
typedef struct node {
    int value;
    struct node *next;
} node, *list;
typedef const char *string;
typedef struct opaque opaque;
struct opaque {
    int hidden;
};

static const int limit = 10;
static const vector primes = {2, 3, 5};
static volatile int port = 1;
static const volatile int status = 7;
static int *const fixed = (int *)&port;
static const int *const *nowhere;

static int increment(int x) { return x + 1; }
static int dot(const vector a, const int *restrict b) {
    int r = 0;
    for (int i = 0; i < 3; i++)
        r += a[i] * b[i];
    return r;
}
static int length(list l) {
    int n = 0;
    for (; l; l = l->next)
        n++;
    return n;
}
static int sum(register const int *p, const int n) {
    register int s = 0;
    for (register int i = 0; i < n; i++)
        s += p[i];
    return s;
}
static int shadowing(int node) {
    typedef char vector;
    vector c = (vector)node;
    return sizeof(vector) + c;
}

int main(void) {
    vector v = {1, 2, 3};
    matrix m = {{1, 2}, {3, 4}};
    int_pointer p = v, q = &m[1][0];
    function f = increment;
    printf("%d %d %d\n", dot(primes, v), f(*p), q[1]);
    node c = {3, NULL}, b = {2, &c}, a = {1, &b};
    printf("%d %d\n", length(&a), sum(v, 3));
    port++;
    port = port + port;
    *fixed += limit;
    printf("%d %d\n", port, status);
    const int *pc = v;
    pc++;
    int *const cp = v;
    *cp = 9;
    const int *const cpc = cp + 1;
    printf("%d %d %d\n", *pc, *cp, *cpc);
    string s = "text";
    s++;
    byte x = 255;
    x++;
    printf("%s %d\n", s, x);
    opaque o = {5};
    opaque const *po = &o;
    volatile struct opaque vo = {6};
    vo.hidden++;
    printf("%d %d\n", po->hidden, vo.hidden);
    unsigned const volatile long static_order = 4;
    int const volatile i = 3;
    printf("%lu %d %d\n", static_order, i, nowhere == 0);
    {
        int node = 4, list = 5;
        printf("%d %d\n", node + list, shadowing(3));
    }
    struct node node = {8};
    return node.value;
}
