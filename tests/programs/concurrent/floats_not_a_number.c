// verdict: assertion
/* 0.0 / 0.0, if the divisor is changed in time. */
#include <assert.h>
#include <pthread.h>

double dividend, divisor = 1;

void *divider(void *unused) {
    divisor = dividend / divisor;
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, divider, 0);
    divisor = 0;
    pthread_join(thread, 0);
    assert(divisor == divisor);  // here
    return 0;
}
