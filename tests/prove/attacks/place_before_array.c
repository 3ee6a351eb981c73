// memory
#include <pthread.h>

int numbers[3];

void *handle(void *argument) {
    int *place = argument;
    *place = 1;
    return 0;
}

int main(void) {
    pthread_t t;
    for (int i = 2; i >= 0; i--) {
        pthread_create(&t, 0, handle, &numbers[i]); // safe
        pthread_create(&t, 0, handle, &numbers[i - 1]); // unsafe
        pthread_detach(t);
    }
    pthread_exit(0);
}
