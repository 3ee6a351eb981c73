// verdict: assertion
/* A union is copied byte by byte: whichever member is looked at, both have the same. */
#include <assert.h>

union view {
    unsigned char bytes[2];
    unsigned short word;
};

int main(void) {
    union view a, b;
    a.bytes[1] = 3;
    b = a;
    assert(b.word >> 8 == 3);
    assert(a.bytes[0] == (b.word & 255));
    assert(a.word == b.word);
    assert(a.bytes[0] != 200);  // here
    return 0;
}
