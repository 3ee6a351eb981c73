// verdict: assertion
/* Two variable arguments, two reads. */
#include <assert.h>
#include <pthread.h>
#include <stdarg.h>

volatile long x;

long difference(int n, ...) {
    va_list arguments;
    va_start(arguments, n);
    long first = va_arg(arguments, long), second = va_arg(arguments, long);
    va_end(arguments);
    return first - second;
}

void *writer(void *unused) {
    x = 3;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    assert(difference(2, x, x) == 0);  // here
    pthread_join(t, 0);
    return 0;
}
