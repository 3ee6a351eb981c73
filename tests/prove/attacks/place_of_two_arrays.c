// memory
#include <pthread.h>

int few[2], more[3];

void *handle(void *argument) {
    int *place = argument;
    *place = 1;
    return 0;
}

int main(void) {
    pthread_t t;
    for (int i = 0; i < 3; i++) {
        int *base = more; // safe
        int *base = i & 1 ? more : few; // unsafe
        pthread_create(&t, 0, handle, &base[i]);
        pthread_detach(t);
    }
    pthread_exit(0);
}
