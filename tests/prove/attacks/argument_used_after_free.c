// memory
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct connection {
    int fd;
    int seen;
};

void *handle(void *argument) {
    struct connection *c = argument;
    int fd = c->fd;
    assert(fd >= 0);
    c->seen = 1; // safe
    free(c);
    c->seen = 1; // unsafe
    return 0;
}

int main(void) {
    for (;;) {
        pthread_t t;
        struct connection *c = malloc(sizeof *c);
        c->fd = __VERIFIER_nondet_int() & 7;
        c->seen = 0;
        pthread_create(&t, 0, handle, c);

        pthread_detach(t);
    }
}
