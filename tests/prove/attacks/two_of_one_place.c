// reach
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int *make(int value) {
    int *made = malloc(sizeof *made);
    *made = value;
    return made;
}

void *handle(void *unused) {
    int *first = make(1);
    int *second = make(2); // safe
    int *second = first; // unsafe
    *second = 2;
    assert(*first == 1);
    free(first);
    return unused;
}

int main(void) {
    for (;;) {
        pthread_t t;
        pthread_create(&t, 0, handle, 0);
        pthread_detach(t);
    }
}
