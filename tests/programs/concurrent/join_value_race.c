// verdict: assertion
/* What is returned depends on who was first. */
#include <assert.h>
#include <pthread.h>

int turn;

void *observe(void *unused) {
    int seen = turn;
    turn = 1;
    return (void *)(long)seen;
}

int main(void) {
    pthread_t a, b;
    void *first, *second;
    pthread_create(&a, 0, observe, 0);
    pthread_create(&b, 0, observe, 0);
    pthread_join(a, &first);
    pthread_join(b, &second);
    assert(first == (void *)1 || second == (void *)1);  // here
    return 0;
}
