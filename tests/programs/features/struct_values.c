/* Structs passed, returned and assigned by value. */
#include <stdio.h>

struct small {
    char c;
};
struct pair {
    int a, b;
};
struct big {
    long values[5];
    struct pair pair;
};
union either {
    int i;
    char bytes[4];
};

static struct pair swap(struct pair p) {
    int t = p.a;
    p.a = p.b;
    p.b = t;
    return p;
}
static struct big fill(long start) {
    struct big b;
    for (int i = 0; i < 5; i++)
        b.values[i] = start + i;
    b.pair = (struct pair){(int)start, -1};
    return b;
}
static long total(struct big b, struct small s, int factor) {
    long t = 0;
    for (int i = 0; i < 5; i++)
        t += b.values[i];
    b.values[0] = 1000;
    return t * factor + s.c + b.pair.b;
}
static struct small next(struct small s) {
    s.c++;
    return s;
}
static union either make(int i) {
    union either e = {i};
    return e;
}
static struct pair pick(int which, struct pair x, struct pair y) { return which ? x : y; }
static struct pair fibonacci(int n) {
    if (n == 0)
        return (struct pair){0, 1};
    struct pair p = fibonacci(n - 1);
    return (struct pair){p.b, p.a + p.b};
}
static struct pair (*operation)(struct pair) = swap;

int main(void) {
    struct pair p = {1, 2}, q = swap(p);
    printf("%d %d %d %d\n", p.a, p.b, q.a, q.b);
    printf("%d %d\n", swap(p).a, swap(swap(p)).a);
    p = swap(p);
    printf("%d %d\n", p.a, p.b);
    struct big b = fill(10);
    struct small s = {'A'};
    printf("%ld\n", total(b, s, 2));
    printf("%ld %d\n", b.values[0], b.pair.a);
    printf("%ld\n", total(fill(100), next(next(s)), 1));
    printf("%ld\n", fill(7).values[3]);
    printf("%c\n", next(s).c);
    printf("%d\n", make(0x01020304).bytes[0]);
    printf("%d %d\n", pick(1, p, q).a, pick(0, p, q).a);
    printf("%d\n", fibonacci(20).a);
    struct pair r = operation((struct pair){8, 9});
    printf("%d %d\n", r.a, r.b);
    struct pair array[3] = {{1, 1}, {2, 2}, {3, 3}};
    array[0] = array[2];
    array[1] = swap((struct pair){5, 6});
    struct pair *ptr = &array[2];
    *ptr = array[1];
    for (int i = 0; i < 3; i++)
        printf("%d%d ", array[i].a, array[i].b);
    printf("\n");
    struct pair x, y, z;
    x = y = z = (struct pair){4, 2};
    printf("%d ", x.a + y.a + z.a);
    printf("%d\n", (x = swap(x)).a);
    struct big copy = b, *pb = &copy;
    *pb = *pb;
    pb->values[4] = 0;
    printf("%ld %ld\n", b.values[4], copy.values[4]);
    return (p.a > q.a ? p : q).a;
}
