// verdict: assertion
/* A number may consist of bytes that are copies of one another, and of others. */
#include <assert.h>

struct byte { unsigned char value; };
union word { struct byte bytes[4]; unsigned number; };

int main(void) {
    union word w;
    struct byte b;
    w.bytes[0] = b;
    w.bytes[1] = b;
    w.bytes[2].value = 1;
    w.bytes[3] = w.bytes[0];
    unsigned seen = w.number;
    assert((seen & 255) == (seen >> 8 & 255) && (seen >> 16 & 255) == 1);
    assert(seen >> 24 == b.value);
    assert(seen >> 24 != 9);  // here
    return 0;
}
