// verdict: assertion
/* What is written to one copy is not written to the other, and two undefined things are not the same. */
#include <assert.h>

struct cell { unsigned char x; };

int main(void) {
    struct cell a, b, c;
    b = a;
    c = b;
    a.x = 7;
    assert(b.x == c.x);
    assert(b.x == a.x);  // here
    return 0;
}
