// verdict: safe
/* Copies stay the same when the block that they were made from is gone, and another one lives at its place. */
#include <assert.h>

struct cell { _Bool x; };

struct cell made(void) {
    struct cell local;
    return local;
}

int main(void) {
    struct cell a = made(), b = a, c = made(), d = c;
    assert(a.x == b.x);
    assert(c.x == d.x);
    struct cell e = b;
    assert(e.x == a.x);
    return 0;
}
