// verdict: safe
/* A 64-bit load or store is one step: no half of a value is ever seen. */
#include <assert.h>
#include <pthread.h>

unsigned long long x;

void *writer(void *unused) {
    x = 0xffffffffffffffff;
    x = 0x1234567800000000;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    unsigned long long seen = x;
    assert(seen == 0 || seen == 0xffffffffffffffff || seen == 0x1234567800000000);
    pthread_join(t, 0);
    return 0;
}
