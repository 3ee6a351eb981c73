// verdict: lost-memory
/* Nobody takes the pointer that the thread returns. */
#include <pthread.h>
#include <stdlib.h>

void *give(void *unused) {
    return malloc(4);  // here
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, give, 0);
    pthread_join(thread, 0);
    return 0;
}
