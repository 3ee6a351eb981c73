// reach
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

int __VERIFIER_nondet_int(void);

void *handle(void *argument) {
    int number = *(int *)argument; // unsafe
    int number = (int)(intptr_t)argument; // safe
    assert(number >= 0);
    return 0;
}

int main(void) {
    int i = 0;
    for (;;) {
        pthread_t t;
        i = __VERIFIER_nondet_int() & 7;
        pthread_create(&t, 0, handle, &i); // unsafe
        pthread_create(&t, 0, handle, (void *)(intptr_t)i); // safe
        i = -1;
    }
}
