// verdict: assertion
/* Which object is counted up is decided before it is: by then it may be the wrong one. */
#include <assert.h>
#include <pthread.h>

int first, second;
_Bool use_first;

void *counter(void *unused) {
    *(use_first ? &first : &second) += 1;
    return 0;
}

void *chooser(void *unused) {
    second = 0;
    use_first = 1;
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, counter, 0);
    pthread_create(&b, 0, chooser, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(second == 0);  // here
    return 0;
}
