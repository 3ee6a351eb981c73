// verdict: assertion
/* One thread writes x by name, the other through a pointer to a pointer. */
#include <assert.h>
#include <pthread.h>

int x;
int *p = &x, **q = &p;

void *by_name(void *unused) {
    x++;
    return 0;
}

void *by_pointer(void *unused) {
    ++**q;
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, by_name, 0);
    pthread_create(&b, 0, by_pointer, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x == 2);  // here
    return 0;
}
