// verdict: assertion
/* Two threads swap x and y; half-way through, a value is doubled. */
#include <assert.h>
#include <pthread.h>

int x = 1, y = 2;

void *swap(void *unused) {
    int t = x;
    x = y;
    y = t;
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, swap, 0);
    pthread_create(&b, 0, swap, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x + y == 3);  // here
    return 0;
}
