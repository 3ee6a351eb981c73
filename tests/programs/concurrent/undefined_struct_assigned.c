// verdict: assertion
/* The copy of what is undefined is the same, whatever it turns out to be; but it may be anything. */
#include <assert.h>

struct pair { _Bool x, y; };

int main(void) {
    struct pair a, b, c;
    b = a;
    c = b;
    assert(c.x == a.x);
    assert(b.x == c.x);
    assert(a.y == c.y);
    assert(a.x == a.y);  // here
    return 0;
}
