// verdict: null-pointer
/* The handler is removed between the check and the call. */
#include <pthread.h>

void harmless(void) {}
void (*volatile handler)(void) = harmless;

void *remove_handler(void *unused) {
    handler = 0;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, remove_handler, 0);
    if (handler)
        handler();  // here
    pthread_join(t, 0);
    return 0;
}
