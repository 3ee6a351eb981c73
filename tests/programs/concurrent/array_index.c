// verdict: assertion
/* a[n++] = v in two threads: both can fill the same element. */
#include <assert.h>
#include <pthread.h>

int a[3], n;

void *push(void *value) {
    a[n++] = (int)(long)value;
    return 0;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, push, (void *)7);
    pthread_create(&t, 0, push, (void *)8);
    pthread_join(s, 0);
    pthread_join(t, 0);
    assert(a[0] + a[1] == 15);  // here
    return 0;
}
