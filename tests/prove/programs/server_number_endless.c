// proved: reach,memory,locks,deadlock
/* A number is handed over as a pointer. */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

extern int __VERIFIER_nondet_int(void);

void *serve(void *argument) {
    int descriptor = (int)(intptr_t)argument;
    assert(descriptor >= 0);
    return 0;
}

int main(void) {
    for (;;) {
        pthread_t thread;
        int descriptor = __VERIFIER_nondet_int();
        if (descriptor < 0)
            continue;
        pthread_create(&thread, 0, serve, (void *)(intptr_t)descriptor);
        pthread_detach(thread);
    }
}
