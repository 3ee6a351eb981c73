/* Compound literals: scope, addresses, arrays, in initialisers and loops. */
#include <stdio.h>

struct point {
    int x, y;
};

static int sum(const int *a, int n) {
    int s = 0;
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}
static int norm(struct point p) { return p.x * p.x + p.y * p.y; }
static int through(const struct point *p) { return p->x - p->y; }

static int *global_array = (int[]){1, 2, 3, 4};
static struct point *global_point = &(struct point){.y = 9};
static const char *text = (char[]){"literal"};

int main(void) {
    printf("%d %d\n", sum((int[]){1, 2, 3}, 3), sum((int[5]){[3] = 10}, 5));
    printf("%d %d\n", norm((struct point){3, 4}), through(&(struct point){.x = 10, .y = 3}));
    printf("%d %d %s\n", sum(global_array, 4), global_point->y, text);
    int *p = (int[]){7, 8, 9};
    p[1] = 80;
    printf("%d %d %d\n", p[0], p[1], p[2]);
    (int){5}++;
    int x = (int){5} + ((int){6})++;
    printf("%d\n", x);
    struct point a = {1, 2};
    a = (struct point){a.y, a.x};
    printf("%d %d\n", a.x, a.y);
    int total = 0;
    for (int i = 0; i < 3; i++) {
        int *fresh = (int[2]){i};
        total += fresh[0] + fresh[1];
        fresh[1] = 100;
    }
    printf("%d\n", total);
    char *s = (char[]){'h', 'i', 0};
    s[0] = 'H';
    printf("%s %zu\n", s, sizeof((int[]){1, 2, 3, 4, 5}));
    struct point *chain[] = {&(struct point){1, 1}, &(struct point){2, 2}};
    printf("%d\n", chain[0]->x + chain[1]->y);
    printf("%d\n", ((struct point){4, 5}).y);
    printf("%d\n", (struct { int v[2]; }){{3, 4}}.v[1]);
    printf("%g\n", *&(double){2.5});
    const int *constant = (const int[]){42};
    union {
        int i;
        float f;
    } u = (__typeof__(u)){.f = 1.0f};
    printf("%x\n", u.i);
    return *constant;
}
