// verdict: assertion
/* Passing a shared struct by value reads its members one after the other. */
#include <assert.h>
#include <pthread.h>

struct pair {
    char text[2];
} shared = {{'a', 'a'}};

void check(struct pair p) { assert(p.text[0] == p.text[1]); }  // here

void *writer(void *unused) {
    shared.text[0] = 'b';
    shared.text[1] = 'b';
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    check(shared);
    pthread_join(t, 0);
    return 0;
}
