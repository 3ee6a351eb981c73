// verdict: safe
/* The value is read once and then looked at twice. */
#include <assert.h>
#include <pthread.h>

int x;

void *writer(void *unused) {
    x = 1;
    x = 2;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    int seen = x;
    if (seen == 1 && seen == 2)
        assert(0);
    pthread_join(t, 0);
    return 0;
}
