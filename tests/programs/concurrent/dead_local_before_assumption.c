// verdict: dead-local
/* What the dead local held last would not let the assumption hold. */
#include <pthread.h>
#include <stddef.h>

extern void __VERIFIER_assume(int);

int value = 1;
int *p = &value;

static void *lend(void *unused)
{
    {
        int own = 0;
        p = &own;
        p = &value;
    }
    return NULL;
}

static void *use(void *unused)
{
    __VERIFIER_assume(*p != 0);  // here
    return NULL;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, lend, NULL);
    pthread_create(&second, NULL, use, NULL);
    pthread_join(second, NULL);
    return 0;
}
