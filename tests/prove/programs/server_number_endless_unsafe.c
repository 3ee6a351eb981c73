// unsafe: reach
/* The address of main's variable is handed over: it has the next client's number, or none, when the thread reads it. */
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

void *serve(void *argument) {
    int descriptor = *(int *)argument;
    assert(descriptor >= 0);
    return 0;
}

int main(void) {
    int descriptor;
    for (;;) {
        pthread_t thread;
        descriptor = __VERIFIER_nondet_int();
        if (descriptor < 0)
            continue;
        pthread_create(&thread, 0, serve, &descriptor);
        pthread_detach(thread);
    }
}
