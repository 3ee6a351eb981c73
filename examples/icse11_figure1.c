/*
 * The running example of ICSE 2011 (figure 1): x is 1 in the end in most interleavings, and 0 in some. With FUSED, the
 * test of t1 and what depends on it are one statement, as the paper has it: it lets no thread in behind a test.
 */
#include <assert.h>
#include <pthread.h>

int x = 0;

void *t1(void *arg)
{
    x++;
#ifdef FUSED
    x = x > 1 ? x - 1 : x;
#else
    if (x > 1) x--;
#endif
    return NULL;
}

void *t2(void *arg)
{
    _Bool y;
    x++;
    y = (x > 1);
    if (y) x--;
    return NULL;
}

int main(void)
{
    pthread_t id1, id2;
    pthread_create(&id1, NULL, t1, NULL);
    pthread_create(&id2, NULL, t2, NULL);
    pthread_join(id1, NULL);
    pthread_join(id2, NULL);
    assert(x == 1);
    return 0;
}
