// verdict: dead-local
/* A thread uses a local of its own after its end, by a pointer that it has kept where others write, too. */
#include <pthread.h>

static int nothing, *kept = &nothing;

static void keep(int *pointer) { kept = pointer; }

void *resets(void *unused)
{
    kept = &nothing;
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, resets, NULL);
    {
        int local = 1;
        keep(&local);
    }
    *kept = 2; // here
    pthread_join(thread, NULL);
    return 0;
}
