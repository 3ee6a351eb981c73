// memory
#include <pthread.h>

int numbers[3];
int seen[3];

void *handle(void *argument) {
    int number = *(int *)argument;
    seen[number] = 1;
    return 0;
}

int main(void) {
    pthread_t t;
    for (int i = 0; i < 3; i++) {
        numbers[i] = i; // safe
        numbers[i] = i + 1; // unsafe
        pthread_create(&t, 0, handle, &numbers[i]);
        pthread_detach(t);
    }
    pthread_exit(0);
}
