// verdict: assertion
/* Each time its block begins, a local is undefined anew: what was copied then is not what is there now. */
#include <assert.h>

struct cell { _Bool x; };

int main(void) {
    struct cell kept[2];
    for (int i = 0; i < 2; i++) {
        struct cell local;
        kept[i] = local;
        assert(kept[i].x == local.x);
    }
    assert(kept[0].x == kept[1].x);  // here
    return 0;
}
