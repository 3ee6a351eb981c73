// verdict: safe
/* A value that is missing is returned, passed, assigned and stored, but never used. */
#include <assert.h>
#include <pthread.h>

int x;
int kept;
void *found;

int none(int n) {
    if (n)
        return n;
}

int also_none(void) {
    int result = none(0);
    return result;
}

void keep(int value) {
    kept = value;
}

void *worker(void *unused) {
    keep(also_none());
    x++;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    pthread_join(t, &found);
    assert(x == 1);
    kept = 2;
    assert(kept == 2);
    return 0;
}
