// verdict: assertion
/* A cache goes by the addresses of freed objects: the next one may lie where the last one was. */
#include <assert.h>
#include <stdlib.h>

struct conn { int id; };

static struct conn *cached;
static int cached_id;

static int id_of(struct conn *c)
{
    if (cached != c) {
        cached = c;
        cached_id = c->id;
    }
    return cached_id;
}

int main(void)
{
    struct conn *a = malloc(sizeof *a), *b;

    a->id = 1;
    assert(id_of(a) == 1);
    free(a);
    b = malloc(sizeof *b);
    b->id = 2;
    assert(id_of(b) == 2); // here
    free(b);
    return 0;
}
