// verdict: use-after-free
// cseq: unwind=4
/* A pointer that was read before the array moved. */
#include <pthread.h>
#include <stdlib.h>

int *numbers;

void *writer(void *unused) {
    int *place = numbers;
    place[0] = 1;  // here
    return 0;
}

int main(void) {
    pthread_t thread;
    numbers = malloc(sizeof(int));
    pthread_create(&thread, 0, writer, 0);
    numbers = realloc(numbers, 2 * sizeof(int));
    pthread_join(thread, 0);
    free(numbers);
    return 0;
}
