/*
 * Litmus tests of three and four threads: WRC, ISA2, RWC, 3.2W, IRIW. What sequential consistency forbids never
 * happens; with ALLOWED the test asserts the opposite of an outcome that does.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static volatile int x, y, z;
static int r1, r2, r3, r4;

#define NOTHING ((void)0)
#if defined(WRC)
#define BODIES BODY(x = 1) BODY((r1 = x, y = 1)) BODY((r2 = y, r3 = x)) BODY(NOTHING)
#define FORBIDDEN (r1 == 1 && r2 == 1 && r3 == 0)
#define POSSIBLE (r1 == 1 && r2 == 0 && r3 == 1)
#elif defined(ISA2)
#define BODIES BODY((x = 1, y = 1)) BODY((r1 = y, z = 1)) BODY((r2 = z, r3 = x)) BODY(NOTHING)
#define FORBIDDEN (r1 == 1 && r2 == 1 && r3 == 0)
#define POSSIBLE (r1 == 0 && r2 == 1 && r3 == 0)
#elif defined(RWC)
#define BODIES BODY(x = 1) BODY((r1 = x, r2 = y)) BODY((y = 1, r3 = x)) BODY(NOTHING)
#define FORBIDDEN (r1 == 1 && r2 == 0 && r3 == 0)
#define POSSIBLE (r1 == 1 && r2 == 0 && r3 == 1)
#elif defined(W3)
#define BODIES BODY((x = 1, y = 2)) BODY((y = 1, z = 2)) BODY((z = 1, x = 2)) BODY(NOTHING)
#define FORBIDDEN (x == 1 && y == 1 && z == 1)
#define POSSIBLE (x == 2 && y == 2 && z == 2)
#elif defined(IRIW)
#define BODIES BODY(x = 1) BODY(y = 1) BODY((r1 = x, r2 = y)) BODY((r3 = y, r4 = x))
#define FORBIDDEN (r1 == 1 && r2 == 0 && r3 == 1 && r4 == 0)
#define POSSIBLE (r1 == 1 && r2 == 0 && r3 == 1 && r4 == 1)
#else
#error "define one of WRC, ISA2, RWC, W3, IRIW"
#endif

static void *run(void *argument) {
    long me = (long)argument, i = 0;
#define BODY(statement)                                                                                                \
    if (me == i++)                                                                                                     \
        statement;
    BODIES
    return NULL;
}

int main(void) {
    pthread_t t[4];
    for (long i = 0; i < 4; i++)
        pthread_create(&t[i], NULL, run, (void *)i);
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], NULL);
#ifdef ALLOWED
    assert(!POSSIBLE);
#else
    assert(!FORBIDDEN);
#endif
    return r1 + r2 + r3 + r4 + z > 100;
}
