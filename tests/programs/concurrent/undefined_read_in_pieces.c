// verdict: assertion
/* One way reads a byte of what is undefined, another one all of it at once: it is the same byte on both. */
#include <assert.h>
#include <stdbool.h>

bool __VERIFIER_nondet_bool(void);

struct four { unsigned char x, y, z, w; };

int main(void) {
    struct four a, b;
    unsigned char seen;
    if (__VERIFIER_nondet_bool()) {
        b = a;
        seen = b.x;
    } else {
        b.x = 0;
        seen = a.x;
    }
    assert(seen == a.x);
    assert(seen != 5);  // here
    return 0;
}
