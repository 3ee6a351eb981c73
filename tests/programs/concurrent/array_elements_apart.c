// verdict: safe
/* Every thread has its own element; bytes beside each other do not disturb each other. */
#include <assert.h>
#include <pthread.h>

char a[3];
short b[3];

void *worker(void *argument) {
    long i = (long)argument;
    a[i]++;
    b[i] += i;
    return 0;
}

int main(void) {
    pthread_t t[3];
    for (long i = 0; i < 3; i++)
        pthread_create(&t[i], 0, worker, (void *)i);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], 0);
    for (int i = 0; i < 3; i++)
        assert(a[i] == 1 && b[i] == i);
    return 0;
}
