// verdict: safe
/* Structures passed by value and returned take along what is undefined in them, padding and all. */
#include <assert.h>

struct mixed { _Bool small; int large; };

struct mixed first;

struct mixed same(struct mixed given) {
    assert(given.small == first.small);
    return given;
}

struct mixed twice(struct mixed given) { return same(same(given)); }

int main(void) {
    struct mixed local, back;
    local.large = 5;
    first = local;
    back = twice(local);
    assert(back.small == local.small && back.large == 5);
    return 0;
}
