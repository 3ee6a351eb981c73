// verdict: dead-local
/* A local of a call that has returned before there were threads; that of a later call is at the same place, and others do not see it. */
#include <pthread.h>

static int *kept;

static void keep(int *pointer) { kept = pointer; }

static void call(void)
{
    int local = 1;

    keep(&local);
    local = 2;
}

void *uses(void *unused)
{
    *kept = 3; // here
    return unused;
}

int main(void)
{
    pthread_t thread;

    call();
    pthread_create(&thread, NULL, uses, NULL);
    pthread_join(thread, NULL);
    call();
    return 0;
}
