// verdict: safe
/* pthread_join hands over what the start routine returned. */
#include <assert.h>
#include <pthread.h>

void *square(void *argument) {
    long n = (long)argument;
    return (void *)(n * n);
}

int main(void) {
    pthread_t t[2];
    void *result[2];
    for (long i = 0; i < 2; i++)
        pthread_create(&t[i], 0, square, (void *)(i + 3));
    for (int i = 0; i < 2; i++)
        assert(pthread_join(t[i], &result[i]) == 0);
    assert((long)result[0] == 9 && (long)result[1] == 16);
    return 0;
}
