// verdict: atomicity
/* A block may begin and end in functions of its own, and its accesses be those of memcpy. */
#include <string.h>
#include <pthread.h>

void __smtcb_atomic_expected_begin(void);
void __smtcb_atomic_expected_end(void);

char text[2], copy[2];

void enter(void) {
    __smtcb_atomic_expected_begin();
}

void leave(void) {
    __smtcb_atomic_expected_end();
}

void *first(void *unused) {
    enter();
    memcpy(copy, text, 2);
    leave();
    return 0;
}

void *second(void *unused) {
    text[0] = 'a';  // here
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
