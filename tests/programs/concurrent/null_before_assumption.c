// verdict: null-pointer
/* The access goes wrong before the assumption, which never holds, is come to. */
#include <pthread.h>
#include <stddef.h>

extern void __VERIFIER_assume(int);

int never = 0, value = 1;
int *p = &value;

static void *take_away(void *unused)
{
    p = NULL;
    p = &value;
    return NULL;
}

static void *use(void *unused)
{
    int read = *p;  // here
    __VERIFIER_assume(never);
    return NULL;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, take_away, NULL);
    pthread_create(&second, NULL, use, NULL);
    pthread_join(second, NULL);
    return 0;
}
