/* Sequence points that C does guarantee: &&, ||, ?:, comma, full expressions, calls. */
#include <stdio.h>

static int position;
static int order[32];
static int mark(int id, int value) {
    order[position++] = id;
    return value;
}
static void show(void) {
    for (int i = 0; i < position; i++)
        printf("%d ", order[i]);
    printf("\n");
    position = 0;
}
static int global = 1;
static int change(void) { return global++; }
static int *where(int *p) {
    global += 10;
    return p;
}

int main(void) {
    int r = mark(1, 0) && mark(2, 1) || mark(3, 1) && mark(4, 0) || mark(5, 1);
    show();
    r = (mark(1, 1), mark(2, 0)) ? mark(3, 1) : mark(4, 5);
    show();
    r += !mark(1, 0) || mark(2, 1);
    show();
    if (!(mark(1, 1) && !mark(2, 0)) || mark(3, 0))
        mark(4, 0);
    else
        mark(5, 0);
    show();
    for (mark(1, 0); mark(2, position < 12); mark(3, 0))
        mark(4, 0);
    show();
    do
        mark(1, 0);
    while (mark(2, position < 5) && mark(3, 1));
    show();
    int a[4] = {0}, i = 0;
    a[i++] = 5;
    a[i] = i + 7;
    i++;
    a[i] = a[i - 1] + a[i - 2];
    printf("%d %d %d %d\n", a[0], a[1], a[2], i);
    int x = change();
    x = x * 10 + change();
    printf("%d %d\n", x, global);
    int y = 0;
    *where(&y) = 5;
    *where(&y) += 6;
    (*where(&y))++;
    printf("%d %d\n", y, global);
    int *p = a;
    *p++ = 1;
    *p++ += 2;
    *++p = 3;
    printf("%d %d %d %d %td\n", a[0], a[1], a[2], a[3], p - a);
    int n = 5;
    n = n++ ? n : 100;
    printf("%d\n", n);
    n = (n = 3, n++, n + 1);
    printf("%d\n", n);
    switch (mark(9, 2)) {
    case 1:
        mark(1, 0);
    case 2:
        mark(2, 0);
    }
    show();
    return r + n;
}
