// verdict: assertion
/* memcpy and memmove copy what is undefined; where regions overlap, a byte is copied along. */
#include <assert.h>
#include <string.h>

int main(void) {
    _Bool from[3], to[3], old;
    memcpy(to, from, sizeof to);
    memcpy(&old, &from[0], 1);
    memmove(from + 1, from, 2);
    assert(from[0] == old && from[1] == old);
    assert(from[2] == to[1] && to[0] == from[1]);
    assert(memcmp(to, from, 1) == 0);
    assert(to[2] == from[2]);  // here
    return 0;
}
