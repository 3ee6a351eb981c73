// reach
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct connection {
    int fd;
    int seen;
};

struct connection *last;

void *handle(void *argument) {
    struct connection *c = argument;
    int fd = c->fd;
    last->fd = 5; // safe
    last->fd = -2; // unsafe
    assert(fd >= 0);
    assert(c->fd >= 0);

    return 0;
}

int main(void) {
    for (;;) {
        pthread_t t;
        struct connection *c = malloc(sizeof *c);
        c->fd = __VERIFIER_nondet_int() & 7;
        c->seen = 0;
        last = c;
        pthread_create(&t, 0, handle, c);

        pthread_detach(t);
    }
}
