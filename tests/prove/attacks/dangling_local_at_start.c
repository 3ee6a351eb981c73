// reach,memory
/* The local of a loop lives where a thread is started in the loop, and not where one is started after it. */
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
int *shared;

void *writer(void *unused)
{
    *shared = 1;
    return unused;
}

int main(void)
{
    pthread_t thread;
    int outer = 0;

    for (int i = 0; i < 3; i++) {
        int inner = 0;
        shared = &inner;
        shared = &outer; // safe
        if (i == 1 && __VERIFIER_nondet_int()) {
            pthread_create(&thread, NULL, writer, NULL);
            pthread_join(thread, NULL);
            exit(0);
        }
    }
    pthread_create(&thread, NULL, writer, NULL);
    for (;;)
        ;
}
