// verdict: safe
/* Whatever byte is where nobody has written a truth value: it is read as 0 or 1. */
#include <assert.h>

int main(void) {
    _Bool a[2];
    assert(!(a[0] && a[1]) || a[0] == a[1]);
    assert(a[0] <= 1);
    return 0;
}
