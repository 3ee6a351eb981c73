// unsafe: reach
/* Each client is memory of its own, that its thread frees. Main still writes to it. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct client {
    int descriptor;
    int requests;
};

void *serve(void *argument) {
    struct client *client = argument;
    while (client->requests < 5) {
        client->requests++;
        assert(client->descriptor >= 0);
    }
    free(client);
    return 0;
}

int main(void) {
    for (;;) {
        pthread_t thread;
        struct client *client = malloc(sizeof *client);
        int descriptor = __VERIFIER_nondet_int();
        if (client == NULL || descriptor < 0) {
            free(client);
            continue;
        }
        client->descriptor = descriptor;
        client->requests = 0;
        pthread_create(&thread, 0, serve, client);
        client->descriptor = -1;
        pthread_detach(thread);
    }
}
