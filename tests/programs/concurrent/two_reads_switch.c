// verdict: safe
/* switch evaluates its operand once, however many cases there are. */
#include <assert.h>
#include <pthread.h>

volatile int x;

void *writer(void *unused) {
    x = 1;
    x = 2;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    switch (x) {
    case 0:
    case 1:
    case 2:
        break;
    default:
        assert(0);
    }
    pthread_join(t, 0);
    return 0;
}
