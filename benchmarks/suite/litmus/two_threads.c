/*
 * Litmus tests of two threads with two variables: SB, MP, LB, S, R, 2+2W, CoRR. What sequential consistency forbids
 * never happens; with ALLOWED the test asserts the opposite of an outcome that does.
 */
#include <assert.h>
#include <pthread.h>

static volatile int x, y;
static int r1, r2;

#if defined(SB)
#define FIRST (x = 1, r1 = y)
#define SECOND (y = 1, r2 = x)
#define FORBIDDEN (r1 == 0 && r2 == 0)
#define POSSIBLE (r1 == 1 && r2 == 1)
#elif defined(MP)
#define FIRST (x = 1, y = 1)
#define SECOND (r1 = y, r2 = x)
#define FORBIDDEN (r1 == 1 && r2 == 0)
#define POSSIBLE (r1 == 0 && r2 == 1)
#elif defined(LB)
#define FIRST (r1 = x, y = 1)
#define SECOND (r2 = y, x = 1)
#define FORBIDDEN (r1 == 1 && r2 == 1)
#define POSSIBLE (r1 == 0 && r2 == 1)
#elif defined(S)
#define FIRST (x = 2, y = 1)
#define SECOND (r1 = y, x = 1)
#define FORBIDDEN (r1 == 1 && x == 2)
#define POSSIBLE (r1 == 0 && x == 2)
#elif defined(R)
#define FIRST (x = 1, y = 1)
#define SECOND (y = 2, r1 = x)
#define FORBIDDEN (y == 2 && r1 == 0)
#define POSSIBLE (y == 1 && r1 == 1)
#elif defined(W2PLUS2)
#define FIRST (x = 1, y = 2)
#define SECOND (y = 1, x = 2)
#define FORBIDDEN (x == 1 && y == 1)
#define POSSIBLE (x == 2 && y == 2)
#elif defined(CORR)
#define FIRST (x = 1, x = 2)
#define SECOND (r1 = x, r2 = x)
#define FORBIDDEN (r1 > r2)
#define POSSIBLE (r1 == 1 && r2 == 2)
#else
#error "define one of SB, MP, LB, S, R, W2PLUS2, CORR"
#endif

static void *first(void *unused) {
    FIRST;
    return NULL;
}

static void *second(void *unused) {
    SECOND;
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
#ifdef ALLOWED
    assert(!POSSIBLE);
#else
    assert(!FORBIDDEN);
#endif
    return r1 + r2 > 4;
}
