// reach,memory
/* On one way main starts a thread while an object lives, on the other one after its end: the pointer dangles there. */
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
int *shared;

void *writer(void *unused)
{
    if (shared != NULL)
        *shared = 1;
    return unused;
}

int main(void)
{
    pthread_t thread;

    shared = malloc(sizeof *shared);
    if (__VERIFIER_nondet_int()) {
        pthread_create(&thread, NULL, writer, NULL);
        pthread_join(thread, NULL);
        exit(0);
    }
    free(shared);
    shared = NULL; // safe
    pthread_create(&thread, NULL, writer, NULL);
    pthread_join(thread, NULL);
    return 0;
}
