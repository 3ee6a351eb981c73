// verdict: dead-local
/* The creator returns while its thread still reads the argument. */
#include <pthread.h>

pthread_t t;

void *worker(void *argument) {
    int value = *(int *)argument;  // here
    return (void *)(long)value;
}

void start(void) {
    int argument = 3;
    pthread_create(&t, 0, worker, &argument);
}

int main(void) {
    start();
    pthread_join(t, 0);
    return 0;
}
