// verdict: signed-overflow
/* Both threads see room for one more. */
#include <limits.h>
#include <pthread.h>

int x = INT_MAX - 1;

void *increment(void *unused) {
    if (x < INT_MAX)
        x++;  // here
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, increment, 0);
    pthread_create(&b, 0, increment, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
